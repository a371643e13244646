"""The reconciler: asks the provider about checkouts that neither a browser nor a webhook has finished.

It ends in the same `settle` as they do, so it may run at any time and as often as it likes.
"""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import Database
from chuckwagon.core.logging import log
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_payments import Intent, PaymentRefused
from chuckwagon.payments import queries
from chuckwagon.payments.metrics import RECONCILED_AT, RECOVERED, UNSETTLED_SINCE
from chuckwagon.payments.models import PAID, Checkout
from chuckwagon.payments.service import close_checkout
from chuckwagon.payments.settlement import settle
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
    RECONCILED_AT.set(clock.now().timestamp())


def _read_event_log(db: Database, settings: Settings, stripe: StripeGateway, oldest: datetime) -> None:
    """The provider keeps its events for 30 days; a mark says how far they were read, with an overlap."""
    with db.reading() as session:
        mark = queries.find_mark(session)
    since = (mark or oldest - timedelta(hours=1)) - timedelta(minutes=5)
    events = stripe.succeeded_since(since)
    intents = [event.intent for event in events if event.intent is not None]
    # The overlap shows most payments again and again; they cost no transaction each.
    with db.reading() as session:
        unsettled = queries.find_unsettled(session, intents)
    made_at = [event.created for event in events if event.intent and _checkout_of(event.intent) in unsettled]
    UNSETTLED_SINCE.set(min(made_at, default=0))
    for intent in intents:
        if _checkout_of(intent) in unsettled:
            db.write(lambda session, intent=intent: _settle_known(session, settings, intent))  # type: ignore[misc]
    UNSETTLED_SINCE.set(0)
    if events:
        newest = datetime.fromtimestamp(events[-1].created, tz=clock.now().tzinfo)
        db.write(lambda session: queries.set_mark(session, newest))


def _checkout_of(intent: Intent) -> str:
    return str(intent.metadata.get("checkoutId"))


def _settle_known(session: Session, settings: Settings, intent: Intent) -> None:
    checkout = queries.find_checkout_of(session, intent)
    if checkout is not None and checkout.status != PAID:
        log.warning("payment_found_by_reconciler")
        if settle(session, intent, expect_live=settings.moves_real_money, source="reconciler") is not None:
            after_commit(session, RECOVERED.add)


def _end_unpaid(db: Database, settings: Settings, stripe: StripeGateway, checkout: Checkout) -> None:
    intent = stripe.cancel_intent(checkout.payment_intent_id) if checkout.payment_intent_id else None
    if intent is None or intent.status == "canceled":
        db.write(lambda session: close_checkout(session, checkout.id))
    elif intent.status == "succeeded":
        db.write(lambda session: _settle_or_close(session, settings, intent, checkout.id))


def _settle_or_close(session: Session, settings: Settings, intent: Intent, checkout_id: str) -> None:
    """Paid, and held for review: nobody can pay this checkout any more, so it must not look as if."""
    if settle(session, intent, expect_live=settings.moves_real_money, source="reconciler") is None:
        close_checkout(session, checkout_id)
