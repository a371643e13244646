"""Order status transitions: those of the board, and cancellations by a disruption of the stop or by the customer.

A change is one conditional UPDATE: on the board from the status that the user saw, for a cancellation from those that
may be cancelled. So the slower of two users, a cancellation and a kitchen that starts the order at the same instant win
or lose as a whole; who loses gets a conflict with the current order, and changes nothing. History row, SMS and refund
are written in the same transaction.
"""

from collections.abc import Collection
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.sessions import require_proof
from chuckwagon.audit.log import AuditActor
from chuckwagon.customers.service import lock_customer
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.drawer import service as day_events
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders import audit_events, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import move_status_count, update_spent
from chuckwagon.orders.models import Order, OrderEvent, Refund, cancellation_key
from chuckwagon.orders.pickup_changes import record_new_time
from chuckwagon.orders.placement.counter_drafts import refuse_kept_draft
from chuckwagon.orders.queries import refunded_cents
from chuckwagon.orders.reservations.service import release_order
from chuckwagon.orders.schemas import ChangeRequest, OrderChangeCommand, StaffOrder
from chuckwagon.orders.service import add_refund, enqueue_sms
from chuckwagon.orders.status import TRANSITIONS
from chuckwagon.printers.enqueue import follow_cancellation, print_confirmed_order
from chuckwagon.realtime import change_log

MAX_REFUND_ATTEMPTS = 10
NOT_COMPLETED = (*statuses.NOT_STARTED, statuses.PREPARING, statuses.READY)


def try_cancel(session: Session, order_id: str, allowed: Collection[str], author: AuditActor, by: str) -> bool:
    """Cancel an order in one of the `allowed` statuses, and request a refund of what is left of its payment.

    Locks the order, gives back its slot and stock as `release_order` says, and publishes the change; enqueues no SMS.
    Returns False, and changes nothing, when the order is in another status.
    """
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    before = order.status
    cancelled = {"status": statuses.CANCELLED, "version": Order.version + 1, "updated_at": clock.now()}
    is_allowed = (Order.id == order_id, Order.status.in_(allowed))
    if not try_update_one(session, sa.update(Order).where(*is_allowed).values(cancelled)):
        return False
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)
    release_order(session, order, before)
    lock_customer(session, order.customer_id)  # before the counter, as in `place_order`
    move_status_count(session, order.truck_id, before, statuses.CANCELLED)
    after_commit(session, TRANSITIONS.labels(before, statuses.CANCELLED).inc)
    session.add(OrderEvent(order_id=order_id, status=statuses.CANCELLED, at=clock.now(), by=by))
    order = session.get_one(Order, order_id, populate_existing=True)
    day_events.record_cancellation(session, order.truck_id, order.id, order.total_cents)
    follow_cancellation(session, order.id)
    audit_events.record_cancellation(session, author, order, before)
    refund_remaining(session, author, order, by)
    return True


def cancel_of_deleted_truck(session: Session, order_id: str, author: AuditActor) -> None:
    """Cancel and refund an open order of a truck that was deleted, and tell its customer; nothing for a closed one."""
    if try_cancel(session, order_id, NOT_COMPLETED, author, author.name):
        enqueue_sms(session, session.get_one(Order, order_id), statuses.CANCELLED)


def retry_refund(session: Session, author: AuditActor, order_id: str, by: str) -> bool:
    """Request the refund that a cancelled order still owes: Stripe or the bank refused it, or a dispute had the money.

    Returns False, without a request, when nothing is left to refund or after `MAX_REFUND_ATTEMPTS`. Then only staff can
    refund, because a card that refuses as often will always refuse.
    """
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    is_due = order.status == statuses.CANCELLED and order.payment_status in statuses.HOLDS_MONEY
    is_left = order.total_cents > refunded_cents(session, order_id)
    if not is_due or not is_left or _count_refund_attempts(session, order_id) >= MAX_REFUND_ATTEMPTS:
        return False
    refund_remaining(session, author, order, by)
    return True


def _count_refund_attempts(session: Session, order_id: str) -> int:
    """The refunds that the cancellation of the order has requested so far."""
    own = Refund.key.startswith(cancellation_key(order_id), autoescape=True)
    return session.scalar(sa.select(sa.func.count()).where(Refund.order_id == order_id, own)) or 0


def refund_remaining(session: Session, author: AuditActor, order: Order, by: str) -> None:
    """Request a refund of what is left of the payment; nothing if the order holds no money.

    A refund of a counter payment is due until staff have paid it out. The caller has locked the order's row.
    """
    remaining_cents = order.total_cents - refunded_cents(session, order.id)
    if order.payment_status not in statuses.HOLDS_MONEY:
        return
    if remaining_cents <= 0:
        update_spent(session, order.truck_id, order.customer_id)  # everything is refunded already
        return
    tries = _count_refund_attempts(session, order.id)
    key = cancellation_key(order.id) if tries == 0 else f"{cancellation_key(order.id)}:again-{tries}"
    add_refund(session, order, remaining_cents, reason="Order cancelled", asked_by=by, key=key)
    audit_events.record_refund(session, author, order, remaining_cents)


SMS_STATUSES = (statuses.PREPARING, statuses.READY, statuses.CANCELLED)


class StatusConflict(Conflict):
    """The order cannot change to this status, or another user was faster; `order` is its current state."""

    code = "status_conflict"


