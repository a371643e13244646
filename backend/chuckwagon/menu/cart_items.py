"""Reads the menu items of a cart for pricing, with groups and options, in one select without entities."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import STANDARD, TaxClass
from chuckwagon.menu.availability import StoredAvailability
from chuckwagon.menu.models import MenuItem, Option, OptionGroup, StopStock
from chuckwagon.schedule.wall_clock import WeeklyTimes
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck


class OptionState(Struct):
    """An option's current state."""

    id: str
    name: str
    additional_price_cents: int
    availability: StoredAvailability
    remaining: int | None = None
    allergens: list[str] | None = None
    not_for: list[str] = field(default_factory=list)
    max_quantity: int = 1


class OptionGroupState(Struct):
    """An option group of an item."""

    id: str
    name: str
    min_select: int
    max_select: int
    options: list[OptionState] = field(default_factory=list)
    free_count: int = 0


class MenuItemState(Struct):
    """A menu item's current state, as a cart is priced and checked by it. An archived item cannot be sold.

    `remaining` are the pieces that the stop has left, None where they are not counted. `sale_times` are on the clock
    of `timezone`, which is the truck's.
    """

    id: str
    truck_id: str
    name: str
    base_price_cents: int
    availability: StoredAvailability
    archived_at: datetime | None
    prep_units: int = 1
    remaining: int | None = None
    tax_class: TaxClass = STANDARD
    diets: list[str] | None = None
    allergens: list[str] | None = None
    translations: dict[str, Any] | None = None
    sale_times: WeeklyTimes = None
    timezone: str = DEFAULT_TIMEZONE
    option_groups: list[OptionGroupState] = field(default_factory=list)


def _is_stock_of(stock: sa.FromClause, subjects: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(stock.c.stop_id == sa.bindparam("stop_id"), stock.c.subject_id == subjects.c.id)


_items, _groups, _options = table_of(MenuItem), table_of(OptionGroup), table_of(Option)
_trucks = table_of(Truck)
_CART_ITEMS = (
    sa.select(
        _items.c.id,
        _items.c.truck_id,
        _items.c.name,
        _items.c.base_price_cents,
        _items.c.is_available,
        _items.c.sold_out_until,
        _items.c.archived_at,
        _items.c.prep_units,
        _groups.c.id,
        _groups.c.name,
        _groups.c.min_select,
        _groups.c.max_select,
        _options.c.id,
        _options.c.name,
        _options.c.additional_price_cents,
        _options.c.is_available,
        _options.c.sold_out_until,
        _items.c.tax_class,
        _items.c.diets,
        _items.c.allergens,
        _options.c.allergens,
        _options.c.not_for,
        _options.c.max_quantity,
        _groups.c.free_count,
        _items.c.translations,
        _items.c.sale_times,
        _trucks.c.timezone,
    )
    .select_from(
        _items.join(_trucks, _trucks.c.id == _items.c.truck_id)
        .outerjoin(_groups, _groups.c.menu_item_id == _items.c.id)
        .outerjoin(_options, _options.c.group_id == _groups.c.id)
    )
    .order_by(_groups.c.position, _groups.c.id, _options.c.position, _options.c.id)
)
_item_stock, _option_stock = table_of(StopStock).alias("item_stock"), table_of(StopStock).alias("option_stock")
_AT_STOP = (
    _CART_ITEMS.add_columns(
        _item_stock.c.initial - _item_stock.c.taken, _option_stock.c.initial - _option_stock.c.taken
    )
    .outerjoin(_item_stock, _is_stock_of(_item_stock, _items))
    .outerjoin(_option_stock, _is_stock_of(_option_stock, _options))
)


def load_cart_items(session: Session, ids: Iterable[str], stop_id: str | None = None) -> dict[str, MenuItemState]:
    """The menu items with these ids, keyed by id; archived ones and those of any truck too.

    Malformed and unknown ids are left out. With a stop, `remaining` is what it has left of what is counted.
    """
    valid_ids = sorted({item_id for item_id in ids if is_id(item_id)})
    items: dict[str, MenuItemState] = {}
    groups: dict[str, OptionGroupState] = {}
    if valid_ids:
        params = {f"id{index}": item_id for index, item_id in enumerate(valid_ids)}
        statement = _select_items(len(valid_ids), at_stop=stop_id is not None)
        for row in statement.all(session, params | ({"stop_id": stop_id} if stop_id is not None else {})):
            _add_row(items, groups, row)
    return items


@cache
def _select_items(count: int, *, at_stop: bool) -> CompiledStatement:
    """The statement for so many ids. Cached for each number, because carts have few lines."""
    ids = [sa.bindparam(f"id{index}", type_=sa.String) for index in range(count)]
    return CompiledStatement((_AT_STOP if at_stop else _CART_ITEMS).where(_items.c.id.in_(ids)))


def _add_row(items: dict[str, MenuItemState], groups: dict[str, OptionGroupState], row: tuple[Any, ...]) -> None:
    """Add one row of the join: an item, and maybe a group and an option."""
    item_id, group_id, option_id = row[0], row[8], row[12]
    item_left, option_left = row[27:] or (None, None)
    item = items.get(item_id)
    if item is None:
        availability = StoredAvailability(row[4], row[5])
        columns = (item_id, row[1], row[2], row[3], availability, row[6], row[7], item_left, *row[17:20], *row[24:27])
        item = items[item_id] = MenuItemState(*columns)
    if group_id is None:
        return
    group = groups.get(group_id)
    if group is None:
        group = groups[group_id] = OptionGroupState(group_id, row[9], row[10], row[11], free_count=row[23])
        item.option_groups.append(group)
    if option_id is not None:
        group.options.append(
            OptionState(
                option_id, row[13], row[14], StoredAvailability(row[15], row[16]), option_left,
                row[20], row[21] or [], row[22],
            )
        )  # fmt: skip
