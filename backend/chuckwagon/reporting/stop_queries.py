"""Reads the stops of a period, the raw sums of each, and the JSON of the numbers by stop.

Money is in dollars there, shares from 0 to 1.

Every query starts from the stops, by an index that holds all that is summed here for the orders of a stop. So its cost
depends on the orders of these stops, however many others there are. Reading the lines and the history of each order
would search two more indexes, which grow with the table.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.demand import LostDemand, LostDemandCounts
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderEvent, OrderLine, Refund
from chuckwagon.orders.status import COUNTS_AS_REFUND, IS_SALE, REVENUE_CENTS
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.schemas import Instant
from chuckwagon.schedule.slot_rows import sum_used_units
from chuckwagon.trucks.models import Truck

GroupBy = Literal["stop", "place", "weekday"]


class StopFigures(Struct, rename="camel", kw_only=True):
    """The sums of one or more stops. `stops` leaves out the cancelled ones, which count as `cancelled_stops`.

    `hours` is the time of service so far. Null: there is nothing to divide by.
    """

    stops: int
    cancelled_stops: int
    orders: int
    revenue: float
    average_order: float
    items: int
    refunds: float
    units_used_share: float | None
    median_minutes_to_ready: float | None
    hours: float
    orders_per_hour: float | None
    revenue_per_hour: float | None
    lost_demand: LostDemandCounts


class PlaceAverage(Struct, rename="camel"):
    """The average of the other ended stops at the same place, of which there are `stops`."""

    stops: int
    orders: float
    revenue: float
    items: float
    revenue_per_hour: float | None


class ReportedStop(Struct, rename="camel", kw_only=True):
    """Which stop it is. Date and times are on the clock of its place."""

    id: str = field(name="_id")
    starts_at: Instant
    ends_at: Instant
    date: date
    start_time: str
    end_time: str
    state: str


class StopGroup(StopFigures, kw_only=True):
    """The sums of one stop, one place or one weekday (`mon` to `sun`).

    `revenue_change` says how much more (or less) revenue a stop had than the place's average: 0.25 is a quarter more.
    """

    key: str
    truck_id: str | None = None
    truck_name: str | None = None
    place_id: str | None = None
    place_name: str | None = None
    weekday: str | None = None
    stop: ReportedStop | None = None
    place_average: PlaceAverage | None = None
    revenue_change: float | None = None


class PlaceRank(Struct, rename="camel"):
    """A place with its revenue per hour of service, over its ended stops."""

    place_id: str
    place_name: str
    truck_id: str
    truck_name: str
    stops: int
    revenue_per_hour: float


class OrdersWithoutStop(Struct, rename="camel"):
    """Sales of the period that belong to no stop."""

    orders: int
    revenue: float
    average_order: float
    items: int


class HourOfDemand(LostDemandCounts):
    """Lost demand in an hour on the truck's clock, over all days of the period."""

    hour: int = 0


