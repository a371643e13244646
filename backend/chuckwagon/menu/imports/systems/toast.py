"""Tables of Toast: its export of items and modifiers, and the table of its bulk import.

The columns are those of its public documentation. A row is an item, a size of one, a set of choices or a choice, as its
"Entity type" says; what belongs to what is said by names or by numbers.
"""

from collections.abc import Sequence

from chuckwagon.menu.imports.found import ItemMaker, Reading, Variation
from chuckwagon.menu.imports.own import read_yes_no
from chuckwagon.menu.imports.systems.common import (
    ChoiceSet,
    add_set,
    group_rows,
    note_hidden,
    note_unused,
    split_known,
    split_path,
    whole_number,
)
from chuckwagon.menu.imports.tables import Row, Table, read_rows

_NAMES = ("item name", "menu item", "menu item name", "name", "entity name")
_PRICES = ("size price", "base price", "item price", "menu item price", "price")
_CHOICE_PRICES = ("modifier price", "price", "base price", "item price")
_NUMBERS = ("operation id", "version id or operation id", "version id", "guid", "item guid", "entity guid", "id")
_PARENT_NUMBERS = ("parent version id or operation id", "parent version id", "parent guid", "parent id")
_PARENT_NAMES = ("modifier group", "modifier group name", "modifier groups", "parent name", "parent entity", "parent")
_GROUP_NAMES = ("menu group", "menu groups", "parent menu group", "menu subgroup", "group", "parent", "parent name")
_SIZES = ("size", "size name", "size option")
_HIGHEST_SIZE = 10


def is_toast(names: set[str]) -> bool:
    has_price = bool(names & {"base price", "price", "item price", "menu item price"})
    is_typed = "entity type" in names and bool(names & {"name", "item name", "entity name"})
    is_listed = bool(names & {"menu group", "menu groups"}) and bool(names & {"item name", "menu item", "name"})
    return has_price and (is_typed or is_listed)


def read_toast(reading: Reading, at: int, table: Table) -> None:
    """Read the rows of items, with the sets of choices that other rows describe."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    kinds = {row.number: row.text("entity type").lower().replace("_", " ").strip() for row in rows}
    sets, numbered = _read_sets(table, [row for row in rows if "modifier" in kinds[row.number]], kinds)
    named = [row for row in rows if kinds[row.number] in ("menu group", "group") and _number_of(row)]
    levels = {_number_of(row): _name_of(row) for row in named}
    items = [row for row in rows if kinds[row.number] in ("", "menu item", "item", "size")]
    for group in group_rows(items, _name_of, lambda row: row.text(*_SIZES)):
        first = group[0]
        name = _name_of(first)
        shown = [row for row in group if not _is_hidden(row)]
        if not shown:
            note_hidden(reading, table.file, first.number, name)
            continue
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, name)
        item.has_decimal_commas = table.has_decimal_commas
        item.description = first.text("description", "item description", "menu item description")
        parent = levels.get(first.text(*_PARENT_NUMBERS), "")
        item.put_path([first.text("menu", "menu name"), *(split_path(first.text(*_GROUP_NAMES)) or [parent])])
        _put_sizes(item, [row for row in shown if row.text(*_SIZES)] or shown[:1])
        for set_name in split_known(first.text("modifier groups", "modifier group", "modifier group names"), sets):
            add_set(item, set_name, sets.get(set_name.lower()))
        for owned in numbered.get(_number_of(first), []):
            add_set(item, owned.name, owned)
        item.finish()
    note_unused(reading, table, used)


def _name_of(row: Row) -> str:
    return row.text(*_NAMES)


def _number_of(row: Row) -> str:
    return next((found for name in _NUMBERS if (found := row.key(name))), "")


def _put_sizes(item: ItemMaker, rows: Sequence[Row]) -> None:
    """The sizes of an item: a row for each, or in columns of its only row."""
    sizes = [(row.text(*_SIZES), row.raw(*_PRICES), _is_available(row)) for row in rows]
    if len(rows) == 1:
        row = rows[0]
        places = range(1, _HIGHEST_SIZE)
        pairs = [(row.text(f"size {at} name", f"size {at}"), row.raw(f"size {at} price")) for at in places]
        pairs += row.each("size price ") if not row.text(*_SIZES) else []
        sizes = [(name, price, _is_available(row)) for name, price in pairs if name and price] or sizes
    item.put_variations(
        [
            Variation(
                [("", name)], item.read_amount(price, "price" if len(sizes) == 1 else f"variation.{number}"), is_in
            )
            for number, (name, price, is_in) in enumerate(sizes, 1)
        ]
    )


def _read_sets(
    table: Table, rows: Sequence[Row], kinds: dict[int, str]
) -> tuple[dict[str, ChoiceSet], dict[str, list[ChoiceSet]]]:
    """Return (sets by name in lower case, sets by the number of the item that they belong to)."""
    sets: dict[str, ChoiceSet] = {}
    own: dict[str, tuple[ChoiceSet, str]] = {}
    numbered: dict[str, list[ChoiceSet]] = {}
    for row in rows:
        if "group" not in kinds[row.number]:
            continue
        found = ChoiceSet(_name_of(row))
        found.most = whole_number(row.text("max", "max selections", "maximum", "max of selections"))
        found.least = whole_number(row.text("min", "min selections", "minimum", "min of selections"))
        is_required = row.text("required", "is required", "required mode").lower() in ("required", "yes", "y", "true")
        found.least = max(found.least, 1) if is_required else found.least
        if read_yes_no(row.text("multi select", "is multi select")) is False:
            found.most = 1
        sets.setdefault(found.name.lower(), found)
        if number := _number_of(row):
            own[number] = found, row.raw(*_CHOICE_PRICES)
        if parent := row.text(*_PARENT_NUMBERS):
            numbered.setdefault(parent, []).append(found)
    for row in rows:
        if "group" in kinds[row.number] or _is_hidden(row):
            continue
        parent = row.text(*_PARENT_NAMES)
        found, price = own.get(row.text(*_PARENT_NUMBERS)) or (
            sets.setdefault(parent.lower(), ChoiceSet(parent)),
            "",
        )
        name = row.text("modifier name", "modifier") or _name_of(row)
        found.add(table, row, name, row.raw(*_CHOICE_PRICES) or price, is_available=_is_available(row))
    return sets, numbered


def _is_hidden(row: Row) -> bool:
    is_archived = read_yes_no(row.text("archived", "is archived")) is True
    seen = [read_yes_no(cell) for _, cell in row.each("visible to ") if cell]
    is_unseen = row.text("visibility").lower() in ("none", "hidden", "not visible") or (bool(seen) and not any(seen))
    return is_archived or is_unseen


def _is_available(row: Row) -> bool:
    status = row.text("stock status", "inventory status", "stock", "inventory", "availability")
    is_out = status.lower().replace("_", " ") in ("out of stock", "sold out", "unavailable", "86", "86d", "quantity 0")
    return not is_out and read_yes_no(row.text("out of stock", "sold out")) is not True
