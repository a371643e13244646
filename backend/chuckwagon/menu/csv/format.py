"""CSV format of menus: one row for each item, with columns that staff can edit in a spreadsheet.

No database access: converts bytes to rows with forms and problems, and drafts to bytes.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.kit.money import STANDARD, TAX_CLASSES, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import escape_formulas, unescape_formulas
from chuckwagon.menu.csv.options_syntax import (
    InvalidCell,
    ReadOptions,
    read_options,
    read_price,
    write_options,
    write_price,
)
from chuckwagon.menu.csv.table import COLUMNS, REQUIRED_COLUMNS, Table, read_table
from chuckwagon.menu.item_validation import ItemDraft
from chuckwagon.menu.schemas import ImportProblem, ItemRequest

T = TypeVar("T")

MAX_UNKNOWN_COLUMNS = 20  # limit of reported columns, because a malformed file may have a hundred thousand
YES = ("yes", "y", "true", "1", "1.0", "x", "✓", "✔", "on", "available", "sí", "si", "s", "verdadero", "disponible")
NO = ("no", "n", "false", "0", "0.0", "off", "sold out", "unavailable", "falso", "agotado", "no disponible")

AVAILABLE_INVALID = Sentence("Write yes or no.", "import_available_invalid")
NUMBER_INVALID = Sentence("Write a whole number, or nothing.", "import_number_invalid")
TAX_CLASS_INVALID = Sentence("Write standard, reduced or exempt, or nothing.", "import_tax_class_invalid")
ROW_TOO_LONG = Sentence("This row has more cells than there are columns.", "import_row_too_long")

_BOM = b"\xef\xbb\xbf"


class CsvImportRow(msgspec.Struct, frozen=True):
    """One row: its item's form, and the problems of its cells. `number` is its number in a spreadsheet.

    `doubts` are problems of option groups, by their index, unless the item has just this group already.
    """

    number: int
    item_id: str
    form: ItemRequest
    problems: tuple[ImportProblem, ...]
    doubts: tuple[tuple[int, ImportProblem], ...] = ()
    notes: tuple[ImportProblem, ...] = ()


class CsvFile(msgspec.Struct, frozen=True):
    """The rows of a file, or the problems of its header. `notes` say what was left out or read differently."""

    rows: tuple[CsvImportRow, ...]
    problems: tuple[ImportProblem, ...] = ()
    notes: tuple[ImportProblem, ...] = ()


class CsvExportItem(msgspec.Struct, frozen=True):
    """An item to export: its ID and content."""

    id: str
    draft: ItemDraft


def make_problem(
    row: int, column: str, sentence: Sentence, group: int | None = None, option: int | None = None
) -> ImportProblem:
    """The sentence about a cell as it is sent. Its English text names the group and option, counted from 1."""
    words = (("Group", group), ("option", option))
    place = ", ".join(f"{word} {number}" for word, number in words if number is not None)
    message = f"{place}: {sentence}" if place else str(sentence)
    return ImportProblem(row, column, message, sentence.reason, dict(sentence.params), group, option)


def write_menu(items: Iterable[CsvExportItem]) -> bytes:
    """The menu as CSV in UTF-8, with a byte order mark, because spreadsheet programs guess the encoding without it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([escape_formulas(cell) for cell in _cells(item)] for item in items)
    return _BOM + text.getvalue().encode()


def read_menu(raw: bytes) -> CsvFile:
    """Parse a file into rows, with the problems of its cells, or of its header instead of rows.

    Raises InvalidInput for `file` when it holds no table, is empty, or has too many rows.
    """
    table = read_table(raw)
    problems, notes = _header_problems(table), _header_notes(table)
    if problems:
        return CsvFile((), problems, notes)
    rows = tuple(_read_row(table, number, cells) for number, cells in table.rows)
    return CsvFile(rows, (), notes + tuple(note for row in rows for note in row.notes))


def _cells(item: CsvExportItem) -> tuple[str, ...]:
    values = item.draft.values
    return (
        item.id,
        values["name"],
        values["description"],
        values["category"],
        values["section"],
        write_price(values["base_price_cents"]),
        YES[0] if values["is_available"] else NO[0],
        str(values["position"]),
        values["image_url"] or "",
        write_options(item.draft.groups or ()),
        str(values["prep_units"]),
        values["tax_class"],
    )


