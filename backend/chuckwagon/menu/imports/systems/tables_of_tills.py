"""Exports of tills: Square, Clover, Toast and Loyverse. The columns are those of their public documentation.

Of modifier sets, Square and Loyverse export the names only; Toast and Clover their choices, too.
"""

import re
from collections.abc import Sequence
from functools import partial

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports.files import Sheet
from chuckwagon.menu.imports.found import ItemMaker, Reading, make_option
from chuckwagon.menu.imports.own import read_yes_no
from chuckwagon.menu.imports.systems.common import (
    group_rows,
    note_hidden,
    note_unused,
    put_rows,
    split_list,
    split_path,
)
from chuckwagon.menu.imports.tables import Row, Table, read_rows
from chuckwagon.menu.schemas import OptionGroupRequest


def is_square(names: set[str]) -> bool:
    return "item name" in names and bool(names & {"variation name", "token", "reference handle"})


def read_square(reading: Reading, at: int, table: Table) -> None:
    """One row for each variation; rows of one item follow by its handle or its name."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    for group in group_rows(rows, lambda row: row.text("reference handle") or row.text("item name"), _square_variation):
        first = group[0]
        name = first.text("customer facing name") or first.text("item name")
        live = [row for row in group if not _is_square_hidden(row)]
        _note_sets(reading, table, group, "modifier set")
        if not live:
            note_hidden(reading, table.file, first.number, name)
            continue
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, name)
        item.has_decimal_commas = table.has_decimal_commas
        item.description = first.text("description")
        item.put_path(split_path(first.text("categories", "category", "reporting category")))
        put_rows(item, live, ("price", "price "), _square_values, _is_in_stock)
        item.finish()
    note_unused(reading, table, used)


def _square_variation(row: Row) -> str:
    return row.text("variation name") or " ".join(value for _, value in _square_values(row))


def _square_values(row: Row) -> list[tuple[str, str]]:
    values = [(row.text(f"option name {at}"), row.text(f"option value {at}")) for at in range(1, 7)]
    named = [(name, value) for name, value in values if value]
    return named or [("", row.text("variation name"))]


def _is_square_hidden(row: Row) -> bool:
    is_archived = read_yes_no(row.text("archived")) is True or read_yes_no(row.text("sellable")) is False
    enabled = [read_yes_no(cell) for _, cell in row.each("enabled ") if cell]
    is_hidden = row.text("square online item visibility", "item visibility").lower() in ("hidden", "private")
    return is_archived or is_hidden or (bool(enabled) and not any(enabled))


def _is_in_stock(row: Row) -> bool:
    sold_out = [read_yes_no(cell) for _, cell in row.each("sold out") if cell]
    counts = [cell for _, cell in row.each("current quantity") if cell]
    is_counted_out = bool(counts) and all(re.fullmatch(r"-?0+(\.0+)?|-[0-9.]+", cell) for cell in counts)
    is_unavailable = row.text("square online item visibility", "item visibility").lower() == "unavailable"
    return not (is_unavailable or (bool(sold_out) and all(sold_out)) or is_counted_out)


def _note_sets(reading: Reading, table: Table, rows: Sequence[Row], start: str) -> None:
    """List the sets of which the file has only the name."""
    for row in rows:
        for name, cell in row.each(start):
            if read_yes_no(cell):
                note_set(reading, table.file, name.strip(' -"') or start)


def note_set(reading: Reading, file: str, name: str) -> None:
    """List a set of choices of which the file has only the name."""
    text = f"The file has only the name of the choices “{name}”, so they were left out."
    reading.leave_out(Sentence(text, "import_set_left_out", words=name[:80]), file)


def is_loyverse(names: set[str]) -> bool:
    return {"handle", "name"} <= names and bool(names & {"sold by weight", "option 1 name", "sku of included item"})


def read_loyverse(reading: Reading, at: int, table: Table) -> None:
    """One row for each variant; rows of one item have its handle, and only the first its name."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    for group in group_rows(rows, lambda row: row.text("handle") or row.text("name")):
        first = group[0]
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, first.text("name"))
        item.has_decimal_commas = table.has_decimal_commas
        item.description = first.text("description")
        item.put_path(split_path(first.text("category")))
        sold = [row for row in group if row is first or not row.text("sku of included item")]
        prices = ("default price", "price", "price ")
        put_rows(item, sold, prices, partial(_loyverse_values, first), _is_loyverse_available)
        _note_sets(reading, table, group, "modifier")
        item.finish()
    note_unused(reading, table, used)


