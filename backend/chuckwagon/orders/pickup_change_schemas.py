"""JSON of the changes of an order's plan."""

from typing import Literal, cast

from msgspec import Struct, field

from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import PickupChange

DisruptionKind = Literal["late", "moved", "ends_early", "stop_cancelled"]
PlanChangeKind = Literal[
    "late", "moved", "ends_early", "stop_cancelled", "slot_changed", "cancelled_by_customer", "time_changed"
]


class OrderPlanChange(Struct, rename="camel"):
    """A change of the plan, for staff. `before` and `after` are instants or names of places."""

    kind: PlanChangeKind
    minutes: int | None
    at: str
    by: str
    before: str | None = field(name="from")
    after: str | None = field(name="to")


class TrackedChange(Struct, rename="camel"):
    """The last disruption that touched an order, for its customer. `sentence` is in the words of the truck's staff."""

    kind: DisruptionKind
    minutes: int | None
    sentence: str
    at: str
    previous_time: str | None
    previous_place: str | None


def to_plan_change(row: PickupChange) -> OrderPlanChange:
    """The JSON of an order's plan change, as staff see it."""
    return OrderPlanChange(cast("PlanChangeKind", row.kind), row.minutes, to_iso(row.at), row.by, row.before, row.after)


def to_tracked_change(row: PickupChange | None) -> TrackedChange | None:
    """The change for the customer. The name of the member of staff is left out."""
    if row is None:
        return None
    previous_time = row.before if row.kind == "late" else None
    previous_place = row.before if row.kind == "moved" else None
    kind = cast("DisruptionKind", row.kind)
    return TrackedChange(kind, row.minutes, row.sentence, to_iso(row.at), previous_time, previous_place)
