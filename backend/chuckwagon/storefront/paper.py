"""The pieces of the pages that the build of the screens has drawn, and how values get into them.

A value can never become markup: whatever is not `Html` is escaped, for a text and an attribute alike.
"""

import html
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

FILE = "first-paint.json"
_PLACE = re.compile(r"\{\{(\w+)\}\}")
# JSON in a script element: nothing in it may end the element, or begin a comment.
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPES = str.maketrans(_UNSAFE)


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Values = Mapping[str, str]


class Inline(msgspec.Struct, frozen=True):
    """The hashes of what stands in the pages themselves, as a content security policy names them."""

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


class Pieces(msgspec.Struct, rename="camel", frozen=True):
    """What `frontend/scripts/first-paint.mjs` writes: whole pages, and their parts in every shape."""

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
    inline: Inline = Inline()


def load_pieces(folder: Path) -> Pieces | None:
    """The pieces of this build; None for one without."""
    file = folder / FILE
    return msgspec.json.decode(file.read_bytes(), type=Pieces) if file.is_file() else None


def fill(piece: str, values: Values) -> Html:
    """The piece with a value in each of its places; a place without one is a KeyError."""
    return Html(_PLACE.sub(lambda place: _safe(values[place[1]]), piece))


def fill_shape(shapes: Mapping[str, str], values: Values, **flags: bool) -> Html:
    """The piece in the shape that these flags give it. A flag that the build does not know is a KeyError."""
    key = " ".join(name for name, is_on in sorted(flags.items()) if is_on)
    return fill(shapes[key], values)


def join(parts: list[Html]) -> Html:
    """One after the other."""
    return Html("".join(parts))


def data_text(value: object) -> Html:
    """JSON that a script element can carry whatever it says."""
    return Html(msgspec.json.encode(value).decode().translate(_ESCAPES))


def attribute(name: str, value: str | None) -> Html:
    """The attribute with a space before it, or nothing."""
    return Html(f' {name}="{html.escape(value)}"') if value is not None else Html("")


def _safe(value: str) -> str:
    return value if isinstance(value, Html) else html.escape(value)
