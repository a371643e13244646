"""Compares the sales of all trucks for some days, and whether each is open now. Money in dollars.

The number of statements does not depend on the number of trucks.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.disruptions.models import MOVED, STARTED, Disruption
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.money import to_dollars
from chuckwagon.orders.models import Order
from chuckwagon.orders.status import CONFIRMED, IS_SALE, PENDING, PREPARING, REVENUE_CENTS
from chuckwagon.reporting.periods import Period
from chuckwagon.reporting.stop_queries import MAX_STOP_LENGTH
from chuckwagon.schedule.models import CANCELLED, Stop
from chuckwagon.schedule.schemas import Instant, TruckSchedule
from chuckwagon.schedule.truck_queries import read_schedules
from chuckwagon.trucks.models import Truck, find_resume_time, is_accepting_orders
from chuckwagon.trucks.queries import HAS_ITEM_ON_SALE, NOT_ARCHIVED
from chuckwagon.trucks.schemas import ScheduleMode


class StopChanges(Struct, rename="camel"):
    """How many stops were cancelled, ran late, were moved or ended early. A stop counts for each of its changes."""

    cancelled: int
    late: int
    moved: int
    ended_early: int


class ComparedFigures(Struct, rename="camel", kw_only=True):
    """Sales and revenue of the days, the stops of the days that changed, and the orders that are late now."""

    orders: int
    revenue: float
    late_orders: int
    stop_changes: StopChanges


class ComparedTruck(ComparedFigures, kw_only=True):
    """A truck with its figures, and whether it is open now and at which stop: see `is_open`."""

    truck_id: str
    name: str
    is_active: bool
    timezone: str
    accepting_orders: bool
    not_accepting_reason: str | None
    paused_until: Instant | None
    orderable: bool
    schedule: TruckSchedule


class TruckComparison(Struct, rename="camel"):
    """The trucks by name, active ones first. Each truck's days are on its own clock.

    `more_trucks` are left out: their figures are not in the totals either.
    """

    first: str = field(name="from")
    last: str = field(name="to")
    trucks: list[ComparedTruck]
    totals: ComparedFigures
    more_trucks: int


NOT_READY = (PENDING, CONFIRMED, PREPARING)
_PROMISED_AT = sa.func.coalesce(Order.estimated_pickup_at, Order.pickup_at)
Span = Callable[[Sequence[str], datetime, datetime], sa.ColumnElement[bool]]


class TruckRow(Struct, frozen=True):
    """What decides whether a truck is open, at the instant of the answer."""

    id: str
    name: str
    is_active: bool
    timezone: str
    schedule_mode: ScheduleMode
    accepting_orders: bool
    not_accepting_reason: str | None
    paused_until: datetime | None
    orderable: bool


def list_truck_rows(session: Session, limit: int, instant: datetime) -> tuple[list[TruckRow], int]:
    """Return (trucks, count of the others): the first `limit` trucks by name, active ones first.

    Archived trucks are left out.
    """
    query = (
        sa.select(
            *(getattr(Truck, name) for name in TruckRow.__struct_fields__ if name != "orderable"),
            HAS_ITEM_ON_SALE.label("orderable"),
            sa.func.count().over().label("all_trucks"),
        )
        .where(NOT_ARCHIVED)
        .order_by(Truck.is_active.desc(), sa.func.lower(Truck.name), Truck.id)
        .limit(limit)
    )
    rows = session.execute(query).all()
    return [_to_truck_row(row, instant) for row in rows], (rows[0].all_trucks - len(rows) if rows else 0)


def _to_truck_row(row: Any, instant: datetime) -> TruckRow:
    accepting = is_accepting_orders(row.accepting_orders, row.paused_until, instant)
    return copy_fields(
        TruckRow,
        row,
        accepting_orders=accepting,
        not_accepting_reason=None if accepting else row.not_accepting_reason,
        paused_until=find_resume_time(row.accepting_orders, row.paused_until, instant),
    )


def read_sales(session: Session, trucks: Sequence[TruckRow], period: Period) -> dict[str, tuple[int, int]]:
    """Return (number of sales, revenue in cents) of each truck's days, by truck ID.

    A truck without a sale is missing.
    """
    made = _on_own_days(trucks, period, _made_between)
    query = sa.select(Order.truck_id, sa.func.count(), sa.func.sum(REVENUE_CENTS)).where(made, IS_SALE)
    return {truck_id: (count, int(cents)) for truck_id, count, cents in _by_truck(session, query, Order.truck_id)}


def count_late_orders(session: Session, truck_ids: Sequence[str], instant: datetime) -> dict[str, int]:
    """The orders of each truck whose promised time has come and that are not ready, by truck ID.

    The kitchen calls the same orders late. A truck without one is missing.
    """
    is_late = (Order.truck_id.in_(truck_ids), Order.status.in_(NOT_READY), instant >= _PROMISED_AT)
    query = sa.select(Order.truck_id, sa.func.count()).where(*is_late)
    return dict(map(tuple, _by_truck(session, query, Order.truck_id)))


def count_stop_changes(session: Session, trucks: Sequence[TruckRow], period: Period) -> dict[str, StopChanges]:
    """The changed stops of each truck that start on its days, by truck ID. A truck without a stop is missing."""
    was_moved = sa.exists().where(Disruption.stop_id == Stop.id, Disruption.kind == MOVED, Disruption.state == STARTED)
    changes = (Stop.status == CANCELLED, Stop.delay_minutes > 0, was_moved, Stop.ended_early_at.is_not(None))
    counts = [sa.func.sum(sa.case((change, 1), else_=0)) for change in changes]
    query = sa.select(Stop.truck_id, *counts).where(_on_own_days(trucks, period, _starts_between))
    return {row[0]: StopChanges(*map(int, row[1:])) for row in _by_truck(session, query, Stop.truck_id)}


def _by_truck(session: Session, query: sa.Select[*tuple[Any, ...]], truck_id: Any) -> Sequence[Any]:
    return session.execute(query.group_by(truck_id)).all()


def _on_own_days(trucks: Sequence[TruckRow], period: Period, span: Span) -> sa.ColumnElement[bool]:
    """SQL condition: something happened on the days of the period in its truck's time zone.

    `span` builds the condition for the trucks of one time zone.
    """
    ids: dict[str, list[str]] = defaultdict(list)
    for truck in trucks:
        ids[truck.timezone].append(truck.id)
    own = {zone: Period(period.first, period.last, zone) for zone in ids}
    return sa.or_(*(span(ids[zone], days.begins_at, days.ends_at) for zone, days in own.items()))


def _made_between(truck_ids: Sequence[str], since: datetime, until: datetime) -> sa.ColumnElement[bool]:
    return sa.and_(Order.truck_id.in_(truck_ids), Order.created_at >= since, Order.created_at < until)


def _starts_between(truck_ids: Sequence[str], since: datetime, until: datetime) -> sa.ColumnElement[bool]:
    # The bounds of the end say the same about the start, and have an index.
    ends = (Stop.ends_at > since, Stop.ends_at < until + MAX_STOP_LENGTH)
    return sa.and_(Stop.truck_id.in_(truck_ids), *ends, Stop.starts_at >= since, Stop.starts_at < until)


MAX_TRUCKS = 100
NO_CHANGES = StopChanges(cancelled=0, late=0, moved=0, ended_early=0)


def compare_trucks(session: Session, period: Period) -> TruckComparison:
    """Compare the first MAX_TRUCKS trucks by name, active ones first. The period is in each truck's own time zone."""
    instant = clock.now()
    trucks, more = list_truck_rows(session, MAX_TRUCKS, instant)
    figures = _read_figures(session, trucks, period, instant) if trucks else {}
    schedules = read_schedules(session, trucks, instant)
    return TruckComparison(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        trucks=[_to_truck(truck, figures[truck.id], schedules[truck.id]) for truck in trucks],
        totals=ComparedFigures(**_to_fields(_sum_up(figures.values()))),
        more_trucks=more,
    )