def _loyverse_values(first: Row, row: Row) -> list[tuple[str, str]]:
    values = [(first.text(f"option {at} name"), row.text(f"option {at} value")) for at in range(1, 4)]
    return [(name, value) for name, value in values if value] or [("", "")]


def _is_loyverse_available(row: Row) -> bool:
    for_sale = [read_yes_no(cell) for _, cell in row.each("available for sale") if cell]
    stocks = [cell for _, cell in row.each("in stock") if cell]
    is_counted = read_yes_no(row.text("track stock")) is True
    is_out = is_counted and bool(stocks) and all(re.fullmatch(r"-?0+(\.0+)?|-[0-9.]+", cell) for cell in stocks)
    return not is_out and (not for_sale or any(for_sale))


def is_clover(names: set[str]) -> bool:
    return {"name", "price"} <= names and bool(names & {"price type", "clover id"})


def is_clover_groups(names: set[str]) -> bool:
    return {"modifier group name", "modifier"} <= names


def read_clover_groups(reading: Reading, table: Table) -> dict[str, OptionGroupRequest]:
    """The modifier groups by name. Only the first row of a group has its name."""
    groups: dict[str, OptionGroupRequest] = {}
    rows, _used = read_rows(table)
    current = ""
    for row in rows:
        name = row.text("modifier group name")
        current = name or current
        modifier = row.text("modifier")
        if not current or not modifier:
            continue
        maker = ItemMaker(reading, f"modifier.{row.number}", table.file, row.number, modifier)
        maker.has_decimal_commas = table.has_decimal_commas
        price = row.raw("price")
        cents = maker.read_amount(price) if price else 0
        if maker.findings:
            _note_bad_modifier(reading, table, row, modifier)
        least = row.text("required quantity", "min required", "minimum required", "minimum required number")
        most = row.text("max quantity", "max allowed", "maximum allowed", "maximum allowed number")
        group = groups.setdefault(
            current, OptionGroupRequest(name=current, min_select=_whole(least), max_select=_whole(most), options=[])
        )
        (group.options or []).append(make_option(modifier, cents))
    return groups


def _note_bad_modifier(reading: Reading, table: Table, row: Row, modifier: str) -> None:
    text = f"The price of the choice “{modifier}” cannot be read. Correct it in the file."
    reading.problems.append((table.file, Sentence(text, "import_modifier_price", words=modifier[:80], row=row.number)))


def _whole(text: str) -> int:
    return int(float(text)) if re.fullmatch(r"[0-9]{1,3}(\.0+)?", text) else 0


def read_clover_categories(sheet: Sheet) -> dict[str, list[str]]:
    """The categories by item: names across the first row with their items below, or a row for each."""
    by_item: dict[str, list[str]] = {}
    rows = [row for row in sheet.rows if any(row)]
    if not rows or not rows[0] or "category" not in rows[0][0].lower():
        return {}
    if len(rows[0]) > 1 and "item" in rows[0][1].lower():
        current = ""
        for row in rows[1:]:
            current = row[0].strip() or current
            for item in split_list(row[1]) if len(row) > 1 else []:
                by_item.setdefault(item, []).append(current)
        return by_item
    for at, category in enumerate(rows[0][1:], 1):
        for row in rows[1:]:
            if at < len(row) and row[at].strip() and category.strip():
                by_item.setdefault(row[at].strip(), []).append(category.strip())
    return by_item


