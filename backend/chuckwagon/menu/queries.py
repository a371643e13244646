"""Reading menus. What the public sees is three selects by column, built into structs without entities."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session, selectinload

from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import to_dollars
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.schemas import MenuEntry, MenuOption, MenuOptionGroup
from chuckwagon.trucks.queries import is_public_truck

_ITEMS = sa.select(
    MenuItem.id, MenuItem.truck_id, MenuItem.name, MenuItem.description, MenuItem.category, MenuItem.section,
    MenuItem.base_price_cents, MenuItem.image_url, MenuItem.is_available, MenuItem.position,
).where(MenuItem.archived_at.is_(None))  # fmt: skip
_GROUPS = (
    sa.select(
        OptionGroup.id,
        OptionGroup.menu_item_id,
        OptionGroup.name,
        OptionGroup.min_select,
        OptionGroup.max_select,
    )
    .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
    .where(MenuItem.archived_at.is_(None))
    .order_by(OptionGroup.position, OptionGroup.id)
)
_OPTIONS = (
    sa.select(Option.id, Option.group_id, Option.name, Option.additional_price_cents, Option.is_available)
    .join(OptionGroup, OptionGroup.id == Option.group_id)
    .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
    .where(MenuItem.archived_at.is_(None))
    .order_by(Option.position, Option.id)
)


def list_public_menu(session: Session, truck_id: str, is_available: bool | None = None) -> list[MenuEntry]:
    """The menu of an active truck, sold-out items included, in the order of its sections.

    Raises NotFound for an inactive, absent or malformed truck.
    """
    if not is_public_truck(session, truck_id):
        raise NotFound("We couldn't find the menu of this truck.")
    entries = _entries(session, MenuItem.truck_id == truck_id)
    return [entry for entry in by_section(entries) if is_available in (None, entry.is_available)]


def get_public_item(session: Session, item_id: str) -> MenuEntry:
    """One item of an active truck. Raises NotFound."""
    entries = _entries(session, MenuItem.id == item_id) if is_id(item_id) else []
    if not entries or not is_public_truck(session, entries[0].truck_id):
        raise NotFound("We couldn't find this menu item.")
    return entries[0]


def items_for_cart(session: Session, ids: Iterable[str]) -> dict[str, MenuItem]:
    """The items that a cart names, by id, with their groups and options; archived ones too."""
    query = sa.select(MenuItem).where(MenuItem.id.in_([item_id for item_id in set(ids) if is_id(item_id)]))
    whole = query.options(selectinload(MenuItem.option_groups).selectinload(OptionGroup.options))
    return {item.id: item for item in session.scalars(whole)}


def by_section(entries: Iterable[MenuEntry]) -> list[MenuEntry]:
    """Sections in the order in which the crew placed their first items, then items by position."""
    found = list(entries)
    first: dict[str, int] = {}
    for entry in found:
        first[entry.section] = min(entry.position, first.get(entry.section, entry.position))
    return sorted(
        found,
        key=lambda e: (
            first[e.section],
            e.section.casefold(),
            e.section,
            e.position,
            e.name.casefold(),
            e.id,
        ),
    )


def _entries(session: Session, condition: sa.ColumnElement[bool]) -> list[MenuEntry]:
    items = session.execute(_ITEMS.where(condition)).all()
    if not items:
        return []
    options: dict[str, list[MenuOption]] = defaultdict(list)
    for option in session.execute(_OPTIONS.where(condition)):
        price = to_dollars(option.additional_price_cents)
        options[option.group_id].append(MenuOption(option.id, option.name, price, option.is_available))
    groups: dict[str, list[MenuOptionGroup]] = defaultdict(list)
    for group in session.execute(_GROUPS.where(condition)):
        found = MenuOptionGroup(group.id, group.name, group.min_select, group.max_select, options[group.id])
        groups[group.menu_item_id].append(found)
    return [_entry(item, groups[item.id]) for item in items]


def _entry(row: Any, groups: Sequence[MenuOptionGroup]) -> MenuEntry:
    return MenuEntry(
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
        option_groups=list(groups),
        position=row.position,
    )
