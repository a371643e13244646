"""Releases the slots, stock and offer uses of unpaid checkouts once their time is over.

The payment intent is cancelled at Stripe first; only when Stripe says so is anything given back. A payment that
succeeded in the same instant becomes an order as usual.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.kit import clock
from chuckwagon.offers.models import HELD as USE_HELD
from chuckwagon.offers.models import OfferUse
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.payments.reconciliation.scheduled import ScheduledReconciler, ShouldContinue
from chuckwagon.settings import Settings


def has_expired_holds(session: Session) -> bool:
    """Whether a reservation or the use of an offer is held although its time is over. Cheap, without a write lock."""
    now = clock.now()
    slots = sa.select(Reservation.id).where(Reservation.status == HELD, Reservation.hold_expires_at <= now)
    is_overdue = (Checkout.status == OPEN, Checkout.offer_id.is_not(None), Checkout.expires_at <= now)
    uses = sa.select(OfferUse.id).join(Checkout, Checkout.id == OfferUse.id).where(*is_overdue)
    held_uses = uses.where(OfferUse.status == USE_HELD)
    return any(session.scalar(held.limit(1)) is not None for held in (slots, held_uses))


def release_expired_holds(
    db: Database, settings: Settings, stripe: StripeGateway, should_continue: ShouldContinue
) -> None:
    """Cancel the payments of all overdue checkouts, with and without a slot, and release what they hold.

    One that fails is deferred. Raises Unavailable after several outages of Stripe in a row.
    """
    ScheduledReconciler(db, settings, stripe, should_continue).cancel_overdue()
