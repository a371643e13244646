"""Search conditions and order numbers from the text of a search box."""

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from chuckwagon.customers.search_words import clean_search, phone_digits


def match_text(text: str, words: Sequence[Any], phone: Any) -> sa.ColumnElement[bool]:
    """SQL condition: a column of `words` contains the text (ignoring case), or the phone contains its digits.

    Raises InvalidInput for a text that is too long or unprintable.
    """
    text = clean_search(text)
    conditions = [column.contains(text, autoescape=True) for column in words]
    if text.lower() != text.upper():
        # SQLite lowers only A to Z, so other letters are found when their case is typed correctly.
        conditions += [sa.func.lower(column).contains(text.lower(), autoescape=True) for column in words]
    if digits := phone_digits(text):
        conditions.append(phone.contains(digits))
    return sa.or_(*conditions)


def parse_order_number(text: str) -> int | None:
    """The order number in `#101` or `101`; None for any other text."""
    match = re.fullmatch("#? ?([0-9]{1,12})", text.strip())
    return int(match[1]) if match else None
