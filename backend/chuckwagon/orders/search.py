"""Looking for a person or an order by what somebody typed into one box."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.text import has_control_characters

LONGEST_SEARCH = 100
LONGEST_WORD, MOST_WORDS = 60, 60
PHONE_ENDS = (10, 7, 4)
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")


def match_text(text: str, words: Sequence[Any], phone: Any) -> sa.ColumnElement[bool]:
    """Rows where one of the columns holds the text, whatever its case, or the phone its digits.

    Raises InvalidInput.
    """
    text = plain_text(text)
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


def plain_text(text: str) -> str:
    """What was typed, without the spaces around it. Raises InvalidInput."""
    text = text.strip()
    if len(text) > LONGEST_SEARCH or has_control_characters(text):
        sentence = f"Search for plain text of at most {LONGEST_SEARCH} characters."
        raise InvalidInput(f"q: {sentence}", fields={"q": sentence})
    return text


def words_of(name: str, email: str | None, phone: str) -> set[str]:
    """What a person is found by: the words of the name and the address, and the ends of the phone."""
    digits = re.sub("[^0-9]", "", phone)
    return {*_words(f"{name} {email or ''}"), *(digits[-length:] for length in PHONE_ENDS)} - {""}


def typed_words(text: str) -> list[str]:
    """The beginnings of words that were typed, the longest first; a phone in whatever form is one.

    Raises InvalidInput.
    """
    text = plain_text(text)
    digits = re.sub("[^0-9]", "", text.removeprefix("+1"))
    if digits and not _LETTER.search(text):
        return [digits[1:] if len(digits) == 11 and digits[0] == "1" else digits[:LONGEST_WORD]]
    return sorted(set(_words(text)), key=lambda word: (-len(word), word))


def _words(text: str) -> list[str]:
    """Without case and accents: Zoe finds Zoë."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return [word[:LONGEST_WORD] for word in _WORD.findall(bare)]
