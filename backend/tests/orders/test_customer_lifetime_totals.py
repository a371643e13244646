"""The stored totals of each customer always equal the totals of their orders."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.customers.models import Customer, CustomerWord, TruckCustomer
from chuckwagon.customers.search import index_words, search_words
from chuckwagon.drawer.models import DayEvent
from chuckwagon.kit import clock
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import find_inconsistent_customers, rebuild_customer_totals
from chuckwagon.orders.models import Order, OrderEvent, Refund
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.service import OrderDraft, place_order
from tests.factories import make_item
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect

PHONES = ("+12133734253", "+13105550199", "+13105550198")
TACO = PricedLine("", "Taco", 1, 500, 500, 500)
NAMES = ("Ada Lovelace", "Zoë", "Miss Byron")


@pytest.fixture
def read_totals(db):
    """The stored and the actual totals, by (truck, customer), with None as the truck for all trucks."""

    def read_both():
        index_words(db)
        with db.reading() as session:
            assert find_inconsistent_customers(session) == []
            orders = session.scalars(sa.select(Order).order_by(Order.created_at)).all()
            refunds = session.scalars(sa.select(Refund)).all()
            actual = {}
            for order in orders:
                for key in ((order.truck_id, order.customer_id), (None, order.customer_id)):
                    if order.customer_id is not None:
                        actual.setdefault(key, []).append(order)
            actual = {key: _expected_totals(found, refunds) for key, found in actual.items()}
            stored = {
                (row.truck_id, row.customer_id): _stored_totals(row)
                for row in session.scalars(sa.select(TruckCustomer))
            } | {
                (None, row.id): _stored_totals(row)
                for row in session.scalars(sa.select(Customer).where(Customer.last_order_at.is_not(None)))
            }
            listed = {}
            for truck_id, word, customer_id in session.execute(sa.select(CustomerWord.__table__)):
                listed.setdefault((truck_id, customer_id), set()).add(word)
            assert listed == {key: words for key, (*_, words) in stored.items() if key[0]}
        return stored, actual

    return read_both


def _stored_totals(row):
    return row.name, row.email, row.order_count, row.spent_cents, row.last_order_at, set(row.words.split())


def _expected_totals(orders, refunds):
    """The totals of these orders, which are sorted oldest first."""
    spent = 0
    for order in orders:
        back = sum(one.amount_cents for one in refunds if one.order_id == order.id and one.status != "failed")
        if order.status != "cancelled" and order.payment_status in ("paid", "partially_refunded"):
            spent += order.total_cents - (back if order.payment_status == "partially_refunded" else 0)
    emails = [order.customer_email for order in orders if order.customer_email]
    words = set()
    for order in orders:
        words |= search_words(order.customer_name, order.customer_email, order.customer_phone or "")
    newest = orders[-1]
    return newest.customer_name, (emails or [None])[-1], len(orders), spent, newest.created_at, words


@pytest.fixture
def place_counter_order(call, db, cast):
    """Place a counter order at a truck."""
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


def _place_older_order(db, truck_id, rng):
    """Place an order as the reconciler does, older than the newest ones."""
    draft = OrderDraft(
        truck_id=truck_id, checkout_id=None, payment_intent_id=None, payment_status="paid", source="online",
        placed_by="customer", customer_name=rng.choice(NAMES), customer_phone=rng.choice(PHONES),
        customer_email=rng.choice([None, "old@example.com"]), lines=[TACO], subtotal_cents=500,
        tax_cents=0, total_cents=500, tax_rate_units=0, pickup_at=None, estimated_pickup_at=None,
        special_instructions=None, placed_at=clock.now() - timedelta(seconds=rng.randint(1, 99_999)),
    )  # fmt: skip
    return db.write(lambda session: place_order(session, draft)).id


@SAME_ON_BOTH
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (2, 3))])
def test_a_random_walk_leaves_true_sums(call, db, cast, place_counter_order, read_totals, seed):
    rng = random.Random(seed)
    trucks = (cast.truck.id, cast.other_truck.id)
    order_ids = [place_counter_order(trucks[0], PHONES[0], NAMES[0], "unpaid")]
    for _ in range(40):
        step, one = rng.random(), rng.choice(order_ids)
        if step < 0.3:
            phone = rng.choice([*PHONES, None])
            order_ids.append(
                place_counter_order(rng.choice(trucks), phone, rng.choice(NAMES), rng.choice(["cash", "unpaid"]))
            )
        elif step < 0.4:
            order_ids.append(_place_older_order(db, rng.choice(trucks), rng))
        elif step < 0.7:  # includes steps that are refused
            change = {"status": rng.choice([*statuses.NEXT_STATUSES, "cancelled"])}
            call("PATCH", f"/orders/{one}/status", "superadmin", json=change)
        elif step < 0.8:
            call("POST", f"/orders/{one}/payment", "superadmin", json={"payment": "cash"})
        else:
            body = {"amount": rng.choice([0.5, 1, 500]), "reason": "cold"}
            call("POST", f"/orders/{one}/refunds", "superadmin", json=body)
    stored, actual = read_totals()
    assert stored == actual
    page = call("GET", "/customers", "superadmin").json()
    assert len(page["customers"]) == page["total"] == sum(key[0] is None for key in actual)


def test_orders_of_one_person_at_once_are_all_counted(call, cast, place_counter_order, read_totals):
    orders = [place_counter_order(cast.truck.id, PHONES[0], NAMES[0], "cash") for _ in range(4)]
    trucks = [cast.truck.id, cast.other_truck.id] * 6
    with ThreadPoolExecutor(8) as executor:
        more = [executor.submit(place_counter_order, truck, PHONES[0], NAMES[1], "cash") for truck in trucks]
        for one in orders:
            executor.submit(call, "PATCH", f"/orders/{one}/status", "superadmin", json={"status": "cancelled"})
    assert len({one.result() for one in more}) == 12
    stored, actual = read_totals()
    assert stored == actual
    assert stored[None, next(iter(stored))[1]][2] == 16


def test_orders_written_by_other_ways_are_found_and_put_right(db, cast, place_counter_order, read_totals):
    """Includes a customer who was removed from their orders, and one without any orders."""
    place_counter_order(cast.truck.id, PHONES[0], NAMES[0], "cash")
    place_counter_order(cast.truck.id, PHONES[1], NAMES[1], "cash")
    with db.reading() as session:
        ada, zoe = session.scalars(sa.select(Customer.id).order_by(Customer.phone))
    db.write(lambda session: session.execute(sa.update(Order).values(total_cents=1, subtotal_cents=1, tax_cents=0)))
    with db.reading() as session:
        assert find_inconsistent_customers(session) == sorted([ada, zoe])
    anonymous = {"customer_name": "Anonymous", "customer_phone": None}
    db.write(lambda session: session.execute(sa.update(Order).where(Order.customer_id == ada).values(anonymous)))
    db.write(lambda session: rebuild_customer_totals(session, ada))
    gone = sa.select(Order.id).where(Order.customer_id == zoe).scalar_subquery()
    for table in (OrderEvent.__table__, DayEvent.__table__, *(sa.inspect(Order).relationships.lines.mapper.tables)):
        db.write(lambda session, it=table: session.execute(sa.delete(it).where(it.c.order_id == gone)))
    db.write(lambda session: session.execute(sa.delete(Order).where(Order.customer_id == zoe)))
    db.write(lambda session: rebuild_customer_totals(session, zoe))
    stored, actual = read_totals()
    assert stored == actual
    assert {key[1] for key in stored} == {ada}
    with db.reading() as session:
        assert "lovelace" not in set(session.scalars(sa.select(CustomerWord.word)))
