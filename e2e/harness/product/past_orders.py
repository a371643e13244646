"""Gives a truck 240 past orders, twelve a day, which are five pages of the board."""

import sys
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import Customer
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id, new_secret
from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.menu.models import MenuItem
from chuckwagon.orders.models import Order, OrderCounter, OrderEvent, OrderLine
from chuckwagon.payments import models as _payments  # noqa: F401 - orders point to checkouts
from chuckwagon.trucks.models import Truck

DAYS, ORDERS_A_DAY, FIRST_NUMBER = 20, 12, 101
NAMES = [
    "Ada Lovelace",
    "Grace Hopper",
    "Rosa Parker",
    "Linus Berg",
    "Mei Tanaka",
    "Omar Haddad",
    "Ines Costa",
]


def main(database: str, slug: str) -> None:
    db = Database(f"sqlite:///{database}")
    try:
        db.write(lambda session: fill(session, slug))
    finally:
        db.close()


def fill(session: Session, slug: str) -> None:
    truck = session.scalars(sa.select(Truck).where(Truck.slug == slug)).one()
    menu = session.scalars(sa.select(MenuItem).where(MenuItem.truck_id == truck.id)).all()
    customers = [find_or_add_customer(session, f"+1503555{1000 + index}", name) for index, name in enumerate(NAMES)]
    session.flush()
    first_day = clock.now() - timedelta(days=DAYS)
    for index in range(DAYS * ORDERS_A_DAY):
        placed_at = first_day + index * timedelta(days=1) / ORDERS_A_DAY
        item, customer = menu[index % len(menu)], customers[index % len(customers)]
        add_order(session, truck, item, customer, FIRST_NUMBER + index, placed_at)
    session.add(OrderCounter(truck_id=truck.id, last_number=FIRST_NUMBER + DAYS * ORDERS_A_DAY - 1))


def find_or_add_customer(session: Session, phone: str, name: str) -> Customer:
    """A phone belongs to one customer of all trucks, and an earlier test may have made them."""
    found = session.scalars(sa.select(Customer).where(Customer.phone == phone)).one_or_none()
    if found is None:
        found = Customer(id=new_id(), phone=phone, name=name, email=None, created_at=clock.now())
        session.add(found)
    return found


def add_order(
    session: Session, truck: Truck, item: MenuItem, customer: Customer, number: int, placed_at: datetime
) -> None:
    tax = compute_tax_cents(item.base_price_cents, truck.tax_rate_units)
    order = Order(
        id=new_id(), order_number=number, truck_id=truck.id, customer_id=customer.id,
        status="completed", payment_status="paid", source="counter",
        customer_name=customer.name, customer_phone=customer.phone, customer_email=None,
        subtotal_cents=item.base_price_cents, tax_cents=tax, total_cents=item.base_price_cents + tax,
        tax_rate_units=truck.tax_rate_units, flags=[], tracking_token=new_secret(), version=1,
        created_at=placed_at, updated_at=placed_at,
    )  # fmt: skip
    order.lines = [
        OrderLine(
            id=new_id(), position=0, menu_item_id=item.id, name=item.name, quantity=1,
            unit_price_cents=item.base_price_cents, total_cents=item.base_price_cents,
        )
    ]  # fmt: skip
    session.add(order)
    session.flush()
    ready_at = placed_at + timedelta(minutes=12)
    session.add_all(
        OrderEvent(order_id=order.id, status=status, at=at, by="staff")
        for status, at in (("pending", placed_at), ("ready", ready_at))
    )


main(*sys.argv[1:])
