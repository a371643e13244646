"""Reading menus. A whole menu is three selects of columns, whatever its size."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session, selectinload

from chuckwagon.menu.models import MenuItem, Option, OptionGroup

_ITEM = (
    MenuItem.id, MenuItem.name, MenuItem.description, MenuItem.category, MenuItem.section,
    MenuItem.base_price_cents, MenuItem.image_url, MenuItem.is_available, MenuItem.truck_id,
    MenuItem.position,
)  # fmt: skip
_GROUP = (
    OptionGroup.id, OptionGroup.menu_item_id, OptionGroup.name, OptionGroup.min_select,
    OptionGroup.max_select,
)  # fmt: skip
_OPTION = (Option.id, Option.group_id, Option.name, Option.additional_price_cents, Option.is_available)

Rows = list[sa.Row[Any]]


def list_menu(
    session: Session, truck_id: str, *, is_available: bool | None = None
) -> tuple[Rows, Rows, Rows]:
    """The rows of a truck's menu: items, option groups and options, each in its order."""
    wanted: list[sa.ColumnElement[bool]] = [MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None)]
    if is_available is not None:
        wanted.append(MenuItem.is_available == is_available)
    return _menu_rows(session, wanted)


def find_item_rows(session: Session, item_id: str) -> tuple[Rows, Rows, Rows]:
    """The rows of one item that is still on a menu; three empty lists when there is none."""
    return _menu_rows(session, [MenuItem.id == item_id, MenuItem.archived_at.is_(None)])


def _menu_rows(session: Session, wanted: list[sa.ColumnElement[bool]]) -> tuple[Rows, Rows, Rows]:
    items = sa.select(*_ITEM).where(*wanted).order_by(MenuItem.position, MenuItem.id)
    groups = sa.select(*_GROUP).join(MenuItem).where(*wanted).order_by(OptionGroup.position, OptionGroup.id)
    options = sa.select(*_OPTION).join(OptionGroup).join(MenuItem).where(*wanted)
    options = options.order_by(Option.position, Option.id)
    return tuple(list(session.execute(query)) for query in (items, groups, options))  # type: ignore[return-value]


def items_for_cart(session: Session, ids: list[str]) -> dict[str, MenuItem]:
    """The items that a cart names, with their options; archived ones too, so that they can be named."""
    if not ids:
        return {}
    with_options = selectinload(MenuItem.option_groups).selectinload(OptionGroup.options)
    query = sa.select(MenuItem).where(MenuItem.id.in_(set(ids))).options(with_options)
    return {item.id: item for item in session.scalars(query)}
