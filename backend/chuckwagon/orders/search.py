"""Looking for a person or an order by what somebody typed into one box."""

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.text import has_control_characters

LONGEST_SEARCH = 100
_LETTER = re.compile(r"[^\W\d_]")


def match_text(text: str, words: Sequence[Any], phone: Any) -> sa.ColumnElement[bool]:
    """Rows where one of the columns holds the text, whatever its case, or the phone its digits.

    Raises InvalidInput.
    """
    text = text.strip()
    if len(text) > LONGEST_SEARCH or has_control_characters(text):
        sentence = f"Search for plain text of at most {LONGEST_SEARCH} characters."
        raise InvalidInput(f"q: {sentence}", fields={"q": sentence})
    found = [sa.func.lower(column).contains(text.lower(), autoescape=True) for column in words]
    # SQLite lowers A to Z only: what is typed exactly as it is written is found all the same.
    found += [column.contains(text, autoescape=True) for column in words]
    digits = re.sub("[^0-9]", "", text)
    if digits and not _LETTER.search(text):
        found.append(phone.contains(digits))
    return sa.or_(*found)


def typed_number(text: str) -> int | None:
    """`#101` or `101` as the number of an order; None for anything else."""
    typed = re.fullmatch("#? ?([0-9]{1,12})", text.strip())
    return int(typed[1]) if typed else None
