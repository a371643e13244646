"""A menu as a spreadsheet file: one row for each item, with columns that a crew can read and edit.

Nothing here knows the database: bytes in, rows with forms and problems out, and the other way round.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.money import to_dollars
from chuckwagon.menu.item_form import ItemDraft
from chuckwagon.menu.option_text import OptionsUnreadable, read_options, write_options
from chuckwagon.menu.prices import read_price, write_price
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
)
MOST_ROWS = 1000
MOST_UNKNOWN = 20  # columns to complain about; a file without any sense may have a hundred thousand
HEADER_ROW = 1
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")

NOT_CSV = "This is an Excel workbook. In the spreadsheet choose “Save as”, then “CSV UTF-8”."
NOT_UTF8 = "This file is not in UTF-8. In the spreadsheet choose “Save as”, then “CSV UTF-8”."
EMPTY = "This file is empty."
BROKEN = "This file is not a whole CSV file: {}."

# A cell that starts like this is a formula to a spreadsheet program; an apostrophe makes it text.
_FORMULA = re.compile("'*[=+\\-@\t\r＝＋－＠]")
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_BOM = b"\xef\xbb\xbf"


class FileRow(msgspec.Struct, frozen=True):
    """One row: the form of its item, and what of it cannot be read. `number` as a spreadsheet counts."""

    number: int
    item_id: str
    form: ItemRequest
    problems: tuple[ImportProblem, ...]


class MenuFile(msgspec.Struct, frozen=True):
    """The rows of a file, or the problems of its header."""

    rows: tuple[FileRow, ...]
    problems: tuple[ImportProblem, ...] = ()


class Dish(msgspec.Struct, frozen=True):
    """An item with its id, as it is written into a file."""

    id: str
    draft: ItemDraft


def write_menu(dishes: Iterable[Dish]) -> bytes:
    """The menu as CSV in UTF-8 with a mark, without which spreadsheet programs guess the encoding."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_shield(cell) for cell in _cells(dish)] for dish in dishes)
    return _BOM + text.getvalue().encode()


def read_menu(raw: bytes) -> MenuFile:
    """The rows of a file. Raises InvalidInput for `file` when there are no rows to speak of."""
    text = _decode(raw)
    if not text.strip():
        raise _refusal(EMPTY)
    header, *lines = _parse(text)
    names = _column_names(header)
    problems = _header_problems(names)
    if problems:
        return MenuFile((), problems)
    filled = [(at, cells) for at, cells in enumerate(lines, HEADER_ROW + 1) if any(map(str.strip, cells))]
    if len(filled) > MOST_ROWS:
        raise _refusal(f"A file has at most {MOST_ROWS:,} rows; this one has {len(filled):,}.")
    return MenuFile(tuple(_read_row(number, names, cells) for number, cells in filled))


def _cells(dish: Dish) -> tuple[str, ...]:
    values = dish.draft.values
    return (
        dish.id,
        values["name"],
        values["description"],
        values["category"],
        values["section"],
        write_price(values["base_price_cents"]),
        YES[0] if values["is_available"] else NO[0],
        str(values["position"]),
        values["image_url"] or "",
        write_options(dish.draft.groups or ()),
    )


def _shield(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unshield(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _decode(raw: bytes) -> str:
    if raw.startswith(_WORKBOOKS):
        raise _refusal(NOT_CSV)
    try:
        return raw.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refusal(NOT_UTF8) from error


def _parse(text: str) -> list[list[str]]:
    """The cells, separated by comma or semicolon, whichever makes more known columns of the first line."""
    first = text.split("\n", 1)[0].lower()

    def known_columns(separator: str) -> int:
        return len(set(COLUMNS) & {cell.strip(' "\r') for cell in first.split(separator)})

    separator = max(",;", key=known_columns)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise _refusal(BROKEN.format(error)) from error


def _column_names(header: Sequence[str]) -> list[str]:
    """Without the empty columns that spreadsheet programs like to add at the end."""
    names = [cell.strip().lower() for cell in header]
    while names and not names[-1]:
        names.pop()
    return names


def _header_problems(names: Sequence[str]) -> tuple[ImportProblem, ...]:
    missing = [(name, "This column is missing.") for name in COLUMNS if name not in names]
    unknown = [(name, "There is no such column.") for name in dict.fromkeys(names) if name not in COLUMNS]
    del unknown[MOST_UNKNOWN:]
    doubled = [(name, "This column is there twice.") for name in COLUMNS if names.count(name) > 1]
    return tuple(
        ImportProblem(HEADER_ROW, name[:40], message) for name, message in (*missing, *unknown, *doubled)
    )


def _read_row(number: int, names: Sequence[str], cells: Sequence[str]) -> FileRow:
    problems: list[ImportProblem] = []
    if any(map(str.strip, cells[len(names) :])):
        problems.append(ImportProblem(number, "", "This row has more cells than there are columns."))
    found = {name: _unshield(cell) for name, cell in zip(names, cells, strict=False)}

    def take(column: str, read: Callable[[str], T], otherwise: T) -> T:
        try:
            return read(found.get(column, "").strip())
        except (ValueError, OptionsUnreadable) as error:
            problems.append(ImportProblem(number, column, str(error)))
            return otherwise

    nothing: list[OptionGroupRequest] = []
    form = ItemRequest(
        name=found.get("name", ""),
        description=found.get("description", ""),
        category=found.get("category", ""),
        section=found.get("section", ""),
        base_price=to_dollars(take("price", read_price, 0)),
        image_url=found.get("image", ""),
        is_available=take("available", _read_availability, True),
        position=take("position", _read_position, None),
        option_groups=take("options", read_options, nothing),
    )
    return FileRow(number, found.get("id", "").strip(), form, tuple(problems))


def _read_availability(text: str) -> bool:
    word = text.lower()
    if word not in YES + NO:
        raise ValueError("Write yes or no.")
    return word in YES


def _read_position(text: str) -> int | None:
    """Empty leaves an item where it is and puts a new one last."""
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError("Write a whole number, or nothing.")
    return int(text)


def _refusal(sentence: str) -> InvalidInput:
    return InvalidInput(sentence, fields={"file": sentence})
