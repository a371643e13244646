"""Worker jobs of privacy."""

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.payments import erasure
from chuckwagon.privacy import retention
from chuckwagon.settings import Settings


def erase_provider_copy(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Erase the cart of an erased payer in Stripe's metadata."""
    erasure.erase_intent_metadata(db, stripe_gateway(settings), claimed)


def purge_expired_data(db: Database, settings: Settings) -> None:
    """Erase what is older than the retention settings allow."""
    retention.apply_retention(db, settings)


jobs: dict[str, JobHandler] = {erasure.ERASE_PROVIDER_COPY: erase_provider_copy}
