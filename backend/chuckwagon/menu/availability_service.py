"""Selling out: an item or one of its options, until somebody resumes it or until a time, and the end of that.

Two people at one switch never undo each other: what is set is set by one conditional update, and nothing is
said to have changed when nothing has.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import changes, clock
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import InvalidInput, NotFound
from chuckwagon.menu import audited, queries
from chuckwagon.menu.availability import (
    CONTRADICTION,
    ON_SALE,
    UNTIL_RESUMED,
    Availability,
    problem_of_until,
)
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.schemas import AvailabilityRequest, StaffMenuEntry
from chuckwagon.menu.shelf import touch

NO_OPTION = "We couldn't find this option."
NO_SYNC = {"synchronize_session": False}
Sold = type[MenuItem] | type[Option]


def set_availability(
    db: Database, actor: Actor, item_id: str, given: AvailabilityRequest | None
) -> StaffMenuEntry:
    """Sell out an item or bring it back. Raises NotFound, NotAllowed and InvalidInput."""
    wanted = read_availability(given)

    def change(session: Session) -> StaffMenuEntry:
        queries.get_item_for(session, actor, item_id)
        queries.lock_item(session, item_id)
        item = session.get_one(MenuItem, item_id, populate_existing=True)
        values, differs = _step(MenuItem, wanted)
        if touch(session, item_id, values, differs):
            audited.note_availability(session, actor.author, item, _stored(session, MenuItem, item_id))
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def set_option_availability(
    db: Database, actor: Actor, item_id: str, option_id: str, given: AvailabilityRequest | None
) -> StaffMenuEntry:
    """Sell out an option of an item or bring it back, which makes the item a new version.

    Raises NotFound, NotAllowed and InvalidInput.
    """
    wanted = read_availability(given)

    def change(session: Session) -> StaffMenuEntry:
        item = queries.get_item_for(session, actor, item_id)
        queries.lock_item(session, item_id)
        if not queries.has_option(session, item_id, option_id):
            raise NotFound(NO_OPTION)
        values, differs = _step(Option, wanted)
        name, before = session.get_one(Option, option_id).name, _stored(session, Option, option_id)
        if changed_one(session, sa.update(Option).where(Option.id == option_id, differs).values(values)):
            touch(session, item_id, {})
            change = (before, _stored(session, Option, option_id))
            audited.note_option_availability(session, actor.author, item, name, change)
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def read_availability(given: AvailabilityRequest | None) -> Availability | None:
    """What is to be stored; None for the other state, whichever that is. Raises InvalidInput."""
    if given is None or (given.is_available is None and given.until is None):
        return None
    if given.until is None:
        return ON_SALE if given.is_available else UNTIL_RESUMED
    problem = CONTRADICTION if given.is_available else problem_of_until(given.until, clock.now())
    if problem:
        raise InvalidInput(problem, fields={"until": problem})
    return Availability(True, given.until)


def _step(sold: Sold, wanted: Availability | None) -> tuple[dict[str, Any], sa.ColumnElement[bool]]:
    """What to store, and the condition under which that changes anything."""
    until = sold.sold_out_until
    on_sale = sa.and_(sold.is_available, sa.or_(until.is_(None), until <= clock.now()))
    if wanted is None:
        return {"is_available": sa.not_(on_sale), "sold_out_until": None}, sa.true()
    values = {"is_available": wanted.is_available, "sold_out_until": wanted.sold_out_until}
    if wanted == ON_SALE:
        return values, sa.not_(on_sale)
    differs = sa.or_(
        sold.is_available.is_not(wanted.is_available), until.is_distinct_from(wanted.sold_out_until)
    )
    return values, differs


def _stored(session: Session, sold: Sold, sold_id: str) -> Availability:
    row = sa.select(sold.is_available, sold.sold_out_until).where(sold.id == sold_id)
    return Availability(*session.execute(row).one())


def has_ended(session: Session) -> bool:
    """Whether something is sold out until a time that has come; a cheap look that takes no write lock."""
    instant = clock.now()
    ended = [sa.exists().where(sold.sold_out_until <= instant) for sold in (MenuItem, Option)]
    return bool(session.scalar(sa.select(sa.or_(*ended))))


def resume_ended(session: Session) -> None:
    """Forget the times that have come and tell whoever watches. Their end was seen without this already.

    No new version: an editor who has the item open has read nothing that is not true any more.
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
        changes.announce(session, truck_id, changes.MENU, item_id)
