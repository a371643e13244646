"""Anonymizes customers and their orders. What was sold, when and for how much stays, for bookkeeping.

The customer's row stays too, without personal data, so that counts and totals of customers do not change. Both
the erasure and the placing of an order lock the customer's row first, so they never run at the same time.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.customers.models import IS_NOT_ERASED, Customer
from chuckwagon.db.database import change_rows
from chuckwagon.kit import clock
from chuckwagon.kit.validation import format_us_phone
from chuckwagon.offers.uses import forget_phones
from chuckwagon.orders import counts
from chuckwagon.orders.models import DUE, Dispute, Order, OrderLine, Refund
from chuckwagon.orders.status import NEXT_STATUSES
from chuckwagon.printers.models import PrintImage, PrintJob
from chuckwagon.push.models import OrderDevice
from chuckwagon.realtime import change_log

ERASED_NAME, ERASED_TEXT = "Erased customer", "Erased"
BATCH_SIZE = 500
_ERASED_PHONE_PREFIX = "erased"
_OPEN_STATUSES = [status for status, following in NEXT_STATUSES.items() if following]
_IS_OWED = sa.exists().where(Refund.order_id == Order.id, Refund.status == DUE)
# Stripe's statuses of a dispute that the bank has not decided.
_UNDECIDED_DISPUTES = ("needs_response", "under_review", "warning_needs_response", "warning_under_review")


class OrderRef(Struct, frozen=True):
    """The ids by which other tables refer to an order."""

    id: str
    truck_id: str
    checkout_id: str | None
    payment_intent_id: str | None


def find_customer_for_update(session: Session, customer_id: str) -> Customer | None:
    """The customer, or None. Locks the row until the end of the transaction, so that no order of theirs is placed."""
    return session.get(Customer, customer_id, with_for_update=True, populate_existing=True)


def find_customer_id_by_phone(session: Session, phone: str) -> str | None:
    """The id of the customer with this phone (E.164), or None."""
    return session.scalar(sa.select(Customer.id).where(Customer.phone == phone))


def list_order_refs(session: Session, customer_id: str) -> list[OrderRef]:
    """Every order of the customer, at all trucks."""
    columns = (Order.id, Order.truck_id, Order.checkout_id, Order.payment_intent_id)
    rows = session.execute(sa.select(*columns).where(Order.customer_id == customer_id))
    return [OrderRef(*row) for row in rows]


def has_open_order(session: Session, customer_id: str) -> bool:
    """True when an order of the customer is not completed and not cancelled."""
    conditions = (Order.customer_id == customer_id, Order.status.in_(_OPEN_STATUSES))
    return session.scalar(sa.select(Order.id).where(*conditions).limit(1)) is not None


def has_open_dispute(session: Session, orders: Sequence[OrderRef], held_intents: Sequence[str]) -> bool:
    """True when a payment of the orders, or a held one, is disputed and the bank has not decided."""
    of_orders = [Dispute.order_id.in_(ids) for ids in in_batches(order.id for order in orders)]
    of_held = [Dispute.payment_intent_id.in_(ids) for ids in in_batches(held_intents)]
    for is_theirs in (*of_orders, *of_held):
        conditions = (is_theirs, Dispute.status.in_(_UNDECIDED_DISPUTES))
        if session.scalar(sa.select(Dispute.id).where(*conditions).limit(1)) is not None:
            return True
    return False


def list_held_disputes(session: Session, held_intents: Sequence[str]) -> list[Dispute]:
    """The disputes of held payments, which made no order, the oldest first."""
    found: list[Dispute] = []
    for ids in in_batches(held_intents):
        query = sa.select(Dispute).where(Dispute.payment_intent_id.in_(ids), Dispute.order_id.is_(None))
        found += session.scalars(query.order_by(Dispute.created_at, Dispute.id))
    return found


def find_due_pay_out(session: Session, orders: Sequence[OrderRef]) -> tuple[int, int] | None:
    """(order number, cents) of the oldest refund that is still to be paid out at the counter, or None."""
    due = sa.select(Order.order_number, Refund.amount_cents).join(Order, Order.id == Refund.order_id)
    for ids in in_batches(order.id for order in orders):
        oldest = due.where(Refund.status == DUE, Refund.order_id.in_(ids)).order_by(Refund.created_at).limit(1)
        if (row := session.execute(oldest).first()) is not None:
            return row.order_number, row.amount_cents
    return None


def anonymize_orders(session: Session, orders: Sequence[OrderRef], words: set[str]) -> None:
    """Remove personal data from the orders and their line items, and publish each order.

    A refund reason that contains one of `words` is replaced.
    """
    for ids in in_batches(order.id for order in orders):
        anonymous = {
            "customer_name": ERASED_NAME,
            "customer_phone": None,
            "customer_email": None,
            "special_instructions": None,
            "version": Order.version + 1,
            "updated_at": clock.now(),
        }
        change_rows(session, sa.update(Order).where(Order.id.in_(ids)).values(anonymous))
        _forget_cards(session, ids)
        _forget_void_reasons(session, ids)
        forget_phones(session, ids)
        printed = sa.select(PrintJob.id).where(PrintJob.order_id.in_(ids))
        for gone in (
            sa.delete(OrderDevice).where(OrderDevice.order_id.in_(ids)),
            sa.delete(PrintImage).where(PrintImage.job_id.in_(printed)),
        ):
            session.execute(gone.execution_options(synchronize_session=False))
        statement = sa.update(OrderLine).where(OrderLine.order_id.in_(ids)).values(special_instructions=None)
        change_rows(session, statement)
        reasons = session.execute(sa.select(Refund.id, Refund.reason).where(Refund.order_id.in_(ids)))
        refund_ids = [refund_id for refund_id, reason in reasons if mentions(reason, words)]
        change_rows(session, sa.update(Refund).where(Refund.id.in_(refund_ids)).values(reason=ERASED_TEXT))
    for order in orders:
        change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)


def _forget_cards(session: Session, order_ids: Sequence[str]) -> None:
    """Keep of cards on a reader only which reader it was: a brand and four digits point to a person."""
    with_card = sa.select(Order.id, Order.reader).where(Order.id.in_(order_ids), Order.reader.is_not(None))
    for order_id, reader in session.execute(with_card).all():
        if reader:
            kept = {"label": reader.get("label", "")}
            change_rows(session, sa.update(Order).where(Order.id == order_id).values(reader=kept))


def _forget_void_reasons(session: Session, order_ids: Sequence[str]) -> None:
    """Replace what was typed as a late order was voided: it may name the person, and no book needs it.

    All of it, because such an order has no customer whose names could be looked for.
    """
    of_late = sa.select(Order.id, Order.offline).where(Order.id.in_(order_ids), Order.offline.is_not(None))
    for order_id, offline in session.execute(of_late).all():
        if offline and offline.get("voidReason"):
            kept = offline | {"voidReason": ERASED_TEXT}
            change_rows(session, sa.update(Order).where(Order.id == order_id).values(offline=kept))


def anonymize_customer(session: Session, customer: Customer) -> None:
    """Remove personal data from the customer and the search index. The orders must be anonymized before."""
    customer.phone = f"{_ERASED_PHONE_PREFIX}{customer.id[-14:]}"  # unique, and not a phone number
    customer.name, customer.email = ERASED_NAME, None
    session.flush()
    counts.rebuild_customer_totals(session, customer.id)


def phone_unless_erased(phone: str) -> str:
    """The phone of a customer's row; empty for an erased customer."""
    return "" if phone.startswith(_ERASED_PHONE_PREFIX) else phone


