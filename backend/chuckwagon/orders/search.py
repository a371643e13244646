"""What the search box of a list of orders means."""

import re
from collections.abc import Callable

from chuckwagon.customers.search_words import clean_search, phone_digits
from chuckwagon.kit.strings import search_for

OrderMatcher = Callable[[str | None, str | None, int], bool]


def parse_search(text: str) -> OrderMatcher:
    """Return whether a name, phone and order number are meant by the text.

    The name has all its words, or the phone its digits; digits alone may be the order number too. It is compared in
    Python, because the two databases fold letters differently. Raises InvalidInput for a text that is too long or
    unprintable.
    """
    text = clean_search(text)
    has_words, digits, number = search_for(text), phone_digits(text), parse_order_number(text)

    def is_meant(name: str | None, phone: str | None, order_number: int) -> bool:
        return order_number == number or has_words(name or "") or (digits != "" and digits in (phone or ""))

    return is_meant


def parse_order_number(text: str) -> int | None:
    """The order number in `#101` or `101`; None for any other text."""
    match = re.fullmatch("#? ?([0-9]{1,12})", text.strip())
    return int(match[1]) if match else None
