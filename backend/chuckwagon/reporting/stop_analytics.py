"""The numbers by stop of a period, and the numbers of one stop beside the average of its place."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon import demand
from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.demand import HOUR_SECONDS, LostDemand, LostDemandCounts
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.orders.models import Order, OrderLine
from chuckwagon.orders.status import IS_SALE, REVENUE_CENTS
from chuckwagon.reporting.periods import QUARTER_SECONDS, Period, at_truck, local_time
from chuckwagon.reporting.stop_queries import (
    GroupBy,
    HourOfDemand,
    OrdersWithoutStop,
    PlaceAverage,
    PlaceRank,
    ReportedStop,
    StopAnalytics,
    StopFigures,
    StopGroup,
    StopResult,
    StopRow,
    StopSums,
    list_stops,
    read_sums,
)
from chuckwagon.schedule import models, states
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.slot_allocation import build_calendar
from chuckwagon.schedule.wall_clock import WEEKDAYS, to_local
from chuckwagon.trucks.models import Truck

MAX_RANKED = 3
HOUR = timedelta(hours=1)


class StopWithSums(Struct, frozen=True):
    """A stop with its sums, and the instant at which they were read."""

    row: StopRow
    sums: StopSums
    now: datetime

    @property
    def is_cancelled(self) -> bool:
        return self.row.stop.status == models.CANCELLED

    @property
    def has_ended(self) -> bool:
        """Whether the stop took place and is over, not cancelled. Only such stops are in an average."""
        return states.get_state(self.row.stop, self.now) == states.ENDED

    @property
    def seconds(self) -> float:
        """The time of service so far, in seconds; 0 for a cancelled stop."""
        stop = self.row.stop
        served = min(states.closes_at(stop), self.now) - states.opens_at(stop)
        return 0.0 if self.is_cancelled else max(0.0, served.total_seconds())

    @property
    def capacity(self) -> int:
        """The units of all slots; 0 without a limit and for a cancelled stop."""
        calendar = build_calendar(self.row.stop)
        return 0 if self.is_cancelled else (calendar.capacity or 0) * len(calendar.positions())


def sum_up(counted: Sequence[StopWithSums]) -> dict[str, Any]:
    """The values of `StopFigures` for these stops together, keyed by its field names."""
    sums = [one.sums for one in counted]
    orders, revenue = sum(one.orders for one in sums), sum(one.revenue_cents for one in sums)
    hours = sum(one.seconds for one in counted) / HOUR.total_seconds()
    capacity = sum(one.capacity for one in counted)
    used = sum(one.sums.used_units for one in counted if one.capacity)
    ready = [seconds for one in sums for seconds in one.ready_seconds]
    cancelled = sum(one.is_cancelled for one in counted)
    return {
        "stops": len(counted) - cancelled,
        "cancelled_stops": cancelled,
        "orders": orders,
        "revenue": to_dollars(revenue),
        "average_order": to_dollars(divide_half_up(revenue, orders)),
        "items": sum(one.items for one in sums),
        "refunds": to_dollars(sum(one.refund_cents for one in sums)),
        "units_used_share": round(used / capacity, 4) if capacity else None,
        "median_minutes_to_ready": round(median(ready) / 60, 2) if ready else None,
        "hours": round(hours, 2),
        "orders_per_hour": round(orders / hours, 2) if hours else None,
        "revenue_per_hour": round(to_dollars(revenue) / hours, 2) if hours else None,
        "lost_demand": to_lost_demand(_add_lost(sums)),
    }


def average_place(others: Sequence[StopWithSums]) -> PlaceAverage | None:
    """The average of ended stops; None without one."""
    count = len(others)
    if not count:
        return None
    figures = sum_up(others)
    revenue = sum(one.sums.revenue_cents for one in others)
    return PlaceAverage(
        stops=count,
        orders=round(figures["orders"] / count, 2),
        revenue=to_dollars(divide_half_up(revenue, count)),
        items=round(figures["items"] / count, 2),
        revenue_per_hour=figures["revenue_per_hour"],
    )


def compare_revenue(revenue: float, average: PlaceAverage | None) -> float | None:
    """How much more than the average the revenue is, as a share of the average; None without a comparison."""
    return round(revenue / average.revenue - 1, 4) if average is not None and average.revenue else None


def rank_places(by_place: Mapping[str, Sequence[StopWithSums]]) -> tuple[list[PlaceRank], list[PlaceRank]]:
    """Return (best, worst) places by revenue per hour: up to three each, and none in both lists.

    `by_place` has each place's stops; only ended ones count.
    """
    ranks = [rank for ended in by_place.values() if (rank := _rank_place(ended)) is not None]
    ranks.sort(key=lambda rank: (-rank.revenue_per_hour, rank.place_name, rank.place_id))
    count = min(MAX_RANKED, len(ranks) // 2)
    return ranks[:count], ranks[: -count - 1 : -1]


def _rank_place(counted: Sequence[StopWithSums]) -> PlaceRank | None:
    ended = [one for one in counted if one.has_ended]
    per_hour = sum_up(ended)["revenue_per_hour"]
    if per_hour is None:
        return None
    row = ended[0].row
    return PlaceRank(row.place.id, row.place.name, row.stop.truck_id, row.truck_name, len(ended), per_hour)


def divide_half_up(cents: int, count: int) -> int:
    """Cents divided by `count`, rounded half up; 0 when `count` is 0."""
    return (2 * cents + count) // (2 * count) if count else 0


def to_lost_demand(by_kind: Mapping[str, int]) -> LostDemandCounts:
    """The JSON of the counts by kind."""
    return LostDemandCounts(
        closed_views=by_kind.get(demand.CLOSED_VIEW, 0),
        slot_full=by_kind.get(demand.SLOT_FULL, 0),
        sold_out=by_kind.get(demand.SOLD_OUT, 0),
        unpaid=by_kind.get(demand.UNPAID, 0),
    )


def _add_lost(sums: Sequence[StopSums]) -> dict[str, int]:
    added: dict[str, int] = {}
    for one in sums:
        for kind, count in one.lost.items():
            added[kind] = added.get(kind, 0) + count
    return added


COMPARED_DAYS = 90
QUARTERS_PER_HOUR = HOUR_SECONDS // QUARTER_SECONDS


def analyze_stops(session: Session, truck: Truck | None, period: Period, group_by: GroupBy) -> StopAnalytics:
    """The numbers of the stops that start in the period, of the truck (None: of all trucks), grouped.

    Cancelled stops are included.
    """
    truck_id = truck.id if truck else None
    counted = _count(session, list_stops(session, period.begins_at, period.ends_at, truck_id=truck_id))
    best, worst = rank_places(_by_place(counted))
    by_hour = _read_lost_by_hour(session, truck, period)
    return StopAnalytics(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        group_by=group_by,
        totals=StopFigures(**sum_up(counted)),
        without_stop=_read_without_stop(session, truck, period),
        lost_demand=to_lost_demand({kind: sum(one.get(kind, 0) for one in by_hour) for kind in _kinds(by_hour)}),
        lost_demand_by_hour=[
            HourOfDemand(hour=hour, **msgspec.structs.asdict(to_lost_demand(one))) for hour, one in enumerate(by_hour)
        ],
        best_places=best,
        worst_places=worst,
        groups=GROUPS[group_by](counted),
    )


def get_stop_result(session: Session, actor: Actor, stop_id: str) -> StopResult:
    """The numbers of one stop beside the average of its place in the COMPARED_DAYS before it, for its truck's staff.

    Raises NotFound, and NotAllowed for another truck's stop.
    """
    stop = session.get(Stop, stop_id) if is_id(stop_id) else None
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.VIEW_ANALYTICS, stop.truck_id)
    since, until = stop.starts_at - timedelta(days=COMPARED_DAYS), stop.starts_at + states.AFTER
    rows = [row for row in list_stops(session, since, until, place_id=stop.place_id) if row.stop is not stop]
    own = list_stops(session, stop.starts_at, until, truck_id=stop.truck_id)
    counted = _count(session, rows + [row for row in own if row.stop is stop])
    return StopResult(result=_to_stop_group(counted[-1], counted[:-1]), compared_days=COMPARED_DAYS)


def _count(session: Session, rows: Sequence[StopRow]) -> list[StopWithSums]:
    sums, now = read_sums(session, [row.stop.id for row in rows]), clock.now()
    return [StopWithSums(row, sums[row.stop.id], now) for row in rows]


def _by_place(counted: Sequence[StopWithSums]) -> dict[str, list[StopWithSums]]:
    places: dict[str, list[StopWithSums]] = defaultdict(list)
    for one in counted:
        places[one.row.place.id].append(one)
    return places


def _group_by_stop(counted: Sequence[StopWithSums]) -> list[StopGroup]:
    places = _by_place(counted)
    return [_to_stop_group(one, places[one.row.place.id]) for one in counted]


def _group_by_place(counted: Sequence[StopWithSums]) -> list[StopGroup]:
    """A group for each place, by revenue per hour, best first."""
    groups = [
        StopGroup(
            **sum_up(one),
            key=place_id,
            truck_id=one[0].row.stop.truck_id,
            truck_name=one[0].row.truck_name,
            place_id=place_id,
            place_name=one[0].row.place.name,
        )
        for place_id, one in _by_place(counted).items()
    ]
    return sorted(groups, key=lambda group: (-(group.revenue_per_hour or 0), group.place_name or "", group.key))


def _group_by_weekday(counted: Sequence[StopWithSums]) -> list[StopGroup]:
    """A group for each weekday on which a stop starts, in the time zone of its place."""
    days: dict[int, list[StopWithSums]] = defaultdict(list)
    for one in counted:
        days[to_local(one.row.stop.starts_at, one.row.place.timezone).weekday()].append(one)
    codes = list(WEEKDAYS)
    return [StopGroup(**sum_up(days[day]), key=codes[day], weekday=codes[day]) for day in sorted(days)]


GROUPS: dict[GroupBy, Callable[[Sequence[StopWithSums]], list[StopGroup]]] = {
    "stop": _group_by_stop,
    "place": _group_by_place,
    "weekday": _group_by_weekday,
}


def _to_stop_group(one: StopWithSums, at_place: Sequence[StopWithSums]) -> StopGroup:
    row, figures = one.row, sum_up([one])
    average = average_place([other for other in at_place if other is not one and other.has_ended])
    starts, ends = (to_local(at, row.place.timezone) for at in (row.stop.starts_at, row.stop.ends_at))
    shown = copy_fields(
        ReportedStop,
        row.stop,
        date=starts.date(),
        start_time=f"{starts:%H:%M}",
        end_time=f"{ends:%H:%M}",
        state=states.get_state(row.stop, one.now),
    )
    return StopGroup(
        **figures,
        key=row.stop.id,
        truck_id=row.stop.truck_id,
        truck_name=row.truck_name,
        place_id=row.place.id,
        place_name=row.place.name,
        stop=shown,
        place_average=average,
        revenue_change=compare_revenue(figures["revenue"], average),
    )


def _read_without_stop(session: Session, truck: Truck | None, period: Period) -> OrdersWithoutStop:
    within = (Order.created_at >= period.begins_at, Order.created_at < period.ends_at)
    sales = (at_truck(truck), *within, Order.stop_id.is_(None), IS_SALE)
    sums = sa.select(sa.func.count(), sa.func.sum(REVENUE_CENTS), sa.func.sum(Order.pieces)).where(*sales)
    orders, revenue, known = (int(value or 0) for value in session.execute(sums).one())
    unknown = sa.select(sa.func.sum(OrderLine.quantity)).join(Order).where(*sales, Order.pieces.is_(None))
    pieces = known + int(session.scalar(unknown) or 0)
    return OrdersWithoutStop(orders, to_dollars(revenue), to_dollars(divide_half_up(revenue, orders)), pieces)


def _read_lost_by_hour(session: Session, truck: Truck | None, period: Period) -> list[dict[str, int]]:
    """The lost demand of each of the 24 hours of the day, by kind.

    A UTC hour belongs to the local hour in which it begins.
    """
    hours = [-(-int(at.timestamp()) // HOUR_SECONDS) for at in (period.begins_at, period.ends_at)]
    query = sa.select(LostDemand.hour, LostDemand.kind, sa.func.sum(LostDemand.count))
    query = query.where(LostDemand.hour >= hours[0], LostDemand.hour < hours[1])
    if truck is not None:
        query = query.where(LostDemand.truck_id == truck.id)
    found: list[dict[str, int]] = [{} for _ in range(24)]
    for hour, kind, count in session.execute(query.group_by(LostDemand.hour, LostDemand.kind)):
        of_hour = found[local_time(hour * QUARTERS_PER_HOUR, ZoneInfo(period.zone)).hour]
        of_hour[kind] = of_hour.get(kind, 0) + int(count)
    return found


def _kinds(by_hour: Sequence[dict[str, int]]) -> set[str]:
    return {kind for one in by_hour for kind in one}
