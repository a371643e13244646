"""What a cart names, read for pricing: items with groups and options, in one select, without entities."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.core.db import table_of
from chuckwagon.core.ids import is_id
from chuckwagon.core.prepared import Prepared
from chuckwagon.menu.availability import Availability
from chuckwagon.menu.models import MenuItem, Option, OptionGroup


class CartOption(Struct):
    """An option as it is sold now; the surcharge in cents."""

    id: str
    name: str
    additional_price_cents: int
    availability: Availability


class CartGroup(Struct):
    """A choice about an item."""

    id: str
    name: str
    min_select: int
    max_select: int
    options: list[CartOption] = field(default_factory=list)


class CartItem(Struct):
    """A menu item as it is sold now; the price in cents. An archived one is not sold any more."""

    id: str
    truck_id: str
    name: str
    base_price_cents: int
    availability: Availability
    archived_at: datetime | None
    option_groups: list[CartGroup] = field(default_factory=list)


_items, _groups, _options = table_of(MenuItem), table_of(OptionGroup), table_of(Option)
_WHOLE = (
    sa.select(
        _items.c.id,
        _items.c.truck_id,
        _items.c.name,
        _items.c.base_price_cents,
        _items.c.is_available,
        _items.c.sold_out_until,
        _items.c.archived_at,
        _groups.c.id,
        _groups.c.name,
        _groups.c.min_select,
        _groups.c.max_select,
        _options.c.id,
        _options.c.name,
        _options.c.additional_price_cents,
        _options.c.is_available,
        _options.c.sold_out_until,
    )
    .select_from(
        _items.outerjoin(_groups, _groups.c.menu_item_id == _items.c.id).outerjoin(
            _options, _options.c.group_id == _groups.c.id
        )
    )
    .order_by(_groups.c.position, _groups.c.id, _options.c.position, _options.c.id)
)


def items_for_cart(session: Session, ids: Iterable[str]) -> dict[str, CartItem]:
    """The items that a cart names, by id, with their groups and options; archived ones too."""
    wanted = sorted({item_id for item_id in ids if is_id(item_id)})
    found: dict[str, CartItem] = {}
    groups: dict[str, CartGroup] = {}
    if wanted:
        for row in _whole(len(wanted)).all(session, {f"id{place}": one for place, one in enumerate(wanted)}):
            _place(found, groups, row)
    return found


@cache
def _whole(count: int) -> Prepared:
    """The select of so many items; a cart has few lines."""
    named = [sa.bindparam(f"id{place}", type_=sa.String) for place in range(count)]
    return Prepared(_WHOLE.where(_items.c.id.in_(named)))


def _place(found: dict[str, CartItem], groups: dict[str, CartGroup], row: tuple[Any, ...]) -> None:
    """One row is an item, its group and an option of it; of the latter two there may be none."""
    item_id, group_id, option_id = row[0], row[7], row[11]
    item = found.get(item_id)
    if item is None:
        item = found[item_id] = CartItem(
            item_id, row[1], row[2], row[3], Availability(row[4], row[5]), row[6]
        )
    if group_id is None:
        return
    group = groups.get(group_id)
    if group is None:
        group = groups[group_id] = CartGroup(group_id, row[8], row[9], row[10])
        item.option_groups.append(group)
    if option_id is not None:
        group.options.append(CartOption(option_id, row[12], row[13], Availability(row[14], row[15])))
