"""Prices as people type them into a spreadsheet."""

import re

_PRICE = re.compile(r"\$?\s*([0-9]{1,6})(?:\.([0-9]{1,2}))?")
_TOO_FINE = re.compile(r"\$?\s*[0-9]+\.[0-9]{3,}")


def read_price(text: str) -> int:
    """`8.5`, `8.50` or `$8.50` as cents. Raises ValueError with a sentence for people."""
    given = text.strip()
    found = _PRICE.fullmatch(given)
    if found:
        return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
    if not given:
        raise ValueError("Fill in a price, such as 8.50.")
    if "," in given:
        raise ValueError(f"“{given[:20]}” has a comma. Write cents after a point, like 8.50.")
    if _TOO_FINE.fullmatch(given):
        raise ValueError("Use at most two decimals.")
    raise ValueError(f"“{given[:20]}” is not a price. Write it like 8.50.")


def write_price(cents: int) -> str:
    """Dollars with two decimals and without a sign."""
    return f"{cents // 100}.{cents % 100:02d}"
