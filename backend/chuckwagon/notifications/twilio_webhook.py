"""The forms that the provider posts: believed only with its signature over our public address."""

import re
from urllib.parse import parse_qsl

from chuckwagon.core.errors import AppError
from chuckwagon.core.http import AnyRequest
from chuckwagon.gateways.twilio_api import twilio_gateway
from chuckwagon.settings import Settings

MAX_FIELDS = 200


class SignatureInvalid(AppError):
    status = 403
    code = "signature_invalid"
    sentence = "The signature is not valid."


def target(request: AnyRequest) -> str:
    """The path and the query exactly as they were signed."""
    query: bytes = request.scope["query_string"]
    return request.scope["path"] + (f"?{query.decode('latin-1')}" if query else "")


def is_e164(phone: str) -> bool:
    """Whether a reply comes from a phone; a short code or a name cannot opt out of anything."""
    return re.fullmatch(r"\+[1-9][0-9]{6,14}", phone) is not None


def read_signed_form(
    settings: Settings, target: str, payload: bytes, signature: str | None
) -> dict[str, str]:
    """The fields of a signed form. Raises SignatureInvalid.

    The address comes from the settings: behind a proxy the request's own is not the one that was signed.
    """
    try:
        pairs = parse_qsl(payload.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise SignatureInvalid from error
    form = dict(pairs)
    twilio = twilio_gateway(settings)
    if not signature or not twilio.signature_is_valid(f"{settings.origin}{target}", form, signature):
        raise SignatureInvalid
    return form
