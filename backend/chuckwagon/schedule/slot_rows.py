"""Takes units of slots and gives them back, with one conditional statement for each slot row.

A caller that has units of several slots to take or give does so with one call, which goes through the rows in
ascending order, so that two orders cannot wait for each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.db import database
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import SlotRow
from chuckwagon.schedule.slot_allocation import Load, SlotCalendar, get_slot_state

UNLIMITED = 2**31 - 1

_slots = table_of(SlotRow)
_NUMBER = sa.BigInteger()


def _build_reserve(insert: Any) -> sa.Insert:
    """Build the statement that inserts the row, or adds to it while it has room.

    It returns the row's new units, or no row when it has no room.
    """
    added = insert(_slots)
    used = _slots.c.used_units + added.excluded.used_units
    online = _slots.c.online_units + added.excluded.online_units
    has_room = sa.and_(
        used <= sa.bindparam("capacity", type_=_NUMBER), online <= sa.bindparam("online_capacity", type_=_NUMBER)
    )
    statement: sa.Insert = added.on_conflict_do_update(
        index_elements=[_slots.c.calendar_id, _slots.c.position],
        set_={"used_units": used, "online_units": online},
        where=has_room,
    ).returning(_slots.c.used_units, _slots.c.online_units)
    return statement


_RESERVE = CompiledStatement(_build_reserve, ("calendar_id", "position", "used_units", "online_units"))
_RELEASE = CompiledStatement(
    sa.update(_slots)
    .where(_slots.c.calendar_id == sa.bindparam("calendar"), _slots.c.position == sa.bindparam("place"))
    .values(
        used_units=_slots.c.used_units - sa.bindparam("units", type_=_NUMBER),
        online_units=_slots.c.online_units - sa.bindparam("online", type_=_NUMBER),
    )
    .returning(_slots.c.used_units, _slots.c.online_units)
)


class SlotUnavailable(Exception):
    """Another order was faster: what was planned does not fit any more. The transaction has to be rolled back."""


class UnitChange(Struct, frozen=True, order=True):
    """So many units of a slot more (or fewer, if negative), of which `online` are those of online orders."""

    calendar_id: str
    position: int
    units: int
    online: int


def list_changes(calendar_id: str, slots: Iterable[tuple[int, int]], *, is_online: bool, sign: int) -> list[UnitChange]:
    """The changes that take these units (`sign` 1) or give them back (-1). `slots` are positions with units."""
    return [UnitChange(calendar_id, at, sign * units, sign * units * is_online) for at, units in slots]


def merge_changes(changes: Iterable[UnitChange]) -> list[UnitChange]:
    """One change for each slot, in ascending order, without those that change nothing."""
    sums: dict[tuple[str, int], tuple[int, int]] = {}
    for one in changes:
        units, online = sums.get((one.calendar_id, one.position), (0, 0))
        sums[one.calendar_id, one.position] = (units + one.units, online + one.online)
    return [UnitChange(*key, *both) for key, both in sorted(sums.items()) if both != (0, 0)]


def apply_changes(
    session: Session,
    truck_id: str,
    changes: Iterable[UnitChange],
    calendars: Mapping[str, SlotCalendar],
    *,
    is_forced: bool = False,
) -> None:
    """Take and give back the units, and publish the slots that become free, nearly full or full.

    `is_forced` takes them although the slot has no room. Raises SlotUnavailable when there is none.
    """
    for change in merge_changes(changes):
        calendar = calendars.get(change.calendar_id)
        after = (
            _reserve_units(session, change, None if is_forced else calendar)
            if change.units > 0
            else _release_units(session, change)
        )
        if calendar is not None and after is not None:
            before = Load(after.used - change.units, after.online - change.online)
            _publish_state(session, truck_id, calendar, before, after)


def _publish_state(session: Session, truck_id: str, calendar: SlotCalendar, before: Load, after: Load) -> None:
    """Publish a slot that became free, nearly full or full. Whether the stop takes orders depends only on full ones."""
    states = get_slot_state(calendar, before), get_slot_state(calendar, after)
    if states[0] != states[1]:
        change_log.publish_change(session, truck_id, change_log.SLOTS, calendar.id)
        if "full" in states and calendar.id != truck_id:
            change_log.publish_change(session, truck_id, change_log.STOP, calendar.id)


def _reserve_units(session: Session, change: UnitChange, calendar: SlotCalendar | None) -> Load:
    capacity = UNLIMITED if calendar is None or calendar.capacity is None else calendar.capacity
    online = UNLIMITED if calendar is None or calendar.online_capacity is None else calendar.online_capacity
    # The statement's condition is about a row that exists. A new one has room for what an empty slot takes.
    fits_empty_slot = change.units <= capacity and change.online <= online
    values = {
        "calendar_id": change.calendar_id,
        "position": change.position,
        "used_units": change.units,
        "online_units": change.online,
        "capacity": capacity,
        "online_capacity": online,
    }
    row = _RESERVE.first(session, values) if fits_empty_slot else None
    if row is None:
        raise SlotUnavailable
    return Load(*row)


def _release_units(session: Session, change: UnitChange) -> Load | None:
    values = {
        "calendar": change.calendar_id,
        "place": change.position,
        "units": -change.units,
        "online": -change.online,
    }
    row = _RELEASE.first(session, values)
    return None if row is None else Load(*row)


def lock_truck_slots(session: Session, truck_id: str) -> None:
    """Make other orders at a truck that is always open wait until the commit. Read the loads only after this."""
    database.lock_transaction(session, f"slots:{truck_id}")


_LOADS = CompiledStatement(
    sa.select(_slots.c.position, _slots.c.used_units, _slots.c.online_units).where(
        _slots.c.calendar_id == sa.bindparam("calendar"), _slots.c.position >= sa.bindparam("first", type_=_NUMBER)
    )
)


def read_loads(session: Session, calendar: SlotCalendar) -> dict[int, Load]:
    """What is taken of the calendar's slots, by position. A slot of which nothing is taken may be missing."""
    rows = _LOADS.all(session, {"calendar": calendar.id, "first": calendar.first})
    return {position: Load(used, online) for position, used, online in rows}


def read_loads_by_stop(session: Session, stop_ids: Sequence[str]) -> dict[str, dict[int, Load]]:
    """What is taken of the slots of several stops, by stop ID and position. What has no units may be missing."""
    found: dict[str, dict[int, Load]] = {}
    if stop_ids:
        for row in session.execute(sa.select(*_slots.c).where(_slots.c.calendar_id.in_(stop_ids))):
            found.setdefault(row.calendar_id, {})[row.position] = Load(row.used_units, row.online_units)
    return found


def sum_used_units(session: Session, stop_ids: Sequence[str]) -> dict[str, int]:
    """The units that are taken of all slots of each stop, by stop ID. A stop without slot rows is missing."""
    total = sa.func.sum(_slots.c.used_units)
    query = sa.select(_slots.c.calendar_id, total).where(_slots.c.calendar_id.in_(stop_ids))
    return {stop_id: int(units) for stop_id, units in session.execute(query.group_by(_slots.c.calendar_id))}


def delete_slots(session: Session, stop_ids: list[str]) -> None:
    """Delete the slot rows of deleted stops."""
    rows = sa.delete(SlotRow).where(SlotRow.calendar_id.in_(stop_ids))
    session.execute(rows.execution_options(synchronize_session=False))
