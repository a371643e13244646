"""Tables of Toast: its export of items and modifiers, and the table of its bulk import.

The columns are those of its public documentation. A row is an item, a size of one, a set of choices or a choice, as its
"Entity type" says; what belongs to what is said by names or by numbers, also in files of their own and in rows whose
operation is "ATTACH".
"""

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

_NAMES = ("item name", "menu item", "menu item name", "name", "entity name")
_PRICES = ("size price", "base price", "item price", "menu item price", "price")
_CHOICE_PRICES = ("modifier price", "price", "base price", "item price")
_NUMBERS = ("operation id", "version id or operation id", "version id", "guid", "item guid", "entity guid", "id")
_PARENT_NUMBERS = ("parent version id or operation id", "parent version id", "parent guid", "parent id")
_PARENT_NAMES = ("modifier group", "modifier group name", "modifier groups", "parent name", "parent entity", "parent")
_GROUP_NAMES = ("menu group", "menu groups", "parent menu group", "menu subgroup", "group", "parent", "parent name")
_SET_NAMES = ("modifier group", "modifier group name", "option group", "option group name")
_CHOICE_NAMES = ("modifier name", "modifier", "option name", "option")
MAX_SETS = 60  # of an item that are read; more groups than the form allows are asked
_LONGEST_OPERATION = 6  # a number of an operation; those of versions are longer
_SIZES = ("size", "size name", "size option")
_HIGHEST_SIZE = 10


def is_toast(names: set[str]) -> bool:
    has_price = bool(names & {"base price", "price", "item price", "menu item price"})
    is_typed = "entity type" in names and bool(names & {"name", "item name", "entity name"})
    is_listed = bool(names & {"menu group", "menu groups"}) and bool(names & {"item name", "menu item", "name"})
    return (has_price and (is_typed or is_listed)) or (is_typed and "operation" in names)


def _is_choices(names: set[str]) -> bool:
    """Whether a file beside that of the items describes sets of choices, or their choices."""
    limits = {"min", "max", "min selections", "max selections", "minimum", "maximum", "required", "multi select"}
    return bool(names & set(_SET_NAMES)) and bool(names & {*_CHOICE_NAMES, *limits})


class _Entity(msgspec.Struct, frozen=True):
    """A row with what it describes: "menu item", "modifier group", … `key` names it in questions."""

    key: str
    table: Table
    row: Row
    kind: str

    @property
    def is_group(self) -> bool:
        return "group" in self.kind

    @property
    def is_link(self) -> bool:
        """Whether the row only says that something stands at another place, too."""
        return self.row.text("operation").lower() == "attach"

    @property
    def numbers(self) -> list[str]:
        """The numbers by which other rows name this one. Those of operations count in their own file only."""
        cells = [cell for name in _NUMBERS if (cell := self.row.key(name))]
        return [*(self._in_file(cell) for cell in cells), *cells]

    @property
    def parents(self) -> list[str]:
        """The numbers of what it belongs to."""
        cells = [(name, cell) for name in _PARENT_NUMBERS if (cell := self.row.text(name))]
        return [
            self._in_file(cell) if "operation" in name and len(cell) <= _LONGEST_OPERATION else cell
            for name, cell in cells
        ]

    def _in_file(self, number: str) -> str:
        return f"{self.table.file}\0{number}"


def read_toast(reading: Reading, sheets: Sequence[tuple[int, Sheet]]) -> list[tuple[int, Sheet]] | None:
    """Read the tables of an export together, and return the other sheets; None without any items."""
    tables: list[tuple[int, Table, bool]] = []
    rest = []
    for at, sheet in sheets:
        table = find_table(sheet, is_toast)
        choices = None if table else find_table(sheet, _is_choices)
        if found := table or choices:
            tables.append((at, found, table is not None))
        else:
            rest.append((at, sheet))
    if not any(is_typed for _, _, is_typed in tables):
        return None
    entities: list[_Entity] = []
    read: list[tuple[Table, set[int]]] = []
    for at, table, is_typed in tables:
        rows, used = read_rows(table)
        reading.rows += len(rows)
        read.append((table, used))
        entities += [
            _Entity(f"{at}.{row.number}", table, row, _kind_of(row) if is_typed else _kind_of_choice(row))
            for row in rows
        ]
    _read_items(reading, entities)
    for table, used in read:
        note_unused(reading, table, used)
    return rest


def _kind_of(row: Row) -> str:
    return row.text("entity type").lower().replace("_", " ").strip() or "menu item"


def _kind_of_choice(row: Row) -> str:
    return "modifier" if row.text(*_CHOICE_NAMES) else "modifier group"


