"""Customer totals that are computed from orders: the amount spent after an order changed, or all totals again.

Every write of an order keeps the totals up to date, so that no list has to sum up a million orders.
"""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import Customer, TruckCustomer
from chuckwagon.customers.service import OrderContribution, lock_customer, replace_totals
from chuckwagon.db.database import table_of
from chuckwagon.orders.models import Order
from chuckwagon.orders.revenue import REVENUE_CENTS

_customers, _truck_customers = table_of(Customer), table_of(TruckCustomer)

_UPDATE_TRUCK_SPENT = (
    sa.update(_truck_customers)
    .where(
        _truck_customers.c.truck_id == sa.bindparam("truck"), _truck_customers.c.customer_id == sa.bindparam("customer")
    )
    .values(
        spent_cents=sa.select(sa.func.coalesce(sa.func.sum(REVENUE_CENTS), 0))
        .where(Order.truck_id == sa.bindparam("truck"), Order.customer_id == sa.bindparam("customer"))
        .scalar_subquery()
    )
)
_UPDATE_SPENT = (
    sa.update(_customers)
    .where(_customers.c.id == sa.bindparam("customer"))
    .values(
        spent_cents=sa.select(sa.func.coalesce(sa.func.sum(_truck_customers.c.spent_cents), 0))
        .where(_truck_customers.c.customer_id == sa.bindparam("customer"))
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


def update_spent(session: Session, truck_id: str, customer_id: str | None) -> None:
    """Lock the customer and recompute the amount spent, at the truck and in all. Does nothing without a customer.

    The caller has changed an order's revenue.
    """
    if customer_id is not None:
        lock_customer(session, customer_id)
        session.execute(_UPDATE_TRUCK_SPENT, {"truck": truck_id, "customer": customer_id})
        session.execute(_UPDATE_SPENT, {"customer": customer_id})


def rebuild_customer_totals(session: Session, customer_id: str) -> None:
    """Recompute the customer's totals, names and search words from their orders, under the customer's lock."""
    lock_customer(session, customer_id)
    orders = [
        OrderContribution(truck_id=truck_id, phone=phone or "", name=name, email=email, at=at, cents=int(cents))
        for truck_id, name, email, phone, at, cents in session.execute(_ORDERS, {"customer": customer_id})
    ]
    replace_totals(session, customer_id, orders)


def find_inconsistent_customers(session: Session) -> list[str]:
    """Ids of the customers whose stored totals differ from the totals of their orders."""
    customer, truck = Order.customer_id, Order.truck_id
    sums = (sa.func.count(), sa.func.sum(REVENUE_CENTS), sa.func.max(Order.created_at))
    columns: tuple[Any, ...] = (customer, truck, *sums)
    actual = sa.select(*columns).where(customer.is_not(None)).group_by(customer, truck)
    stored = sa.select(
        _truck_customers.c.customer_id, _truck_customers.c.truck_id,
        _truck_customers.c.order_count, _truck_customers.c.spent_cents, _truck_customers.c.last_order_at,
    )  # fmt: skip
    differing = _read_rows(session, actual) ^ _read_rows(session, stored)
    sums_of_trucks = (_truck_customers.c.order_count, _truck_customers.c.spent_cents)
    added = [sa.func.sum(column) for column in sums_of_trucks]
    summed = sa.select(_truck_customers.c.customer_id, *added, sa.func.max(_truck_customers.c.last_order_at))
    customers = sa.select(
        _customers.c.id, _customers.c.order_count, _customers.c.spent_cents, _customers.c.last_order_at
    ).where(_customers.c.last_order_at.is_not(None))
    differing |= _read_rows(session, summed.group_by(_truck_customers.c.customer_id)) ^ _read_rows(session, customers)
    return sorted({row[0] for row in differing})


def _read_rows(session: Session, query: sa.Select[Any]) -> set[tuple[Any, ...]]:
    """The rows with plain integers, because sums of integers are decimals on PostgreSQL."""
    return {
        tuple(value if isinstance(value, str | datetime) else int(value) for value in row)
        for row in session.execute(query)
    }
