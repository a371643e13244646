"""Queries of menus. A public menu takes three selects of columns, without entities."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import UNSET, Struct
from sqlalchemy.orm import Session, selectinload

from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, authorize, decide_access
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import TaxClass, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.availability import (
    apply_sale_times,
    find_menu_change,
    is_on_sale,
    running_sold_out_until,
    show_sale_times,
)
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.schemas import MenuEntry, MenuOption, MenuOptionGroup, StaffMenuEntry
from chuckwagon.menu.stock_rows import CLOSES_AT, apply_remaining, find_stock_end, list_remaining, select_coming_stop
from chuckwagon.menu.translations import show_translations
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import RECENT, is_public_truck

MENU_NOT_FOUND = Sentence("We couldn't find the menu of this truck.", "menu_not_found")
ITEM_NOT_FOUND = Sentence("We couldn't find this menu item.", "item_not_found")
Entry = TypeVar("Entry", bound=MenuEntry)
Positioned = TypeVar("Positioned", MenuEntry, StaffMenuEntry, MenuItem)

_ITEMS = sa.select(
    MenuItem.id, MenuItem.truck_id, MenuItem.name, MenuItem.description, MenuItem.category, MenuItem.section,
    MenuItem.base_price_cents, MenuItem.image_url, MenuItem.is_available, MenuItem.sold_out_until,
    MenuItem.position, MenuItem.prep_units, MenuItem.tax_class, MenuItem.diets, MenuItem.allergens,
    MenuItem.translations, MenuItem.sale_times, MenuItem.version, MenuItem.updated_at,
).where(MenuItem.archived_at.is_(None))  # fmt: skip
_GROUPS = (
    sa.select(
        OptionGroup.id,
        OptionGroup.menu_item_id,
        OptionGroup.name,
        OptionGroup.min_select,
        OptionGroup.max_select,
        OptionGroup.set_id,
        OptionGroup.free_count,
    )
    .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
    .where(MenuItem.archived_at.is_(None))
    .order_by(OptionGroup.position, OptionGroup.id)
)
_OPTIONS = (
    sa.select(
        Option.id,
        Option.group_id,
        Option.name,
        Option.additional_price_cents,
        Option.is_available,
        Option.sold_out_until,
        Option.allergens,
        Option.not_for,
        Option.max_quantity,
    )
    .join(OptionGroup, OptionGroup.id == Option.group_id)
    .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
    .where(MenuItem.archived_at.is_(None))
    .order_by(Option.position, Option.id)
)


def list_public_menu(
    session: Session, truck_id: str, is_available: bool | None = None, stop_id: str | None = None
) -> list[MenuEntry]:
    """The menu of an active truck, sold-out items included, in the order of its sections.

    With `is_available`, only what can or cannot be ordered now. `stop_id` is the stop whose counted stock it shows,
    without one the present or next. Raises NotFound for an inactive, archived, unknown or malformed truck, and for a
    stop that is not the truck's.
    """
    if not is_public_truck(session, truck_id):
        raise NotFound(MENU_NOT_FOUND)
    if stop_id is not None and not _has_stop(session, truck_id, stop_id):
        raise NotFound(STOP_NOT_FOUND)
    entries = _load_entries(session, MenuItem.truck_id == truck_id, _public_entry)
    _show_meal_times(session, truck_id, entries, stop_id)
    apply_remaining(entries, list_remaining(session, truck_id, stop_id))
    return [entry for entry in sort_by_section(entries) if is_available in (None, entry.is_available)]


def _has_stop(session: Session, truck_id: str, stop_id: str) -> bool:
    """Whether the truck has this stop, in any status. False for a malformed ID."""
    is_there = sa.exists().where(Stop.id == stop_id, Stop.truck_id == truck_id)
    return is_id(stop_id) and session.scalar(sa.select(is_there)) is True


def find_next_change(session: Session, truck_id: str, menu: Sequence[MenuEntry]) -> datetime | None:
    """When the menu reads differently by itself; None for never.

    Then something goes back on sale, a meal time ends, or another stop's counts are shown.
    """
    meals = _find_meal_change(session, truck_id, menu)
    ends = (_find_next_return(menu), find_stock_end(session, truck_id), meals)
    return min((end for end in ends if end is not None), default=None)


def _find_next_return(menu: Sequence[MenuEntry]) -> datetime | None:
    """The earliest instant at which a sold-out item or option goes back on sale by itself."""
    instants = {item.sold_out_until for item in menu}
    instants |= {o.sold_out_until for item in menu for group in item.option_groups for o in group.options}
    return min((until for until in instants if until is not None), default=None)


def get_public_item(session: Session, item_id: str) -> MenuEntry:
    """One item of an active truck, also a sold-out one. Raises NotFound, also for an archived item."""
    entries = _load_entries(session, MenuItem.id == item_id, _public_entry) if is_id(item_id) else []
    if not entries or not is_public_truck(session, entries[0].truck_id):
        raise NotFound(ITEM_NOT_FOUND)
    _show_meal_times(session, entries[0].truck_id, entries)
    apply_remaining(entries, list_remaining(session, entries[0].truck_id))
    return entries[0]


def _show_meal_times(session: Session, truck_id: str, entries: Sequence[MenuEntry], stop_id: str | None = None) -> None:
    """Meal times as customers meet them: those of the present, or those of the rest of a stop, for pickups then."""
    if not _has_sale_times(entries):
        return
    start = end = clock.now()
    stop = sa.select(Stop.starts_at, sa.type_coerce(CLOSES_AT, Stop.ends_at.type)).where(Stop.id == stop_id)
    coming = select_coming_stop(truck_id, Stop.starts_at, sa.type_coerce(CLOSES_AT, Stop.ends_at.type))
    span = session.execute(coming if stop_id is None else stop).first()
    if span is not None and span[1] > start:
        start, end = max(start, span[0]), span[1]
    apply_sale_times(entries, _get_timezone(session, truck_id), start, end)


def _find_meal_change(session: Session, truck_id: str, menu: Sequence[MenuEntry]) -> datetime | None:
    """When a meal time starts or ends, or the stop that the menu is for is over."""
    if not _has_sale_times(menu):
        return None
    # One that passes while the menu is read is not missed: what is kept of it is over then.
    now = clock.now() - RECENT
    closes_at = session.scalar(select_coming_stop(truck_id, sa.type_coerce(CLOSES_AT, Stop.ends_at.type)))
    ends = (find_menu_change(menu, _get_timezone(session, truck_id), now), closes_at)
    return min((end for end in ends if end is not None and end > now), default=None)


def _has_sale_times(entries: Iterable[MenuEntry]) -> bool:
    return any(isinstance(entry.sale_times, list) for entry in entries)


def _get_timezone(session: Session, truck_id: str) -> str:
    return session.scalars(sa.select(Truck.timezone).where(Truck.id == truck_id)).one()


def is_staff_of(current_actor: Actor | None, truck_id: str | None) -> bool:
    """True when this user sees the staff's version of the truck's menu. None is an anonymous user."""
    return truck_id is not None and decide_access(current_actor, Action.EDIT_MENU, truck_id) is AccessDecision.ALLOWED


def list_staff_menu(session: Session, truck_id: str, is_available: bool | None = None) -> list[StaffMenuEntry]:
    """The menu for the truck's staff, of an inactive truck too; without archived items and what stops have left.

    Raises NotFound, also for an archived truck. Access is not checked.
    """
    if find_truck_slug(session, truck_id) is None:
        raise NotFound(MENU_NOT_FOUND)
    entries = _load_entries(session, MenuItem.truck_id == truck_id, _staff_entry)
    return [entry for entry in sort_by_section(entries) if is_available in (None, entry.is_available)]


def get_staff_item(session: Session, item_id: str) -> StaffMenuEntry:
    """One item for its truck's staff. Raises NotFound, also for an archived item. Access is not checked."""
    entries = _load_entries(session, MenuItem.id == item_id, _staff_entry)
    if not entries:
        raise NotFound(ITEM_NOT_FOUND)
    return entries[0]


