"""Every event of the provider, to whom it concerns: accounts, refunds, disputes or payments."""

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.core.db import Database
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.gateways.stripe_accounts import AccountRefused
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.gateways.stripe_payments import PaymentRefused
from chuckwagon.payments import connected_accounts, disputes, queries, refund_news, settlement
from chuckwagon.payments.metrics import EVENTS
from chuckwagon.settings import Settings


def take_alone(db: Database, settings: Settings, event: Event) -> bool:
    """Store an event and its effect if that needs no call of the provider; says whether it did.

    Raises Unavailable, so that it is sent again.
    """
    if is_of_another_account(event):
        EVENTS.add(event.type, "not ours")
        log.info("event_of_connected_account", event_type=event.type)
        return True
    if event.account_id or event.refunded_intent_id or event.dispute_id:
        return False
    with db.reading() as session:
        if _must_be_read_again(session, event):
            return False
    _take_payment(db, settings, event)
    return True


def is_of_another_account(event: Event) -> bool:
    """Whether it speaks of a truck's own balance. Only what becomes of the account itself concerns us."""
    return event.connected_account is not None and event.account_id is None


def take_event(db: Database, stripe: StripeGateway, settings: Settings, event: Event) -> None:
    """Store the event and its effect. Raises Unavailable, so that it is sent again."""
    try:
        _take(db, stripe, settings, event)
    except (PaymentRefused, AccountRefused) as refusal:
        # The provider does not let us read what it told us of: with another key it may.
        EVENTS.add(event.type, "later")
        raise Unavailable from refusal
    except Unavailable:
        EVENTS.add(event.type, "later")
        raise


def _take(db: Database, stripe: StripeGateway, settings: Settings, event: Event) -> None:
    if event.account_id is not None:
        connected_accounts.receive_account_event(db, stripe, event)
    elif event.refunded_intent_id is not None:
        refund_news.receive_refund_event(db, stripe, event)
    elif event.dispute_id is not None:
        disputes.receive_dispute_event(db, stripe, event)
    elif event.intent is not None:
        # Believed only as far as our own key can read it.
        seen = msgspec.structs.replace(event, intent=stripe.get_intent(event.intent.id))
        db.write(lambda session: settlement.receive_event(session, settings, seen))


def _take_payment(db: Database, settings: Settings, event: Event) -> None:
    try:
        db.write(lambda session: settlement.receive_event(session, settings, event))
    except Unavailable:
        EVENTS.add(event.type, "later")
        raise


def _must_be_read_again(session: Session, event: Event) -> bool:
    """Whether it is about a checkout of ours for which we never stored a payment: anybody could name it."""
    if event.intent is None or event.type != "payment_intent.succeeded":
        return False
    checkout = queries.find_checkout_of(session, event.intent)
    return checkout is not None and checkout.payment_intent_id is None
