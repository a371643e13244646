"""The e-mails about an order: one for each kind, and for each refund, to the address that was given with the order."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.jobs import outbox
from chuckwagon.orders.models import Order, Refund, refund_notice_suffix

RECEIPT, REFUND = "receipt", "refund"
EMAIL_KINDS = (RECEIPT, REFUND)


def email_key(order_id: str, kind: str) -> str:
    """The outbox key of an e-mail, of which there is one for each order and kind."""
    return f"order:{order_id}:{kind}_email"


def enqueue_receipt(session: Session, order_id: str) -> None:
    """Enqueue the receipt of an order that was inserted in this transaction.

    The row is written later in it (`run_later`).
    """
    outbox.enqueue_new(session, f"order_{RECEIPT}_email", email_key(order_id, RECEIPT), {"orderId": order_id})


def refund_email_key(order_id: str, refund_id: str, key: str) -> str:
    """The outbox key of the notice of a refund, which has this key."""
    return email_key(order_id, f"{REFUND}{refund_notice_suffix(order_id, refund_id, key)}")


def list_email_keys(session: Session, order_ids: Sequence[str]) -> dict[str, str]:
    """The outbox keys of all e-mails that these orders may have, with the id of the order."""
    keys = {email_key(order_id, kind): order_id for order_id in order_ids for kind in EMAIL_KINDS}
    refunds = sa.select(Refund.order_id, Refund.id, Refund.key).where(Refund.order_id.in_(order_ids))
    for found, refund_id, key in session.execute(refunds):
        keys[refund_email_key(str(found), refund_id, key)] = str(found)
    return keys


def enqueue_refund_notice(session: Session, order: Order, refund: Refund) -> None:
    """Enqueue the notice of a refund, once. Orders without an e-mail address get none."""
    if order.customer_email is not None:
        key, payload = refund_email_key(order.id, refund.id, refund.key), {"orderId": order.id, "refundId": refund.id}
        outbox.enqueue(session, f"order_{REFUND}_email", key, payload)


def suppress_refund_notice(session: Session, order_id: str, refund: Refund, reason: str) -> None:
    """Record that the notice of a refund is never sent, and why. Does nothing when it was enqueued before."""
    key, payload = refund_email_key(order_id, refund.id, refund.key), {"orderId": order_id, "refundId": refund.id}
    outbox.enqueue_skipped(session, f"order_{REFUND}_email", key, payload, reason)
