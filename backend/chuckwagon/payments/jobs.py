"""What the worker does for payments."""

from chuckwagon.core.db import Database
from chuckwagon.core.outbox import Job
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.payments import reconciler
from chuckwagon.settings import Settings


def reconcile_payments(db: Database, settings: Settings) -> None:
    """Ask the provider about unfinished checkouts."""
    reconciler.reconcile(db, settings, stripe_gateway(settings))


jobs: dict[str, Job] = {}
