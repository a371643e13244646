"""Workbooks as tables: .xlsx, .xls and .ods. Pure; runs in the subprocess.

`python-calamine` gives the stored results of formulas, and nothing for one without a result or for an error. So these
cells are found in the file itself, because an empty price would be read as something else.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.etree import ElementTree

import python_calamine as calamine

from chuckwagon.menu.imports.files import MAX_CELLS, MAX_ROWS, NO_TEXT

MAX_UNPACKED_BYTES = 80 * 1024 * 1024
MAX_PARTS = 2000
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ERROR_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
NamedRows = tuple[str, list[list[str]]]


class BadWorkbook(ValueError):
    """The workbook cannot be read. The argument is the key of a refusal."""


def read_workbook(raw: bytes, kind: str) -> list[NamedRows]:
    """The name and the cells of each visible sheet that has any. Raises BadWorkbook."""
    holes = _find_holes(raw, kind) if kind in ("xlsx", "ods") else {}
    try:
        book = calamine.load_workbook(io.BytesIO(raw))
        sheets = [
            (described.name, _read_sheet(book, described.name))
            for described in book.sheets_metadata
            if described.visible == calamine.SheetVisibleEnum.Visible
            and described.typ == calamine.SheetTypeEnum.WorkSheet
        ]
    except calamine.PasswordError as error:
        raise BadWorkbook("import_file_is_encrypted") from error
    except (calamine.CalamineError, OSError, ValueError) as error:
        reason = error.args[0] if isinstance(error, BadWorkbook) else "import_file_damaged"
        raise BadWorkbook(reason) from error
    for name, rows in sheets:
        _mark_holes(rows, holes.get(name, []))
    return [(name, rows) for name, rows in sheets if any(any(row) for row in rows)]


def _read_sheet(book: calamine.CalamineWorkbook, name: str) -> list[list[str]]:
    sheet = book.get_sheet_by_name(name)
    if sheet.total_height * sheet.total_width > MAX_CELLS * 2:
        raise BadWorkbook("import_file_too_many_cells")
    if sheet.total_height > MAX_ROWS * 5:
        raise BadWorkbook("import_file_too_many_rows")
    return [[_to_text(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]


def _to_text(cell: Any) -> str:
    if isinstance(cell, str):
        return cell.replace(NO_TEXT, "")
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() and abs(cell) < 1e15 else repr(round(cell, 8))
    return cell.isoformat() if isinstance(cell, (date, datetime, time)) else _of_other(cell)


def _of_other(cell: Any) -> str:
    return str(cell.total_seconds()) if isinstance(cell, timedelta) else "" if cell is None else str(cell)


def _mark_holes(rows: list[list[str]], holes: list[tuple[str, str]]) -> None:
    for sign, cell in holes:
        found = _CELL.fullmatch(cell)
        if found is None:
            continue
        column, row = _column_number(found[1]), int(found[2]) - 1
        while len(rows) <= row and row < MAX_ROWS:
            rows.append([])
        if row < len(rows) and column < MAX_CELLS // 100:
            rows[row] += [""] * (column + 1 - len(rows[row]))
            rows[row][column] = f"{NO_TEXT}{sign}{cell}"


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _column_letters(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _find_holes(raw: bytes, kind: str) -> dict[str, list[tuple[str, str]]]:
    """By sheet, ("=", cell) for each formula without a result and ("!", cell) for each error. Checks the sizes."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
                raise BadWorkbook("import_file_too_large")
            if any(part.flag_bits & 1 for part in parts):
                raise BadWorkbook("import_file_is_encrypted")
            if kind == "ods":
                return _find_ods_holes(archive)
            return {name: list(_find_sheet_holes(archive, path)) for name, path in _sheet_paths(archive)}
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, NotImplementedError, EOFError, OSError) as error:
        raise BadWorkbook("import_file_damaged") from error


def _sheet_paths(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    book = ElementTree.fromstring(_read_part(archive, "xl/workbook.xml"))  # noqa: S314 - expat limits entities; so do we
    relations = ElementTree.fromstring(_read_part(archive, "xl/_rels/workbook.xml.rels"))  # noqa: S314
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    for sheet in book.iter(f"{_MAIN}sheet"):
        target = targets.get(sheet.get(_RELATION), "")
        yield sheet.get("name", ""), target.lstrip("/") if target.startswith("/") else posixpath.join("xl", target)


def _read_part(archive: zipfile.ZipFile, path: str) -> bytes:
    """A part of the archive, which may hold more than it says. Raises BadWorkbook, KeyError."""
    with archive.open(path) as part:
        content = part.read(MAX_UNPACKED_BYTES + 1)
    if len(content) > MAX_UNPACKED_BYTES or b"<!ENTITY" in content[:2000]:
        raise BadWorkbook("import_file_too_large")
    return content


def _find_sheet_holes(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[str, str]]:
    content = _read_part(archive, path)
    if b"<f" not in content and b't="e"' not in content and b":f" not in content:
        return
    for _, element in ElementTree.iterparse(io.BytesIO(content)):  # noqa: S314 - bounded above
        if element.tag != f"{_MAIN}c":
            continue
        value = element.find(f"{_MAIN}v")
        is_empty = (value is None or not value.text) and element.find(f"{_MAIN}is") is None
        if element.get("t") == "e":
            yield "!", element.get("r", "")
        elif element.find(f"{_MAIN}f") is not None and is_empty:
            yield "=", element.get("r", "")
        element.clear()


def _find_ods_holes(archive: zipfile.ZipFile) -> dict[str, list[tuple[str, str]]]:
    content = _read_part(archive, "content.xml")
    if b"formula" not in content:
        return {}
    holes: dict[str, list[tuple[str, str]]] = {}
    for table in ElementTree.fromstring(content).iter(f"{_TABLE}table"):  # noqa: S314 - bounded above
        found = holes.setdefault(table.get(f"{_TABLE}name", ""), [])
        row_number = 0
        for row in table.iter(f"{_TABLE}table-row"):
            column = 0
            for cell in row:
                sign = _ods_sign(cell)
                if sign:
                    found.append((sign, f"{_column_letters(column)}{row_number + 1}"))
                column += int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
            row_number += int(row.get(f"{_TABLE}number-rows-repeated", "1"))
    return holes


def _ods_sign(cell: ElementTree.Element) -> str:
    if cell.get(f"{_TABLE}formula") is None:
        return ""
    if cell.get(_ERROR_TYPE) == "error":
        return "!"
    values = ("value", "string-value", "boolean-value", "date-value", "time-value")
    has_value = any(cell.get(f"{_OFFICE}{name}") is not None for name in values)
    text = "".join(cell.itertext()) if cell.find(f"{_TEXT}p") is not None else ""
    if text.startswith(("#", "Err:")):
        return "!"
    return "" if has_value or text else "="
