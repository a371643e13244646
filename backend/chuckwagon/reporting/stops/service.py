"""The numbers by stop of a period, and the numbers of one stop beside the average of its place."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.demand.models import LostDemand
from chuckwagon.demand.service import HOUR_SECONDS
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.row_to_struct import copy_fields
from chuckwagon.orders.models import Order, OrderLine
from chuckwagon.orders.revenue import IS_SALE, REVENUE_CENTS
from chuckwagon.reporting.filters import at_truck
from chuckwagon.reporting.periods import QUARTER_SECONDS, Period, local_time
from chuckwagon.reporting.stops.figures import (
    StopWithSums,
    average_place,
    compare_revenue,
    divide_half_up,
    rank_places,
    sum_up,
    to_lost_demand,
)
from chuckwagon.reporting.stops.rows import StopRow, list_stops, read_sums
from chuckwagon.reporting.stops.schemas import (
    GroupBy,
    HourOfDemand,
    OrdersWithoutStop,
    ReportedStop,
    StopAnalytics,
    StopFigures,
    StopGroup,
    StopResult,
)
from chuckwagon.schedule import states
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.series.recurrence import WEEKDAYS
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck

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
