"""JSON of an order's pickup: the place of its stop as the customer saw it, and the changes of its plan."""

from typing import Literal, Protocol, cast

from msgspec import Struct, field

from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import PickupChange


class PickupPlace(Struct):
    """The place of the order's stop, and its IANA time zone. A later change of the place does not change it."""

    name: str
    address: str
    timezone: str


class PlaceColumns(Protocol):
    """The columns of an order, or of a new one, that keep the place."""

    @property
    def place_name(self) -> str | None: ...
    @property
    def place_address(self) -> str | None: ...
    @property
    def place_timezone(self) -> str | None: ...


def name_with_address(name: str | None, address: str | None) -> str:
    """The name of a place and its address, as a customer reads them who has to find it."""
    return ", ".join(dict.fromkeys(part for part in (name, address) if part))


def to_pickup_place(order: PlaceColumns) -> PickupPlace | None:
    """The place of the order's stop; None for an order at a truck that is always open."""
    if order.place_name is None or order.place_timezone is None:
        return None
    return PickupPlace(order.place_name, order.place_address or "", order.place_timezone)


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
