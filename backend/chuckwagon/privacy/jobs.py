"""What the worker does for privacy."""

from chuckwagon.core.db import Database
from chuckwagon.core.outbox import Job, OutboxMessage
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.payments import forgetting
from chuckwagon.privacy import retention
from chuckwagon.settings import Settings


def erase_provider_copy(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Take a forgotten payer's cart off the payment."""
    forgetting.erase_provider_copy(db, stripe_gateway(settings), claimed)


def forget_old_data(db: Database, settings: Settings) -> None:
    """Forget what has been kept for long enough."""
    retention.forget_old(db, settings)


jobs: dict[str, Job] = {forgetting.JOB: erase_provider_copy}
