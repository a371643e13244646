"""Orders without the person who placed them: what was sold, when and for how much stays for the books.

The customer's row stays too, so that every figure that counts people or adds up their orders is what it was;
it says nothing of the person any more. Whoever forgets a customer holds that row first, as does an order that
is being placed, so of the two one comes after the other.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core import changes, clock
from chuckwagon.orders import regulars
from chuckwagon.orders.models import HAS_PERSON, Customer, Dispute, Order, OrderLine, Refund
from chuckwagon.orders.phones import shown_phone
from chuckwagon.orders.status import NEXT

ERASED_NAME, ERASED_WORDS = "Erased customer", "Erased"
AT_ONCE = 500
_NO_PHONE = "erased"
_OPEN = [status for status, following in NEXT.items() if following]
# A dispute as the provider names it while the bank has not decided.
_UNDECIDED = ("needs_response", "under_review", "warning_needs_response", "warning_under_review")


class OrderOf(Struct, frozen=True):
    """An order of somebody, by what leads to its other traces."""

    id: str
    truck_id: str
    checkout_id: str | None
    payment_intent_id: str | None


def find_customer(session: Session, customer_id: str) -> Customer | None:
    """The customer's row, held until the transaction ends: no order of this person is placed meanwhile."""
    return session.get(Customer, customer_id, with_for_update=True, populate_existing=True)


def find_customer_by_phone(session: Session, phone: str) -> str | None:
    """The id of the customer with this phone (E.164)."""
    return session.scalar(sa.select(Customer.id).where(Customer.phone == phone))


def list_orders_of(session: Session, customer_id: str) -> list[OrderOf]:
    """Every order of the customer, at whichever truck."""
    columns = (Order.id, Order.truck_id, Order.checkout_id, Order.payment_intent_id)
    found = session.execute(sa.select(*columns).where(Order.customer_id == customer_id))
    return [OrderOf(*row) for row in found]


def has_open_order(session: Session, customer_id: str) -> bool:
    """Whether an order of the customer is still on its way to the window."""
    mine = (Order.customer_id == customer_id, Order.status.in_(_OPEN))
    return session.scalar(sa.select(Order.id).where(*mine).limit(1)) is not None


def has_open_dispute(session: Session, orders: Sequence[OrderOf]) -> bool:
    """Whether a bank has questioned one of the payments and not decided yet."""
    for ids in in_pieces(order.id for order in orders):
        mine = (Dispute.order_id.in_(ids), Dispute.status.in_(_UNDECIDED))
        if session.scalar(sa.select(Dispute.id).where(*mine).limit(1)) is not None:
            return True
    return False


def forget_orders(session: Session, orders: Sequence[OrderOf], words: set[str]) -> None:
    """Take the person out of the orders. `words`: what a refund's reason may call the person by."""
    for ids in in_pieces(order.id for order in orders):
        nobody = {
            "customer_name": ERASED_NAME,
            "customer_phone": None,
            "customer_email": None,
            "special_instructions": None,
            "version": Order.version + 1,
            "updated_at": clock.now(),
        }
        _update(session, sa.update(Order).where(Order.id.in_(ids)).values(nobody))
        silent = sa.update(OrderLine).where(OrderLine.order_id.in_(ids)).values(special_instructions=None)
        _update(session, silent)
        reasons = session.execute(sa.select(Refund.id, Refund.reason).where(Refund.order_id.in_(ids)))
        told = [refund_id for refund_id, reason in reasons if mentions(reason, words)]
        _update(session, sa.update(Refund).where(Refund.id.in_(told)).values(reason=ERASED_WORDS))
    for order in orders:
        changes.announce(session, order.truck_id, changes.ORDER, order.id)


def forget_customer(session: Session, customer: Customer) -> None:
    """Take the person out of the row and of what lists find it by; the orders were forgotten before."""
    customer.phone = f"{_NO_PHONE}{customer.id[:14]}"  # unique, and no phone of anybody
    customer.name, customer.email = ERASED_NAME, None
    session.flush()
    regulars.rebuild(session, customer.id)


def known_phone(phone: str) -> str:
    """The phone of a customer's row; empty once the person is forgotten."""
    return "" if phone.startswith(_NO_PHONE) else phone


def words_for(session: Session, customer: Customer, orders: Sequence[OrderOf]) -> set[str]:
    """What the person may be called by in a note: parts of every name that was given, phone and e-mail."""
    given: set[str | None] = {customer.name, customer.email}
    for ids in in_pieces(order.id for order in orders):
        rows = session.execute(sa.select(Order.customer_name, Order.customer_email).where(Order.id.in_(ids)))
        for row in rows:
            given |= set(row)
    names = {part.casefold() for text in given if text for part in (text, *re.findall(r"\w{3,}", text))}
    return names | spellings(customer.phone)


def spellings(phone: str) -> set[str]:
    """A phone as people write it in a note."""
    digits = phone.removeprefix("+1")
    return {phone, digits, shown_phone(phone), f"{digits[:3]}-{digits[3:6]}-{digits[6:]}"} - {"", "--"}


def mentions(note: str | None, words: Iterable[str]) -> bool:
    """Whether a note of the staff names the person."""
    text = (note or "").casefold()
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)


def list_passers_by(
    session: Session, since: datetime, before: datetime, limit: int
) -> list[tuple[OrderOf, datetime]]:
    """Orders of people who left a name and no phone, oldest first, each with its time."""
    columns = (Order.id, Order.truck_id, Order.checkout_id, Order.payment_intent_id, Order.created_at)
    query = sa.select(*columns).where(Order.created_at >= since, Order.created_at < before)
    nameless = (Order.customer_id.is_(None), Order.customer_name != ERASED_NAME)
    found = session.execute(query.where(*nameless).order_by(Order.created_at, Order.id).limit(limit))
    return [(OrderOf(*row[:4]), row[4]) for row in found]


def has_orders(session: Session, since: datetime, before: datetime) -> bool:
    """Whether any order is of that time."""
    query = sa.select(Order.id).where(Order.created_at >= since, Order.created_at < before)
    return session.scalar(query.limit(1)) is not None


def list_long_gone(
    session: Session, before: datetime, after: tuple[datetime, str] | None, limit: int
) -> list[tuple[datetime, str]]:
    """Customers who are not forgotten and whose last order is of before, from a place on: when, and who."""
    place = sa.tuple_(Customer.last_order_at, Customer.id)
    query = sa.select(Customer.last_order_at, Customer.id).where(HAS_PERSON, Customer.last_order_at < before)
    if after is not None:
        at, customer_id = after
        query = query.where(place > sa.tuple_(sa.literal(at, Customer.last_order_at.type), customer_id))
    found = session.execute(query.order_by(Customer.last_order_at, Customer.id).limit(limit))
    return [(at, customer_id) for at, customer_id in found if at is not None]


def in_pieces(ids: Iterable[str], size: int = AT_ONCE) -> Iterable[list[str]]:
    """As many at once as a statement takes."""
    rest = iter(ids)
    while piece := list(islice(rest, size)):
        yield piece


def _update(session: Session, statement: sa.Update) -> None:
    session.execute(statement.execution_options(synchronize_session=False))
