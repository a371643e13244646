"""Cancels an order outside the board: by a disruption of its stop, or by its customer.

The change is one conditional UPDATE from the statuses that may be cancelled, so that a kitchen that starts the order
at the same instant, or another cancellation, wins or loses as a whole.
"""

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditActor
from chuckwagon.customers.service import lock_customer
from chuckwagon.db.database import try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.drawer import events as day_events
from chuckwagon.kit import clock
from chuckwagon.orders import audit_events
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import move_status_count, update_spent
from chuckwagon.orders.models import Order, OrderEvent, Refund, cancellation_key
from chuckwagon.orders.queries import refunded_cents
from chuckwagon.orders.reservations.service import release_order
from chuckwagon.orders.service import add_refund, enqueue_sms
from chuckwagon.orders.status import TRANSITIONS
from chuckwagon.printers.enqueue import follow_cancellation
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
