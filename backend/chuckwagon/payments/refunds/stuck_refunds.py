"""Stuck refunds: pending in our tables, but without an outbox message that sends them."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.models import Refund


def list_stuck_refunds(session: Session) -> list[Refund]:
    """List the pending card refunds that Stripe has not confirmed and no waiting message sends, oldest first."""
    waiting = sa.select(OutboxMessage.id).where(OutboxMessage.key == Refund.key, OutboxMessage.status == outbox.WAITING)
    query = sa.select(Refund).where(
        Refund.status == "pending",
        Refund.provider_id.is_(None),
        Refund.payment_intent_id.is_not(None),
        ~waiting.exists(),
    )
    return list(session.scalars(query.order_by(Refund.created_at, Refund.id)))


def queue_refund_again(session: Session, refund: Refund) -> None:
    """Make the refund's outbox message due again. The refund stays pending; the worker first asks Stripe about it."""
    outbox.reopen(session, "refund_payment", refund.key, {"refundId": refund.id})
