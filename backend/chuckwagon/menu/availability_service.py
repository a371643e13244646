"""Commands that sell out items and options or bring them back, and the periodic task that ends expired ones.

One conditional UPDATE sets the availability, so two users of the same switch do not undo each other, and an
unchanged availability publishes no change.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.availability import (
    CONTRADICTION,
    ON_SALE,
    UNTIL_RESUMED,
    StoredAvailability,
    find_until_problem,
)
from chuckwagon.menu.item_store import update_item
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.option_sets.links import list_copies
from chuckwagon.menu.schemas import AvailabilityRequest, StaffMenuEntry
from chuckwagon.realtime import change_log

OPTION_NOT_FOUND = Sentence("We couldn't find this option.", "option_not_found")
NO_SYNC = {"synchronize_session": False}
Sellable = type[MenuItem] | type[Option]


def set_availability(db: Database, actor: Actor, item_id: str, request: AvailabilityRequest | None) -> StaffMenuEntry:
    """Sell out an item, bring it back, or toggle it without a request, and return it for staff. Locks the item.

    Raises NotFound, NotAllowed for another truck's item, and InvalidInput for an invalid end.
    """
    wanted = read_availability(request)

    def change(session: Session) -> StaffMenuEntry:
        queries.get_item_for(session, actor, item_id)
        queries.lock_item(session, item_id)
        item = session.get_one(MenuItem, item_id, populate_existing=True)
        values, differs = _update_for(MenuItem, wanted)
        if update_item(session, item_id, values, differs):
            audit_events.record_availability(session, actor.author, item, _stored(session, MenuItem, item_id))
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def set_option_availability(
    db: Database, actor: Actor, item_id: str, option_id: str, request: AvailabilityRequest | None
) -> StaffMenuEntry:
    """Sell out an option, bring it back, or toggle it without a request, and return its item for staff.

    The item gets a new version. An option of a set changes at all items that use the set. Raises NotFound for the item
    or option, NotAllowed for another truck's item, and InvalidInput for an invalid end.
    """
    wanted = read_availability(request)

    def change(session: Session) -> StaffMenuEntry:
        item = queries.get_item_for(session, actor, item_id)
        copies = _lock_copies(session, item, option_id)
        queries.lock_item(session, item_id)
        if not queries.has_option(session, item_id, option_id):
            raise NotFound(OPTION_NOT_FOUND)
        values, differs = _update_for(Option, wanted)
        name, before = session.get_one(Option, option_id).name, _stored(session, Option, option_id)
        if try_update_one(session, sa.update(Option).where(Option.id == option_id, differs).values(values)):
            update_item(session, item_id, {})
            change = (before, _stored(session, Option, option_id))
            audit_events.record_option_availability(session, actor.author, item, name, change)
            _set_copies(session, copies, change[1])
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def _lock_copies(session: Session, item: MenuItem, option_id: str) -> list[tuple[str, str]]:
    """Lock the items with copies of this option of a set, by ID, and return (item ID, option ID) of each other copy.

    Empty for an item's own option. The truck's row is locked first, so that no item is linked meanwhile.
    """
    set_option = sa.select(Option.set_option_id).where(Option.id == option_id)
    if not is_id(option_id) or session.scalar(set_option) is None:
        return []
    queries.lock_menu(session, item.truck_id)
    copies = list_copies(session, item.truck_id, session.scalar(set_option) or "")
    for item_id, _copy_id in copies:
        queries.lock_item(session, item_id)
    return [copy for copy in copies if copy[1] != option_id]


def _set_copies(session: Session, copies: list[tuple[str, str]], stored: StoredAvailability) -> None:
    for item_id, option_id in copies:
        values = {"is_available": stored.is_available, "sold_out_until": stored.sold_out_until}
        session.execute(sa.update(Option).where(Option.id == option_id).values(values), execution_options=NO_SYNC)
        update_item(session, item_id, {})


def read_availability(request: AvailabilityRequest | None) -> StoredAvailability | None:
    """The availability to store; None to toggle the present one. Raises InvalidInput."""
    if request is None or (request.is_available is None and request.until is None):
        return None
    if request.until is None:
        return ON_SALE if request.is_available else UNTIL_RESUMED
    problem = CONTRADICTION if request.is_available else find_until_problem(request.until, clock.now())
    if problem:
        raise InvalidInput(problem, fields={"until": problem})
    return StoredAvailability(True, request.until)


def _update_for(model: Sellable, wanted: StoredAvailability | None) -> tuple[dict[str, Any], sa.ColumnElement[bool]]:
    """Return (values, differs): the values to store, and the SQL condition under which they change anything."""
    until = model.sold_out_until
    on_sale = sa.and_(model.is_available, sa.or_(until.is_(None), until <= clock.now()))
    if wanted is None:
        return {"is_available": sa.not_(on_sale), "sold_out_until": None}, sa.true()
    values = {"is_available": wanted.is_available, "sold_out_until": wanted.sold_out_until}
    if wanted == ON_SALE:
        return values, sa.not_(on_sale)
    differs = sa.or_(model.is_available.is_not(wanted.is_available), until.is_distinct_from(wanted.sold_out_until))
    return values, differs


def _stored(session: Session, model: Sellable, row_id: str) -> StoredAvailability:
    row = sa.select(model.is_available, model.sold_out_until).where(model.id == row_id)
    return StoredAvailability(*session.execute(row).one())


def has_expired_sold_out(session: Session) -> bool:
    """True when an item or option has a `sold_out_until` in the past. A cheap query without a write lock."""
    instant = clock.now()
    ended = [sa.exists().where(model.sold_out_until <= instant) for model in (MenuItem, Option)]
    return bool(session.scalar(sa.select(sa.or_(*ended))))


def clear_expired_sold_out(session: Session) -> None:
    """Clear each `sold_out_until` in the past and publish the change, so that live screens update.

    Readers compare the instant themselves, so nothing else depends on this. The version stays, because an open
    form is still correct.
    """
    instant = clock.now()
    items = sa.update(MenuItem).where(MenuItem.sold_out_until <= instant)
    items = items.values(sold_out_until=None, updated_at=MenuItem.updated_at)
    resumed = session.scalars(items.returning(MenuItem.id), execution_options=NO_SYNC).all()
    options = sa.update(Option).where(Option.sold_out_until <= instant).values(sold_out_until=None)
    groups = session.scalars(options.returning(Option.group_id), execution_options=NO_SYNC).all()
    touched = sa.or_(
        MenuItem.id.in_(resumed),
        MenuItem.option_groups.any(OptionGroup.id.in_(groups)) if groups else sa.false(),
    )
    for truck_id, item_id in session.execute(sa.select(MenuItem.truck_id, MenuItem.id).where(touched)):
        change_log.publish_change(session, truck_id, change_log.MENU, item_id)
