"""Finds the table in a sheet: the row with the column names, and the rows below it."""

import re
from collections.abc import Callable, Sequence

import msgspec

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.csv_cells import InvalidCell
from chuckwagon.menu.imports.files import NO_TEXT, Sheet

MAX_ROWS_ABOVE_HEADER = 9  # such as a title, a date and a blank line
_LOOKS_LIKE_AMOUNT = re.compile(r"\$?\s*[0-9]+([.,][0-9]{1,2})?\s*\$?")
_NO_WORD = re.compile(r"[^a-z0-9à-ÿ]+")


class Table(msgspec.Struct, frozen=True):
    """The column names and the rows below that are not blank, with their numbers in a spreadsheet."""

    file: str
    sheet: str
    header_row: int
    titles: list[str]
    rows: list[tuple[int, list[str]]]
    has_decimal_commas: bool

    @property
    def names(self) -> list[str]:
        """The column names as they are compared."""
        return [plain_name(title) for title in self.titles]


def plain_name(title: str) -> str:
    """A column name in lower case, with single spaces for what is no letter or digit."""
    return _NO_WORD.sub(" ", title.lower()).strip()


def find_table(sheet: Sheet, is_header: Callable[[set[str]], bool]) -> Table | None:
    """The table below the first row of names that `is_header` accepts; None without one."""
    for at, cells in enumerate(sheet.rows[: MAX_ROWS_ABOVE_HEADER + 1]):
        if is_header({plain_name(cell) for cell in cells if cell.strip()}):
            return _table_at(sheet, at, cells)
    return None


def find_any_table(sheet: Sheet) -> Table | None:
    """The table below the first row that can be names; without one all rows, with the letters of the columns."""
    for at, cells in enumerate(sheet.rows[: MAX_ROWS_ABOVE_HEADER + 1]):
        words = [cell.strip() for cell in cells if cell.strip()]
        if len(words) < 2:
            continue
        if any(_LOOKS_LIKE_AMOUNT.fullmatch(word) or word.startswith(NO_TEXT) for word in words):
            width = max(len(row) for row in sheet.rows)
            return _table_at(sheet, at - 1, [""] * width)
        return _table_at(sheet, at, cells)
    return None


def _table_at(sheet: Sheet, at: int, titles: Sequence[str]) -> Table:
    names = [title.strip() for title in titles]
    while names and not names[-1] and any(names):
        names.pop()
    rows = [(number, cells) for number, cells in enumerate(sheet.rows[at + 1 :], at + 2) if any(map(str.strip, cells))]
    return Table(sheet.file, sheet.name, at + 1, names, rows, sheet.has_decimal_commas)


def check_cell(text: str) -> str:
    """The text of a cell. Raises InvalidCell for a formula without a result, and for an error."""
    if not text.startswith(NO_TEXT):
        return text
    cell = text[2:]
    if text[1] == "=":
        sentence = f"The formula in {cell} has no result in the file. Write the value there."
        raise InvalidCell(Sentence(sentence, "import_formula_without_result", cell=cell))
    raise InvalidCell(Sentence(f"{cell} holds an error. Write the value there.", "import_cell_error", cell=cell))


class Row:
    """A row of a table of another system, read by the names of its columns. The columns that were read are known."""

    def __init__(self, titles: list[str], places: dict[str, list[int]], used: set[int], number: int) -> None:
        self.number = number
        self._titles, self._places, self._used = titles, places, used
        self._cells: list[str] = []

    def of(self, cells: list[str]) -> "Row":
        """The row with these cells."""
        self._cells = cells
        return self

    def raw(self, *names: str) -> str:
        """The cell of the first of these columns that is there and not empty; it may hold no text (`check_cell`)."""
        for name in names:
            for at in self._places.get(name, []):
                self._used.add(at)
                if at < len(self._cells) and self._cells[at].strip():
                    return self._cells[at].strip()
        return ""

    def key(self, name: str) -> str:
        """A cell that only tells rows apart. Its column is listed as left out."""
        cells = [self._cells[at].strip() for at in self._places.get(name, []) if at < len(self._cells)]
        return next((cell for cell in cells if cell), "")

    def text(self, *names: str) -> str:
        """As `raw`; empty for a formula without a result and for an error."""
        found = self.raw(*names)
        return "" if found.startswith(NO_TEXT) else found

    def each(self, start: str) -> list[tuple[str, str]]:
        """(rest of the title, cell) of the columns whose names begin so."""
        found = []
        for name, places in self._places.items():
            if name.startswith(start):
                self._used.update(places)
                found += [(self._rest(at, start), self._cells[at].strip()) for at in places if at < len(self._cells)]
        return found

    def _rest(self, at: int, start: str) -> str:
        title = self._titles[at]
        return title[len(start) :].strip(' -–"()[]') if title.lower().startswith(start.strip()) else title


def read_rows(table: Table) -> tuple[list[Row], set[int]]:
    """Return (rows, indexes of the columns that were read, which grow with reading)."""
    places: dict[str, list[int]] = {}
    for at, name in enumerate(table.names):
        places.setdefault(name, []).append(at)
    used: set[int] = set()
    return [Row(table.titles, places, used, number).of(cells) for number, cells in table.rows], used
