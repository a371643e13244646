"""Stops with their place in the columns that a checkout reads, and the locks that keep a stop unchanged."""

from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.schedule import models, states
from chuckwagon.schedule.schemas import PREORDER_MINUTES
from chuckwagon.schedule.slot_allocation import Load
from chuckwagon.trucks.models import Truck

# The last customers in line are served after the end.
COUNTER_AFTER_END = timedelta(minutes=60)
LONGEST_PREORDER = timedelta(minutes=PREORDER_MINUTES[1])

_stops, _places, _slots = table_of(models.Stop), table_of(models.Place), table_of(models.SlotRow)
_trucks = table_of(Truck)


class CheckoutStop(msgspec.Struct, kw_only=True):
    """A stop with its place, whose rates and zone it has. `prices_include_tax` is the truck's unless it has its own."""

    id: str
    truck_id: str
    starts_at: datetime
    ends_at: datetime
    status: str
    delay_minutes: int
    ended_early_at: datetime | None
    preorder_minutes: int
    last_order_minutes: int
    slot_minutes: int
    slot_capacity: int | None
    walk_up_share: int
    plan_version: int
    version: int
    place_name: str
    place_address: str
    timezone: str
    tax_rate_units: int
    reduced_tax_rate_units: int | None
    prices_include_tax: bool


_COLUMNS = {
    **{name: _stops.c[name] for name in CheckoutStop.__struct_fields__ if name in _stops.c},
    "place_name": _places.c.name,
    "place_address": _places.c.address,
    "timezone": _places.c.timezone,
    "tax_rate_units": _places.c.tax_rate_units,
    "reduced_tax_rate_units": _places.c.reduced_tax_rate_units,
    "prices_include_tax": sa.func.coalesce(_stops.c.prices_include_tax, _trucks.c.prices_include_tax),
}
_SELECT = (
    sa.select(*(_COLUMNS[name] for name in CheckoutStop.__struct_fields__))
    .join(_places, _places.c.id == _stops.c.place_id)
    .join(_trucks, _trucks.c.id == _stops.c.truck_id)
)
_BY_ID = CompiledStatement(_SELECT.where(_stops.c.id == sa.bindparam("stop_id")))
_OPEN = CompiledStatement(
    _SELECT.where(
        _stops.c.truck_id == sa.bindparam("truck_id"),
        _stops.c.status == models.SCHEDULED,
        _stops.c.starts_at <= sa.bindparam("instant"),
        sa.func.coalesce(_stops.c.ended_early_at, _stops.c.ends_at) > sa.bindparam("instant"),
    ).order_by(_stops.c.starts_at)
)
_COMING = CompiledStatement(
    _SELECT.where(
        _stops.c.truck_id == sa.bindparam("truck_id"),
        _stops.c.status == models.SCHEDULED,
        sa.func.coalesce(_stops.c.ended_early_at, _stops.c.ends_at) > sa.bindparam("instant"),
    )
    .order_by(_stops.c.starts_at)
    .limit(1)
)
_AT_THE_COUNTER = CompiledStatement(
    _SELECT.where(
        _stops.c.truck_id == sa.bindparam("truck_id"),
        _stops.c.status == models.SCHEDULED,
        _stops.c.starts_at <= sa.bindparam("until"),
        sa.func.coalesce(_stops.c.ended_early_at, _stops.c.ends_at) >= sa.bindparam("since"),
    ).order_by(_stops.c.starts_at)
)
_LOCKED = sa.select(
    _stops.c.plan_version,
    _stops.c.slot_minutes,
    _stops.c.slot_capacity,
    _stops.c.walk_up_share,
    _slots.c.position,
    _slots.c.used_units,
    _slots.c.online_units,
)
_LOCKED = _LOCKED.outerjoin(_slots, _slots.c.calendar_id == _stops.c.id).where(_stops.c.id == sa.bindparam("stop_id"))
_LOCK = CompiledStatement(_LOCKED.with_for_update(read=True, of=_stops))
_LOCK_EXCLUSIVE = CompiledStatement(
    sa.select(_stops.c.id).where(_stops.c.id == sa.bindparam("stop_id")).with_for_update()
)
_LOCK_PLAN = CompiledStatement(
    sa.select(_stops.c.plan_version).where(_stops.c.id == sa.bindparam("stop_id")).with_for_update(read=True)
)


def find_checkout_stop(session: Session, stop_id: str) -> CheckoutStop | None:
    """The stop with this ID, also a cancelled or ended one; None if it does not exist."""
    return _to_stop(_BY_ID.first(session, {"stop_id": stop_id}))


def find_open_stop(session: Session, truck_id: str, instant: datetime) -> CheckoutStop | None:
    """The scheduled stop whose planned time has come and that has not ended; None between stops.

    A stop whose delay is not over counts too.
    """
    return _to_stop(_OPEN.first(session, {"truck_id": truck_id, "instant": instant}))


def find_coming_stop(session: Session, truck_id: str, instant: datetime) -> CheckoutStop | None:
    """The scheduled stop at which the truck is, else the next one; None without one."""
    return _to_stop(_COMING.first(session, {"truck_id": truck_id, "instant": instant}))


def list_counter_stops(session: Session, truck_id: str, instant: datetime) -> list[CheckoutStop]:
    """The stops that an order at the counter can be for; the first one is meant where none is named.

    In this order: the open one, those that ended within the last hour, latest first, and the coming one from its first
    pre-orders on. The last order of a stop binds online orders only.
    """
    span = {"since": instant - COUNTER_AFTER_END, "until": instant + LONGEST_PREORDER}
    stops = [stop for row in _AT_THE_COUNTER.all(session, {"truck_id": truck_id, **span}) if (stop := _to_stop(row))]
    by_phase: dict[str, list[CheckoutStop]] = {states.OPEN: [], states.ENDED: [], states.UPCOMING: []}
    for stop in stops:
        by_phase[states.get_phase(stop, instant)].append(stop)
    coming = [stop for stop in by_phase[states.UPCOMING][:1] if states.orders_open_at(stop) <= instant]
    return [*by_phase[states.OPEN], *reversed(by_phase[states.ENDED]), *coming]


def lock_slots(
    session: Session, stop: CheckoutStop, *, exclusive: bool = False
) -> tuple[CheckoutStop, dict[int, Load]] | None:
    """Keep staff from changing the stop until the commit, and read what is taken of its slots, by position.

    Returns (stop, loads); the stop has its present slot settings. With `exclusive` other checkouts wait too. None when
    staff have changed the stop's plan since it was read, or deleted it.
    """
    if exclusive:
        # On its own, because a statement that waits for the lock reads the slots as they were before it waited.
        _LOCK_EXCLUSIVE.first(session, {"stop_id": stop.id})
    rows = _LOCK.all(session, {"stop_id": stop.id})
    if not rows or rows[0][0] != stop.plan_version:
        return None
    _plan, minutes, capacity, share = rows[0][:4]
    present = msgspec.structs.replace(stop, slot_minutes=minutes, slot_capacity=capacity, walk_up_share=share)
    return present, {row[4]: Load(row[5], row[6]) for row in rows if row[4] is not None}


def lock_plan(session: Session, stop_id: str) -> int | None:
    """Keep staff from changing the stop until the commit. Returns its plan version; None when the stop was deleted."""
    row = _LOCK_PLAN.first(session, {"stop_id": stop_id})
    return None if row is None else int(row[0])


def _to_stop(row: tuple[object, ...] | None) -> CheckoutStop | None:
    return None if row is None else CheckoutStop(**dict(zip(CheckoutStop.__struct_fields__, row, strict=True)))  # type: ignore[arg-type]
