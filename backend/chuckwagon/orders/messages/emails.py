"""The e-mails about an order: one for each kind, to the address that was given with the order."""

from sqlalchemy.orm import Session

from chuckwagon.jobs import outbox
from chuckwagon.orders.models import Order

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


def enqueue_refund_notice(session: Session, order: Order) -> None:
    """Enqueue the notice of the order's first refund. Later refunds, and orders without an e-mail address, get none."""
    if order.customer_email is not None:
        outbox.enqueue(session, f"order_{REFUND}_email", email_key(order.id, REFUND), {"orderId": order.id})


def suppress_refund_notice(session: Session, order_id: str, reason: str) -> None:
    """Record that the refund notice is never sent, and why. Does nothing when it was enqueued before."""
    key, payload = email_key(order_id, REFUND), {"orderId": order_id}
    outbox.enqueue_skipped(session, f"order_{REFUND}_email", key, payload, reason)
