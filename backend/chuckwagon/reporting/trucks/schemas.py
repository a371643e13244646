"""JSON of the comparison of trucks. Money in dollars."""

from msgspec import Struct, field

from chuckwagon.schedule.schemas import Instant, TruckSchedule


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
    """A truck with its figures, and whether it is open now and at which stop."""

    truck_id: str
    name: str
    is_active: bool
    timezone: str
    accepting_orders: bool
    not_accepting_reason: str | None
    paused_until: Instant | None
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
