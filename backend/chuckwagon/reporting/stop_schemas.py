"""JSON of the numbers by stop. Money in dollars, shares from 0 to 1."""

from datetime import date
from typing import Literal

from msgspec import Struct, field

from chuckwagon.demand import LostDemandCounts
from chuckwagon.schedule.schemas import Instant

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
