"""The reconciler: asks the provider about checkouts that neither a browser nor a webhook has finished.

It ends in the same `settle` as they do, so it may run at any time and as often as it likes.
"""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import Database
from chuckwagon.core.logging import log
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_payments import Intent, PaymentRefused
from chuckwagon.payments import queries
from chuckwagon.payments.models import PAID, Checkout
from chuckwagon.payments.service import close_checkout
from chuckwagon.payments.settlement import is_live, settle
from chuckwagon.settings import Settings


def reconcile(db: Database, settings: Settings, stripe: StripeGateway) -> None:
    """Bring every payment home that neither a browser nor a webhook reported, and end what was never paid."""
    with db.reading() as session:
        oldest = queries.oldest_open(session)
        overdue = queries.list_overdue(session, clock.now())
    if oldest is not None:
        _read_event_log(db, settings, stripe, oldest)
    for checkout in overdue:
        try:
            _end_unpaid(db, settings, stripe, checkout)
        except PaymentRefused:
            # An intent that the provider does not know must not hold up the ones behind it.
            log.error("unpaid_intent_not_ended", checkout_id=checkout.id)


def _read_event_log(db: Database, settings: Settings, stripe: StripeGateway, oldest: datetime) -> None:
    """The provider keeps its events for 30 days; a mark says how far they were read, with an overlap."""
    with db.reading() as session:
        mark = queries.find_mark(session)
    since = (mark or oldest - timedelta(hours=1)) - timedelta(minutes=5)
    events = stripe.succeeded_since(since)
    for event in events:
        if event.intent is not None and "checkoutId" in event.intent.metadata:
            db.write(lambda session, intent=event.intent: _settle_known(session, settings, intent))  # type: ignore[misc]
    if events:
        newest = datetime.fromtimestamp(events[-1].created, tz=clock.now().tzinfo)
        db.write(lambda session: queries.set_mark(session, newest))


def _settle_known(session: Session, settings: Settings, intent: Intent) -> None:
    checkout = session.get(Checkout, intent.metadata["checkoutId"])
    if checkout is not None and checkout.status != PAID:
        log.warning("payment_found_by_reconciler")
        settle(session, intent, expect_live=is_live(settings))


def _end_unpaid(db: Database, settings: Settings, stripe: StripeGateway, checkout: Checkout) -> None:
    intent = stripe.cancel_intent(checkout.payment_intent_id) if checkout.payment_intent_id else None
    if intent is None or intent.status == "canceled":
        db.write(lambda session: close_checkout(session, checkout.id))
    elif intent.status == "succeeded":
        db.write(lambda session: settle(session, intent, expect_live=is_live(settings)))
