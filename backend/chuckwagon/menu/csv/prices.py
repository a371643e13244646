"""Prices in a cell of a spreadsheet: dollars as text, to and from cents."""

import re

from chuckwagon.kit.sentences import Sentence

_PRICE = re.compile(r"\$?\s*([0-9]{1,6})(?:\.([0-9]{1,2}))?")
_DECIMAL_COMMA = re.compile(r"(\$?\s*[0-9]{1,6}),([0-9]{1,2})")
_TOO_FINE = re.compile(r"\$?\s*[0-9]+\.[0-9]{3,}")

REQUIRED = Sentence("Fill in a price, such as 8.50.", "import_price_required")
TOO_MANY_DECIMALS = Sentence("Use at most two decimals.", "too_many_decimals")


class InvalidCell(ValueError):
    """A cell that cannot be understood. Its argument is the sentence that says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_price(text: str, *, has_decimal_commas: bool = False) -> int:
    """Convert `8.5`, `8.50` or `$8.50` to cents, and `8,50` where commas are decimal. Raises InvalidCell."""
    stripped = text.strip()
    if has_decimal_commas and (comma := _DECIMAL_COMMA.fullmatch(stripped)):
        stripped = f"{comma[1]}.{comma[2]}"
    match = _PRICE.fullmatch(stripped)
    if match:
        return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
    if not stripped:
        raise InvalidCell(REQUIRED)
    shown = stripped[:20]
    if "," in stripped:
        text = f"“{shown}” has a comma. Write cents after a point, like 8.50."
        raise InvalidCell(Sentence(text, "import_price_comma", words=shown))
    if _TOO_FINE.fullmatch(stripped):
        raise InvalidCell(TOO_MANY_DECIMALS)
    text = f"“{shown}” is not a price. Write it like 8.50."
    raise InvalidCell(Sentence(text, "import_price_invalid", words=shown))


def write_price(cents: int) -> str:
    """Cents as dollars with two decimals and no dollar sign."""
    return f"{cents // 100}.{cents % 100:02d}"
