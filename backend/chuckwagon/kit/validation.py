"""Cleans, validates and masks strings from users: text, e-mail addresses, https URLs and phone numbers of the US.

Control characters can break a screen, a printer or an SMS. A reader who knows a masked value can recognize it.

Describes limits of request fields in the OpenAPI document.

The services check these limits themselves, because their sentences say at which field what is wrong.

Why: docs/decisions/0041-forms-check-by-the-api.md
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from msgspec import Meta

from chuckwagon.kit.sentences import PHONE_INVALID, PHONE_NOT_US, Sentence

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
# The screens fold the same: frontend/src/domain/values/text-search.ts.
_APOSTROPHES = re.compile("['`\u00b4\u2018\u2019\u02bc]")
_LATIN = str.maketrans(
    {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "ı": "i", "æ": "ae", "œ": "oe"}  # Unicode does not take them apart.
)
_NO_WORD = re.compile(r"[^\w@.#+-]+|_+")
# A formula begins at the start of a cell, and after the characters at which some programs split cells. Apostrophes that
# stand before such a sign already get one more, so that they can be told from ours. Also full-width signs.
_FORMULA = re.compile("(^|[;\t\r\n])( *)(?='*[=+\\-@＝＋－＠])|^(?='*[\t\r])")
_ESCAPED_FORMULA = re.compile("(^|[;\t\r\n])( *)'(?='*[=+\\-@＝＋－＠])|^'(?='*[\t\r])")


def has_control_characters(text: str) -> bool:
    """Whether the text has control characters or direction overrides. Line breaks and tabs are allowed."""
    return _FORBIDDEN.search(text) is not None


def remove_control_characters(text: str) -> str:
    """The text without what `has_control_characters` finds."""
    return _FORBIDDEN.sub("", text)


def collapse_whitespace(text: str) -> str:
    """Trim the text and replace each run of whitespace, line breaks included, with one space."""
    return " ".join(text.split())


def search_for(text: str) -> Callable[..., bool]:
    """Return a test of the texts of one thing: every word of the search is in one of them.

    Case, accents and apostrophes do not count, nor does the order of the words. An empty search finds all; one of
    signs alone finds nothing.
    """
    words = fold_text(text).split() or [text.strip()]

    def is_meant(*texts: str) -> bool:
        folded = fold_text(" ".join(texts))
        return all(word in folded for word in words)

    return is_meant


def fold_text(text: str) -> str:
    """The text as searches compare it: without case, accents and apostrophes, and a space for what is no word."""
    return _NO_WORD.sub(" ", _fold_letters(text))


def fold_name(name: str) -> str:
    """The name without case, accents, apostrophes and spaces, to find two spellings of one name."""
    return "".join(_fold_letters(name).split())


def escape_formulas(cell: str) -> str:
    """Put an apostrophe before each sign at which a spreadsheet program would begin a formula."""
    return _FORMULA.sub(lambda found: f"{found[0]}'", cell)


def unescape_formulas(cell: str) -> str:
    """Remove the apostrophes of `escape_formulas`."""
    return _ESCAPED_FORMULA.sub(lambda found: f"{found[1] or ''}{found[2] or ''}", cell)


def _fold_letters(text: str) -> str:
    folded = text.casefold()
    if not folded.isascii():
        folded = "".join(char for char in unicodedata.normalize("NFD", folded) if not unicodedata.combining(char))
        folded = folded.translate(_LATIN)
    return _APOSTROPHES.sub("", folded)


MAX_EMAIL_LENGTH = 254
_EMAIL_TEXT = r"[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+"
_EMAIL = re.compile(_EMAIL_TEXT)
# In the OpenAPI document.
EMAIL_PATTERN = f"^{_EMAIL_TEXT}$"
OPTIONAL_EMAIL_PATTERN = f"^({_EMAIL_TEXT})?$"
_HTTPS_URL = re.compile(r"https://[!#$%&()*+,\-./:;=?@\w\[\]~]+", re.ASCII)
_PHONE = re.compile(r"[\d ()+.,/#x-]{7,40}", re.ASCII | re.IGNORECASE)


def is_email(text: str) -> bool:
    """Whether the text looks like an e-mail address."""
    has_valid_length = len(text) <= MAX_EMAIL_LENGTH
    return has_valid_length and _EMAIL.fullmatch(text) is not None and not has_control_characters(text)


def is_https_url(text: str) -> bool:
    """Whether the text is an https URL with a host, made of characters that need no escaping in HTML."""
    if not _HTTPS_URL.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:
        return False


def is_phone(text: str) -> bool:
    """Whether the text looks like a phone number: at least seven digits, with the usual separators."""
    return _PHONE.fullmatch(text) is not None and sum(char.isdigit() for char in text) >= 7


VISIBLE_DIGITS = 4


def mask_email(email: str) -> str:
    """Keep the first letter and the domain. An empty string stays empty."""
    name, _, domain = email.rpartition("@")
    return f"{name[:1]}…@{domain}" if name else ""


def mask_phone(phone: str) -> str:
    """Keep the last four digits. An empty string stays empty."""
    digits = "".join(char for char in phone if char.isdecimal())
    return f"…{digits[-VISIBLE_DIGITS:]}" if digits else ""


TRIMMED = "Surrounding and repeated spaces do not count."
DISTINCT = "Empty and repeated entries do not count."


def limited(**keywords: Any) -> Meta:
    """Describe a field with JSON Schema keywords in snake case, such as `max_length` or `minimum`."""
    return Meta(extra_json_schema={"extra": keywords})


def trimmed(max_length: int, **keywords: Any) -> Meta:
    """Describe a text whose limits hold after surrounding and repeated spaces are removed."""
    return Meta(extra_json_schema={"description": TRIMMED, "extra": {"max_length": max_length, **keywords}})


def distinct(max_items: int) -> Meta:
    """Describe a list whose limit holds after empty and repeated entries are removed."""
    return Meta(extra_json_schema={"description": DISTINCT, "extra": {"max_items": max_items}})


def between(bounds: tuple[float, float]) -> Meta:
    """Describe a number from the first to the second bound, both included."""
    return limited(minimum=bounds[0], maximum=bounds[1])


_PREMIUM = ("900", "976")
_US_REGIONS = frozenset({"US", "PR", "GU", "VI", "AS", "MP"})


def us_e164(text: str) -> str | None:
    """Convert `(555) 123-4567`, `1 555 123 4567` or `+1 555 123 4567` to `+15551234567`; None for other text.

    About twenty countries share `+1` (876 is Jamaica). Their numbers, toll-free and premium numbers are refused.
    Fictional numbers such as (555) 123-4567 are accepted, because no subscriber has them.
    """
    digits = re.sub(r"\D", "", text)
    has_country_code = len(digits) == 11 and digits[0] == "1"
    if len(text) > 32 or (text.strip().startswith("+") and not has_country_code):
        return None
    national = digits[1:] if has_country_code else digits
    if len(national) != 10 or national[0] in "01":
        return None
    return f"+1{national}" if _is_us(national) else None


def why_no_us_phone(text: str) -> Sentence:
    """Return what to say about a text that `us_e164` refuses: a whole number of elsewhere, or not a whole one."""
    digits = re.sub(r"\D", "", text)
    is_foreign = text.strip().startswith("+") and not digits.startswith("1")
    national = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
    is_whole = len(national) == 10 and national[0] not in "01" and len(text) <= 32
    return PHONE_NOT_US if is_whole or (is_foreign and 7 <= len(digits) <= 15) else PHONE_INVALID


def format_us_phone(phone: str) -> str:
    """Format a US number such as `+15551234567` as (555) 123-4567; other text stays as it is."""
    found = re.fullmatch(r"1?([0-9]{3})([0-9]{3})([0-9]{4})", re.sub(r"[^0-9]", "", phone))
    return f"({found[1]}) {found[2]}-{found[3]}" if found else phone


def _is_us(digits: str) -> bool:
    import phonenumbers
    from phonenumbers import PhoneNumberType

    if digits[:3] in _PREMIUM or digits[3:6] == "976":
        return False
    number = phonenumbers.PhoneNumber(country_code=1, national_number=int(digits))
    if phonenumbers.region_code_for_number(number) not in (None, *_US_REGIONS):
        return False
    if phonenumbers.number_type(number) in (PhoneNumberType.TOLL_FREE, PhoneNumberType.PREMIUM_RATE):
        return False
    return digits[:3] not in _foreign_area_codes()


def _foreign_area_codes() -> frozenset[str]:
    """Area codes of the other countries that share +1, from the tables of `phonenumbers`."""
    global _foreign  # noqa: PLW0603 - computed with the first order, because the import is slow
    if _foreign is None:
        from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata

        regions = [region for region in COUNTRY_CODE_TO_REGION_CODE[1] if region not in _US_REGIONS]
        tables = [PhoneMetadata.metadata_for_region(region, None) for region in regions]
        leading = [table.leading_digits for table in tables if table and table.leading_digits]
        codes = (f"{code}" for code in range(200, 1000))
        _foreign = frozenset(code for code in codes if any(re.match(pattern, code) for pattern in leading))
    return _foreign


_foreign: frozenset[str] | None = None
