"""Customers: one row per phone number, made of the orders in the asker's scope and of nothing else.

Name and e-mail are those of the newest order in the scope, so that what a guest told one truck is never
shown to another; a search finds whatever they told this one, be it long ago. `orders` counts every order,
cancelled ones too; `total spent` only sales.
"""

from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.core import paging
from chuckwagon.core.clock import to_iso
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import to_dollars
from chuckwagon.insights.scope import REVENUE_CENTS, at_truck
from chuckwagon.orders.models import Order
from chuckwagon.orders.phones import shown_phone
from chuckwagon.orders.search import match_text
from chuckwagon.trucks.models import Truck

COLUMNS = ("Name", "Phone", "E-mail", "Orders", "Total spent", "Last order")
NEWEST_FIRST = "lastOrderAt:desc"
Words = dict[str | None, tuple[str, str | None]]


class CustomerEntry(Struct, rename="camel"):
    """A person as the truck knows them; the total in dollars."""

    id: str = field(name="_id")
    name: str
    phone: str
    email: str | None
    order_count: int
    total_spent: float
    last_order_at: str


class CustomerPage(Struct, rename="camel"):
    """One page of customers, how many there are in all, and where the next page begins."""

    customers: list[CustomerEntry]
    total: int
    next_cursor: str | None


def list_customers(
    session: Session, truck: Truck | None, search: str | None, limit: int | None, cursor: str | None
) -> CustomerPage:
    """Whoever ordered last comes first. Raises InvalidInput."""
    people = _people(truck, search)
    total = session.scalar(sa.select(sa.func.count()).select_from(people)) or 0
    query = _in_order(people)
    mark = paging.read_cursor(cursor, NEWEST_FIRST)
    if mark is not None:
        last_order_at = people.c.last_order_at
        there = sa.literal(paging.instant_at(mark.place), last_order_at.type), sa.literal(mark.id)
        query = query.where(sa.tuple_(last_order_at, people.c.id) < sa.tuple_(*there))
    most = paging.clamp(limit)
    rows = session.execute(query.limit(most + 1)).all()
    shown, more = rows[:most], len(rows) > most
    words = _words(session, truck, Order.customer_id.in_([row.id for row in shown]))
    return CustomerPage([_entry(row, words) for row in shown], total, _cursor(shown[-1]) if more else None)


def list_all_customers(session: Session, truck: Truck | None, search: str | None) -> list[CustomerEntry]:
    """Everybody, for a file. Raises InvalidInput."""
    # The people first: whoever orders for the first time in between has words and is not on the list yet.
    people = session.execute(_in_order(_people(truck, search))).all()
    words = _words(session, truck, Order.customer_id.is_not(None))
    return [_entry(row, words) for row in people]


def file_row(person: CustomerEntry) -> tuple[object, ...]:
    """A line of the file, in the order of COLUMNS."""
    spent = f"{person.total_spent:.2f}"
    phone = shown_phone(person.phone)
    return person.name, phone, person.email, person.order_count, spent, person.last_order_at


def get_customer(session: Session, truck: Truck | None, customer_id: str) -> CustomerEntry:
    """One customer who has ordered in the scope. Raises NotFound."""
    is_theirs = Order.customer_id == customer_id
    query = sa.select(_people(truck, None, is_theirs))
    row = session.execute(query).one_or_none() if is_id(customer_id) else None
    if row is None:
        raise NotFound("This customer does not exist.")
    return _entry(row, _words(session, truck, is_theirs))


def _people(truck: Truck | None, search: str | None, *conditions: sa.ColumnElement[bool]) -> sa.Subquery:
    """One row per customer with the sums over all orders in the scope, in one pass over them."""
    query = (
        sa.select(
            Order.customer_id.label("id"),
            sa.func.max(Order.customer_phone).label("phone"),
            sa.func.count().label("order_count"),
            sa.func.sum(REVENUE_CENTS).label("spent_cents"),
            sa.func.max(Order.created_at).label("last_order_at"),
        )
        .where(at_truck(truck), Order.customer_id.is_not(None), *conditions)
        .group_by(Order.customer_id)
    )
    if search and search.strip():
        is_found = match_text(search, [Order.customer_name, Order.customer_email], Order.customer_phone)
        query = query.having(sa.func.max(sa.case((is_found, 1), else_=0)) == 1)
    return query.subquery()


def _words(session: Session, truck: Truck | None, whose: sa.ColumnElement[bool]) -> Words:
    """Name and e-mail by customer, each from the newest order in the scope that has one."""
    query = sa.select(Order.customer_id, Order.customer_name, Order.customer_email).where(
        at_truck(truck), whose
    )
    found: Words = {}
    for customer_id, name, email in session.execute(query.order_by(Order.created_at, Order.id)):
        found[customer_id] = (name, email or found.get(customer_id, ("", None))[1])
    return found


def _in_order(people: sa.Subquery) -> sa.Select[Any]:
    return sa.select(people).order_by(people.c.last_order_at.desc(), people.c.id.desc())


def _cursor(row: Any) -> str:
    return paging.write_cursor(paging.Mark(NEWEST_FIRST, paging.place_of(row.last_order_at), row.id))


def _entry(row: Any, words: Words) -> CustomerEntry:
    name, email = words[row.id]
    return CustomerEntry(
        id=row.id,
        name=name,
        phone=row.phone,
        email=email,
        order_count=row.order_count,
        total_spent=to_dollars(int(row.spent_cents)),
        last_order_at=to_iso(row.last_order_at),
    )