def change_order(
    db: Database, actor: Actor, order_id: str, request: ChangeRequest, *, free_cents: int | None = None
) -> StaffOrder:
    """Change the status or the estimated pickup time, and return the order for staff. A repeated change does nothing.

    Of several steps, those that the order has made already are skipped, and all others are made or none. Raises
    NotFound, NotAllowed for another truck's order, InvalidInput for an unknown status or malformed time,
    StatusConflict when the order cannot change to the status, or another user was faster, PaymentRunning for the
    cancellation of an order for which a card is asked on a reader, and ReauthenticationRequired when a user without a
    recent proof cancels, and so refunds, an order of more than `free_cents`.
    """
    with db.reading() as session:
        seen = queries.get_order_for(session, actor, order_id)
        change = request.check()
        is_refunded = change.status == statuses.CANCELLED != seen.status and seen.payment_status in statuses.HOLDS_MONEY
        if is_refunded and free_cents is not None and seen.total_cents > free_cents:
            require_proof(session, actor)
    return db.write(lambda session: _apply_steps(session, actor, seen, change))


def _apply_steps(session: Session, actor: Actor, seen: Order, change: OrderChangeCommand) -> StaffOrder:
    through = change.through
    if seen.status in through:
        through = through[through.index(seen.status) + 1 :]
    elif seen.status == change.status:
        through = ()
    # Checked before the first step, because the conflict must show the order as it is stored.
    path = (*through, change.status) if change.status else ()
    if any(after not in statuses.NEXT_STATUSES[status] for status, after in pairwise(path)):
        raise _conflict(session, seen.id, change.status)
    if through and change.status == statuses.CANCELLED:
        # Lock order: the order, what it has reserved, its customer, then the truck's counter, which every step updates.
        release_order(session, session.get_one(Order, seen.id, with_for_update=True), through[-1])
        lock_customer(session, seen.customer_id)
    for status in through:
        _apply(session, actor, seen, OrderChangeCommand(status, UNSET), is_passed=True)
        seen = session.get_one(Order, seen.id, populate_existing=True)
    return _apply(session, actor, seen, change)


def _apply(
    session: Session, actor: Actor, seen: Order, change: OrderChangeCommand, *, is_passed: bool = False
) -> StaffOrder:
    """Make one step. Of a status that is only passed the customer hears nothing: the last text says it all."""
    status = change.status if change.status != seen.status else None
    if status is not None and status not in statuses.NEXT_STATUSES[seen.status]:
        raise _conflict(session, seen.id, status)
    values = _changed_values(seen, status, change)
    if not values:
        return queries.get_staff_order(session, seen.id)
    before, instant = {name: getattr(seen, name) for name in values}, clock.now()
    unchanged = [Order.id == seen.id] + ([Order.status == seen.status] if status else [])
    new_values = {**values, "version": Order.version + 1, "updated_at": instant}
    if status == statuses.READY:
        new_values["seconds_to_ready"] = (instant - seen.created_at).total_seconds()
    if try_update_one(session, sa.update(Order).where(*unchanged).values(new_values)):
        change_log.publish_change(session, seen.truck_id, change_log.ORDER, seen.id)
        if status is not None:
            if status == statuses.CANCELLED:
                refuse_kept_draft(session, seen.truck_id, seen.id)
                # As it is now: its slot may have been moved since it was read.
                release_order(session, session.get_one(Order, seen.id, populate_existing=True), before["status"])
                lock_customer(session, seen.customer_id)  # before the counter, as in `place_order`
            move_status_count(session, seen.truck_id, seen.status, status)
            after_commit(session, TRANSITIONS.labels(seen.status, status).inc)
            _record_step(session, actor, seen.id, status, instant, is_passed=is_passed)
        if "estimated_pickup_at" in values:
            _tell_new_time(session, actor, seen.id, before["estimated_pickup_at"])
        shown = queries.get_staff_order(session, seen.id)
        audit_events.record_order_changes(session, actor, shown, before, values)
        return shown
    now = session.get_one(Order, seen.id, populate_existing=True)
    if now.status != status:
        raise _conflict(session, seen.id, status)
    return _apply(session, actor, now, change, is_passed=is_passed)  # another user made the same change


def _tell_new_time(session: Session, actor: Actor, order_id: str, before: datetime | None) -> None:
    order = session.get_one(Order, order_id, populate_existing=True)
    if order.status in (statuses.PENDING, statuses.CONFIRMED, statuses.PREPARING):
        record_new_time(session, order, before or order.pickup_at, queries.get_staff_name(session, actor.user_id))


def _changed_values(seen: Order, status: str | None, change: OrderChangeCommand) -> dict[str, Any]:
    values: dict[str, Any] = {"status": status} if status else {}
    if change.estimated_pickup_at is not UNSET and change.estimated_pickup_at != seen.estimated_pickup_at:
        values["estimated_pickup_at"] = change.estimated_pickup_at
    return values


def _record_step(
    session: Session, actor: Actor, order_id: str, status: str, at: datetime, *, is_passed: bool = False
) -> None:
    """Write the history row, and enqueue the SMS and the refund that the new status requires."""
    name = queries.get_staff_name(session, actor.user_id)
    session.add(OrderEvent(order_id=order_id, status=status, at=at, by=name))
    order = session.get_one(Order, order_id, populate_existing=True)
    if status == statuses.CONFIRMED:
        print_confirmed_order(session, order.truck_id, order.id)
    if status in SMS_STATUSES and not is_passed:
        enqueue_sms(session, order, status)
    if status == statuses.CANCELLED:
        day_events.record_cancellation(session, order.truck_id, order.id, order.total_cents)
        follow_cancellation(session, order.id)
        refund_remaining(session, actor.author, order, name)


def _conflict(session: Session, order_id: str, status: str | None) -> StatusConflict:
    shown = queries.get_staff_order(session, order_id)
    text = f"Order #{shown.order_number} is {shown.status} and cannot become {status}."
    values = {"number": shown.order_number, "status": shown.status, "wanted": status or ""}
    sentence = Sentence(text, StatusConflict.code, **values)
    return StatusConflict(sentence, order=msgspec.to_builtins(shown))
