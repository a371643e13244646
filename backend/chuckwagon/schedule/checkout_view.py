"""The columns of a stop and its place that a checkout reads."""

from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.schedule import models

_stops, _places = table_of(models.Stop), table_of(models.Place)


class CheckoutStop(msgspec.Struct, kw_only=True):
    """A stop with its place; `tax_rate_units` is the rate of the place, `timezone` its zone."""

    id: str
    truck_id: str
    starts_at: datetime
    ends_at: datetime
    status: str
    delay_minutes: int
    ended_early_at: datetime | None
    preorder_minutes: int
    last_order_minutes: int
    plan_version: int
    place_name: str
    place_address: str
    timezone: str
    tax_rate_units: int


_COLUMNS = {
    **{name: _stops.c[name] for name in CheckoutStop.__struct_fields__ if name in _stops.c},
    "place_name": _places.c.name,
    "place_address": _places.c.address,
    "timezone": _places.c.timezone,
    "tax_rate_units": _places.c.tax_rate_units,
}
_SELECT = sa.select(*(_COLUMNS[name] for name in CheckoutStop.__struct_fields__)).join(
    _places, _places.c.id == _stops.c.place_id
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
_LOCK = CompiledStatement(
    sa.select(_stops.c.plan_version).where(_stops.c.id == sa.bindparam("stop_id")).with_for_update(read=True)
)


def find_checkout_stop(session: Session, stop_id: str) -> CheckoutStop | None:
    """The stop with this id, or None."""
    return _to_stop(_BY_ID.first(session, {"stop_id": stop_id}))


def find_open_stop(session: Session, truck_id: str, instant: datetime) -> CheckoutStop | None:
    """The stop at which the truck is at this instant, also while it is delayed."""
    return _to_stop(_OPEN.first(session, {"truck_id": truck_id, "instant": instant}))


def lock_plan(session: Session, stop: CheckoutStop) -> bool:
    """Keep staff from changing the stop until the commit. False when they have changed its plan since it was read."""
    row = _LOCK.first(session, {"stop_id": stop.id})
    return row is not None and row[0] == stop.plan_version


def _to_stop(row: tuple[object, ...] | None) -> CheckoutStop | None:
    return None if row is None else CheckoutStop(**dict(zip(CheckoutStop.__struct_fields__, row, strict=True)))  # type: ignore[arg-type]
