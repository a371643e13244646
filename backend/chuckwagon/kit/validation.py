"""Validates e-mail addresses, https URLs and phone numbers."""

import re
from urllib.parse import urlsplit

from chuckwagon.kit.strings import has_control_characters

MAX_EMAIL_LENGTH = 254

_EMAIL_TEXT = r"[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+"
_EMAIL = re.compile(_EMAIL_TEXT)
# In the OpenAPI document.
EMAIL_PATTERN = f"^{_EMAIL_TEXT}$"
OPTIONAL_EMAIL_PATTERN = f"^({_EMAIL_TEXT})?$"
_HTTPS_URL = re.compile(r"https://[!#$%&()*+,\-./:;=?@\w\[\]~]+", re.ASCII)
_PHONE = re.compile(r"[\d ()+.,/#x-]{7,40}", re.ASCII | re.IGNORECASE)


def is_email(text: str) -> bool:
    """Whether the text looks like an e-mail address."""
    has_valid_length = len(text) <= MAX_EMAIL_LENGTH
    return has_valid_length and _EMAIL.fullmatch(text) is not None and not has_control_characters(text)


def is_https_url(text: str) -> bool:
    """Whether the text is an https URL with a host, made of characters that need no escaping in HTML."""
    if not _HTTPS_URL.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:
        return False


def is_phone(text: str) -> bool:
    """Whether the text looks like a phone number: at least seven digits, with the usual separators."""
    return _PHONE.fullmatch(text) is not None and sum(char.isdigit() for char in text) >= 7
