"""HTML from files: each is cut into named blocks, and a value that is not markup already is escaped."""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent / "html"
BLOCK = re.compile(r"^<!-- block (\w+) -->\n", re.MULTILINE)


class Markup(str):
    """Text that is HTML already; anything else is escaped when it is put into a block."""

    __slots__ = ()


EMPTY = Markup()


@cache
def _blocks(file: str) -> dict[str, Template]:
    text = (FOLDER / f"{file}.html").read_text("utf-8")
    _, *parts = BLOCK.split(text)
    return {name: Template(body.rstrip("\n")) for name, body in zip(parts[::2], parts[1::2], strict=True)}


def fill(file: str, block: str, **values: object) -> Markup:
    """The block with its `$names` replaced; a name without a value is a KeyError, never an empty place."""
    safe = {name: value if isinstance(value, Markup) else escape(str(value)) for name, value in values.items()}
    return Markup(_blocks(file)[block].substitute(safe))


def joined(parts: Iterable[Markup]) -> Markup:
    return Markup("".join(parts))
