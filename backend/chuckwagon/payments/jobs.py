"""What the worker does for payments."""

from collections.abc import Callable

from chuckwagon.core.db import Database
from chuckwagon.core.outbox import Job, OutboxMessage
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.payments import reconciler, refunds
from chuckwagon.settings import Settings


def reconcile_payments(db: Database, settings: Settings, may_go_on: Callable[[], bool]) -> None:
    """Ask the provider about unfinished checkouts."""
    reconciler.reconcile(db, settings, stripe_gateway(settings), may_go_on)


def refund_payment(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send money back to the card."""
    refunds.send_refund(db, stripe_gateway(settings), settings, claimed)


jobs: dict[str, Job] = {"refund_payment": refund_payment}
