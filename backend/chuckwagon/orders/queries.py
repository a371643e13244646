"""Reading orders."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import outbox
from chuckwagon.orders.models import Order
from chuckwagon.orders.service import confirmation_key

_SMS_STATUS = {
    outbox.WAITING: "pending",
    outbox.DONE: "sent",
    outbox.FAILED: "failed",
    outbox.SKIPPED: "skipped",
}


def find_order_by_intent(session: Session, payment_intent_id: str) -> Order | None:
    """The one order that this payment made."""
    query = sa.select(Order).where(Order.payment_intent_id == payment_intent_id)
    return session.scalars(query).one_or_none()


def get_sms_status(session: Session, order_id: str) -> str:
    """Where the confirmation text is: pending, sent, failed or skipped."""
    message = outbox.find(session, confirmation_key(order_id))
    return _SMS_STATUS[message.status] if message else "skipped"