def list_identifiers(session: Session, customer: Customer, orders: Sequence[OrderRef]) -> set[str]:
    """What identifies the customer in a note: names and parts of names, e-mail addresses, phone spellings.

    All in lower case.
    """
    names_and_emails: set[str | None] = {customer.name, customer.email}
    for ids in in_batches(order.id for order in orders):
        rows = session.execute(sa.select(Order.customer_name, Order.customer_email).where(Order.id.in_(ids)))
        for row in rows:
            names_and_emails |= set(row)
    identifiers = {
        part.casefold() for text in names_and_emails if text for part in (text, *re.findall(r"\w{3,}", text))
    }
    return identifiers | phone_spellings(customer.phone)


def phone_spellings(phone: str) -> set[str]:
    """The usual spellings of an E.164 phone number in a note."""
    digits = phone.removeprefix("+1")
    return {phone, digits, format_us_phone(phone), f"{digits[:3]}-{digits[3:6]}-{digits[6:]}"} - {"", "--"}


def mentions(note: str | None, words: Iterable[str]) -> bool:
    """True when the note contains one of the words (lower case) as a whole word."""
    text = (note or "").casefold()
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)


def list_anonymous_orders(
    session: Session, since: datetime, before: datetime, limit: int
) -> list[tuple[OrderRef, datetime]]:
    """Orders without a customer, because they were placed without a phone, whose name is not erased.

    One with a refund that is still to be paid out at the counter is left out, because the name says to whom.

    The first `limit` of those placed from `since` until before `before`: (order, created_at), oldest first.
    """
    columns = (Order.id, Order.truck_id, Order.checkout_id, Order.payment_intent_id, Order.created_at)
    query = sa.select(*columns).where(Order.created_at >= since, Order.created_at < before)
    conditions = (Order.customer_id.is_(None), Order.customer_name != ERASED_NAME, ~_IS_OWED)
    rows = session.execute(query.where(*conditions).order_by(Order.created_at, Order.id).limit(limit))
    return [(OrderRef(*row[:4]), row[4]) for row in rows]


def find_oldest_owed(session: Session, since: datetime, before: datetime) -> datetime | None:
    """When the oldest order without a customer was placed whose refund is still to be paid out at the counter."""
    query = sa.select(sa.func.min(Order.created_at)).where(Order.created_at >= since, Order.created_at < before)
    return session.scalar(query.where(Order.customer_id.is_(None), _IS_OWED))


def has_orders(session: Session, since: datetime, before: datetime) -> bool:
    """True when an order was placed from `since` until before `before`."""
    query = sa.select(Order.id).where(Order.created_at >= since, Order.created_at < before)
    return session.scalar(query.limit(1)) is not None


def list_inactive_customers(
    session: Session, before: datetime, after: tuple[datetime, str] | None, limit: int
) -> list[tuple[datetime, str]]:
    """Customers who are not erased and whose last order is older than `before`: (last_order_at, id), in this order.

    `after` is the last pair of the page before.
    """
    position = sa.tuple_(Customer.last_order_at, Customer.id)
    query = sa.select(Customer.last_order_at, Customer.id).where(IS_NOT_ERASED, Customer.last_order_at < before)
    if after is not None:
        at, customer_id = after
        query = query.where(position > sa.tuple_(sa.literal(at, Customer.last_order_at.type), customer_id))
    rows = session.execute(query.order_by(Customer.last_order_at, Customer.id).limit(limit))
    return [(at, customer_id) for at, customer_id in rows if at is not None]


def in_batches(ids: Iterable[str], size: int = BATCH_SIZE) -> Iterable[list[str]]:
    """The ids in lists of at most `size`, which are short enough for one statement."""
    remaining = iter(ids)
    while batch := list(islice(remaining, size)):
        yield batch
