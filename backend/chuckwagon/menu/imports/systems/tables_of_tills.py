"""Exports of Square and Loyverse. The columns are those of their public documentation.

Of modifier sets they export the names only.
"""

import re
from collections.abc import Sequence
from functools import partial

from chuckwagon.menu.imports.found import ItemMaker, Reading
from chuckwagon.menu.imports.own import read_yes_no
from chuckwagon.menu.imports.systems.common import (
    group_rows,
    note_hidden,
    note_set,
    note_unused,
    plain_text,
    put_rows,
    split_path,
)
from chuckwagon.menu.imports.tables import Row, Table, read_rows


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
