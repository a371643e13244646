"""The export of Clover: a workbook with the sheets "Items", "Modifier Groups", "Categories" and "Tax Rates".

The columns are those that its public documentation and programs that read it name. The sheets may also come as files.
"""

import re
from collections.abc import Sequence

import msgspec

from chuckwagon.menu.imports.files import Sheet
from chuckwagon.menu.imports.found import ItemMaker, Reading, Variation
from chuckwagon.menu.imports.own import read_yes_no
from chuckwagon.menu.imports.systems.common import (
    ChoiceSet,
    add_set,
    group_rows,
    note_hidden,
    note_unused,
    plain_text,
    split_known,
    split_path,
    whole_number,
)
from chuckwagon.menu.imports.tables import Row, Table, find_table, read_rows

_SET_NAMES = ("modifier group name", "modifier group")
_CHOICE_NAMES = ("modifier", "modifier name")
_CATEGORY_NAMES = ("category name", "category")
_ITEMS_OF_CATEGORY = ("item name", "item", "items", "items in category")


class Categories(msgspec.Struct):
    """The categories of the sheet of this name: which belongs to which, and the items that it lists, in lower case."""

    names: set[str] = msgspec.field(default_factory=set)
    parents: dict[str, str] = {}
    of_item: dict[str, list[str]] = {}

    def path_of(self, item: str, listed: str) -> list[str]:
        """The levels of an item's first category. `listed` is what its own row says."""
        named = split_known(listed, self.names) or self.of_item.get(item.lower(), [])
        if not named:
            return []
        first = named[0]
        if parent := self.parents.get(first.lower()):
            return [parent, first]
        inner = [name for name in named[1:] if self.parents.get(name.lower(), "").lower() == first.lower()]
        return [first, *inner[:1]] if first.lower() in self.names else [*split_path(first), *inner[:1]]


def _is_items(names: set[str]) -> bool:
    return {"name", "price"} <= names and bool(names & {"price type", "clover id"}) and not names & set(_SET_NAMES)


def _is_sets(names: set[str]) -> bool:
    return bool(names & set(_SET_NAMES)) and bool(names & set(_CHOICE_NAMES))


def _is_categories(names: set[str]) -> bool:
    others = {"category id", "subcategory name", "item sort order", *_ITEMS_OF_CATEGORY}
    return bool(names & set(_CATEGORY_NAMES)) and bool(names & others) and "price" not in names


def read_clover(reading: Reading, sheets: Sequence[Sheet]) -> list[tuple[int, Sheet]] | None:
    """Read the sheets of an export together, and return the others with their numbers; None without any items."""
    items = {at: table for at, sheet in enumerate(sheets) if (table := find_table(sheet, _is_items)) is not None}
    if not items:
        return None
    sets: dict[str, ChoiceSet] = {}
    categories = Categories()
    names = {row.text("name").lower() for table in items.values() for row in read_rows(table)[0]}
    rest = []
    for at, sheet in enumerate(sheets):
        if at in items:
            continue
        table = find_table(sheet, _is_sets)
        if table is not None:
            _read_sets(sets, table)
        elif not _read_categories(categories, sheet, names):
            rest.append((at, sheet))
    for at, table in items.items():
        _read_items(reading, at, table, sets, categories)
    return rest


def _read_sets(sets: dict[str, ChoiceSet], table: Table) -> None:
    """The sets by name. Only the first row of a set has its name and limits."""
    current: ChoiceSet | None = None
    for row in read_rows(table)[0]:
        name, choice = row.text(*_SET_NAMES), row.text(*_CHOICE_NAMES)
        if name:
            current = sets.setdefault(name.lower(), ChoiceSet(name))
        if current is None:
            continue
        least = whole_number(row.text("required quantity", "min required", "minimum required", "no required"))
        most = whole_number(row.text("max quantity", "max allowed", "maximum allowed"))
        current.least, current.most = current.least or least, current.most or most
        if choice:
            current.add(table, row, choice, row.raw("price"))


