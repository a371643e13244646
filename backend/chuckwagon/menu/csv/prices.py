"""Prices in a cell of a spreadsheet: dollars as text, to and from cents."""

import re

_PRICE = re.compile(r"\$?\s*([0-9]{1,6})(?:\.([0-9]{1,2}))?")
_TOO_FINE = re.compile(r"\$?\s*[0-9]+\.[0-9]{3,}")


def read_price(text: str) -> int:
    """Convert `8.5`, `8.50` or `$8.50` to cents. Raises ValueError with a sentence for the user."""
    stripped = text.strip()
    match = _PRICE.fullmatch(stripped)
    if match:
        return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
    if not stripped:
        raise ValueError("Fill in a price, such as 8.50.")
    if "," in stripped:
        raise ValueError(f"“{stripped[:20]}” has a comma. Write cents after a point, like 8.50.")
    if _TOO_FINE.fullmatch(stripped):
        raise ValueError("Use at most two decimals.")
    raise ValueError(f"“{stripped[:20]}” is not a price. Write it like 8.50.")


def write_price(cents: int) -> str:
    """Cents as dollars with two decimals and no dollar sign."""
    return f"{cents // 100}.{cents % 100:02d}"
