"""Cleans strings from users. Control characters can break a screen, a printer or an SMS."""

import re

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def has_control_characters(text: str) -> bool:
    """Whether the text has control characters or direction overrides. Line breaks and tabs are allowed."""
    return _FORBIDDEN.search(text) is not None


def collapse_whitespace(text: str) -> str:
    """Trim the text and replace each run of whitespace, line breaks included, with one space."""
    return " ".join(text.split())
