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

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.csv.options_syntax import InvalidOptions, read_options, write_options
from chuckwagon.menu.csv.prices import read_price, write_price
from chuckwagon.menu.item_validation import ItemDraft
from chuckwagon.menu.schemas import ImportProblem, ItemRequest, OptionGroupRequest

T = TypeVar("T")

COLUMNS = (
    "id",
    "name",
    "description",
    "category",
    "section",
    "price",
    "available",
    "position",
    "image",
    "options",
    "units",
)
OPTIONAL_COLUMNS = ("units",)  # files that were exported before this column existed are still good
MAX_ROWS = 1000
MAX_UNKNOWN_COLUMNS = 20  # limit of reported columns, because a malformed file may have a hundred thousand
HEADER_ROW = 1
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")

NOT_CSV = Sentence(
    "This is an Excel workbook. In the spreadsheet choose “Save as”, then “CSV UTF-8”.", "csv_is_workbook"
)
NOT_UTF8 = Sentence("This file is not in UTF-8. In the spreadsheet choose “Save as”, then “CSV UTF-8”.", "csv_not_utf8")
EMPTY = Sentence("This file is empty.", "csv_empty")

# A spreadsheet program runs a cell that starts like this as a formula. An apostrophe before it makes it text.
_FORMULA = re.compile("'*[=+\\-@\t\r＝＋－＠]")
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_BOM = b"\xef\xbb\xbf"


class CsvImportRow(msgspec.Struct, frozen=True):
    """One row: its item's form, and the problems of its cells. `number` is its number in a spreadsheet."""

    number: int
    item_id: str
    form: ItemRequest
    problems: tuple[ImportProblem, ...]


class CsvFile(msgspec.Struct, frozen=True):
    """The rows of a file, or the problems of its header."""

    rows: tuple[CsvImportRow, ...]
    problems: tuple[ImportProblem, ...] = ()


class CsvExportItem(msgspec.Struct, frozen=True):
    """An item to export: its ID and content."""

    id: str
    draft: ItemDraft


def write_menu(items: Iterable[CsvExportItem]) -> bytes:
    """The menu as CSV in UTF-8, with a byte order mark, because spreadsheet programs guess the encoding without it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_escape_formula(cell) for cell in _cells(item)] for item in items)
    return _BOM + text.getvalue().encode()


def read_menu(raw: bytes) -> CsvFile:
    """Parse a file into rows, with the problems of its cells, or of its header instead of rows.

    Raises InvalidInput for `file` when it is not a CSV file in UTF-8, is empty, or has more than MAX_ROWS rows.
    """
    text = _decode(raw)
    if not text.strip():
        raise _invalid_file(EMPTY)
    header, *lines = _parse(text)
    names = _column_names(header)
    problems = _header_problems(names)
    if problems:
        return CsvFile((), problems)
    rows = [(at, cells) for at, cells in enumerate(lines, HEADER_ROW + 1) if any(map(str.strip, cells))]
    if len(rows) > MAX_ROWS:
        text = f"A file has at most {MAX_ROWS:,} rows; this one has {len(rows):,}."
        raise _invalid_file(Sentence(text, "csv_too_many_rows", max=MAX_ROWS, count=len(rows)))
    return CsvFile(tuple(_read_row(number, names, cells) for number, cells in rows))


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
    )


def _escape_formula(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unescape_formula(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _decode(raw: bytes) -> str:
    if raw.startswith(_WORKBOOKS):
        raise _invalid_file(NOT_CSV)
    try:
        return raw.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _invalid_file(NOT_UTF8) from error


def _parse(text: str) -> list[list[str]]:
    """The cells of each line. The separator is the comma or semicolon that finds more known columns in the first line.

    Raises InvalidInput for a malformed file.
    """
    first = text.split("\n", 1)[0].lower()

    def known_columns(separator: str) -> int:
        return len(set(COLUMNS) & {cell.strip(' "\r') for cell in first.split(separator)})

    separator = max(",;", key=known_columns)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        text = f"This file is not a whole CSV file: {error}."
        raise _invalid_file(Sentence(text, "csv_malformed", detail=str(error))) from error


def _column_names(header: Sequence[str]) -> list[str]:
    """The column names without empty ones at the end, which some spreadsheet programs add."""
    names = [cell.strip().lower() for cell in header]
    while names and not names[-1]:
        names.pop()
    return names


def _header_problems(names: Sequence[str]) -> tuple[ImportProblem, ...]:
    missing = [(name, "This column is missing.") for name in COLUMNS if name not in (*names, *OPTIONAL_COLUMNS)]
    unknown = [(name, "There is no such column.") for name in dict.fromkeys(names) if name not in COLUMNS]
    del unknown[MAX_UNKNOWN_COLUMNS:]
    doubled = [(name, "This column is there twice.") for name in COLUMNS if names.count(name) > 1]
    return tuple(ImportProblem(HEADER_ROW, name[:40], message) for name, message in (*missing, *unknown, *doubled))


def _read_row(number: int, names: Sequence[str], cells: Sequence[str]) -> CsvImportRow:
    problems: list[ImportProblem] = []
    if any(map(str.strip, cells[len(names) :])):
        problems.append(ImportProblem(number, "", "This row has more cells than there are columns."))
    by_column = {name: _unescape_formula(cell) for name, cell in zip(names, cells, strict=False)}

    def read_cell(column: str, read: Callable[[str], T], default: T) -> T:
        try:
            return read(by_column.get(column, "").strip())
        except (ValueError, InvalidOptions) as error:
            problems.append(ImportProblem(number, column, str(error)))
            return default

    nothing: list[OptionGroupRequest] = []
    kept: int | UnsetType = UNSET
    form = ItemRequest(
        name=by_column.get("name", ""),
        description=by_column.get("description", ""),
        category=by_column.get("category", ""),
        section=by_column.get("section", ""),
        base_price=to_dollars(read_cell("price", read_price, 0)),
        image_url=by_column.get("image", ""),
        is_available=read_cell("available", _read_availability, True),
        position=read_cell("position", _read_position, None),
        option_groups=read_cell("options", read_options, nothing),
        prep_units=read_cell("units", _read_units, kept),
    )
    return CsvImportRow(number, by_column.get("id", "").strip(), form, tuple(problems))


def _read_availability(text: str) -> bool:
    word = text.lower()
    if word not in YES + NO:
        raise ValueError("Write yes or no.")
    return word in YES


def _read_units(text: str) -> int | UnsetType:
    """The kitchen units; UNSET for an empty cell, which keeps those of an item. Raises ValueError."""
    number = _read_position(text)
    return UNSET if number is None else number


def _read_position(text: str) -> int | None:
    """The position; None for an empty cell, which keeps an item's position, and puts a new item at the end.

    Raises ValueError.
    """
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError("Write a whole number, or nothing.")
    return int(text)


def _invalid_file(sentence: Sentence) -> InvalidInput:
    return InvalidInput(sentence, fields={"file": sentence})
