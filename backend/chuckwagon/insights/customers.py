"""Customers: one row per phone number, made of the orders in the asker's scope and of nothing else.

Name and e-mail are those of the newest order in the scope, so that what a guest told one truck is never
shown to another. `orders` counts every order, cancelled ones too; `total spent` only sales.
"""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session, aliased

from chuckwagon.core import paging
from chuckwagon.core.clock import to_iso
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import to_dollars
from chuckwagon.insights.scope import REVENUE_CENTS, at_truck
from chuckwagon.orders.models import Customer, Order
from chuckwagon.orders.phones import shown_phone
from chuckwagon.orders.search import match_text
from chuckwagon.trucks.models import Truck

COLUMNS = ("Name", "Phone", "E-mail", "Orders", "Total spent", "Last order")
NEWEST_FIRST = "lastOrderAt:desc"


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
        here = sa.tuple_(people.c.last_order_at, people.c.id)
        there = sa.tuple_(
            sa.literal(paging.instant_at(mark.place), people.c.last_order_at.type), sa.literal(mark.id)
        )
        query = query.where(here < there)
    most = paging.clamp(limit)
    rows = session.execute(query.limit(most + 1)).all()
    shown, more = rows[:most], len(rows) > most
    return CustomerPage([_entry(row) for row in shown], total, _cursor(shown[-1]) if more else None)


def list_all_customers(session: Session, truck: Truck | None, search: str | None) -> list[CustomerEntry]:
    """Everybody, for a file. Raises InvalidInput."""
    return [_entry(row) for row in session.execute(_in_order(_people(truck, search)))]


def file_row(person: CustomerEntry) -> tuple[object, ...]:
    """A line of the file, in the order of COLUMNS."""
    spent = f"{person.total_spent:.2f}"
    phone = shown_phone(person.phone)
    return person.name, phone, person.email, person.order_count, spent, person.last_order_at


def get_customer(session: Session, truck: Truck | None, customer_id: str) -> CustomerEntry:
    """One customer who has ordered in the scope. Raises NotFound."""
    people = _people(truck, None, Order.customer_id == customer_id)
    row = session.execute(_in_order(people)).one_or_none() if is_id(customer_id) else None
    if row is None:
        raise NotFound("This customer does not exist.")
    return _entry(row)


def _people(truck: Truck | None, search: str | None, *conditions: sa.ColumnElement[bool]) -> sa.Subquery:
    """One row per customer: the newest order's words beside the sums over all of them."""
    scope = (at_truck(truck), Order.customer_id.is_not(None), *conditions)
    sums = (
        sa.select(
            Order.customer_id,
            sa.func.count().label("order_count"),
            sa.func.sum(REVENUE_CENTS).label("spent_cents"),
            sa.func.max(Order.created_at).label("last_order_at"),
        )
        .where(*scope)
        .group_by(Order.customer_id)
        .subquery()
    )
    newest = (
        sa.select(
            Order.customer_id,
            Order.customer_name,
            sa.func.row_number()
            .over(partition_by=Order.customer_id, order_by=(Order.created_at.desc(), Order.id.desc()))
            .label("place"),
        )
        .where(*scope)
        .subquery()
    )
    found = (
        sa.select(
            Customer.id,
            Customer.phone,
            newest.c.customer_name.label("name"),
            _newest_email(truck).label("email"),
            sums.c.order_count,
            sums.c.spent_cents,
            sums.c.last_order_at,
        )
        .join(sums, sums.c.customer_id == Customer.id)
        .join(newest, sa.and_(newest.c.customer_id == Customer.id, newest.c.place == 1))
        .subquery()
    )
    if not (search and search.strip()):
        return found
    wanted = match_text(search, [found.c.name, found.c.email], found.c.phone)
    return sa.select(found).where(wanted).subquery()


def _newest_email(truck: Truck | None) -> sa.ScalarSelect[Any]:
    given = aliased(Order)
    query = sa.select(given.customer_email).where(
        given.customer_id == Customer.id, given.customer_email.is_not(None)
    )
    if truck is not None:
        query = query.where(given.truck_id == truck.id)
    newest = query.order_by(given.created_at.desc(), given.id.desc()).limit(1)
    return newest.correlate(Customer).scalar_subquery()


def _in_order(people: sa.Subquery) -> sa.Select[Any]:
    return sa.select(people).order_by(people.c.last_order_at.desc(), people.c.id.desc())


def _cursor(row: Any) -> str:
    return paging.write_cursor(paging.Mark(NEWEST_FIRST, paging.place_of(row.last_order_at), row.id))


def _entry(row: Any) -> CustomerEntry:
    last: datetime = row.last_order_at
    return CustomerEntry(
        id=row.id,
        name=row.name,
        phone=row.phone,
        email=row.email,
        order_count=row.order_count,
        total_spent=to_dollars(int(row.spent_cents)),
        last_order_at=to_iso(last),
    )