def find_truck_slug(session: Session, truck_id: str) -> str | None:
    """The slug of a truck, active or not; None for an archived, unknown or malformed id."""
    if not is_id(truck_id):
        return None
    row = sa.select(Truck.slug).where(Truck.id == truck_id, Truck.archived_at.is_(None))
    return session.scalars(row).one_or_none()


def find_truck_of_item(session: Session, item_id: str) -> str | None:
    """The id of the item's truck; None when the item or the truck is archived or unknown."""
    if not is_id(item_id):
        return None
    query = sa.select(MenuItem.truck_id).join(Truck, Truck.id == MenuItem.truck_id)
    on_the_menu = (MenuItem.id == item_id, MenuItem.archived_at.is_(None), Truck.archived_at.is_(None))
    return session.scalars(query.where(*on_the_menu)).one_or_none()


def get_item_for(session: Session, actor: Actor, item_id: str) -> MenuItem:
    """One item, if the user may change it.

    Raises NotFound, also for an archived item or truck, and NotAllowed for another truck's item.
    """
    truck_id = find_truck_of_item(session, item_id)
    if truck_id is None:
        raise NotFound(ITEM_NOT_FOUND)
    authorize(actor, Action.EDIT_MENU, truck_id)
    return session.get_one(MenuItem, item_id)


