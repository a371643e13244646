"""Dispatches Stripe's events to accounts, refunds, disputes or payments.

What is read of an event, by its type: `integrations/stripe/events.py`.
"""

import time

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.accounts import AccountRefused
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.events import StripeEvent, read_signed_at
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused
from chuckwagon.kit.errors import Unavailable
from chuckwagon.observability.logging import log
from chuckwagon.payments import connected_accounts, queries, refund_sync
from chuckwagon.payments.counter import settle
from chuckwagon.payments.fulfillment import disputes, service
from chuckwagon.payments.metrics import EVENTS, SKEW
from chuckwagon.settings import Settings


def read_event(settings: Settings, payload: bytes, signature: str) -> StripeEvent:
    """Verify and parse an event, and measure our clock against Stripe's. Stores nothing.

    Raises StripeSignatureInvalid, and InvalidInput for a malformed event.
    """
    event = stripe_gateway(settings).read_event(payload, signature)
    SKEW.set(time.time() - (read_signed_at(signature) or 0))
    return event


def handle_without_stripe(db: Database, settings: Settings, event: StripeEvent) -> bool:
    """Store an event and its effect if that needs no call to Stripe; returns False if it needs one.

    True without storing for an event of a connected account's own balance. Raises Unavailable, so that Stripe sends the
    event again, when its checkout is not stored yet.
    """
    if is_connected_account_event(event):
        EVENTS.labels(event.type, "not ours").inc()
        log.info("event_of_connected_account", event_type=event.type)
        return True
    if event.account_id or event.reader_intent_id or event.refunded_intent_id or event.dispute_id:
        return False
    with db.reading() as session:
        if _must_be_reread(session, event):
            return False
    _handle_payment(db, settings, event)
    return True


def is_connected_account_event(event: StripeEvent) -> bool:
    """Whether the event is about a connected account's own balance, which does not concern us."""
    return event.connected_account is not None and event.account_id is None


def handle_event(db: Database, settings: Settings, event: StripeEvent) -> None:
    """Store the event and apply its effect, in one transaction; what it is about is read from Stripe first.

    An event that is stored already changes nothing. Raises Unavailable, so that Stripe sends the event again, while
    Stripe cannot be reached, our key may not read the object, or the event's checkout is not stored yet.
    """
    try:
        _dispatch(db, stripe_gateway(settings), settings, event)
    except (PaymentRefused, AccountRefused) as error:
        # Our API key may not read the object. With another key it may, so Stripe shall send the event again.
        EVENTS.labels(event.type, "later").inc()
        raise Unavailable from error
    except Unavailable:
        EVENTS.labels(event.type, "later").inc()
        raise


def _dispatch(db: Database, stripe: StripeGateway, settings: Settings, event: StripeEvent) -> None:
    if event.account_id is not None:
        connected_accounts.handle_account_event(db, stripe, event)
    elif event.refunded_intent_id is not None:
        refund_sync.handle_refund_event(db, stripe, event)
    elif event.dispute_id is not None:
        disputes.handle_dispute_event(db, stripe, event)
    elif event.reader_intent_id is not None:
        settle.handle_reader_event(db, settings, event)
    elif event.intent is not None:
        # Use what our own API key reads, not the content of the event.
        fetched = msgspec.structs.replace(event, intent=stripe.get_intent(event.intent.id))
        db.write(lambda session: service.handle_payment_event(session, settings, fetched))


def _handle_payment(db: Database, settings: Settings, event: StripeEvent) -> None:
    try:
        db.write(lambda session: service.handle_payment_event(session, settings, event))
    except Unavailable:
        EVENTS.labels(event.type, "later").inc()
        raise


def _must_be_reread(session: Session, event: StripeEvent) -> bool:
    """Whether the event names a checkout of ours without a stored intent. Any account could name it, so fetch first."""
    if event.intent is None or event.type != "payment_intent.succeeded":
        return False
    checkout = queries.find_checkout_by_metadata(session, event.intent.metadata)
    return checkout is not None and checkout.payment_intent_id is None
