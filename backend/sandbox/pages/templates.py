"""HTML templates: each file consists of named blocks, and values are escaped unless they are Markup."""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent / "html"
BLOCK = re.compile(r"^<!-- block (\w+) -->\n", re.MULTILINE)


class Markup(str):
    """A string of HTML, which is not escaped when it is inserted into a block."""

    __slots__ = ()


EMPTY = Markup()


@cache
def _blocks(file: str) -> dict[str, Template]:
    text = (FOLDER / f"{file}.html").read_text("utf-8")
    _, *parts = BLOCK.split(text)
    return {name: Template(body.rstrip("\n")) for name, body in zip(parts[::2], parts[1::2], strict=True)}


def fill(file: str, block: str, **values: object) -> Markup:
    """Replace the `$names` of a block. Raises KeyError for a name without a value."""
    safe = {name: value if isinstance(value, Markup) else escape(str(value)) for name, value in values.items()}
    return Markup(_blocks(file)[block].substitute(safe))


def joined(parts: Iterable[Markup]) -> Markup:
    return Markup("".join(parts))
