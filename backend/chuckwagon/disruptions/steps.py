"""The steps of a disruption: each changes one order, once, and enqueues its one SMS.

A step is claimed by a conditional update in the transaction that changes the order, so that it happens once, however
often the worker dies or two workers meet. How far it is follows from its own state, its SMS and its refund.
"""

from datetime import timedelta
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditActor, FieldChange
from chuckwagon.db.database import try_update_one
from chuckwagon.disruptions import models
from chuckwagon.disruptions.effects import CHANGE_KINDS, UNCOOKED, UnknownKind
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.notifications import delivery_status
from chuckwagon.orders import audit_events
from chuckwagon.orders.messages import change_sms_kind
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_changes import (
    NewPickupChange,
    add_change,
    enqueue_change_sms,
    record_notified,
    suppress_closing_sms,
)
from chuckwagon.orders.placement.record_payment import SOLD_AT
from chuckwagon.orders.status_changes import NOT_COMPLETED, try_cancel
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import Place

START, APPLY_STEP = "start_disruption", "disruption_step"


def step_key(step_id: str) -> str:
    """The unique outbox key of a step, so that it is enqueued once."""
    return f"disruption_step:{step_id}"


def get_author(row: Disruption) -> AuditActor:
    """The member of staff who asked for the disruption, with name and role of that moment."""
    return AuditActor(row.actor_id, row.actor_name, row.actor_role)


def apply_step(session: Session, step_id: str) -> None:
    """Change the order of a step, record the change and enqueue its SMS; does nothing when that was done before.

    An order that is closed by now stays as it is, and the step is `unneeded`.
    """
    step = session.get_one(DisruptionStep, step_id)
    is_waiting = (DisruptionStep.id == step_id, DisruptionStep.state == models.WAITING)
    claimed = sa.update(DisruptionStep).where(*is_waiting).values(state=models.APPLIED, updated_at=clock.now())
    if not try_update_one(session, claimed):
        return
    row = session.get_one(Disruption, step.disruption_id)
    change = _apply(session, row, step.order_id)
    if change is None:
        result: dict[str, Any] = {"state": models.UNNEEDED}
    else:
        result = {"sms_kind": _notify_customer(session, row, step.order_id, change)}
    try_update_one(session, sa.update(DisruptionStep).where(DisruptionStep.id == step_id).values(result))
    change_log.publish_change(session, row.truck_id, change_log.DISRUPTION, row.id)


def record_failure(session: Session, step_id: str, reason: str) -> None:
    """Set a waiting step to failed and publish that. Staff call the customer, or try it again."""
    is_waiting = (DisruptionStep.id == step_id, DisruptionStep.state == models.WAITING)
    failed = {"state": models.FAILED, "reason": reason, "updated_at": clock.now()}
    if try_update_one(session, sa.update(DisruptionStep).where(*is_waiting).values(failed)):
        step = session.get_one(DisruptionStep, step_id)
        row = session.get_one(Disruption, step.disruption_id)
        change_log.publish_change(session, row.truck_id, change_log.DISRUPTION, row.id)


def _apply(session: Session, row: Disruption, order_id: str) -> NewPickupChange | None:
    """Change the order. Returns what to record, or None for an order that is closed, or started, by now."""
    if row.kind == models.LATE:
        return _delay(session, row, order_id)
    if row.kind == models.MOVED:
        return _relocate(session, row, order_id)
    if row.kind not in (models.ENDS_EARLY, models.CANCELLED):
        raise UnknownKind(row.kind)
    if not try_cancel(session, order_id, NOT_COMPLETED, get_author(row), row.actor_name):
        return None
    return _describe(row)


def _delay(session: Session, row: Disruption, order_id: str) -> NewPickupChange | None:
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    delay = timedelta(minutes=row.minutes or 0)
    moved = {
        name: value + delay
        for name in ("slot_at", "estimated_pickup_at")
        if (value := getattr(order, name)) is not None
    }
    if not _update(session, order, moved, UNCOOKED):
        return None
    before = order.estimated_pickup_at or order.slot_at
    audit_events.record_plan_change(
        session,
        get_author(row),
        order,
        {"estimatedPickupTime": FieldChange(before, before + delay if before else None)},
    )
    return _describe(row, to_iso(before) if before else None, to_iso(before + delay) if before else None)


