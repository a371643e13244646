"""What staff did: steps of orders, refunds and planned stops, as rows of the audit log."""

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from typing import Any

from chuckwagon.audit.log import AuditEvent, compute_digest
from chuckwagon.demo.history.past_stops import Visit
from chuckwagon.demo.history.row_buffer import RowBuffer
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.kit.money import format_usd
from chuckwagon.orders.audit_events import REFUNDED, STATUS_CHANGED
from chuckwagon.orders.models import Order, OrderEvent, Refund
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