def _header_problems(table: Table) -> tuple[ImportProblem, ...]:
    sentences = [
        (name, Sentence("This column is missing.", "import_column_missing", column=name))
        for name in REQUIRED_COLUMNS
        if name not in table.names
    ]
    sentences += [
        (name, Sentence("This column is there twice.", "import_column_twice", column=name))
        for name in COLUMNS
        if table.names.count(name) > 1
    ]
    return tuple(make_problem(table.header_row, name, sentence) for name, sentence in sentences)


def _header_notes(table: Table) -> tuple[ImportProblem, ...]:
    """What was left out: the rows above the header, and the columns that are not known."""
    notes = []
    if table.header_row > 1:
        text = f"The column names were found in row {table.header_row}. The rows above were left out."
        notes.append(("", Sentence(text, "import_rows_above_left_out", row=table.header_row)))
    unknown = [name[:40] for name in dict.fromkeys(table.names) if name and name not in COLUMNS]
    for name in unknown[:MAX_UNKNOWN_COLUMNS]:
        text = f"The column “{name}” is not known here and was left out."
        notes.append((name, Sentence(text, "import_column_left_out", column=name)))
    nameless = [at for at, name in enumerate(table.names) if not name]
    if any(cells[at].strip() for _, cells in table.rows for at in nameless if at < len(cells)):
        text = "A column without a name was left out."
        notes.append(("", Sentence(text, "import_nameless_column_left_out")))
    return tuple(make_problem(table.header_row, column, sentence) for column, sentence in notes)


def _read_row(table: Table, number: int, cells: Sequence[str]) -> CsvImportRow:
    problems: list[ImportProblem] = []
    names = table.names
    if any(map(str.strip, cells[len(names) :])):
        problems.append(make_problem(number, "", ROW_TOO_LONG))
    given = dict(zip(names, map(unescape_formulas, cells), strict=False))
    by_column: dict[str, str] = dict.fromkeys(names, "") | given

    def read_cell(column: str, read: Callable[[str], T], default: T) -> T | UnsetType:
        """The cell's value; UNSET where the file lacks the column, which keeps what an item has."""
        if column not in by_column:
            return UNSET
        try:
            return read(by_column[column].strip())
        except InvalidCell as error:
            problems.append(make_problem(number, column, error.sentence))
            return default

    def read_amount(text: str) -> float:
        return to_dollars(read_price(text, has_decimal_commas=table.has_decimal_commas))

    def read_groups(text: str) -> ReadOptions:
        return read_options(text, has_decimal_commas=table.has_decimal_commas)

    options = read_cell("options", read_groups, ReadOptions([]))
    kept: int | UnsetType = UNSET
    form = ItemRequest(
        name=by_column["name"],
        description=by_column.get("description", UNSET),
        category=by_column.get("category", UNSET),
        section=by_column.get("section", UNSET),
        base_price=read_cell("price", read_amount, 0.0),
        image_url=by_column.get("image", UNSET),
        is_available=read_cell("available", _read_availability, True),
        position=read_cell("position", _read_number, None),
        option_groups=UNSET if isinstance(options, UnsetType) else options.groups,
        prep_units=read_cell("units", _read_units, kept),
        tax_class=read_cell("tax", _read_tax_class, STANDARD),
    )
    found = ReadOptions([]) if isinstance(options, UnsetType) else options
    doubts = tuple((at, make_problem(number, "options", doubt, at + 1)) for at, doubt in found.doubts)
    notes = tuple(make_problem(number, "options", note, at + 1) for at, note in found.notes)
    return CsvImportRow(number, by_column.get("id", "").strip(), form, tuple(problems), doubts, notes)


def _read_availability(text: str) -> bool:
    word = text.lower()
    if word not in YES + NO:
        raise InvalidCell(AVAILABLE_INVALID)
    return word in YES


def _read_units(text: str) -> int | UnsetType:
    """The kitchen units; UNSET for an empty cell, which keeps those of an item. Raises InvalidCell."""
    number = _read_number(text)
    return UNSET if number is None else number


def _read_tax_class(text: str) -> str | UnsetType:
    """The tax class; UNSET for an empty cell, which keeps that of an item. Raises InvalidCell."""
    word = text.lower()
    if word and word not in TAX_CLASSES:
        raise InvalidCell(TAX_CLASS_INVALID)
    return word or UNSET


def _read_number(text: str) -> int | None:
    """A whole number, also as `1.0`; None for an empty cell, which keeps an item's position, and puts a new item last.

    Raises InvalidCell.
    """
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,9})(?:[.,]0+)?", text)
    if match is None:
        raise InvalidCell(NUMBER_INVALID)
    return int(match[1])
