"""HTML fragments that the front-end build provides, and safe insertion of values.

A value can never become markup: whatever is not `Markup` is escaped, for text and attributes alike.
"""

import html
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

FRAGMENTS_FILE = "first-paint.json"
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
# JSON in a script element must not end the element or start a comment.
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPES = str.maketrans(_UNSAFE)


class Markup(str):
    """String that is HTML and is not escaped."""

    __slots__ = ()


Values = Mapping[str, str]


class InlineHashes(msgspec.Struct, frozen=True):
    """Content security policy (CSP) hashes of inline scripts and styles."""

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


class Fragments(msgspec.Struct, rename="camel", frozen=True):
    """Whole pages and parts in all variants, as written by `frontend/scripts/first-paint.mjs`."""

    home: str
    home_empty: str
    truck: str
    card: dict[str, str]
    tag: str
    header: dict[str, str]
    notice: str
    menu: str
    menu_empty: str
    nav: str
    nav_link: str
    nav_link_current: str
    section: str
    item: dict[str, str]
    inline: InlineHashes = InlineHashes()


def load_fragments(folder: Path) -> Fragments | None:
    """Load the fragments of this build; None if it has none."""
    file = folder / FRAGMENTS_FILE
    return msgspec.json.decode(file.read_bytes(), type=Fragments) if file.is_file() else None


def render_fragment(fragment: str, values: Values) -> Markup:
    """Fill in every placeholder of a fragment. A placeholder without a value raises KeyError."""
    return Markup(_PLACEHOLDER.sub(lambda placeholder: _escape(values[placeholder[1]]), fragment))


def render_variant(variants: Mapping[str, str], values: Values, **flags: bool) -> Markup:
    """Render the variant of a fragment for these flags. A combination that the build lacks raises KeyError."""
    key = " ".join(name for name, is_on in sorted(flags.items()) if is_on)
    return render_fragment(variants[key], values)


def concatenate(parts: list[Markup]) -> Markup:
    """Concatenate fragments."""
    return Markup("".join(parts))


def script_json(value: object) -> Markup:
    """Encode a value as JSON that is safe inside a script element."""
    return Markup(msgspec.json.encode(value).decode().translate(_ESCAPES))


def render_attribute(name: str, value: str | None) -> Markup:
    """Render an attribute with a leading space, or nothing for None."""
    return Markup(f' {name}="{html.escape(value)}"') if value is not None else Markup("")


def _escape(value: str) -> str:
    return value if isinstance(value, Markup) else html.escape(value)