def _read_items(reading: Reading, entities: Sequence[_Entity]) -> None:
    sets, attached = _read_sets([entity for entity in entities if "modifier" in entity.kind])
    menu_groups = [entity for entity in entities if entity.kind in ("menu group", "group")]
    levels = {number: _name_of(entity.row) for entity in menu_groups for number in entity.numbers}
    items = {id(one.row): one for one in entities if one.kind in ("menu item", "item", "size") and not one.is_link}
    rows = [entity.row for entity in items.values()]
    for group in group_rows(rows, _name_of, lambda row: row.text(*_SIZES)):
        entity, first = items[id(group[0])], group[0]
        name = _name_of(first)
        shown = [row for row in group if not _is_hidden(row)]
        if not shown:
            note_hidden(reading, entity.table.file, first.number, name)
            continue
        item = ItemMaker(reading, entity.key, entity.table.file, first.number, name)
        item.has_decimal_commas = entity.table.has_decimal_commas
        item.description = plain_text(first.text("description", "item description", "menu item description"))
        parent = next((levels[number] for number in entity.parents if number in levels), "")
        item.put_path([first.text("menu", "menu name"), *(split_path(first.text(*_GROUP_NAMES)) or [parent])])
        _put_sizes(item, [row for row in shown if row.text(*_SIZES)] or shown[:1])
        named = split_known(first.text("modifier groups", "modifier group", "modifier group names"), sets)
        own = [sets.get(set_name.lower()) or ChoiceSet(set_name) for set_name in named]
        own += [one for number in (*entity.numbers, *entity.parents) for one in attached.get(number, [])]
        for found in list({id(one): one for one in own}.values())[:MAX_SETS]:
            add_set(item, found.name, found)
        item.finish()


def _name_of(row: Row) -> str:
    return row.text(*_NAMES)


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


def _read_sets(entities: Sequence[_Entity]) -> tuple[dict[str, ChoiceSet], dict[str, list[ChoiceSet]]]:
    """Return (sets by name in lower case, sets by the numbers of the items and menu groups that they belong to)."""
    sets: dict[str, ChoiceSet] = {}
    numbered: dict[str, ChoiceSet] = {}
    prices: dict[int, str] = {}
    for entity in entities:
        if entity.is_group and not entity.is_link:
            found = _read_set(entity.row)
            prices[id(found)] = entity.row.raw(*_CHOICE_PRICES)
            sets.setdefault(found.name.lower(), found)
            numbered |= dict.fromkeys(entity.numbers, found)
    choices = [entity for entity in entities if not entity.is_group]
    described = {number: entity for entity in choices if not entity.is_link for number in entity.numbers}
    for entity in choices:
        source = next((described[one] for one in entity.numbers if one in described), entity)
        row, parent = source.row, entity.row.text(*_PARENT_NAMES)
        if _is_hidden(row):
            continue
        owner = next((numbered[one] for one in entity.parents if one in numbered), None)
        owner = owner or sets.setdefault(parent.lower(), ChoiceSet(parent))
        price = row.raw(*_CHOICE_PRICES) or prices.get(id(owner), "")
        owner.add(source.table, row, row.text(*_CHOICE_NAMES) or _name_of(row), price, is_available=_is_available(row))
    attached: dict[str, list[ChoiceSet]] = {}
    for entity in entities:
        if entity.is_group and entity.parents:
            name = _name_of(entity.row)
            described_set = next((numbered[one] for one in entity.numbers if one in numbered), sets.get(name.lower()))
            for number in entity.parents:
                attached.setdefault(number, []).append(described_set or ChoiceSet(name))
    return sets, attached


def _read_set(row: Row) -> ChoiceSet:
    found = ChoiceSet(row.text(*_SET_NAMES) or _name_of(row))
    found.most = whole_number(row.text("max", "max selections", "maximum", "max of selections"))
    found.least = whole_number(row.text("min", "min selections", "minimum", "min of selections"))
    is_required = row.text("required", "is required", "required mode").lower() in ("required", "yes", "y", "true")
    found.least = max(found.least, 1) if is_required else found.least
    if read_yes_no(row.text("multi select", "is multi select")) is False:
        found.most = 1
    return found


def _is_hidden(row: Row) -> bool:
    is_archived = read_yes_no(row.text("archived", "is archived")) is True
    seen = [read_yes_no(cell) for _, cell in row.each("visible to ") if cell]
    is_unseen = row.text("visibility").lower() in ("none", "hidden", "not visible") or (bool(seen) and not any(seen))
    return is_archived or is_unseen


def _is_available(row: Row) -> bool:
    status = row.text("stock status", "inventory status", "stock", "inventory", "availability")
    is_out = status.lower().replace("_", " ") in ("out of stock", "sold out", "unavailable", "86", "86d", "quantity 0")
    return not is_out and read_yes_no(row.text("out of stock", "sold out")) is not True
