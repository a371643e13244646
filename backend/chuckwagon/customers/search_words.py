"""Search words of customers, and the parser of a search box."""

import re
import unicodedata

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence, at_parameter
from chuckwagon.kit.strings import has_control_characters

MAX_SEARCH_LENGTH = 100
MAX_WORD_LENGTH, MAX_WORDS = 60, 60
PHONE_SUFFIX_LENGTHS = (10, 7, 4)
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")


def clean_search(text: str) -> str:
    """The text without the spaces around it. Raises InvalidInput for long text and control characters."""
    text = text.strip()
    if len(text) > MAX_SEARCH_LENGTH or has_control_characters(text):
        text = f"Search for plain text of at most {MAX_SEARCH_LENGTH} characters."
        sentence = Sentence(text, "search_invalid", max=MAX_SEARCH_LENGTH)
        raise InvalidInput(at_parameter("q", sentence), fields={"q": sentence})
    return text


def phone_digits(text: str) -> str:
    """The digits of a text without letters, which may be a part of a phone number; empty for other text."""
    return "" if _LETTER.search(text) else re.sub("[^0-9]", "", text)


def search_words(name: str, email: str | None, phone: str) -> set[str]:
    """Search words of a customer: the words of the name and e-mail address, and suffixes of the phone number."""
    digits = re.sub("[^0-9]", "", phone)
    return {*_split_words(f"{name} {email or ''}"), *(digits[-length:] for length in PHONE_SUFFIX_LENGTHS)} - {""}


def parse_search_words(text: str) -> list[str]:
    """The word prefixes in the text, longest first. A phone number in any format is one word.

    Raises InvalidInput.
    """
    text = clean_search(text)
    if digits := phone_digits(text.removeprefix("+1")):
        return [digits[1:] if len(digits) == 11 and digits[0] == "1" else digits[:MAX_WORD_LENGTH]]
    return sorted(set(_split_words(text)), key=lambda word: (-len(word), word))


def _split_words(text: str) -> list[str]:
    """The words of the text in lower case and without accents, so that "Zoe" finds "Zoë"."""
    plain = text.casefold()
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return [word[:MAX_WORD_LENGTH] for word in _WORD.findall(plain)]