def _read_categories(found: Categories, sheet: Sheet, items: set[str]) -> bool:
    """Whether the sheet holds categories: a row for each, or their names across the first row with the items below."""
    table = find_table(sheet, _is_categories)
    if table is not None:
        current = ""
        for row in read_rows(table)[0]:
            current = row.text(*_CATEGORY_NAMES) or current
            inner = row.text("subcategory name", "subcategory")
            _add_category(found, inner or current, split_known(row.text(*_ITEMS_OF_CATEGORY), items))
            if inner:
                found.names.add(current.lower())
                found.parents[inner.lower()] = current
        return True
    rows = [row for row in sheet.rows if any(row)]
    is_labeled = bool(rows) and "category" in rows[0][0].lower()
    if not rows or not (is_labeled or sheet.name.lower() == "categories"):
        return False
    for at, name in enumerate(rows[0]):
        if name.strip() and not (at == 0 and is_labeled):
            cells = [row[at].strip() for row in rows[1:] if at < len(row)]
            _add_category(found, name.strip(), [cell for cell in cells if cell])
    return True


def _add_category(found: Categories, name: str, items: Sequence[str]) -> None:
    if name:
        found.names.add(name.lower())
        for item in items:
            found.of_item.setdefault(item.lower(), []).append(name)


def _read_items(reading: Reading, at: int, table: Table, sets: dict[str, ChoiceSet], categories: Categories) -> None:
    """One row for each item or variant. Only the first row of an item must have its name."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    names: dict[int, str] = {}
    latest = ""
    for row in rows:
        latest = row.text("name") or (latest if _variant_of(row) else "")
        names[row.number] = latest
    is_counted = any(re.fullmatch(r"0*[1-9][0-9]*(\.[0-9]+)?", row.key("quantity")) for row in rows)
    for group in group_rows(rows, lambda row: names[row.number], _variant_of):
        first = group[0]
        name = first.text("name")
        shown = [row for row in group if read_yes_no(row.text("hidden")) is not True]
        if not shown:
            note_hidden(reading, table.file, first.number, name)
            continue
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, name)
        item.has_decimal_commas = table.has_decimal_commas
        item.description = plain_text(first.text("description"))
        item.put_path(categories.path_of(name, first.text("categories", "category")))
        _put_variants(item, [row for row in shown if _variant_of(row)] or shown[:1], first, is_counted=is_counted)
        for set_name in split_known(first.text("modifier groups"), sets.keys()):
            add_set(item, set_name, sets.get(set_name.lower()))
        item.finish()
    note_unused(reading, table, used)


def _put_variants(item: ItemMaker, rows: Sequence[Row], first: Row, *, is_counted: bool) -> None:
    variations = []
    for number, row in enumerate(rows, 1):
        column = "price" if len(rows) == 1 else f"variation.{number}"
        cents = item.read_amount(_price_of(row), column, is_by_unit="unit" in row.text("price type").lower())
        is_out = is_counted and re.fullmatch(r"-?0+(\.0+)?|-[0-9.]+", row.key("quantity")) is not None
        is_available = read_yes_no(row.text("available")) is not False and not is_out
        variations.append(Variation(_values_of(row, first), cents, is_available))
    item.put_variations(variations)


def _price_of(row: Row) -> str:
    """The price of one piece. Of an item that is sold at any price, or by the pound, it has to be asked."""
    kind, price = row.text("price type"), row.raw("price")
    if kind.lower() == "variable":
        return kind
    return f"{price} / {row.text('price unit') or kind}" if "unit" in kind.lower() else price


def _variant_of(row: Row) -> str:
    return " / ".join(value for _, value in row.each("variant option") if value)


def _values_of(row: Row, first: Row) -> list[tuple[str, str]]:
    """The variant's value of each attribute. Its columns are there once for each attribute."""
    named = [name for _, name in row.each("variant attribute")]
    fallback = [name for _, name in first.each("variant attribute")]
    values = [value for _, value in row.each("variant option")]
    names = [name or other for name, other in zip(named, fallback, strict=False)] + [""] * len(values)
    return [(name, value) for name, value in zip(names, values, strict=False) if value] or [("", "")]
