"""What is kept of each customer is what their orders say, whatever happened to the orders."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.core import clock
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Customer, CustomerWord, Order, OrderEvent, Refund, TruckCustomer
from chuckwagon.orders.pricing import Line
from chuckwagon.orders.regulars import find_wrong, rebuild
from chuckwagon.orders.search import words_of
from chuckwagon.orders.service import OrderDraft, place_order
from tests.factories import make_item

pytestmark = pytest.mark.dialect

PHONES = ("+12133734253", "+13105550199", "+13105550198")
TACO = Line("", "Taco", 1, 500, 500, 500)
NAMES = ("Ada Lovelace", "Zoë", "Miss Byron")


@pytest.fixture
def read(db):
    """What is kept beside what the rows say: per truck and customer, and per customer."""

    def look():
        with db.reading() as session:
            assert find_wrong(session) == []
            orders = session.scalars(sa.select(Order).order_by(Order.created_at)).all()
            refunds = session.scalars(sa.select(Refund)).all()
            real = {}
            for order in orders:
                for place in ((order.truck_id, order.customer_id), (None, order.customer_id)):
                    if order.customer_id is not None:
                        real.setdefault(place, []).append(order)
            real = {place: _told(found, refunds) for place, found in real.items()}
            kept = {
                (row.truck_id, row.customer_id): _kept(row)
                for row in session.scalars(sa.select(TruckCustomer))
            } | {
                (None, row.id): _kept(row)
                for row in session.scalars(sa.select(Customer).where(Customer.last_order_at.is_not(None)))
            }
            listed = {}
            for truck_id, word, customer_id in session.execute(sa.select(CustomerWord.__table__)):
                listed.setdefault((truck_id, customer_id), set()).add(word)
            assert listed == {place: words for place, (*_, words) in kept.items() if place[0]}
        return kept, real

    return look


def _kept(row):
    return row.name, row.email, row.order_count, row.spent_cents, row.last_order_at, set(row.words.split())


def _told(orders, refunds):
    """Oldest first."""
    spent = 0
    for order in orders:
        back = sum(one.amount_cents for one in refunds if one.order_id == order.id and one.status != "failed")
        if order.status != "cancelled" and order.payment_status in ("paid", "partially_refunded"):
            spent += order.total_cents - (back if order.payment_status == "partially_refunded" else 0)
    emails = [order.customer_email for order in orders if order.customer_email]
    words = set()
    for order in orders:
        words |= words_of(order.customer_name, order.customer_email, order.customer_phone or "")
    newest = orders[-1]
    return newest.customer_name, (emails or [None])[-1], len(orders), spent, newest.created_at, words


@pytest.fixture
def take(call, db, cast):
    """An order at the window of a truck."""
    items = {truck.id: make_item(db, truck).id for truck in (cast.truck, cast.other_truck)}

    def order(truck_id, phone, name, payment):
        body = {
            "customerName": name, "customerPhone": phone and phone[2:],
            "payment": payment, "truckId": truck_id,
            "items": [{"menuItemId": items[truck_id], "quantity": 1}],
        }  # fmt: skip
        answer = call("POST", "/orders", "superadmin", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()["_id"]

    return order


def _place_long_ago(db, truck_id, chance):
    """As the reconciler does with an order that was paid before the newest ones were."""
    draft = OrderDraft(
        truck_id=truck_id, checkout_id=None, payment_intent_id=None, payment_status="paid", source="online",
        placed_by="customer", customer_name=chance.choice(NAMES), customer_phone=chance.choice(PHONES),
        customer_email=chance.choice([None, "old@example.com"]), lines=[TACO], subtotal_cents=500,
        tax_cents=0, total_cents=500, tax_rate_units=0, pickup_at=None, estimated_pickup_at=None,
        special_instructions=None, placed_at=clock.now() - timedelta(seconds=chance.randint(1, 99_999)),
    )  # fmt: skip
    return db.write(lambda session: place_order(session, draft)).id


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (2, 3))])
def test_a_random_walk_leaves_true_sums(call, db, cast, take, read, seed):
    chance = random.Random(seed)
    trucks = (cast.truck.id, cast.other_truck.id)
    alive = [take(trucks[0], PHONES[0], NAMES[0], "unpaid")]
    for _ in range(40):
        step, one = chance.random(), chance.choice(alive)
        if step < 0.3:
            phone = chance.choice([*PHONES, None])
            alive.append(
                take(chance.choice(trucks), phone, chance.choice(NAMES), chance.choice(["cash", "unpaid"]))
            )
        elif step < 0.4:
            alive.append(_place_long_ago(db, chance.choice(trucks), chance))
        elif step < 0.7:  # also steps that are refused
            change = {"status": chance.choice([*statuses.NEXT, "cancelled"])}
            call("PATCH", f"/orders/{one}/status", "superadmin", json=change)
        elif step < 0.8:
            call("POST", f"/orders/{one}/payment", "superadmin", json={"payment": "cash"})
        else:
            body = {"amount": chance.choice([0.5, 1, 500]), "reason": "cold"}
            call("POST", f"/orders/{one}/refunds", "superadmin", json=body)
    kept, real = read()
    assert kept == real
    page = call("GET", "/customers", "superadmin").json()
    assert len(page["customers"]) == page["total"] == sum(place[0] is None for place in real)


def test_orders_of_one_person_at_once_are_all_counted(call, cast, take, read):
    orders = [take(cast.truck.id, PHONES[0], NAMES[0], "cash") for _ in range(4)]
    trucks = [cast.truck.id, cast.other_truck.id] * 6
    with ThreadPoolExecutor(8) as hands:
        more = [hands.submit(take, truck, PHONES[0], NAMES[1], "cash") for truck in trucks]
        for one in orders:
            hands.submit(call, "PATCH", f"/orders/{one}/status", "superadmin", json={"status": "cancelled"})
    assert len({one.result() for one in more}) == 12
    kept, real = read()
    assert kept == real
    assert kept[None, next(iter(kept))[1]][2] == 16


def test_orders_written_by_other_ways_are_found_and_put_right(db, cast, take, read):
    """Also a person whom somebody took out of their orders, and one who has no order any more."""
    take(cast.truck.id, PHONES[0], NAMES[0], "cash")
    take(cast.truck.id, PHONES[1], NAMES[1], "cash")
    with db.reading() as session:
        ada, zoe = session.scalars(sa.select(Customer.id).order_by(Customer.phone))
    db.write(
        lambda session: session.execute(sa.update(Order).values(total_cents=1, subtotal_cents=1, tax_cents=0))
    )
    with db.reading() as session:
        assert find_wrong(session) == sorted([ada, zoe])
    nobody = {"customer_name": "Nobody", "customer_phone": None}
    db.write(lambda session: session.execute(sa.update(Order).where(Order.customer_id == ada).values(nobody)))
    db.write(lambda session: rebuild(session, ada))
    gone = sa.select(Order.id).where(Order.customer_id == zoe).scalar_subquery()
    for table in (OrderEvent.__table__, *(sa.inspect(Order).relationships.lines.mapper.tables)):
        db.write(lambda session, it=table: session.execute(sa.delete(it).where(it.c.order_id == gone)))
    db.write(lambda session: session.execute(sa.delete(Order).where(Order.customer_id == zoe)))
    db.write(lambda session: rebuild(session, zoe))
    kept, real = read()
    assert kept == real
    assert {place[1] for place in kept} == {ada}
    with db.reading() as session:
        assert "lovelace" not in set(session.scalars(sa.select(CustomerWord.word)))
