"""Refunds that nobody works on: still on their way in our books, but with no message left to send them."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import outbox
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.orders.models import Refund


def list_left_behind(session: Session) -> list[Refund]:
    """Refunds by card, oldest first, that no worker will take up and the provider said nothing about."""
    waiting = sa.select(OutboxMessage.id).where(
        OutboxMessage.key == Refund.key, OutboxMessage.status == outbox.WAITING
    )
    query = sa.select(Refund).where(
        Refund.status == "pending",
        Refund.provider_id.is_(None),
        Refund.payment_intent_id.is_not(None),
        ~waiting.exists(),
    )
    return list(session.scalars(query.order_by(Refund.created_at, Refund.id)))


def send_again(session: Session, refund: Refund) -> None:
    """Leave it to the worker, which first asks the provider whether the money has gone after all."""
    outbox.revive(session, "refund_payment", refund.key, {"refundId": refund.id})
