"""CSV format of menus: one row for each item, with columns that staff can edit in a spreadsheet.

No database access: finds the table in a file with its kind and its separator, converts bytes to rows with forms and
problems, and drafts to bytes.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.money import STANDARD, TAX_CLASSES, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import escape_formulas, unescape_formulas
from chuckwagon.menu.csv.options_syntax import (
    InvalidCell,
    ReadOptions,
    read_allergens,
    read_diets,
    read_options,
    read_price,
    write_options,
    write_price,
)
from chuckwagon.menu.diets import write_names
from chuckwagon.menu.item_validation import ItemDraft
from chuckwagon.menu.schemas import ImportProblem, ItemRequest

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
    "tax",
    "diets",
    "allergens",
)
REQUIRED_COLUMNS = ("name", "price")
MAX_ROWS = 1000
MAX_ROWS_ABOVE_HEADER = 9  # such as a title, a date and a blank line
SEPARATORS = ",;\t|"
NOT_CSV = Sentence(
    "This is a workbook, as Excel, Numbers or LibreOffice save it. In the spreadsheet choose “Save as”, then "
    "“CSV UTF-8”.",
    "csv_is_workbook",
)
NOT_UTF8 = Sentence("This file is not in UTF-8. In the spreadsheet choose “Save as”, then “CSV UTF-8”.", "csv_not_utf8")
EMPTY = Sentence("This file is empty.", "csv_empty")
IS_PDF = Sentence("This is a PDF. Type the menu into a spreadsheet and save it as “CSV UTF-8”.", "csv_is_pdf")
IS_IMAGE = Sentence("This is a photo. Type the menu into a spreadsheet and save it as “CSV UTF-8”.", "csv_is_image")
IS_DOCUMENT = Sentence(
    "This is a text document, not a table. Copy the menu into a spreadsheet and save it as “CSV UTF-8”.",
    "csv_is_document",
)
IS_ARCHIVE = Sentence("This is a ZIP archive. Unpack it and choose the CSV file in it.", "csv_is_archive")
IS_HTML = Sentence("This is a web page. Copy the menu into a spreadsheet and save it as “CSV UTF-8”.", "csv_is_html")
IS_JSON = Sentence("This is a JSON file, not a table. Export the menu as CSV and choose that file.", "csv_is_json")
NO_HEADER = Sentence(
    "No row with column names was found. The first row must name the columns, at least “name” and “price”.",
    "csv_no_header",
)
_BOM = b"\xef\xbb\xbf"
_IMAGE = re.compile(rb"\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|BM.{4}\0{4}|II\*\0|MM\0\*|....ftyp", re.DOTALL)
_SEPARATOR_LINE = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)


class Table(msgspec.Struct, frozen=True):
    """The column names in lower case, and the rows below that are not blank, with their numbers in a spreadsheet."""

    header_row: int
    names: list[str]
    rows: list[tuple[int, list[str]]]
    has_decimal_commas: bool


def read_table(raw: bytes) -> Table:
    """Find the table. Raises InvalidInput for `file` when it is none, is empty, or has more than MAX_ROWS rows."""
    text = _decode(raw)
    if not text.strip():
        raise _invalid_file(EMPTY)
    declared = _SEPARATOR_LINE.match(text)  # Excel hides this line and does not count it.
    if declared:
        text = text[declared.end() :]
    separator = declared[1] if declared else _guess_separator(text)
    lines = _parse(text, separator)
    at, names = _find_header(lines)
    rows = [(number, cells) for number, cells in enumerate(lines[at + 1 :], at + 2) if any(map(str.strip, cells))]
    if len(rows) > MAX_ROWS:
        text = f"A file has at most {MAX_ROWS:,} rows; this one has {len(rows):,}."
        raise _invalid_file(Sentence(text, "csv_too_many_rows", max=MAX_ROWS, count=len(rows)))
    return Table(at + 1, names, rows, separator != ",")


def _decode(raw: bytes) -> str:
    kind = _find_kind(raw)
    if kind:
        raise _invalid_file(kind)
    try:
        text = raw.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _invalid_file(NOT_UTF8) from error
    if len(text) > 1 and text.count("\0") * 3 > len(text):  # UTF-16 without its mark
        raise _invalid_file(NOT_UTF8)
    return text


def _find_kind(raw: bytes) -> Sentence | None:
    """The sentence for a file that is plainly of another kind."""
    if raw.startswith(b"PK\x03\x04"):
        if any(mark in raw for mark in (b"xl/", b"opendocument.spreadsheet", b".iwa")):
            return NOT_CSV
        return IS_DOCUMENT if b"word/" in raw or b"opendocument.text" in raw else IS_ARCHIVE
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        return NOT_CSV
    start = raw.removeprefix(_BOM)[:1000].lstrip().lower()
    if start.startswith(b"%pdf"):
        return IS_PDF
    if start.startswith(b"{\\rtf"):
        return IS_DOCUMENT
    if start.startswith((b"{", b"[")):
        return IS_JSON
    if start.startswith(b"<") and (b"<html" in start or b"<!doctype html" in start):
        return IS_HTML
    return IS_IMAGE if _IMAGE.match(raw) else None


def _guess_separator(text: str) -> str:
    """The separator that finds the most known columns in one of the first lines."""
    lines = text.lower().split("\n", MAX_ROWS_ABOVE_HEADER + 1)[: MAX_ROWS_ABOVE_HEADER + 1]

    def known_columns(separator: str) -> int:
        return max(len(set(COLUMNS) & {cell.strip(' "\r') for cell in line.split(separator)}) for line in lines)

    return max(SEPARATORS, key=known_columns)


def _parse(text: str, separator: str) -> list[list[str]]:
    """The cells of each line. Raises InvalidInput for a malformed file."""
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        text = f"This file is not a whole CSV file: {error}."
        raise _invalid_file(Sentence(text, "csv_malformed", detail=str(error))) from error


def _find_header(lines: Sequence[Sequence[str]]) -> tuple[int, list[str]]:
    """Return (index, column names) of the first row with the required columns, else of that with most known ones.

    Raises InvalidInput when no row names a column.
    """
    first = [_column_names(line) for line in lines[: MAX_ROWS_ABOVE_HEADER + 1]]
    known = [(set(REQUIRED_COLUMNS) <= set(names), len(set(COLUMNS) & set(names))) for names in first]
    best = max(known, default=(False, 0))
    if best == (False, 0):
        raise _invalid_file(NO_HEADER)
    at = next(i for i, (is_whole, _) in enumerate(known) if is_whole) if best[0] else known.index(best)
    return at, first[at]


def _column_names(header: Sequence[str]) -> list[str]:
    """The column names without empty ones at the end, which some spreadsheet programs add."""
    names = [cell.strip().lower() for cell in header]
    while names and not names[-1]:
        names.pop()
    return names


def _invalid_file(sentence: Sentence) -> InvalidInput:
    return InvalidInput(sentence, fields={"file": sentence})


T = TypeVar("T")
MAX_UNKNOWN_COLUMNS = 20  # limit of reported columns, because a malformed file may have a hundred thousand
YES = ("yes", "y", "true", "1", "1.0", "x", "✓", "✔", "on", "available", "sí", "si", "s", "verdadero", "disponible")
NO = ("no", "n", "false", "0", "0.0", "off", "sold out", "unavailable", "falso", "agotado", "no disponible")
AVAILABLE_INVALID = Sentence("Write yes or no.", "import_available_invalid")
NUMBER_INVALID = Sentence("Write a whole number, or nothing.", "import_number_invalid")
TAX_CLASS_INVALID = Sentence("Write standard, reduced or exempt, or nothing.", "import_tax_class_invalid")
ROW_TOO_LONG = Sentence("This row has more cells than there are columns.", "import_row_too_long")


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
        write_names(values["diets"]),
        write_names(values["allergens"]),
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
        diets=read_cell("diets", read_diets, None),
        allergens=read_cell("allergens", read_allergens, None),
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
