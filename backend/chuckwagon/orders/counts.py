"""Order numbers, the counts of a truck's orders in each status, and the totals of customers.

The counts are columns of the row from which order numbers are allocated, because every new order updates that row
anyway. A transaction that changes an order's status also moves its count. Every write of an order keeps the totals of
its customer up to date, so that no list has to sum up a million orders.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import Customer, TruckCustomer
from chuckwagon.customers.service import OrderContribution, lock_customer, replace_totals
from chuckwagon.db import database
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderCounter
from chuckwagon.orders.schemas import OrderCounts
from chuckwagon.orders.status import REVENUE_CENTS

FIRST_ORDER_NUMBER = 101
_counters, _orders = table_of(OrderCounter), table_of(Order)


@cache
def _allocate_statement(status: str) -> CompiledStatement:
    """Allocates a number, and counts the order in the status with which it starts."""
    return CompiledStatement(
        lambda insert: (
            insert(_counters)
            .on_conflict_do_update(
                index_elements=[_counters.c.truck_id],
                set_={"last_number": _counters.c.last_number + 1, status: _counters.c[status] + 1},
            )
            .returning(_counters.c.last_number)
        ),
        ("truck_id", "last_number", *statuses.NEXT_STATUSES),
    )


_SUM = sa.select(*(sa.func.coalesce(sa.func.sum(_counters.c[name]), 0) for name in statuses.NEXT_STATUSES))
_SUM_OF_ALL = CompiledStatement(_SUM)
_SUM_OF_TRUCK = CompiledStatement(_SUM.where(_counters.c.truck_id == sa.bindparam("truck")))


def allocated_number(truck_id: Any) -> sa.ScalarSelect[int]:
    """The number that `allocate_order_number` has allocated in the same transaction, for the insert of the order."""
    return sa.select(_counters.c.last_number).where(_counters.c.truck_id == truck_id).scalar_subquery()


def allocate_order_number(session: Session, truck_id: str, status: str) -> Callable[[], int]:
    """Allocate the number of a new order, and count it in its first status, later in the transaction (`run_later`).

    The returned function gives the number after the next statement with a result or after the commit. So the truck's
    other orders wait only while the server itself works, and not for another round trip.

    Runs in the transaction that inserts the order, so a truck's numbers have no gaps. The advisory lock queues
    the transactions of a truck: if they waited for the row itself, every commit would wake all of them, and all
    but one would have to wait again.
    """
    lock_order_numbers(session, truck_id)
    zeros = dict.fromkeys(statuses.NEXT_STATUSES, 0)
    values = {**zeros, "truck_id": truck_id, "last_number": FIRST_ORDER_NUMBER, status: 1}
    row = _allocate_statement(status).first_later(session, values)
    return lambda: int(row()[0])


def lock_order_numbers(session: Session, truck_id: str) -> None:
    """Keep the truck's other orders from getting a number until the transaction ends."""
    database.lock_transaction(session, f"number of {truck_id}")


def move_status_count(session: Session, truck_id: str, before: str, after: str) -> None:
    """Move one order of the truck from the count of `before` to that of `after`.

    The caller has updated the order's row.
    """
    session.execute(_move_statement(before, after), {"truck": truck_id})


@cache
def _move_statement(before: str, after: str) -> sa.Update:
    changed = {before: _counters.c[before] - 1, after: _counters.c[after] + 1}
    return sa.update(_counters).where(_counters.c.truck_id == sa.bindparam("truck")).values(changed)


def count_by_status(session: Session, truck_id: str | None) -> OrderCounts:
    """Number of orders of the truck (None: of all trucks) in each status."""
    found = _SUM_OF_ALL.all(session) if truck_id is None else _SUM_OF_TRUCK.all(session, {"truck": truck_id})
    return OrderCounts(**{name: int(count) for name, count in zip(statuses.NEXT_STATUSES, found[0], strict=True)})


def count_with_status(session: Session, truck_id: str | None, status: str | None) -> int:
    """Number of orders of the truck (None: of all trucks) in this status (None: in any status)."""
    counts = count_by_status(session, truck_id)
    return int(sum(getattr(counts, name) for name in ([status] if status else statuses.NEXT_STATUSES)))


def repair_counters(session: Session) -> list[str]:
    """Recount the orders and correct the counters. Returns the ids of the trucks whose counters were wrong.

    Locks the counters first, so that a concurrent status change waits and then moves its count.
    """
    locked = sa.select(_counters).order_by(_counters.c.truck_id).with_for_update()
    stored = {row["truck_id"]: dict(row) for row in session.execute(locked).mappings()}
    counted = _count_rows(session)
    corrected = []
    for truck_id in sorted(stored.keys() | counted.keys()):
        current = stored.get(truck_id, {})
        counts = dict.fromkeys(statuses.NEXT_STATUSES, 0) | counted.get(truck_id, {})
        # A number is never allocated again, even when its order was deleted.
        counts["last_number"] = max(counts.get("last_number", 0), current.get("last_number", 0))
        if not current:
            session.execute(sa.insert(_counters), {"truck_id": truck_id, **counts})
        elif current != {"truck_id": truck_id, **counts}:
            session.execute(sa.update(_counters).where(_counters.c.truck_id == truck_id).values(counts))
        else:
            continue
        corrected.append(truck_id)
    return corrected


def _count_rows(session: Session) -> dict[str, dict[str, Any]]:
    """By truck id: the number of orders by status, and `last_number`, the highest order number."""
    by_truck: dict[str, dict[str, Any]] = {}
    columns = (_orders.c.truck_id, _orders.c.status)
    query = sa.select(*columns, sa.func.count(), sa.func.max(_orders.c.order_number)).group_by(*columns)
    for truck_id, status, count, number in session.execute(query):
        truck = by_truck.setdefault(truck_id, {"last_number": 0})
        truck[status] = count
        truck["last_number"] = max(truck["last_number"], number)
    return by_truck


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
