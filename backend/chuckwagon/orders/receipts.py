"""E-mails the receipt of an order to an address that its customer names at the counter, also later.

The address is kept only until the e-mail is sent: the order keeps the contact that it has.
"""

from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.sentences import EMAIL_INVALID, Sentence
from chuckwagon.kit.validation import MAX_EMAIL_LENGTH, is_email
from chuckwagon.orders import audit_events, queries, status
from chuckwagon.orders.messages import MAX_SENT_RECEIPTS, enqueue_sent_receipt
from chuckwagon.orders.models import Order
from chuckwagon.orders.schemas import StaffOrder


class ReceiptRefused(Conflict):
    """No receipt is sent: mail is not set up, the order is cancelled, or it was sent often. The reason tells which."""

    code = "receipt_refused"


NO_MAIL = Sentence("No mail server is set up, so no receipt can be sent. Please print it.", "receipt_no_mail")
IS_CANCELLED = Sentence("A cancelled order has no receipt.", "receipt_cancelled")
SENT_OFTEN = Sentence(
    f"The receipt of this order was sent {MAX_SENT_RECEIPTS} times. Please print it.",
    "receipt_sent_often",
    max=MAX_SENT_RECEIPTS,
)


class ReceiptRequest(Struct):
    """Where the receipt goes."""

    email: Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH)] | None = None


def send_receipt(
    db: Database, actor: Actor, order_id: str, request: ReceiptRequest, key: str | None, *, has_mail: bool
) -> StaffOrder:
    """Enqueue the receipt, once for each idempotency key, and return the order for staff.

    Raises NotFound, NotAllowed for another truck's order, InvalidInput, ReceiptRefused and IdempotencyKeyReused.
    """
    with db.reading() as session:
        queries.get_order_for(session, actor, order_id)
    email = (request.email or "").strip()
    if not is_email(email):
        raise InvalidInput(EMAIL_INVALID, fields={"email": EMAIL_INVALID})
    if not has_mail:
        raise ReceiptRefused(NO_MAIL)
    repeat = parse_idempotency_key(actor.user_id, key, "send_receipt", order_id, request)
    return write_once(db, repeat, StaffOrder, lambda session: _send(session, actor, order_id, email))


def _send(session: Session, actor: Actor, order_id: str, email: str) -> StaffOrder:
    # Locked, so that two receipts at one instant have different numbers.
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    if order.status == status.CANCELLED:
        raise ReceiptRefused(IS_CANCELLED)
    if not enqueue_sent_receipt(session, order_id, email):
        raise ReceiptRefused(SENT_OFTEN)
    shown = queries.get_staff_order(session, order_id)
    audit_events.record_receipt(session, actor, shown)
    return shown