def _relocate(session: Session, row: Disruption, order_id: str) -> NewPickupChange | None:
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    if _has_newer_move(session, row):
        return None
    place = session.get_one(Place, row.place_id)
    before = order.place_name
    moved = {"place_name": place.name, "place_address": place.address, "place_timezone": place.timezone}
    if not _update(session, order, {**moved, **SOLD_AT}, NOT_COMPLETED):
        return None
    audit_events.record_plan_change(session, get_author(row), order, {"place": FieldChange(before, place.name)})
    return _describe(row, before, place.name)


def _has_newer_move(session: Session, row: Disruption) -> bool:
    """Whether the stop has moved again since. Its customers hear of the newest place only."""
    later = (Disruption.stop_id == row.stop_id, Disruption.number > row.number)
    moved = (Disruption.kind == models.MOVED, Disruption.state == models.STARTED)
    return session.scalar(sa.select(sa.literal(1)).where(*later, *moved).limit(1)) is not None


def _update(session: Session, order: Order, values: dict[str, Any], allowed: tuple[str, ...]) -> bool:
    """Change the order if it is in one of the allowed statuses, and publish it."""
    is_allowed = (Order.id == order.id, Order.status.in_(allowed))
    changed = {**values, "version": Order.version + 1, "updated_at": clock.now()}
    if not try_update_one(session, sa.update(Order).where(*is_allowed).values(changed)):
        return False
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)
    return True


def _describe(row: Disruption, before: str | None = None, after: str | None = None) -> NewPickupChange:
    return NewPickupChange(
        kind=CHANGE_KINDS[row.kind],
        by=row.actor_name,
        minutes=row.minutes,
        before=before,
        after=after,
        sentence=row.sentence,
        disruption_id=row.id,
    )


def _notify_customer(session: Session, row: Disruption, order_id: str, change: NewPickupChange) -> str | None:
    """Record the change and enqueue its SMS. Returns the kind of the SMS, None for an order without a phone."""
    order = session.get_one(Order, order_id, populate_existing=True)
    stored = add_change(session, order_id, change)
    if row.kind in (models.ENDS_EARLY, models.CANCELLED):
        suppress_closing_sms(session, order)
    if enqueue_change_sms(session, order, stored) is None:
        record_notified(session, stored.id)
        return None
    return change_sms_kind(stored.kind, stored.number)


PENDING, DONE, FAILED = "pending", "done", "failed"
Progress = Literal["pending", "done", "failed"]
Problem = Literal["order", "refund", "text"]
STEP_FAILED = "The order could not be changed. Try again, or change it by hand."
SMS_FAILED = "The text could not be sent."
REFUND_FAILED = (
    "The card refund was refused. Try again. If it is refused again, refund it in the Stripe dashboard or in cash."
)


class StepFacts(Struct, frozen=True):
    """The columns that decide how far a step is; None where there is no row."""

    state: str
    reason: str | None
    sms_kind: str | None
    outbox_status: str | None
    sms_status: str | None
    sms_reason: str | None
    is_refund_refused: bool  # and the money was not given back another way
    is_overtaken: bool  # the SMS would no longer be true
    is_closed: bool  # the order is cancelled or completed


class StepOutcome(Struct, frozen=True):
    """How far a step is, and for a failed one, what failed and why."""

    progress: Progress
    reason: str = ""
    problem: Problem = "text"


def read_outcome(facts: StepFacts) -> StepOutcome:
    """How far a step is. It is done once the order is changed and its SMS was sent, or it needs none."""
    if facts.state == models.WAITING:
        return StepOutcome("pending")
    if facts.state == models.UNNEEDED or (facts.state == models.FAILED and facts.is_closed):
        return StepOutcome("done")
    if facts.state == models.FAILED:
        return StepOutcome("failed", facts.reason or STEP_FAILED, "order")
    if facts.sms_kind is not None and facts.outbox_status == outbox.WAITING:
        return StepOutcome("pending")
    if facts.is_refund_refused:
        return StepOutcome("failed", REFUND_FAILED, "refund")
    if facts.is_overtaken:
        return StepOutcome("done")
    is_lost = facts.sms_status in (*delivery_status.UNSUCCESSFUL, delivery_status.SKIPPED)
    if facts.sms_kind is not None and (is_lost or facts.outbox_status in (outbox.FAILED, outbox.SKIPPED)):
        return StepOutcome("failed", facts.sms_reason or SMS_FAILED)
    return StepOutcome("done")
