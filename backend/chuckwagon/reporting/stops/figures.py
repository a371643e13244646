"""Turns the sums of stops into figures: totals, averages of a place, best and worst places. No input or output."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from msgspec import Struct

from chuckwagon.demand import models as demand
from chuckwagon.demand.schemas import LostDemandCounts
from chuckwagon.kit.money import to_dollars
from chuckwagon.reporting.stops.rows import StopRow, StopSums
from chuckwagon.reporting.stops.schemas import PlaceAverage, PlaceRank
from chuckwagon.schedule import models, states
from chuckwagon.schedule.slots.calendars import build_calendar

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
