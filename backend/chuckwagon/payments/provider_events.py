"""Every event of the provider, to whom it concerns: the accounts or the payments."""

from chuckwagon.core.db import Database
from chuckwagon.gateways.stripe_api import Event, StripeGateway
from chuckwagon.payments import connected_accounts, settlement
from chuckwagon.settings import Settings


def take_event(db: Database, stripe: StripeGateway, settings: Settings, event: Event) -> None:
    """Store the event and its effect. Raises Unavailable, so that it is sent again."""
    if event.account_id is not None:
        connected_accounts.receive_account_event(db, stripe, event)
    else:
        db.write(lambda session: settlement.receive_event(session, settings, event))
