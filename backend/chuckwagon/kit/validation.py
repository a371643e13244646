"""Addresses that people type: of a picture on the web, of an e-mail inbox, of a telephone."""

import re
from urllib.parse import urlsplit

from chuckwagon.core.text import has_control_characters

LONGEST_EMAIL = 254

_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+")
_WEB = re.compile(r"https://[!#$%&()*+,\-./:;=?@\w\[\]~]+", re.ASCII)
_PHONE = re.compile(r"[\d ()+.,/#x-]{7,40}", re.ASCII | re.IGNORECASE)


def is_email(text: str) -> bool:
    """Whether the text looks like an e-mail address."""
    is_short = len(text) <= LONGEST_EMAIL
    return is_short and _EMAIL.fullmatch(text) is not None and not has_control_characters(text)


def is_https(text: str) -> bool:
    """Whether the text is an https address of some host, fit to stand in a page without being escaped."""
    if not _WEB.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:
        return False


def is_phone(text: str) -> bool:
    """Whether somebody could dial it: seven digits and more, with the usual marks between them."""
    return _PHONE.fullmatch(text) is not None and sum(char.isdigit() for char in text) >= 7
