"""A menu item as JSON; dollars here, cents everywhere else."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field

from chuckwagon.core.money import to_dollars


class OptionOut(Struct, rename="camel"):
    """One option with its surcharge in dollars."""

    id: str = field(name="_id")
    name: str
    additional_price: float
    is_available: bool


class OptionGroupOut(Struct, rename="camel"):
    """A choice: `minSelect >= 1` is required, `maxSelect == 1` is one choice."""

    id: str = field(name="_id")
    name: str
    min_select: int
    max_select: int
    options: list[OptionOut]


class MenuItemOut(Struct, rename="camel"):
    """A dish; the base price in dollars."""

    id: str = field(name="_id")
    name: str
    description: str
    category: str
    section: str
    base_price: float
    image_url: str | None
    is_available: bool
    has_options: bool
    truck_id: str
    option_groups: list[OptionGroupOut]
    position: int


Rows = Sequence[sa.Row[Any]]


def menu_items(items: Rows, groups: Rows, options: Rows) -> list[MenuItemOut]:
    """Put the rows of the three tables together, in their order."""
    options_of: dict[str, list[OptionOut]] = defaultdict(list)
    for row in options:
        price = to_dollars(row.additional_price_cents)
        options_of[row.group_id].append(OptionOut(row.id, row.name, price, row.is_available))
    groups_of: dict[str, list[OptionGroupOut]] = defaultdict(list)
    for row in groups:
        found = OptionGroupOut(row.id, row.name, row.min_select, row.max_select, options_of[row.id])
        groups_of[row.menu_item_id].append(found)
    return [_item(row, groups_of.get(row.id, [])) for row in items]


def _item(row: sa.Row[Any], groups: list[OptionGroupOut]) -> MenuItemOut:
    return MenuItemOut(
        id=row.id,
        name=row.name,
        description=row.description,
        category=row.category,
        section=row.section,
        base_price=to_dollars(row.base_price_cents),
        image_url=row.image_url,
        is_available=row.is_available,
        has_options=bool(groups),
        truck_id=row.truck_id,
        option_groups=groups,
        position=row.position,
    )