def read_clover(
    reading: Reading, at: int, table: Table, groups: dict[str, OptionGroupRequest], categories: dict[str, list[str]]
) -> None:
    """The sheet "Items", with the groups and categories of the other sheets."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    variant = ("variant option", "option", "variant")
    for group in group_rows(rows, lambda row: row.text("name"), lambda row: row.text(*variant)):
        first = group[0]
        name = first.text("name")
        shown = [row for row in group if read_yes_no(row.text("hidden")) is not True]
        if not shown:
            note_hidden(reading, table.file, first.number, name)
            continue
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, name)
        item.has_decimal_commas = table.has_decimal_commas
        item.description = first.text("description")
        item.put_path(split_path(", ".join(categories.get(name, [])) or first.text("categories", "category")))
        attribute = first.text("variant attribute", "attribute")
        values_of = partial(_value_of, attribute, variant)
        put_rows(item, shown, ("price",), values_of, lambda row: read_yes_no(row.text("available")) is not False)
        for set_name in split_list(first.text("modifier groups")):
            add_set(item, set_name, groups.get(set_name))
        item.finish()
    note_unused(reading, table, used)


def _value_of(attribute: str, columns: tuple[str, ...], row: Row) -> list[tuple[str, str]]:
    return [(attribute, row.text(*columns))]


def add_set(item: ItemMaker, name: str, group: OptionGroupRequest | None) -> None:
    """Add a set of choices to an item, or list it where only its name is known."""
    if group is None or not group.options:
        note_set(item.reading, item.file, name)
    else:
        item.add_group(name, group.options, group.min_select, group.max_select)


def is_toast(names: set[str]) -> bool:
    has_price = bool(names & {"base price", "price", "item price", "menu item price"})
    is_typed = "entity type" in names and bool(names & {"name", "item name", "entity name"})
    is_listed = bool(names & {"menu group", "menu groups"}) and bool(names & {"item name", "menu item", "name"})
    return has_price and (is_typed or is_listed)


_TOAST_NAMES = ("item name", "menu item", "menu item name", "name", "entity name")
_TOAST_PRICES = ("size price", "base price", "item price", "menu item price", "price")


def read_toast(reading: Reading, at: int, table: Table) -> None:
    """One row for each item, size or modifier; a modifier names its group."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    items = [row for row in rows if "modifier" not in row.text("entity type").lower()]
    groups = _read_toast_groups(reading, table, [row for row in rows if row not in items])
    size = ("size", "size name", "size option")
    kinds = ("menu", "menu group", "group", "category")
    items = [row for row in items if row.text("entity type").lower().replace("_", " ") not in kinds]
    for group in group_rows(items, lambda row: row.text(*_TOAST_NAMES), lambda row: row.text(*size)):
        first = group[0]
        shown = [row for row in group if not _is_toast_hidden(row)]
        if not shown:
            note_hidden(reading, table.file, first.number, first.text(*_TOAST_NAMES))
            continue
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, first.text(*_TOAST_NAMES))
        item.has_decimal_commas = table.has_decimal_commas
        item.description = first.text("description", "item description")
        item.put_path([first.text("menu", "menu name"), *_toast_groups_of(first)])
        put_rows(item, shown, _TOAST_PRICES, partial(_value_of, "", size), _is_toast_available)
        for set_name in split_list(first.text("modifier groups", "modifier group", "modifier group names")):
            add_set(item, set_name, groups.get(set_name))
        item.finish()
    note_unused(reading, table, used)


def _toast_groups_of(row: Row) -> list[str]:
    named = row.text(
        "menu group", "menu groups", "parent menu group", "menu subgroup", "group", "parent", "parent name"
    )
    return split_path(named)


def _read_toast_groups(reading: Reading, table: Table, rows: Sequence[Row]) -> dict[str, OptionGroupRequest]:
    groups: dict[str, OptionGroupRequest] = {}
    for row in rows:
        name = row.text(*_TOAST_NAMES, "modifier name", "modifier")
        is_group = "group" in row.text("entity type").lower()
        parent = (
            name
            if is_group
            else row.text("modifier group", "modifier groups", "parent", "parent name", "parent entity")
        )
        least, most = (
            _whole(row.text("min", "min selections", "minimum")),
            _whole(row.text("max", "max selections", "maximum")),
        )
        if is_group and read_yes_no(row.text("required", "is required")) is True:
            least = max(least, 1)
        group = groups.setdefault(
            parent, OptionGroupRequest(name=parent, min_select=least, max_select=most, options=[])
        )
        if is_group:
            group.min_select, group.max_select = least, most
            continue
        maker = ItemMaker(reading, f"modifier.{row.number}", table.file, row.number, name)
        maker.has_decimal_commas = table.has_decimal_commas
        price = row.raw("base price", "price", "modifier price", "item price")
        cents = maker.read_amount(price) if price else 0
        if maker.findings:
            _note_bad_modifier(reading, table, row, name)
        (group.options or []).append(make_option(name, cents, is_available=_is_toast_available(row)))
    return groups


def _is_toast_hidden(row: Row) -> bool:
    is_archived = read_yes_no(row.text("archived", "is archived")) is True
    return is_archived or row.text("visibility").lower() in ("none", "hidden", "not visible")


def _is_toast_available(row: Row) -> bool:
    status = (
        row.text("stock status", "inventory status", "stock", "inventory", "availability").lower().replace("_", " ")
    )
    return status not in ("out of stock", "sold out", "unavailable", "86", "86d") and (
        read_yes_no(row.text("out of stock", "sold out")) is not True
    )
