"""Slugs: the short name in a truck's address, and the words that the product keeps for itself."""

import re
import unicodedata
from collections.abc import Iterator

LONGEST_SLUG = 64
ODD = "Use lower-case letters, digits and hyphens, at most 64, with no hyphen at either end"
RESERVED_WORD = "This address is used by the product itself. Please choose another"
NAMELESS = "food-truck"

# The first path segments that mean something else than a truck: the product's own addresses, and the words
# that stand where a slug does. Segments with a dot or an underscore cannot be slugs anyway.
RESERVED = frozenset({
    "admin", "api", "api-docs", "api-test", "assets", "checkout", "docs", "health", "menu-test", "metrics",
    "new", "null", "order", "order-confirmation", "orders", "public", "sandbox", "static", "track", "truck",
    "trucks", "undefined", "uploads",
})  # fmt: skip

_FORM = re.compile(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?")
_APOSTROPHES = re.compile("['\u2018\u2019\u02bc`]")
_APART = re.compile(r"[^a-z0-9]+")
# Letters that do not fall apart into a Latin one and a mark.
_LETTERS = str.maketrans(
    dict(zip("øđðłħıабвгдезиклмнопрстуфыэіґ", "oddlhiabvgdeziklmnoprstufyeig", strict=True))
    | dict(zip("αβγδεζηικλμνξοπρστυφω", "avgdeziiklmnxoprstyfo", strict=True))
    | {"&": " and ", "æ": "ae", "œ": "oe", "þ": "th", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh"}
    | {"щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya", "є": "ye", "θ": "th", "χ": "ch", "ψ": "ps"}
)


def is_slug(text: str) -> bool:
    """Whether the text has the form of a slug; anything else is answered like an unknown one."""
    return _FORM.fullmatch(text) is not None


def find_problem(slug: str) -> str | None:
    """Why no truck may have this slug, whoever has it now."""
    if not is_slug(slug):
        return ODD
    return RESERVED_WORD if slug in RESERVED else None


def slug_from_name(name: str) -> str:
    """The name in the letters of a slug; a name without any becomes `food-truck`."""
    letters = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", name.casefold())).lower()
    plain = "".join(char for char in letters if not unicodedata.combining(char)).translate(_LETTERS)
    return _cut(_APART.sub("-", plain), LONGEST_SLUG) or NAMELESS


def candidates(slug: str) -> Iterator[str]:
    """The slug, then the slug with -2, -3 and so on, without the reserved words."""
    if slug not in RESERVED:
        yield slug
    number = 2
    while True:
        ending = f"-{number}"
        yield _cut(slug, LONGEST_SLUG - len(ending)) + ending
        number += 1


def _cut(text: str, length: int) -> str:
    return text.strip("-")[:length].strip("-")
