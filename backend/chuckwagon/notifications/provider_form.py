"""The forms that the provider posts: believed only with its signature over our public address."""

from urllib.parse import parse_qsl

from chuckwagon.core.errors import AppError, TooLarge
from chuckwagon.gateways.twilio_api import twilio_gateway
from chuckwagon.settings import Settings

MAX_FIELDS = 200


class SignatureInvalid(AppError):
    status = 403
    code = "signature_invalid"
    sentence = "The signature is not valid."


def read_signed_form(settings: Settings, path: str, payload: bytes, signature: str | None) -> dict[str, str]:
    """The fields of a signed form. Raises SignatureInvalid, TooLarge.

    The address comes from the settings: behind a proxy the request's own is not the one that was signed.
    """
    if len(payload) > settings.max_body_bytes:
        raise TooLarge
    try:
        pairs = parse_qsl(payload.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise SignatureInvalid from error
    form = dict(pairs)
    twilio = twilio_gateway(settings)
    if not signature or not twilio.signature_is_valid(f"{settings.origin}{path}", form, signature):
        raise SignatureInvalid
    return form
