"""Finds the table in a file: its kind, its separator, and the row with the column names."""

import csv
import io
import re
from collections.abc import Sequence

import msgspec

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence

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
