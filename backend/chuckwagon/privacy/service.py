"""Personal data on request: everything that is kept of one person as a file, and all of it gone.

An erasure is one transaction. It leaves amounts, dishes and times for the books, and nothing that says whose
they were; what lies at the payment provider goes by an outbox message. It never happens while the person
waits for food or money, and doing it again changes nothing.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import audit, clock, idempotency
from chuckwagon.core.clock import to_iso
from chuckwagon.core.db import Database, insert_if_absent
from chuckwagon.core.errors import Conflict, NotFound
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.ids import is_id
from chuckwagon.core.masks import masked_phone
from chuckwagon.notifications import forgetting as texts
from chuckwagon.orders import forgetting as orders
from chuckwagon.orders.forgetting import ERASED_NAME, ERASED_WORDS, OrderOf
from chuckwagon.orders.models import Customer
from chuckwagon.payments import forgetting as payments
from chuckwagon.payments.models import Checkout
from chuckwagon.privacy.models import ErasedCustomer
from chuckwagon.privacy.schemas import ErasedPerson

UNKNOWN = "This customer does not exist."
AUDITED = "customer.erased"
_PERSONAL = {
    "customerName": ERASED_NAME,
    "customerPhone": None,
    "customerEmail": None,
    "specialInstructions": None,
}
_WRITTEN_BY_STAFF = ("reason", "note")


class CustomerBusy(Conflict):
    """The person still waits for something, and it needs the data."""

    code = "customer_busy"
    sentence = "This customer has an open order. Erase the data once it is completed or cancelled."


class Traces(Struct, frozen=True):
    """Where a person's data lies: orders, checkouts and the phone."""

    phone: str
    orders: Sequence[OrderOf]
    checkouts: Sequence[Checkout]


def erase_customer(db: Database, actor: Actor, customer_id: str, key: str | None) -> ErasedPerson:
    """Take the person out of everything that is kept, on a superadmin's behalf.

    Raises InvalidInput, NotFound, CustomerBusy, IdempotencyKeyReused.
    """
    repeat = read_repeat(actor.user_id, key, "erase_customer", customer_id)

    def erase(session: Session) -> ErasedPerson:
        return once(session, repeat, ErasedPerson, lambda: erase_one(session, actor.author, customer_id))

    return db.write(erase)


def erase_one(session: Session, by: audit.Author, customer_id: str) -> ErasedPerson:
    """Forget one customer now; of one who is forgotten, when that was. Raises NotFound, CustomerBusy."""
    customer = orders.find_customer(session, customer_id) if is_id(customer_id) else None
    if customer is None:
        raise NotFound(UNKNOWN)
    known = session.get(ErasedCustomer, customer.id)
    if known is None:
        traces = find_traces(session, customer)
        _refuse_while_busy(session, customer, traces)
        forget(session, customer, traces)
        audit.record(session, by, AUDITED, customer.id, details={"orders": len(traces.orders)})
        known = session.get_one(ErasedCustomer, customer.id)
    count = len(orders.list_orders_of(session, customer.id))
    return ErasedPerson(customer.id, to_iso(known.erased_at), count)


def erase_by_phone(session: Session, phone: str) -> int | None:
    """Forget whoever has this phone, customer or not; the number of orders, None where nothing was known.

    Raises CustomerBusy.
    """
    customer_id = orders.find_customer_by_phone(session, phone)
    if customer_id is not None:
        return erase_one(session, audit.SYSTEM, customer_id).orders
    checkouts = payments.list_checkouts_of(session, phone, [])
    if payments.has_open_checkout(checkouts):
        raise CustomerBusy(_PAYING)
    refuse_while_in_question(session, Traces(phone, [], checkouts))
    payments.forget_checkouts(session, checkouts, orders.spellings(phone))
    _forget_answers(session, [phone], orders.spellings(phone))
    texts.hold_texts_to(session, phone)
    texts.forget_phone(session, phone)
    if not checkouts:
        return None
    audit.record(session, audit.SYSTEM, AUDITED, None, details={"phone": masked_phone(phone)})
    return 0


def find_traces(session: Session, customer: Customer) -> Traces:
    """The orders of a customer whose row is held, and every checkout of theirs."""
    found = orders.list_orders_of(session, customer.id)
    paid = [order.checkout_id for order in found if order.checkout_id]
    return Traces(customer.phone, found, payments.list_checkouts_of(session, customer.phone, paid))


def forget(session: Session, customer: Customer, traces: Traces, at: datetime | None = None) -> None:
    """Take the person out, whatever they wait for; the caller holds the customer's row and has asked."""
    ids = [order.id for order in traces.orders]
    words = orders.words_for(session, customer, traces.orders)
    texts.hold_texts_to(session, traces.phone)
    texts.cancel_texts(session, ids)
    texts.forget_order_texts(session, ids)
    texts.forget_phone(session, traces.phone)
    payments.forget_checkouts(session, traces.checkouts, words)
    for order in traces.orders:
        if order.payment_intent_id is not None:
            payments.forget_payment(session, order.payment_intent_id)
    _forget_answers(session, [customer.id, traces.phone], words)
    orders.forget_orders(session, traces.orders, words)
    orders.forget_customer(session, customer)
    erased = {"customer_id": customer.id, "erased_at": at or clock.now()}
    insert_if_absent(session, ErasedCustomer, erased)


_PAYING = "This customer may be paying right now. Please try again in two hours."
_HELD = "A payment of this customer waits for a decision under Held payments. Decide about it first."
_DISPUTED = "A bank has questioned a payment of this customer. Erase the data once that is decided."
_TEXTING = "A text to this customer is being sent right now. Please try again in a minute."


def _refuse_while_busy(session: Session, customer: Customer, traces: Traces) -> None:
    """Raises CustomerBusy. The first reason is the one that people can do most about."""
    if orders.has_open_order(session, customer.id):
        raise CustomerBusy
    if payments.has_open_checkout(traces.checkouts):
        raise CustomerBusy(_PAYING)
    refuse_while_in_question(session, traces)
    if not texts.cancel_texts(session, [order.id for order in traces.orders]):
        raise CustomerBusy(_TEXTING)


def refuse_while_in_question(session: Session, traces: Traces) -> None:
    """Raises CustomerBusy while the platform or a bank decides about a payment, however old it is."""
    if any(review.decision is None for review in payments.list_reviews_of(session, traces.checkouts)):
        raise CustomerBusy(_HELD)
    if orders.has_open_dispute(session, traces.orders):
        raise CustomerBusy(_DISPUTED)


def _forget_answers(session: Session, known_by: list[str], words: set[str]) -> None:
    idempotency.rewrite(session, known_by, lambda answer: _without_person(answer, words))


def _without_person(value: Any, words: set[str]) -> Any:
    """A kept answer, however deep the person stands in it or is named by a reason or a note."""
    if isinstance(value, list):
        return [_without_person(one, words) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {name: _without_person(one, words) for name, one in value.items()}
    told = {name for name in _WRITTEN_BY_STAFF if name in inner and orders.mentions(inner[name], words)}
    blank = {name: blank for name, blank in _PERSONAL.items() if name in inner}
    return inner | blank | dict.fromkeys(told, ERASED_WORDS)


def find_erased_at(session: Session, customer_id: str) -> datetime | None:
    """When the customer was forgotten."""
    query = sa.select(ErasedCustomer.erased_at).where(ErasedCustomer.customer_id == customer_id)
    return session.scalar(query)
