"""Releases the slots and stock of unpaid checkouts once their time is over.

The payment intent is cancelled at Stripe first; only when Stripe says so is anything given back. A payment that
succeeded in the same instant becomes an order as usual.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.kit import clock
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.payments.reconciliation.scheduled import ScheduledReconciler, ShouldContinue
from chuckwagon.settings import Settings


def has_expired_holds(session: Session) -> bool:
    """Whether a reservation is held although its time is over. A cheap query without a write lock."""
    is_over = (Reservation.status == HELD, Reservation.hold_expires_at <= clock.now())
    return session.scalar(sa.select(Reservation.id).where(*is_over).limit(1)) is not None


def release_expired_holds(
    db: Database, settings: Settings, stripe: StripeGateway, should_continue: ShouldContinue
) -> None:
    """Cancel the payments of all overdue checkouts, with and without a slot, and release what they hold.

    One that fails is deferred. Raises Unavailable after several outages of Stripe in a row.
    """
    ScheduledReconciler(db, settings, stripe, should_continue).cancel_overdue()
