"""Text from people: trimmed, without control characters that break a screen, a printer or a text message."""

import re

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def has_control_characters(text: str) -> bool:
    """Whether the text holds control characters or direction overrides (line breaks and tabs are fine)."""
    return _FORBIDDEN.search(text) is not None


def one_line(text: str) -> str:
    """The text on one line, spaces folded and trimmed."""
    return " ".join(text.split())
