"""What the worker does for payments."""

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Database
from chuckwagon.core.outbox import Job, OutboxMessage
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.payments import reconciler, refunds
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.settings import Settings
from chuckwagon.trucks.service import END_CHECKOUTS


def reconcile_payments(db: Database, settings: Settings, may_go_on: Callable[[], bool]) -> None:
    """Ask the provider about unfinished checkouts."""
    reconciler.reconcile(db, settings, stripe_gateway(settings), may_go_on)


def refund_payment(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send money back to the card."""
    refunds.send_refund(db, stripe_gateway(settings), settings, claimed)


def end_checkouts(db: Database, _settings: Settings, claimed: OutboxMessage) -> None:
    """Have the open checkouts of an archived truck end now.

    The reconciler cancels their payment intents, as it does for any checkout whose time is over; one that was
    paid in the meantime is settled.
    """

    def expire(session: Session) -> None:
        truck = (Checkout.truck_id == str(claimed.payload["truckId"]), Checkout.status == OPEN)
        session.execute(sa.update(Checkout).where(*truck).values(expires_at=clock.now()))
        outbox.finish(session, claimed.id)

    db.write(expire)


jobs: dict[str, Job] = {"refund_payment": refund_payment, END_CHECKOUTS: end_checkouts}
