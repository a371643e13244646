"""Gives the receipt of an order on paper, or to an address that its customer names at the counter, also later.

The address is kept only until the e-mail is sent: the order keeps the contact that it has.
"""

from datetime import timedelta
from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import EMAIL_INVALID, Sentence
from chuckwagon.kit.validation import MAX_EMAIL_LENGTH, is_email
from chuckwagon.orders import audit_events, queries, status
from chuckwagon.orders.messages import MAX_SENT_RECEIPTS, enqueue_sent_receipt
from chuckwagon.orders.models import READER, Order
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.printers import models
from chuckwagon.printers.enqueue import insert_jobs, make_job
from chuckwagon.printers.queries import get_printer_for, has_printed
from chuckwagon.printers.service import refuse_full_queue
from chuckwagon.realtime import change_log

MAX_WAIT_FOR_CARD, MAX_PAPER_WAIT = timedelta(minutes=2), timedelta(seconds=20)


def lacks_card(order: Order) -> bool:
    """Whether a receipt that is given now would lack what card networks require, which is fetched after the sale."""
    is_new = clock.now() - order.updated_at < MAX_WAIT_FOR_CARD
    return order.tender == READER and is_new and not (order.reader or {}).get("last4")


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


class ReceiptRequest(Struct, rename="camel"):
    """Where the receipt goes: to an address, or to a printer."""

    email: Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH)] | None = None
    printer_id: Annotated[str, Meta(max_length=64)] | None = None


def send_receipt(
    db: Database, actor: Actor, order_id: str, request: ReceiptRequest, key: str | None, *, has_mail: bool
) -> StaffOrder:
    """Enqueue the receipt, once for each idempotency key, and return the order for staff.

    Raises NotFound, NotAllowed for another truck's order, InvalidInput, ReceiptRefused, PrinterQueueFull and
    IdempotencyKeyReused.
    """
    with db.reading() as session:
        queries.get_order_for(session, actor, order_id)
    if request.printer_id is not None:
        printer_id = request.printer_id
        repeat = parse_idempotency_key(actor.user_id, key, "print_receipt", order_id, request)
        return write_once(db, repeat, StaffOrder, lambda session: _print(session, actor, order_id, printer_id))
    email = (request.email or "").strip()
    if not is_email(email):
        raise InvalidInput(EMAIL_INVALID, fields={"email": EMAIL_INVALID})
    if not has_mail:
        raise ReceiptRefused(NO_MAIL)
    repeat = parse_idempotency_key(actor.user_id, key, "send_receipt", order_id, request)
    return write_once(db, repeat, StaffOrder, lambda session: _send(session, actor, order_id, email))


def _print(session: Session, actor: Actor, order_id: str, printer_id: str) -> StaffOrder:
    print_paper(session, actor, order_id, models.RECEIPT, printer_id)
    return queries.get_staff_order(session, order_id)


def print_paper(session: Session, actor: Actor, order_id: str, what: str, printer_id: str | None) -> str:
    """Enqueue a ticket or a receipt, marked as a copy if one was printed before. Returns the ID of the job.

    Raises NotFound and NotAllowed, also for the printer of another truck, and PrinterQueueFull.
    """
    printer = get_printer_for(session, actor, printer_id)
    order = queries.get_order_for(session, actor, order_id)
    if printer.truck_id != order.truck_id:
        raise NotFound
    refuse_full_queue(session, printer.id)
    is_copy = has_printed(session, order_id, what)
    key = f"{what}:{order_id}:{printer.id}:{new_id()}"
    job = make_job(printer.id, order.truck_id, what, key, order_id=order_id, is_copy=is_copy)
    if what == models.RECEIPT and lacks_card(order):
        job["available_at"] += MAX_PAPER_WAIT  # `release_receipts` offers it as soon as the card is known
    insert_jobs(session, [job])
    change_log.publish_change(session, order.truck_id, change_log.PRINTER, printer.id)
    audit_events.record_paper(session, actor, queries.get_staff_order(session, order_id), what, printer.label)
    return str(job["id"])


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
