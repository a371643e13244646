"""Base64url without padding (RFC 4648, section 5), as browsers write keys and credentials."""

import base64
import binascii


def encode_base64url(raw: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """The bytes of base64url without padding. Raises ValueError."""
    if not text.isascii():
        raise ValueError("not base64url")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("not base64url") from error