def lock_item(session: Session, item_id: str) -> None:
    """Lock the item's row until the commit. One that does not exist is no error. Options are locked after the item."""
    row = sa.select(MenuItem.id).where(MenuItem.id == item_id)
    session.execute(row.with_for_update(key_share=True))


def has_option(session: Session, item_id: str, option_id: str) -> bool:
    """True when the item has this option."""
    row = sa.select(Option.id).join(OptionGroup).where(Option.id == option_id)
    own = row.where(OptionGroup.menu_item_id == item_id)
    return is_id(option_id) and session.scalar(own) is not None


def lock_menu(session: Session, truck_id: str) -> bool:
    """Lock the truck's row against adding, moving and importing items until the commit.

    Returns False for an unknown or archived truck.
    """
    if not is_id(truck_id):
        return False
    row = sa.select(Truck.id).where(Truck.id == truck_id, Truck.archived_at.is_(None))
    # FOR NO KEY UPDATE, so that inserts of orders with a foreign key to the truck need not wait.
    return session.scalars(row.with_for_update(key_share=True)).one_or_none() is not None


def list_items(session: Session, truck_id: str, *, lock: bool = False) -> list[MenuItem]:
    """Every item of the menu that is not archived, with its option groups, in no particular order.

    `lock` locks the items' rows; then they are ordered by id.
    """
    rows = sa.select(MenuItem).where(MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    whole = rows.options(selectinload(MenuItem.option_groups).selectinload(OptionGroup.options))
    return list(session.scalars(whole.order_by(MenuItem.id).with_for_update(of=MenuItem) if lock else whole))


class MenuPrices(Struct, frozen=True):
    """What a truck's menu costs, in cents: (ID, base price, tax class) of items and (ID, price) of options, by ID.

    `free` has the groups of which pieces are free: (how many, the IDs of the options in the order of the menu), by ID.
    """

    items: list[tuple[str, int, TaxClass]]
    options: list[tuple[str, int]]
    free: list[tuple[int, list[str]]] = []

    def compute_version(self, rates: Sequence[object]) -> str:
        """A version of these prices and of these rates."""
        # Without free ones it is the version of the releases before, so that a device's late orders are compared still.
        what = (self.items + self.options, *rates, *([self.free] if self.free else []))
        return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def read_prices(session: Session, truck_id: str) -> MenuPrices:
    """The prices, surcharges and tax classes of the truck's menu."""
    of_truck = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    items = sa.select(MenuItem.id, MenuItem.base_price_cents, MenuItem.tax_class).where(*of_truck).order_by(MenuItem.id)
    options = sa.select(Option.id, Option.additional_price_cents).join(OptionGroup).join(MenuItem).where(*of_truck)
    rows: list[list[Any]] = [
        [tuple(row) for row in session.execute(query)] for query in (items, options.order_by(Option.id))
    ]
    some_free = sa.select(OptionGroup.id, OptionGroup.free_count, Option.id).join(Option).join(MenuItem)
    by_group: dict[str, tuple[int, list[str]]] = {}
    for group_id, count, option_id in session.execute(
        some_free.where(*of_truck, OptionGroup.free_count > 0).order_by(OptionGroup.id, Option.position, Option.id)
    ):
        by_group.setdefault(group_id, (count, []))[1].append(option_id)
    return MenuPrices(rows[0], rows[1], list(by_group.values()))


def sort_by_section(entries: Iterable[Positioned]) -> list[Positioned]:
    """Sort by section, in the order of the sections' first items, then by position."""
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


def _load_entries(
    session: Session,
    condition: sa.ColumnElement[bool],
    entry: Callable[[Any, Sequence[MenuOptionGroup], datetime], Entry],
) -> list[Entry]:
    items = session.execute(_ITEMS.where(condition)).all()
    if not items:
        return []
    options: dict[str, list[MenuOption]] = defaultdict(list)
    instant = clock.now()
    for option in session.execute(_OPTIONS.where(condition)):
        price = to_dollars(option.additional_price_cents)
        options[option.group_id].append(
            MenuOption(
                option.id,
                option.name,
                price,
                *_current_availability(option, instant),
                allergens=option.allergens,
                not_for=option.not_for or [],
                max_quantity=option.max_quantity,
            )
        )
    groups: dict[str, list[MenuOptionGroup]] = defaultdict(list)
    for group in session.execute(_GROUPS.where(condition)):
        menu_group = MenuOptionGroup(group.id, group.name, group.min_select, group.max_select, options[group.id])
        menu_group.free_count = group.free_count
        if entry is _staff_entry and group.set_id is not None:
            menu_group.set_id = group.set_id
        groups[group.menu_item_id].append(menu_group)
    return [entry(item, groups[item.id], instant) for item in items]


def _public_entry(row: Any, groups: Sequence[MenuOptionGroup], instant: datetime) -> MenuEntry:
    return copy_fields(MenuEntry, row, **_computed_fields(row, groups, instant))


def _staff_entry(row: Any, groups: Sequence[MenuOptionGroup], instant: datetime) -> StaffMenuEntry:
    updated_at = clock.to_iso(row.updated_at)
    return copy_fields(StaffMenuEntry, row, **_computed_fields(row, groups, instant), updated_at=updated_at)


def _current_availability(row: Any, instant: datetime) -> tuple[bool, datetime | None]:
    """Return (is_on_sale, until): whether it is on sale now, and when it goes back on sale by itself."""
    stored = (row.is_available, row.sold_out_until)
    return is_on_sale(*stored, instant), running_sold_out_until(*stored, instant)


def _computed_fields(row: Any, groups: Sequence[MenuOptionGroup], instant: datetime) -> dict[str, Any]:
    """The fields of a public entry that are not columns."""
    is_available, sold_out_until = _current_availability(row, instant)
    return {
        "base_price": to_dollars(row.base_price_cents),
        "is_available": is_available,
        "sold_out_until": sold_out_until,
        "has_options": bool(groups),
        "option_groups": list(groups),
        "remaining": UNSET,
        "translations": show_translations(row.translations),
        "sale_times": show_sale_times(row.sale_times),
        "is_served": UNSET,
    }