class StopAnalytics(Struct, rename="camel", kw_only=True):
    """The stops that start in the period. `lost_demand` is all that was lost in it, at a stop or not."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    group_by: GroupBy
    totals: StopFigures
    without_stop: OrdersWithoutStop
    lost_demand: LostDemandCounts
    lost_demand_by_hour: list[HourOfDemand]
    best_places: list[PlaceRank]
    worst_places: list[PlaceRank]
    groups: list[StopGroup]


class StopResult(Struct, rename="camel", kw_only=True):
    """The result of one stop, beside the average of the place in the `compared_days` before it."""

    result: StopGroup
    compared_days: int


MAX_STOP_LENGTH = timedelta(hours=18)
STOPS_PER_QUERY = 500


class StopRow(Struct, frozen=True):
    """A stop with its place and its truck."""

    stop: Stop
    place: Place
    truck_name: str


class StopSums(Struct):
    """What was sold at one stop, in cents, with its lost demand by kind.

    `ready_seconds` has the time from paid to ready of each order that became ready.
    """

    orders: int = 0
    revenue_cents: int = 0
    items: int = 0
    refund_cents: int = 0
    used_units: int = 0
    ready_seconds: list[float] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)


def list_stops(
    session: Session,
    begins_at: datetime,
    ends_at: datetime,
    *,
    truck_id: str | None = None,
    place_id: str | None = None,
) -> list[StopRow]:
    """The stops that start in this span, cancelled ones included, by start."""
    # The bounds of the end say the same about the start, and have an index.
    in_span = (
        Stop.ends_at > begins_at,
        Stop.ends_at < ends_at + MAX_STOP_LENGTH,
        Stop.starts_at >= begins_at,
        Stop.starts_at < ends_at,
    )
    query = sa.select(Stop, Place, Truck.name).join(Place, Place.id == Stop.place_id)
    query = query.join(Truck, Truck.id == Stop.truck_id).where(*in_span)
    if truck_id is not None:
        query = query.where(Stop.truck_id == truck_id)
    if place_id is not None:
        query = query.where(Stop.place_id == place_id)
    return [StopRow(*row) for row in session.execute(query.order_by(Stop.starts_at, Stop.id))]


def read_sums(session: Session, stop_ids: Sequence[str]) -> dict[str, StopSums]:
    """The sums of each of these stops, keyed by stop ID."""
    found = {stop_id: StopSums() for stop_id in stop_ids}
    for first in range(0, len(stop_ids), STOPS_PER_QUERY):
        some = stop_ids[first : first + STOPS_PER_QUERY]
        _add_sales(session, found, some)
        _add_refunds(session, found, some)
        _add_ready_times(session, found, some)
        _add_lost(session, found, some)
        for stop_id, units in sum_used_units(session, some).items():
            found[stop_id].used_units = units
    return found


def _add_sales(session: Session, found: dict[str, StopSums], stop_ids: Sequence[str]) -> None:
    query = _select(Order.stop_id, sa.func.count(), sa.func.sum(REVENUE_CENTS), sa.func.sum(Order.pieces))
    for stop_id, orders, cents, pieces in _by_stop(session, query.where(IS_SALE), stop_ids):
        found[stop_id].orders, found[stop_id].revenue_cents, found[stop_id].items = orders, int(cents), int(pieces or 0)
    # Orders that do not know their pieces.
    query = _select(Order.stop_id, sa.func.sum(OrderLine.quantity)).join(OrderLine, OrderLine.order_id == Order.id)
    for stop_id, pieces in _by_stop(session, query.where(IS_SALE, Order.pieces.is_(None)), stop_ids):
        found[stop_id].items += int(pieces)


def _add_refunds(session: Session, found: dict[str, StopSums], stop_ids: Sequence[str]) -> None:
    query = _select(Order.stop_id, sa.func.sum(Refund.amount_cents)).join(Refund, Refund.order_id == Order.id)
    for stop_id, cents in _by_stop(session, query.where(COUNTS_AS_REFUND), stop_ids):
        found[stop_id].refund_cents = int(cents)


def _select(*columns: Any) -> sa.Select[Any]:
    """Select columns as rows of any type, because `Order.stop_id` is optional in the type only."""
    return sa.select(*columns)


def _by_stop(session: Session, query: sa.Select[Any], stop_ids: Sequence[str]) -> Iterable[Any]:
    return session.execute(query.where(Order.stop_id.in_(stop_ids)).group_by(Order.stop_id))


def _add_ready_times(session: Session, found: dict[str, StopSums], stop_ids: Sequence[str]) -> None:
    was_paid = (Order.stop_id.in_(stop_ids), Order.payment_status != statuses.UNPAID)
    known = _select(Order.stop_id, Order.seconds_to_ready).where(*was_paid, Order.seconds_to_ready.is_not(None))
    for stop_id, seconds in session.execute(known):
        found[stop_id].ready_seconds.append(seconds)
    # Orders that do not know when they were ready: those that are not yet, and those of an older release.
    in_history = (
        _select(Order.stop_id, Order.created_at, sa.func.min(OrderEvent.at))
        .join(OrderEvent, OrderEvent.order_id == Order.id)
        .where(*was_paid, Order.seconds_to_ready.is_(None), OrderEvent.status == statuses.READY)
        .group_by(Order.id, Order.stop_id, Order.created_at)
    )
    for stop_id, paid_at, ready_at in session.execute(in_history):
        found[stop_id].ready_seconds.append((ready_at - paid_at).total_seconds())


def _add_lost(session: Session, found: dict[str, StopSums], stop_ids: Sequence[str]) -> None:
    total = sa.func.sum(LostDemand.count)
    query = sa.select(LostDemand.stop_id, LostDemand.kind, total).where(LostDemand.stop_id.in_(stop_ids))
    for stop_id, kind, count in session.execute(query.group_by(LostDemand.stop_id, LostDemand.kind)):
        found[stop_id].lost[kind] = int(count)