class _Figures(Struct, frozen=True):
    """The figures of one truck or of several, in cents."""

    orders: int
    cents: int
    late: int
    changes: StopChanges


def _read_figures(
    session: Session, trucks: Sequence[TruckRow], period: Period, instant: datetime
) -> dict[str, _Figures]:
    ids = [truck.id for truck in trucks]
    sales = read_sales(session, trucks, period)
    late = count_late_orders(session, ids, instant)
    changes = count_stop_changes(session, trucks, period)
    return {
        truck_id: _Figures(*sales.get(truck_id, (0, 0)), late.get(truck_id, 0), changes.get(truck_id, NO_CHANGES))
        for truck_id in ids
    }


def _sum_up(figures: Collection[_Figures]) -> _Figures:
    names = StopChanges.__struct_fields__
    changes = {name: sum(getattr(one.changes, name) for one in figures) for name in names}
    return _Figures(
        orders=sum(one.orders for one in figures),
        cents=sum(one.cents for one in figures),
        late=sum(one.late for one in figures),
        changes=StopChanges(**changes),
    )


def _to_truck(truck: TruckRow, figures: _Figures, schedule: TruckSchedule) -> ComparedTruck:
    return copy_fields(ComparedTruck, truck, truck_id=truck.id, schedule=schedule, **_to_fields(figures))


def _to_fields(figures: _Figures) -> dict[str, Any]:
    return {
        "orders": figures.orders,
        "revenue": to_dollars(figures.cents),
        "late_orders": figures.late,
        "stop_changes": figures.changes,
    }
