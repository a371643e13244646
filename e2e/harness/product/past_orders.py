"""Gives a truck 20 days of past orders: some 240, which are five pages of the board."""

import random
import sys
from datetime import timedelta

import sqlalchemy as sa

from chuckwagon.kit import clock
from chuckwagon.db.database import Database
from chuckwagon.kit.ids import new_id, new_secret
from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.menu.models import MenuItem
from chuckwagon.customers.models import Customer
from chuckwagon.orders.models import Order, OrderCounter, OrderEvent, OrderLine
from chuckwagon.payments import models as _payments  # noqa: F401 - orders point to checkouts
from chuckwagon.trucks.models import Truck

DAYS, FIRST_NUMBER = 20, 101
# Hours of a day in UTC, with how many of ten orders fall there: lunch and dinner on the west coast.
HOURS = [19] * 2 + [20] * 4 + [21] * 2 + [2] * 3 + [3] * 2
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


def fill(session, slug: str) -> None:
    chance = random.Random(7)  # noqa: S311 - the same figures every time
    truck = session.scalars(sa.select(Truck).where(Truck.slug == slug)).one()
    menu = session.scalars(sa.select(MenuItem).where(MenuItem.truck_id == truck.id)).all()
    customers = [find_or_add_customer(session, f"+1503555{1000 + place}", name) for place, name in enumerate(NAMES)]
    session.flush()
    number = FIRST_NUMBER
    for days_ago in range(DAYS, 0, -1):
        day = clock.now() - timedelta(days=days_ago)
        weekend = 6 if day.weekday() >= 4 else 0
        for _ in range(chance.randint(7, 12) + weekend):
            at = day.replace(hour=chance.choice(HOURS), minute=chance.randint(0, 59))
            add(
                session,
                truck,
                chance.choices(menu, k=chance.randint(1, 3)),
                chance.choice(customers),
                number,
                at,
                chance,
            )
            number += 1
    session.add(OrderCounter(truck_id=truck.id, last_number=number - 1))


def find_or_add_customer(session, phone: str, name: str) -> Customer:
    """A phone belongs to one customer of all trucks, and an earlier test may have made them."""
    found = session.scalars(sa.select(Customer).where(Customer.phone == phone)).one_or_none()
    if found is None:
        found = Customer(id=new_id(), phone=phone, name=name, email=None, created_at=clock.now())
        session.add(found)
    return found


def add(session, truck, items, customer, number, at, chance) -> None:
    subtotal = sum(item.base_price_cents for item in items)
    tax = compute_tax_cents(subtotal, truck.tax_rate_units)
    is_cancelled = chance.random() < 0.03
    order = Order(
        id=new_id(), order_number=number, truck_id=truck.id, customer_id=customer.id,
        status="cancelled" if is_cancelled else "completed", payment_status="refunded" if is_cancelled else "paid",
        source="counter", customer_name=customer.name, customer_phone=customer.phone, customer_email=None,
        subtotal_cents=subtotal, tax_cents=tax, total_cents=subtotal + tax, tax_rate_units=truck.tax_rate_units,
        flags=[], tracking_token=new_secret(), version=1, created_at=at, updated_at=at,
    )  # fmt: skip
    order.lines = [
        OrderLine(
            id=new_id(), position=place, menu_item_id=item.id, name=item.name, quantity=1,
            unit_price_cents=item.base_price_cents, total_cents=item.base_price_cents,
        )
        for place, item in enumerate(items)
    ]  # fmt: skip
    session.add(order)
    session.flush()
    ready = at + timedelta(minutes=chance.randint(8, 19))
    steps = [("pending", at)] + ([("cancelled", ready)] if is_cancelled else [("ready", ready)])
    session.add_all(
        OrderEvent(order_id=order.id, status=status, at=when, by="staff") for status, when in steps
    )


main(*sys.argv[1:])
