"""Exports of web shops, order systems and tills as one table: Shopify, WooCommerce, TastyIgniter, Square and Loyverse.

The columns of Square and Loyverse are those of their public documentation. Of modifier sets they export the names only.
"""

import re
from collections.abc import Sequence
from functools import partial

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports.found import ItemMaker, Reading
from chuckwagon.menu.imports.own import read_yes_no
from chuckwagon.menu.imports.systems.common import (
    group_rows,
    note_hidden,
    note_set,
    note_unused,
    plain_text,
    put_rows,
    split_list,
    split_path,
)
from chuckwagon.menu.imports.tables import Row, Table, read_rows

GIFT_CARD = Sentence("A gift card is no menu item, so it was left out.", "import_gift_card_left_out")


def is_shopify(names: set[str]) -> bool:
    return (
        "title" in names and bool(names & {"handle", "url handle"}) and bool(names & {"option1 name", "option1 value"})
    )


def read_shopify(reading: Reading, at: int, table: Table) -> None:
    """One row for each variant; rows of one product have its handle, and only the first its title."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    prices = ("variant price", "price")
    for group in group_rows(rows, lambda row: row.text("handle", "url handle")):
        first = group[0]
        title = first.text("title")
        is_published = read_yes_no(first.text("published", "published on online store")) is not False
        if not is_published or first.text("status").lower() in ("draft", "archived"):
            note_hidden(reading, table.file, first.number, title)
            continue
        if read_yes_no(first.text("gift card")) is True:
            reading.leave_out(GIFT_CARD, table.file, first.number, title)
            continue
        item = ItemMaker(reading, f"{at}.{first.number}", table.file, first.number, title)
        item.has_decimal_commas = table.has_decimal_commas
        item.description = plain_text(first.text("body html", "body", "description"))
        item.put_path(split_path(first.text("type")) or first.text("product category").split(">"))
        item.image_url = _https(first.text("image src", "product image url"))
        variants = [row for row in group if row is first or row.raw(*prices) or row.text("option1 value")]
        put_rows(item, variants, prices, partial(_shopify_values, first), _is_in_shopify_stock)
        item.finish()
    note_unused(reading, table, used)


def _shopify_values(first: Row, row: Row) -> list[tuple[str, str]]:
    values = [(first.text(f"option{at} name"), row.text(f"option{at} value")) for at in range(1, 4)]
    return [(name, value) for name, value in values if value] or [("", "")]


def _is_in_shopify_stock(row: Row) -> bool:
    is_tracked = bool(row.text("variant inventory tracker", "inventory tracker"))
    sells_on = row.text("variant inventory policy", "continue selling when out of stock").lower() in (
        "continue",
        "true",
    )
    count = row.text("variant inventory qty", "inventory quantity")
    return not (is_tracked and not sells_on and re.fullmatch(r"-[0-9]+|0+", count))


def is_woocommerce(names: set[str]) -> bool:
    return {"type", "name", "regular price"} <= names


def read_woocommerce(reading: Reading, at: int, table: Table) -> None:
    """One row for each product; a variation is a row of its own that names its parent."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    variations: dict[str, list[Row]] = {}
    products: list[Row] = []
    for row in rows:
        if "variation" in row.text("type").lower():
            variations.setdefault(row.text("parent"), []).append(row)
        else:
            products.append(row)
    for row in products:
        keys = (f"id:{row.key('id')}", row.key("sku"), row.key("id"))
        own = next((variations.pop(key) for key in keys if key and key in variations), [])
        _read_woocommerce_product(reading, at, table, row, own)
    for row in (row for rows_left in variations.values() for row in rows_left):
        _read_woocommerce_product(reading, at, table, row, [])
    note_unused(reading, table, used)


def _read_woocommerce_product(reading: Reading, at: int, table: Table, row: Row, variations: Sequence[Row]) -> None:
    hidden = row.text("visibility in catalog").lower() == "hidden"
    if hidden or row.text("published") in ("0", "-1"):
        note_hidden(reading, table.file, row.number, row.text("name"))
        return
    item = ItemMaker(reading, f"{at}.{row.number}", table.file, row.number, row.text("name"))
    item.has_decimal_commas = table.has_decimal_commas
    item.description = plain_text(row.text("short description", "description").replace("\\n", "\n"))
    item.put_path(split_path(row.text("categories")))
    item.image_url = _https(next(iter(split_list(row.text("images"))), ""))
    shown = [one for one in variations if one.text("published") not in ("0", "-1")]
    item.is_available = _is_in_woocommerce_stock(row) or bool(shown)
    put_rows(
        item, shown or [row], ("regular price",), _woocommerce_values if shown else _no_values, _is_in_woocommerce_stock
    )
    if shown and not any(map(_is_in_woocommerce_stock, shown)):
        item.is_available = False
    item.finish()


def _no_values(_row: Row) -> list[tuple[str, str]]:
    return [("", "")]


def _woocommerce_values(row: Row) -> list[tuple[str, str]]:
    values = [(row.text(f"attribute {at} name"), row.text(f"attribute {at} value s")) for at in range(1, 6)]
    return [(name, value) for name, value in values if value] or [("", row.text("name"))]


def _is_in_woocommerce_stock(row: Row) -> bool:
    return row.text("in stock").lower() not in ("0", "no", "false", "outofstock", "out of stock")


def is_tastyigniter(names: set[str]) -> bool:
    return {"menu name", "menu price"} <= names or {"name", "price", "menu id"} <= names


def read_tastyigniter(reading: Reading, at: int, table: Table) -> None:
    """One row for each item."""
    rows, used = read_rows(table)
    reading.rows += len(rows)
    for row in rows:
        name = row.text("menu name", "name")
        if read_yes_no(row.text("menu status", "status")) is False:
            note_hidden(reading, table.file, row.number, name)
            continue
        item = ItemMaker(reading, f"{at}.{row.number}", table.file, row.number, name)
        item.has_decimal_commas = table.has_decimal_commas
        item.description = plain_text(row.text("menu description", "description"))
        item.put_path(split_path(row.text("categories", "category", "menu category", "category name")))
        put_rows(item, [row], ("menu price", "price"), _no_values, _is_in_tastyigniter_stock)
        item.finish()
    note_unused(reading, table, used)


def _is_in_tastyigniter_stock(row: Row) -> bool:
    is_out = read_yes_no(row.text("is stock out", "out of stock")) is True
    return not is_out and row.text("stock status").lower() not in ("out of stock", "out_of_stock")


def _https(address: str) -> str:
    return address if address.startswith("https://") and len(address) <= 500 else ""


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
        item.description = plain_text(first.text("description"))
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
        item.description = plain_text(first.text("description"))
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
