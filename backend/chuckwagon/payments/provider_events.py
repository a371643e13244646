"""Every event of the provider, to whom it concerns: accounts, refunds, disputes or payments."""

from chuckwagon.core.db import Database
from chuckwagon.core.errors import Unavailable
from chuckwagon.gateways.stripe_accounts import AccountRefused
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.gateways.stripe_payments import PaymentRefused
from chuckwagon.payments import connected_accounts, disputes, refund_news, settlement
from chuckwagon.payments.metrics import EVENTS
from chuckwagon.settings import Settings


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
    else:
        db.write(lambda session: settlement.receive_event(session, settings, event))
