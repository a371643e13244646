"""Writes customers: the upsert for a new order, and the replacement of all totals of a customer.

`customers` has the totals over all trucks, `truck_customers` those at one truck. Both hold the search words, which
the worker writes to the search index later (`search.py`). Lock order: every writer locks the customer's row first,
and the truck's order counter after it.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.customers.models import Customer, CustomerWord, TruckCustomer
from chuckwagon.customers.search import MAX_WORDS, search_words
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

_customers, _truck_customers, _words = table_of(Customer), table_of(TruckCustomer), table_of(CustomerWord)

_THIS_CUSTOMER = _customers.c.id == sa.bindparam("customer")
_AT_THIS_TRUCK = sa.and_(
    _truck_customers.c.truck_id == sa.bindparam("truck"), _truck_customers.c.customer_id == sa.bindparam("customer")
)
_LOCK = sa.select(_customers.c.id).where(_THIS_CUSTOMER).with_for_update()
_SET_WORDS = CompiledStatement(sa.update(_customers).where(_THIS_CUSTOMER).values(words=sa.bindparam("new_words")))
_SET_TRUCK_WORDS = CompiledStatement(
    sa.update(_truck_customers).where(_AT_THIS_TRUCK).values(words=sa.bindparam("new_words"), is_indexed=False)
)


class OrderContribution(Struct, frozen=True, kw_only=True, dict=True):
    """An order's part of the customer's totals; `cents` is its revenue."""

    truck_id: str
    phone: str
    name: str
    email: str | None
    at: datetime
    cents: int

    @cached_property
    def words(self) -> set[str]:
        """The customer's search words. Kept, because the customer and the truck's row of them need the same ones."""
        return search_words(self.name, self.email, self.phone)


def upsert_customer(session: Session, order: OrderContribution) -> tuple[str, bool]:
    """Insert the customer of a new order, or add the order to the customer with this phone.

    Returns (customer ID, whether this is the customer's newest order). The customer gets the name of the newest order,
    and its e-mail address if it has one. The customer's row stays locked until the end of the transaction. New search
    words are written later in it (`CompiledStatement.run_later`).
    """
    first_words = _merge_words("", order) or ""
    values = {
        "id": new_id(),
        "phone": order.phone,
        "name": order.name,
        "email": order.email,
        "words": first_words,
        "order_count": 1,
        "spent_cents": order.cents,
        "last_order_at": order.at,
        "created_at": clock.now(),
    }
    [(customer_id, stored_words, last_order_at)] = _UPSERT_CUSTOMER.all(session, values)
    words = _merge_words(stored_words, order)
    if words is not None:
        _SET_WORDS.run_later(session, {"customer": customer_id, "new_words": words})
    return str(customer_id), last_order_at <= order.at


def upsert_truck_customer(session: Session, customer_id: str, order: OrderContribution) -> None:
    """Insert or update the customer's totals at the truck. The order must be the customer's newest one.

    New search words are written later in the transaction (`CompiledStatement.run_later`).
    """
    values = {
        "truck_id": order.truck_id,
        "customer_id": customer_id,
        "phone": order.phone,
        "name": order.name,
        "email": order.email,
        "words": _merge_words("", order) or "",
        "is_indexed": False,
        "order_count": 1,
        "spent_cents": order.cents,
        "last_order_at": order.at,
    }
    [(stored_words,)] = _UPSERT_TRUCK_CUSTOMER.all(session, values)
    words = _merge_words(stored_words, order)
    if words is not None:
        key = {"truck": order.truck_id, "customer": customer_id}
        _SET_TRUCK_WORDS.run_later(session, {**key, "new_words": words})


def lock_customer(session: Session, customer_id: str | None) -> None:
    """Lock the customer's row until the end of the transaction. None, for an order without a phone, locks nothing."""
    if customer_id is not None:
        session.execute(_LOCK, {"customer": customer_id})


def replace_totals(session: Session, customer_id: str, orders: list[OrderContribution]) -> None:
    """Replace a customer's totals, names and search words by those of these orders, which come oldest first.

    The row and its phone stay. A customer without orders also keeps the name and e-mail address, but disappears from
    every list. The caller has locked the customer.
    """
    for table in (_words, _truck_customers):
        session.execute(sa.delete(table).where(table.c.customer_id == customer_id))
    for truck_id in sorted({order.truck_id for order in orders}):
        orders_here = [order for order in orders if order.truck_id == truck_id]
        row = {"truck_id": truck_id, "customer_id": customer_id, "is_indexed": False, **_sum_orders(orders_here)}
        session.execute(sa.insert(_truck_customers), row)
    values = _sum_orders(orders) if orders else {"order_count": 0, "spent_cents": 0, "words": ""}
    values.pop("phone", None)
    values.setdefault("last_order_at", None)
    session.execute(sa.update(_customers).where(_customers.c.id == customer_id).values(values))


def _merge_totals(new: Any, old: Any) -> dict[str, Any]:
    is_newer = sa.or_(old.last_order_at.is_(None), new.last_order_at >= old.last_order_at)
    return {
        "name": sa.case((is_newer, new.name), else_=old.name),
        "email": sa.case((is_newer, sa.func.coalesce(new.email, old.email)), else_=old.email),
        "order_count": old.order_count + 1,
        "spent_cents": old.spent_cents + new.spent_cents,
        "last_order_at": sa.case((is_newer, new.last_order_at), else_=old.last_order_at),
    }


_UPSERT_CUSTOMER = CompiledStatement(
    lambda insert: (
        insert(_customers)
        .on_conflict_do_update(
            index_elements=[_customers.c.phone], set_=_merge_totals(insert(_customers).excluded, _customers.c)
        )
        .returning(_customers.c.id, _customers.c.words, _customers.c.last_order_at)
    ),
    _customers.c.keys(),
)
_UPSERT_TRUCK_CUSTOMER = CompiledStatement(
    lambda insert: (
        insert(_truck_customers)
        .on_conflict_do_update(
            index_elements=[_truck_customers.c.truck_id, _truck_customers.c.customer_id],
            set_=_merge_totals(insert(_truck_customers).excluded, _truck_customers.c),
        )
        .returning(_truck_customers.c.words)
    ),
    _truck_customers.c.keys(),
)


def _merge_words(stored_words: str, order: OrderContribution) -> str | None:
    """The search words with those of this order added; None when it adds none."""
    stored = stored_words.split()
    added = sorted(order.words.difference(stored))
    added = added[: max(0, MAX_WORDS - len(stored))]
    return _join_words([*stored, *added]) if added else None


def _join_words(words: Iterable[str]) -> str:
    """The words, each with a space before it, so that a search can match the beginning of a word."""
    return "".join(f" {word}" for word in words)


def _sum_orders(orders: list[OrderContribution]) -> dict[str, Any]:
    """The totals of a customer's orders (oldest first), as column values."""
    words = ""
    for order in orders:
        words = _merge_words(words, order) or words
    return {
        "phone": orders[-1].phone,
        "name": orders[-1].name,
        "email": next((order.email for order in reversed(orders) if order.email), None),
        "words": words,
        "order_count": len(orders),
        "spent_cents": sum(order.cents for order in orders),
        "last_order_at": orders[-1].at,
    }
