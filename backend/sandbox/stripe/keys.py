"""API keys: secret test keys, publishable test keys and unknown keys."""

import base64
import binascii
from typing import Any, NamedTuple

from sandbox.errors import ApiError

NO_KEY = (
    "You did not provide an API key. You need to provide your API key in the Authorization header, "
    "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
)
LIVE_KEY = (
    "LIVE KEY REFUSED: this is a sandbox on your own machine. A live key must never be sent to it; "
    "check your configuration and roll the key if it has leaked."
)
NOT_FOR_BROWSERS = (
    "This API call cannot be made with a publishable API key. Please use a secret API key. "
    "You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys."
)


class Caller(NamedTuple):
    key: str
    publishable: bool


def identify(authorization: str, params: dict[str, Any]) -> Caller:
    """Return the caller by its header, or by the form field `key` of browsers, which is removed from the form."""
    in_form = params.pop("key", "")
    key = _from_header(authorization) or (in_form if isinstance(in_form, str) else "")
    if not key:
        raise ApiError(401, "invalid_request_error", NO_KEY)
    if key.startswith(("sk_live_", "pk_live_", "rk_live_")):
        raise ApiError(401, "invalid_request_error", LIVE_KEY, code="api_key_livemode_refused")
    if key.startswith("pk_test_"):
        return Caller(key, publishable=True)
    if key.startswith(("sk_test_", "rk_test_")):
        return Caller(key, publishable=False)
    raise ApiError(401, "invalid_request_error", f"Invalid API Key provided: {key[:8]}***")


def refuse_publishable() -> ApiError:
    return ApiError(403, "invalid_request_error", NOT_FOR_BROWSERS, code="secret_key_required")


def _from_header(authorization: str) -> str:
    scheme, _, rest = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return rest.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(rest).decode().partition(":")[0]
        except (binascii.Error, UnicodeDecodeError):
            return ""
    return ""
