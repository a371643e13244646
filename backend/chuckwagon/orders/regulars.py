"""What each truck knows of each customer: kept by the writes, so that no list adds up a million orders.

`customers` holds the sums over all trucks, `truck_customers` those at one, `customer_words` what they are
found by. Every writer holds the customer's row first, so two of them never work on one person at a time;
whoever also needs the truck's counter takes the customer before it.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import table_of
from chuckwagon.core.ids import new_id
from chuckwagon.core.prepared import Prepared
from chuckwagon.orders.models import Customer, CustomerWord, Order, TruckCustomer
from chuckwagon.orders.sales import REVENUE_CENTS
from chuckwagon.orders.search import MOST_WORDS, words_of

_customers, _known, _words = table_of(Customer), table_of(TruckCustomer), table_of(CustomerWord)

_THIS_CUSTOMER = _customers.c.id == sa.bindparam("customer")
_AT_THIS_TRUCK = sa.and_(
    _known.c.truck_id == sa.bindparam("truck"), _known.c.customer_id == sa.bindparam("customer")
)
_HOLD = sa.select(_customers.c.id).where(_THIS_CUSTOMER).with_for_update()
_FIND_BY = Prepared(sa.update(_customers).where(_THIS_CUSTOMER).values(words=sa.bindparam("found_by")))
_FIND_BY_AT_TRUCK = Prepared(sa.update(_known).where(_AT_THIS_TRUCK).values(words=sa.bindparam("found_by")))
_ADD_WORD = Prepared(
    lambda insert: insert(_words).on_conflict_do_nothing(), ("truck_id", "word", "customer_id")
)
_SPENT_AT_TRUCK = (
    sa.update(_known)
    .where(_AT_THIS_TRUCK)
    .values(
        spent_cents=sa.select(sa.func.coalesce(sa.func.sum(REVENUE_CENTS), 0))
        .where(Order.truck_id == sa.bindparam("truck"), Order.customer_id == sa.bindparam("customer"))
        .scalar_subquery()
    )
)
_SPENT = (
    sa.update(_customers)
    .where(_THIS_CUSTOMER)
    .values(
        spent_cents=sa.select(sa.func.coalesce(sa.func.sum(_known.c.spent_cents), 0))
        .where(_known.c.customer_id == sa.bindparam("customer"))
        .scalar_subquery()
    )
)
_ORDERS = (
    sa.select(
        Order.truck_id,
        Order.customer_name,
        Order.customer_email,
        Order.customer_phone,
        Order.created_at,
        REVENUE_CENTS.label("cents"),
    )
    .where(Order.customer_id == sa.bindparam("customer"))
    .order_by(Order.created_at, Order.id)
)


class Visit(Struct, frozen=True, kw_only=True):
    """What an order tells of its customer: who, when, and the cents that it brought."""

    truck_id: str
    phone: str
    name: str
    email: str | None
    at: datetime
    cents: int


def meet(session: Session, visit: Visit) -> tuple[str, bool]:
    """Remember the customer of an order that is being placed, by the phone.

    Gives the id, and whether this is their newest order: name and e-mail are those of the newest one. The
    customer's row is held from here on.
    """
    found_by = _grown("", visit) or ""
    values = {
        "id": new_id(),
        "phone": visit.phone,
        "name": visit.name,
        "email": visit.email,
        "words": found_by,
        "order_count": 1,
        "spent_cents": visit.cents,
        "last_order_at": visit.at,
        "created_at": clock.now(),
    }
    [(customer_id, known_by, last_order_at)] = _MEET.all(session, values)
    words = _grown(known_by, visit)
    if words is not None:
        _FIND_BY.write(session, {"customer": customer_id, "found_by": words})
    return str(customer_id), last_order_at <= visit.at


def greet(session: Session, customer_id: str, visit: Visit) -> None:
    """Have the truck know the customer whose newest order is being written."""
    found_by = _grown("", visit) or ""
    values = {
        "truck_id": visit.truck_id,
        "customer_id": customer_id,
        "phone": visit.phone,
        "name": visit.name,
        "email": visit.email,
        "words": found_by,
        "order_count": 1,
        "spent_cents": visit.cents,
        "last_order_at": visit.at,
    }
    [(known_by, order_count)] = _GREET.all(session, values)
    is_new = order_count == 1
    words = found_by if is_new else _grown(known_by, visit)
    if words is not None:
        if not is_new:
            place = {"truck": visit.truck_id, "customer": customer_id}
            _FIND_BY_AT_TRUCK.write(session, {**place, "found_by": words})
        known = () if is_new else known_by.split()
        _index(session, visit.truck_id, customer_id, set(words.split()).difference(known))


def hold(session: Session, customer_id: str | None) -> None:
    """Be the only one who writes of this customer, until the transaction ends."""
    if customer_id is not None:
        session.execute(_HOLD, {"customer": customer_id})


def note_spent(session: Session, truck_id: str, customer_id: str | None) -> None:
    """What an order brought has changed; the caller has changed its row."""
    if customer_id is not None:
        hold(session, customer_id)
        session.execute(_SPENT_AT_TRUCK, {"truck": truck_id, "customer": customer_id})
        session.execute(_SPENT, {"customer": customer_id})


def rebuild(session: Session, customer_id: str) -> None:
    """Write down anew what the orders tell of a customer: for whoever changed orders by other ways.

    A customer without orders is on no list any more.
    """
    hold(session, customer_id)
    visits = [
        Visit(truck_id=truck_id, phone=phone or "", name=name, email=email, at=at, cents=int(cents))
        for truck_id, name, email, phone, at, cents in session.execute(_ORDERS, {"customer": customer_id})
    ]
    for table in (_words, _known):
        session.execute(sa.delete(table).where(table.c.customer_id == customer_id))
    for truck_id in sorted({visit.truck_id for visit in visits}):
        here = [visit for visit in visits if visit.truck_id == truck_id]
        whole = _summed(here)
        session.execute(sa.insert(_known), {"truck_id": truck_id, "customer_id": customer_id, **whole})
        _index(session, truck_id, customer_id, set(whole["words"].split()))
    values = _summed(visits) if visits else {"order_count": 0, "spent_cents": 0, "words": ""}
    values.pop("phone", None)
    values.setdefault("last_order_at", None)
    session.execute(sa.update(_customers).where(_customers.c.id == customer_id).values(values))


def find_wrong(session: Session) -> list[str]:
    """The customers whose numbers are not those of their orders."""
    customer, truck = Order.customer_id, Order.truck_id
    sums = (sa.func.count(), sa.func.sum(REVENUE_CENTS), sa.func.max(Order.created_at))
    columns: tuple[Any, ...] = (customer, truck, *sums)
    real = sa.select(*columns).where(customer.is_not(None)).group_by(customer, truck)
    kept = sa.select(
        _known.c.customer_id, _known.c.truck_id,
        _known.c.order_count, _known.c.spent_cents, _known.c.last_order_at,
    )  # fmt: skip
    differing = _read(session, real) ^ _read(session, kept)
    whole = (_known.c.order_count, _known.c.spent_cents)
    added = [sa.func.sum(column) for column in whole]
    summed = sa.select(_known.c.customer_id, *added, sa.func.max(_known.c.last_order_at))
    people = sa.select(
        _customers.c.id, _customers.c.order_count, _customers.c.spent_cents, _customers.c.last_order_at
    ).where(_customers.c.last_order_at.is_not(None))
    differing |= _read(session, summed.group_by(_known.c.customer_id)) ^ _read(session, people)
    return sorted({row[0] for row in differing})


def _read(session: Session, query: sa.Select[Any]) -> set[tuple[Any, ...]]:
    """As plain numbers: PostgreSQL adds integers up to decimals."""
    return {
        tuple(value if isinstance(value, str | datetime) else int(value) for value in row)
        for row in session.execute(query)
    }


def _newest(new: Any, old: Any) -> dict[str, Any]:
    is_newer = sa.or_(old.last_order_at.is_(None), new.last_order_at >= old.last_order_at)
    return {
        "name": sa.case((is_newer, new.name), else_=old.name),
        "email": sa.case((is_newer, sa.func.coalesce(new.email, old.email)), else_=old.email),
        "order_count": old.order_count + 1,
        "spent_cents": old.spent_cents + new.spent_cents,
        "last_order_at": sa.case((is_newer, new.last_order_at), else_=old.last_order_at),
    }


_MEET = Prepared(
    lambda insert: (
        insert(_customers)
        .on_conflict_do_update(
            index_elements=[_customers.c.phone], set_=_newest(insert(_customers).excluded, _customers.c)
        )
        .returning(_customers.c.id, _customers.c.words, _customers.c.last_order_at)
    ),
    _customers.c.keys(),
)
_GREET = Prepared(
    lambda insert: (
        insert(_known)
        .on_conflict_do_update(
            index_elements=[_known.c.truck_id, _known.c.customer_id],
            set_=_newest(insert(_known).excluded, _known.c),
        )
        .returning(_known.c.words, _known.c.order_count)
    ),
    _known.c.keys(),
)


def _grown(found_by: str, visit: Visit) -> str | None:
    """The words that a customer is found by with those of this visit; None when all are there."""
    known = found_by.split()
    more = sorted(words_of(visit.name, visit.email, visit.phone).difference(known))
    more = more[: max(0, MOST_WORDS - len(known))]
    return _joined([*known, *more]) if more else None


def _joined(words: Iterable[str]) -> str:
    """With a space before each, so that the beginning of a word can be looked for."""
    return "".join(f" {word}" for word in words)


def _summed(visits: list[Visit]) -> dict[str, Any]:
    """The visits, oldest first, as one row."""
    found_by = ""
    for visit in visits:
        found_by = _grown(found_by, visit) or found_by
    return {
        "phone": visits[-1].phone,
        "name": visits[-1].name,
        "email": next((visit.email for visit in reversed(visits) if visit.email), None),
        "words": found_by,
        "order_count": len(visits),
        "spent_cents": sum(visit.cents for visit in visits),
        "last_order_at": visits[-1].at,
    }


def _index(session: Session, truck_id: str, customer_id: str, words: set[str]) -> None:
    rows = [{"truck_id": truck_id, "word": one, "customer_id": customer_id} for one in sorted(words)]
    if rows:
        _ADD_WORD.write_each(session, rows)
