"""Inserts orders without a checkout and a payment."""

import itertools
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from chuckwagon.customers.models import Customer
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id, new_secret
from chuckwagon.orders.counts import rebuild_customer_totals
from chuckwagon.orders.models import Order, OrderCounter, OrderEvent, OrderLine
from chuckwagon.schedule.models import Stop
from chuckwagon.trucks.models import Truck

_numbers = itertools.count(1001)
PHONE = "+12133734253"


def add_order(
    db: Database,
    *,
    truck_id: str,
    lines: list[tuple[str, int, int]] | None = None,
    steps: list[tuple[str, datetime]] | None = None,
    **fields: Any,
) -> Order:
    """Insert an order. `lines` are (name, quantity, unit price in cents), `steps` are (status, time) after pending."""

    def add(session: Any) -> Order:
        order = _order(truck_id, lines or [("Taco", 2, 450)], fields)
        _sell_at(session, order)
        order.customer_id = _customer_id(session, order)
        session.add(order)
        _count(session, order)
        session.flush()
        history = [("pending", order.created_at), *(steps or [])]
        session.add_all(OrderEvent(order_id=order.id, status=name, at=at, by="test") for name, at in history)
        if order.customer_id is not None:
            rebuild_customer_totals(session, order.customer_id)
        return order

    return db.write(add)


def _sell_at(session: Any, order: Order) -> None:
    """Where the order is sold, unless it is given: where it is picked up."""
    stop = session.get(Stop, order.stop_id) if order.stop_id else None
    order.sold_place_id = order.sold_place_id or (stop.place_id if stop else None)
    order.sold_place_name = order.sold_place_name or order.place_name
    zone = order.place_timezone or session.scalar(sa.select(Truck.timezone).where(Truck.id == order.truck_id))
    order.sold_timezone = order.sold_timezone or zone


def _count(session: Any, order: Order) -> None:
    counter = session.get(OrderCounter, order.truck_id) or OrderCounter(truck_id=order.truck_id, last_number=100)
    setattr(counter, order.status, (getattr(counter, order.status) or 0) + 1)
    session.add(counter)


def _order(truck_id: str, lines: list[tuple[str, int, int]], fields: dict[str, Any]) -> Order:
    subtotal = sum(quantity * cents for _, quantity, cents in lines)
    instant = fields.get("created_at") or clock.now()
    given = {
        "order_number": next(_numbers), "status": "pending", "payment_status": "paid", "source": "online",
        "customer_name": "Ada Lovelace", "customer_phone": PHONE, "customer_email": None,
        "subtotal_cents": subtotal, "tax_cents": 0,
        "total_cents": subtotal + fields.get("tip_cents", 0) - fields.get("discount_cents", 0),
        "tax_rate_units": 0,
        "flags": [], "created_at": instant, "updated_at": instant,
    } | fields  # fmt: skip
    given.setdefault("tender", "online" if given["source"] == "online" else given.get("window_method") or "unpaid")
    order = Order(id=new_id(), truck_id=truck_id, tracking_token=new_secret(), **given)
    order.lines = [
        OrderLine(
            id=new_id(), position=place, menu_item_id=None, name=name, quantity=quantity,
            unit_price_cents=cents, total_cents=quantity * cents,
        )
        for place, (name, quantity, cents) in enumerate(lines)
    ]  # fmt: skip
    return order


def _customer_id(session: Any, order: Order) -> str | None:
    if order.customer_phone is None:
        return None
    known = session.scalars(sa.select(Customer).where(Customer.phone == order.customer_phone)).one_or_none()
    if known is None:
        known = Customer(
            id=new_id(),
            phone=order.customer_phone,
            name=order.customer_name,
            email=None,
            created_at=clock.now(),
        )
        session.add(known)
        session.flush()
    return known.id
