"""Worker jobs of payments."""

from collections.abc import Callable
from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditActor
from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.orders.models import Order
from chuckwagon.orders.status_changes import NOT_COMPLETED, cancel_of_deleted_truck
from chuckwagon.payments import refund_sending
from chuckwagon.payments.counter import readers, settle
from chuckwagon.payments.counter.states import READ_RECEIPT
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.payments.reconciliation import scheduled
from chuckwagon.settings import Settings
from chuckwagon.trucks.service import END_CHECKOUTS, MOVE_READERS

BY_ITSELF = AuditActor(None, "Chuckwagon", "system")


def reconcile_payments(db: Database, settings: Settings, should_continue: Callable[[], bool]) -> None:
    """Fulfill, cancel or defer unfinished checkouts by what Stripe says, until `should_continue` returns False."""
    scheduled.reconcile(db, settings, stripe_gateway(settings), should_continue)


def release_holds(db: Database, settings: Settings, should_continue: Callable[[], bool]) -> None:
    """Cancel the payments of checkouts whose hold is over, and give back what they hold."""
    scheduled.release_expired_holds(db, settings, stripe_gateway(settings), should_continue)


def refund_payment(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the claimed message's refund to Stripe, and finish or reschedule the message."""
    refund_sending.send_refund(db, stripe_gateway(settings), settings, claimed)


def end_checkouts(db: Database, _settings: Settings, claimed: OutboxMessage) -> None:
    """Set the end of the archived truck's open checkouts to now, cancel its open orders, and finish the message.

    The reconciler then cancels the payment intents as it does for any expired checkout. The order of a checkout that
    was paid meanwhile comes here again, on its own (`orderId`), and is refunded too.
    """
    truck_id, order_id = str(claimed.payload["truckId"]), claimed.payload.get("orderId")
    by = claimed.payload.get("by")
    author = AuditActor(*by) if by else BY_ITSELF

    def expire(session: Session) -> None:
        truck = (Checkout.truck_id == truck_id, Checkout.status == OPEN)
        session.execute(sa.update(Checkout).where(*truck).values(expires_at=clock.now()))

    if order_id is None:
        db.write(expire)
    only = [] if order_id is None else [Order.id == str(order_id)]
    with db.reading() as session:
        found = sa.select(Order.id).where(Order.truck_id == truck_id, Order.status.in_(NOT_COMPLETED), *only)
        ids = session.scalars(found.order_by(Order.id)).all()
    for one in ids:  # each on its own, so that other orders wait for none of them
        db.write(partial(cancel_of_deleted_truck, order_id=one, author=author))
    db.write(lambda session: outbox.finish(session, claimed.id))


jobs: dict[str, JobHandler] = {
    "refund_payment": refund_payment,
    END_CHECKOUTS: end_checkouts,
    READ_RECEIPT: settle.read_receipt,
    MOVE_READERS: readers.move_readers,
}
