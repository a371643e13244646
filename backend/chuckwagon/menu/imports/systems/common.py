"""What readers of other systems share: rows of one item, lists and paths in a cell, JSON values, what is left out."""

import html
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.csv_cells import InvalidCell, read_price
from chuckwagon.menu.imports.found import Finding, ItemMaker, Reading, Variation, make_option
from chuckwagon.menu.imports.own import read_yes_no
from chuckwagon.menu.imports.tables import Row, Table, check_cell
from chuckwagon.menu.schemas import OptionRequest

HIDDEN = Sentence("This item is hidden, archived or a draft, so it was left out.", "import_hidden_left_out")
_TAG = re.compile(r"<[^<>]{0,500}>")
_BREAK = re.compile(r"<\s*(?:br|/p|/li|/div|/h[1-6])\b[^<>]{0,100}>", re.IGNORECASE)
_MEASURE = re.compile(
    r"(?<![a-z])(?:lbs?|pounds?|oz|ounces?|kg|kilos?|kilograms?|g|grams?|libras?|onzas?|gramos?|l|liters?|litres?|litros?"
    r"|ml|gal|gallons?|quarts?|pints?|ft|feet|yards?|hours?|horas?|minutes?|days?)(?![a-z])"
)
_LIST = re.compile(r"(?<!\\)[,;|\n]")
_PATH = re.compile(r"\s*(?:>|›|»|::)\s*|\s+/\s+")
MAX_COMMAS_IN_NAME = 6


class ChoiceSet(msgspec.Struct):
    """A set of choices that items use by its name. Its findings are asked for each of these items."""

    name: str
    least: int = 0
    most: int = 0
    options: list[OptionRequest] = []
    findings: list[Finding] = []
    by_name: dict[str, OptionRequest] = {}

    def add(self, table: Table, row: Row, name: str, price: str, *, is_available: bool = True) -> None:
        """Add a choice. One that is there at another price, and a price that cannot be read, become a finding."""
        try:
            cents = read_price(check_cell(price), has_decimal_commas=table.has_decimal_commas) if price else 0
        except InvalidCell:
            cents = None
        option = make_option(name, cents, is_available=is_available)
        same = self.by_name.setdefault(name, option)
        if cents is None or same.additional_price != option.additional_price:
            text = f"The price of the choice “{name[:80]}” cannot be read."
            sentence = Sentence(text, "import_modifier_price", words=name[:80], row=row.number)
            self.findings.append(Finding("options", sentence))
        if same is option:
            self.options.append(option)


def add_set(item: ItemMaker, name: str, found: ChoiceSet | None) -> None:
    """Add a set of choices to an item, or list it where only its name is known."""
    if found is None or not found.options:
        note_set(item.reading, item.file, name)
        return
    item.findings += found.findings
    item.add_group(found.name, found.options, found.least, found.most)


def note_set(reading: Reading, file: str, name: str) -> None:
    """List a set of choices of which the file has only the name."""
    text = f"The file has only the name of the choices “{name}”, so they were left out."
    reading.leave_out(Sentence(text, "import_set_left_out", words=name[:80]), file)


def group_rows(
    rows: Sequence[Row], key_of: Callable[[Row], str], variation_of: Callable[[Row], str] | None = None
) -> list[list[Row]]:
    """The rows of each item, in the order of the file. A row that repeats a variation is another item of the name."""
    latest: dict[str, tuple[list[Row], set[str]]] = {}
    found: list[list[Row]] = []
    for row in rows:
        key = key_of(row).strip()
        variation = variation_of(row) if variation_of is not None else ""
        group, seen = latest.get(key, ([], set())) if key else ([], set())
        if not group or (variation_of is not None and variation in seen):
            group, seen = latest[key] = [], set()
            found.append(group)
        group.append(row)
        seen.add(variation)
    return found


def is_by_unit(row: Row) -> bool:
    """Whether the price of a row is that of a pound or of another measure, not of a piece."""
    unit = row.text("unit and precision", "selling unit", "price unit", "unit").lower()
    is_weighed = read_yes_no(row.text("sold by weight", "is weighed", "weighed")) is True
    return is_weighed or _MEASURE.search(unit) is not None


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
    return Variation(values, item.read_amount(text, column, is_by_unit=is_by_unit(row)), is_available)


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


def split_known(text: str, known: Collection[str]) -> list[str]:
    """The parts of a list in a cell. A comma stays in a name that is known, in lower case."""
    marks = [mark.span() for mark in _LIST.finditer(text)]
    starts, ends = [0, *(end for _, end in marks)], [*(start for start, _ in marks), len(text)]
    parts, at = [], 0
    while at < len(starts):
        longest = range(min(at + MAX_COMMAS_IN_NAME, len(ends) - 1), at, -1)
        last = next((to for to in longest if text[starts[at] : ends[to]].strip().lower() in known), at)
        parts.append(text[starts[at] : ends[last]].replace("\\,", ",").strip())
        at = last + 1
    return [part for part in parts if part]


def whole_number(text: str) -> int:
    """A number of choices, also as `1.0`; 0 for anything else."""
    return int(float(text)) if re.fullmatch(r"[0-9]{1,3}(\.0+)?", text) else 0


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


def has_list(data: dict[str, Any], key: str) -> bool:
    return isinstance(data.get(key), list)


def listed(data: Any, key: str) -> list[dict[str, Any]]:
    """The objects of a list; empty for anything else."""
    found = data.get(key) if isinstance(data, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def text_of(value: Any) -> str:
    return (
        plain_text(value)
        if isinstance(value, str)
        else ""
        if value is None or isinstance(value, (dict, list))
        else str(value)
    )


def whole(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) and 0 <= value < 1000 else 0


def check_currency(reading: Reading, file: str, currency: Any) -> None:
    if isinstance(currency, str) and currency.strip() and currency.upper() not in ("USD", "US$", "$"):
        text = f"The prices of this file are in {currency[:10]}. Only US dollars can be imported."
        problem = (file, Sentence(text, "import_currency", words=currency[:10]))
        if problem not in reading.problems:
            reading.problems.append(problem)


class Numbers:
    """Numbers the items of a document, as rows of a table are."""

    def __init__(self, reading: Reading, at: int, file: str) -> None:
        self.reading, self.at, self.file, self.count = reading, at, file, 0

    def start(self, name: Any) -> ItemMaker:
        self.count += 1
        self.reading.rows += 1
        maker = ItemMaker(self.reading, f"{self.at}.{self.count}", self.file, self.count, text_of(name))
        maker.has_decimal_commas = False
        return maker

    def skip(self, name: Any) -> None:
        self.count += 1
        self.reading.rows += 1
        note_hidden(self.reading, self.file, self.count, text_of(name))


def read_surcharge(item: ItemMaker, price: Any) -> int:
    """Cents of a choice; what cannot be read makes a finding of the item's options."""
    return 0 if price in (None, "") else item.read_amount(price, "options") or 0
