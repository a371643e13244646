"""The format of truck slugs, the reserved words that cannot be slugs, and slugs made from names. No database access."""

import re
import unicodedata
from collections.abc import Iterator

from chuckwagon.kit.sentences import Sentence

MAX_SLUG_LENGTH = 64
SLUG_INVALID = Sentence(
    "Use lower-case letters, digits and hyphens, at most 64, with no hyphen at either end", "slug_invalid"
)
SLUG_RESERVED = Sentence("This address is used by the product itself. Please choose another", "slug_reserved")
FALLBACK_SLUG = "food-truck"

# First path segments of the product's own URLs, and words that appear in the place of a slug. Segments with a dot
# or an underscore cannot be slugs anyway.
RESERVED = frozenset({
    "admin", "api", "api-docs", "api-test", "assets", "by-slug", "checkout", "docs", "embed", "health", "menu-test",
    "metrics", "new", "null", "order", "order-confirmation", "orders", "print", "public", "robots", "sandbox",
    "sitemap", "static", "track", "truck", "trucks", "undefined", "uploads", "widget",
})  # fmt: skip
# Reserved in a later release: a truck that had one of them keeps its page, and its earlier slug leads on.
RESERVED_LATER = frozenset({"embed", "print", "robots", "sitemap", "widget"})

_SLUG = r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?"
_PATTERN = re.compile(_SLUG)
# In the OpenAPI document: an empty slug is made from the name.
OPTIONAL_SLUG_PATTERN = f"^({_SLUG})?$"
_APOSTROPHES = re.compile("['\u2018\u2019\u02bb\u02bc`]")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
# Letters that Unicode normalization does not decompose into a Latin letter and a mark, all in lower case. SMS use it.
LATIN_LETTERS = str.maketrans(
    dict(zip("øđðłħıŧəɓɗƙабвгдезиклмнопрстуфыэіґ", "oddlhitebdkabvgdeziklmnoprstufyeig", strict=True))
    | dict(zip("αβγδεζηικλμνξοπρστυφω", "avgdeziiklmnxoprstyfo", strict=True))
    | {"&": " and ", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "ng", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh"}
    | {"щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya", "є": "ye", "θ": "th", "χ": "ch", "ψ": "ps"}
)


def is_slug(text: str) -> bool:
    """True when the text is a well-formed slug."""
    return _PATTERN.fullmatch(text) is not None


def find_slug_problem(slug: str) -> Sentence | None:
    """Why no truck may have this slug: malformed or reserved. None when it is allowed."""
    if not is_slug(slug):
        return SLUG_INVALID
    return SLUG_RESERVED if slug in RESERVED else None


def may_be_a_slug(text: str) -> bool:
    """Whether a truck may have, or have had, this slug: well-formed, and no address of the product from the start."""
    return is_slug(text) and (text not in RESERVED or text in RESERVED_LATER)


def slug_from_name(name: str) -> str:
    """Convert a name to a slug; a name without letters and digits becomes `food-truck`."""
    letters = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", name.casefold())).lower()
    latin = "".join(char for char in letters if not unicodedata.combining(char)).translate(LATIN_LETTERS)
    return _cut(_SEPARATORS.sub("-", latin), MAX_SLUG_LENGTH) or FALLBACK_SLUG


def slug_candidates(slug: str) -> Iterator[str]:
    """The slug unless it is reserved, then the slug with -2, -3 and so on. Never ends."""
    if slug not in RESERVED:
        yield slug
    number = 2
    while True:
        suffix = f"-{number}"
        yield _cut(slug, MAX_SLUG_LENGTH - len(suffix)) + suffix
        number += 1


def _cut(text: str, length: int) -> str:
    return text.strip("-")[:length].strip("-")
