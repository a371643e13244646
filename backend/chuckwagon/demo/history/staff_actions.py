"""What staff did, as rows of the audit log, and the lost demand of the history, as hourly sums."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from typing import Any

from chuckwagon.audit.log import AuditEvent, compute_digest
from chuckwagon.demand.models import CLOSED_VIEW, NO_STOP, SLOT_FULL, SOLD_OUT, UNPAID, LostDemand
from chuckwagon.demand.service import HOUR_SECONDS
from chuckwagon.demo.history.past_stops import Visit
from chuckwagon.demo.history.row_buffer import RowBuffer, SeededRandom
from chuckwagon.kit.money import format_usd
from chuckwagon.orders.audit_events import REFUNDED, STATUS_CHANGED
from chuckwagon.orders.models import Order, OrderEvent, Refund
from chuckwagon.schedule import models, states
from chuckwagon.schedule.audit_events import STOP_CREATED

MAX_STEPS = 200
ROLE = "admin"


def add_staff_actions(rng: SeededRandom, buffer: RowBuffer, visits: Iterable[Visit], staff: dict[str, str]) -> None:
    """Add audit events: the newest MAX_STEPS steps of orders, all refunds, and the stops.

    `staff` has the name of a member of staff, keyed by truck ID.
    """
    orders = {row["id"]: row for row in buffer.rows[Order]}
    for refund in buffer.rows[Refund]:
        order = orders[refund["order_id"]]
        details: dict[str, Any] = {"number": str(order["order_number"]), "amount": format_usd(refund["amount_cents"])}
        _add(rng, buffer, REFUNDED, order["id"], order["truck_id"], staff, refund["created_at"], details)
    steps = [pair for pair in pairwise(buffer.rows[OrderEvent]) if pair[0]["order_id"] == pair[1]["order_id"]]
    for before, after in sorted(steps, key=lambda pair: pair[1]["at"])[-MAX_STEPS:]:
        order = orders[after["order_id"]]
        change = {"before": before["status"], "after": after["status"]}
        step: dict[str, Any] = {"status": change, "version": order["version"]}
        details = {"number": str(order["order_number"]), **step}
        _add(rng, buffer, STATUS_CHANGED, order["id"], order["truck_id"], staff, after["at"], details)
    for visit in visits:
        stop = visit.stop
        details = {"stop": stop.starts_at.isoformat(), "place": visit.spot.place.name}
        _add(rng, buffer, STOP_CREATED, stop.id, stop.truck_id, staff, stop.created_at, details)


def _add(
    rng: SeededRandom,
    buffer: RowBuffer,
    action: str,
    subject_id: str,
    truck_id: str,
    staff: dict[str, str],
    at: datetime,
    details: dict[str, Any],
) -> None:
    row = {
        "id": rng.new_id(),
        "at": at,
        "actor_id": None,
        "actor_name": staff[truck_id],
        "actor_role": ROLE,
        "action": action,
        "truck_id": truck_id,
        "subject_kind": action.partition(".")[0],
        "subject_id": subject_id,
        "details": details,
        "request_id": "",
        "address": "",
    }
    buffer.add(AuditEvent, **row, digest=compute_digest(row))


MAX_VIEWS, MAX_UNPAID, MAX_SOLD_OUT = 9, 2, 3
BUSY_FACTOR = 1.2  # from here on a place is busy, and something is sold out


class LostDemandSums:
    """Sums lost demand by hour, truck, stop and kind, until `write` makes rows of the sums."""

    def __init__(self) -> None:
        self._sums: Counter[tuple[str, int, str, str]] = Counter()

    def add_stop(self, rng: SeededRandom, visit: Visit, refused: int) -> None:
        """Count the losses of a stop: the `refused` customers who found no slot, and random numbers of other kinds."""
        stop = visit.stop
        if stop.status == models.CANCELLED:
            self._count(stop.truck_id, stop.starts_at, stop.id, CLOSED_VIEW, rng.randint(1, MAX_VIEWS))
            return
        opens_at, closes_at = states.opens_at(stop), states.closes_at(stop)
        self._count(stop.truck_id, opens_at, stop.id, SLOT_FULL, refused)
        self._count(stop.truck_id, opens_at, stop.id, UNPAID, rng.randint(0, MAX_UNPAID))
        if visit.spot.factor >= BUSY_FACTOR:
            self._count(stop.truck_id, closes_at, stop.id, SOLD_OUT, rng.randint(0, MAX_SOLD_OUT))
        self._count(stop.truck_id, closes_at, NO_STOP, CLOSED_VIEW, rng.randint(0, MAX_VIEWS))

    def write(self, buffer: RowBuffer) -> None:
        """Add one row for each hour, truck, stop and kind of lost demand."""
        for (truck_id, hour, stop_id, kind), count in sorted(self._sums.items()):
            buffer.add(LostDemand, truck_id=truck_id, hour=hour, stop_id=stop_id, kind=kind, count=count)

    def _count(self, truck_id: str, at: datetime, stop_id: str, kind: str, count: int) -> None:
        if count:
            self._sums[truck_id, int(at.timestamp()) // HOUR_SECONDS, stop_id, kind] += count
