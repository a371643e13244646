"""Worker jobs of payments."""

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.payments.reconciliation import holds, scheduled
from chuckwagon.payments.refunds import send
from chuckwagon.settings import Settings
from chuckwagon.trucks.service import END_CHECKOUTS


def reconcile_payments(db: Database, settings: Settings, should_continue: Callable[[], bool]) -> None:
    """Fulfill, cancel or defer unfinished checkouts by what Stripe says, until `should_continue` returns False."""
    scheduled.reconcile(db, settings, stripe_gateway(settings), should_continue)


def release_holds(db: Database, settings: Settings, should_continue: Callable[[], bool]) -> None:
    """Cancel the payments of checkouts whose hold is over, and give back what they hold."""
    holds.release_expired_holds(db, settings, stripe_gateway(settings), should_continue)


def refund_payment(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the claimed message's refund to Stripe, and finish or reschedule the message."""
    send.send_refund(db, stripe_gateway(settings), settings, claimed)


def end_checkouts(db: Database, _settings: Settings, claimed: OutboxMessage) -> None:
    """Set the end of the archived truck's open checkouts to now, and finish the message.

    The reconciler then cancels their payment intents as it does for any expired checkout. A checkout that was paid
    meanwhile is fulfilled.
    """

    def expire(session: Session) -> None:
        truck = (Checkout.truck_id == str(claimed.payload["truckId"]), Checkout.status == OPEN)
        session.execute(sa.update(Checkout).where(*truck).values(expires_at=clock.now()))
        outbox.finish(session, claimed.id)

    db.write(expire)


jobs: dict[str, JobHandler] = {"refund_payment": refund_payment, END_CHECKOUTS: end_checkouts}
