"""Forms that Twilio posts, verified by Twilio's signature over our public URL."""

import re
from urllib.parse import parse_qsl

from chuckwagon.kit.errors import AppError
from chuckwagon.notifications.service import is_signature_valid
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest

MAX_FIELDS = 200


class TwilioSignatureInvalid(AppError):
    status = 403
    code = "signature_invalid"
    sentence = "The signature is not valid."


def request_target(request: AnyRequest) -> str:
    """Return the path and query exactly as Twilio signed them."""
    query: bytes = request.scope["query_string"]
    return request.scope["path"] + (f"?{query.decode('latin-1')}" if query else "")


def is_e164(phone: str) -> bool:
    """Whether the sender is a phone number in E.164. Short codes and names cannot opt out."""
    return re.fullmatch(r"\+[1-9][0-9]{6,14}", phone) is not None


def read_signed_form(settings: Settings, target: str, payload: bytes, signature: str | None) -> dict[str, str]:
    """Return the fields of a signed form. Raises TwilioSignatureInvalid, also for a form that cannot be read.

    The URL is built from the settings, because behind a proxy the request's own URL is not the signed one.
    """
    try:
        pairs = parse_qsl(payload.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise TwilioSignatureInvalid from error
    form = dict(pairs)
    if not signature or not is_signature_valid(settings, f"{settings.origin}{target}", form, signature):
        raise TwilioSignatureInvalid
    return form
