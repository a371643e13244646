"""What readers of other systems share: rows of one item, lists and paths in a cell, and what is left out."""

import html
import re
from collections.abc import Callable, Sequence

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports.found import ItemMaker, Reading, Variation
from chuckwagon.menu.imports.tables import Row, Table

HIDDEN = Sentence("This item is hidden, archived or a draft, so it was left out.", "import_hidden_left_out")
_TAG = re.compile(r"<[^<>]{0,500}>")
_BREAK = re.compile(r"<\s*(?:br|/p|/li|/div|/h[1-6])\b[^<>]{0,100}>", re.IGNORECASE)
_LIST = re.compile(r"(?<!\\)[,;|\n]")
_PATH = re.compile(r"\s*(?:>|›|»|::)\s*|\s+/\s+")


def group_rows(
    rows: Sequence[Row], key_of: Callable[[Row], str], variation_of: Callable[[Row], str] | None = None
) -> list[list[Row]]:
    """The rows of each item, in the order of the file. A row that repeats a variation is another item of the name."""
    latest: dict[str, list[Row]] = {}
    found: list[list[Row]] = []
    for row in rows:
        key = key_of(row).strip()
        group = latest.get(key) if key else None
        is_repeated = variation_of is not None and variation_of(row) in map(variation_of, group or ())
        if group is None or is_repeated:
            group = latest[key] = []
            found.append(group)
        group.append(row)
    return found


def to_variation(
    item: ItemMaker, column: str, row: Row, prices: tuple[str, ...], values: list[tuple[str, str]], is_available: bool
) -> Variation:
    """The variation of a row. A name that ends in a space means all columns that begin so: prices of places."""
    text = row.raw(*(name for name in prices if not name.endswith(" ")))
    places = [cell for name in prices if name.endswith(" ") for _, cell in row.each(name) if cell]
    if not text and len(set(places)) == 1:
        text = places[0]
    elif not text and places:
        text = " / ".join(dict.fromkeys(places))  # no price: it is asked
    return Variation(values, item.read_amount(text, column), is_available)


def put_rows(
    item: ItemMaker,
    rows: Sequence[Row],
    prices: tuple[str, ...],
    values_of: Callable[[Row], list[tuple[str, str]]],
    is_available: Callable[[Row], bool],
) -> None:
    """Put the rows of an item into it as its variations. The price of each can be asked."""
    item.put_variations(
        [
            to_variation(
                item, "price" if len(rows) == 1 else f"variation.{at}", row, prices, values_of(row), is_available(row)
            )
            for at, row in enumerate(rows, 1)
        ]
    )


def note_hidden(reading: Reading, file: str, row: int, name: str) -> None:
    """List an item that is hidden, archived or a draft."""
    reading.leave_out(HIDDEN, file, row, name)


def note_unused(reading: Reading, table: Table, used: set[int]) -> None:
    """List the columns that hold anything and were not read."""
    filled = {at for _, cells in table.rows for at, cell in enumerate(cells) if at not in used and cell.strip()}
    for at in sorted(filled)[:40]:
        name = table.titles[at][:40] if at < len(table.titles) else ""
        if name:
            text = f"The column “{name}” is not known here and was left out."
            reading.leave_out(Sentence(text, "import_column_left_out", column=name), table.file, table.header_row)


def split_list(text: str) -> list[str]:
    """The parts of a list in a cell; a backslash keeps a comma."""
    return [part.replace("\\,", ",").strip() for part in _LIST.split(text) if part.strip()]


def split_path(text: str) -> list[str]:
    """The levels of the first path of a list."""
    paths = split_list(text)
    return [level for level in _PATH.split(paths[0]) if level] if paths else []


def plain_text(text: str) -> str:
    """The text of a description that may hold HTML."""
    if "<" not in text and "&" not in text:
        return text.strip()
    lines = html.unescape(_TAG.sub("", _BREAK.sub("\n", text))).split("\n")
    return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)
