"""The stored counts of orders always equal a count of the rows."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import repair_counters
from chuckwagon.orders.models import Order, OrderCounter
from tests.factories import make_item
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


@pytest.fixture
def read_counts(db):
    """The stored and the actual counts, by truck."""

    def read():
        with db.reading() as session:
            actual = {}
            for truck_id, status in session.execute(sa.select(Order.truck_id, Order.status)):
                actual.setdefault(truck_id, dict.fromkeys(statuses.NEXT_STATUSES, 0))[status] += 1
            stored = {
                row.truck_id: {name: getattr(row, name) for name in statuses.NEXT_STATUSES}
                for row in session.scalars(sa.select(OrderCounter))
            }
        return stored, actual

    return read


@pytest.fixture
def place_counter_order(call, db, cast):
    """Place a counter order."""
    item = make_item(db, cast.truck)
    body = {"customerName": "Ada", "items": [{"menuItemId": item.id, "quantity": 1}], "payment": "cash"}
    return lambda: call("POST", "/orders", json=body).json()["_id"]


@SAME_ON_BOTH
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (2, 3))])
def test_a_random_walk_leaves_true_numbers(call, place_counter_order, read_counts, seed):
    rng, order_ids = random.Random(seed), [place_counter_order()]
    for _ in range(25):
        if rng.random() < 0.3:
            order_ids.append(place_counter_order())
        else:
            # Includes steps that are refused, and repeated ones.
            step = {"status": rng.choice(list(statuses.NEXT_STATUSES))}
            call("PATCH", f"/orders/{rng.choice(order_ids)}/status", json=step)
    stored, actual = read_counts()
    assert stored == actual
    assert call("GET", "/orders/counts").json() == next(iter(actual.values()))
    assert call("GET", "/orders").json()["total"] == len(order_ids)
    for status, count in next(iter(actual.values())).items():
        assert call("GET", "/orders", params={"status": status}).json()["total"] == count


def test_many_hands_on_the_same_orders_count_each_step_once(call, place_counter_order, read_counts):
    orders = [place_counter_order() for _ in range(4)]
    steps = [(order_id, status) for order_id in orders for status in ("confirmed", "cancelled") for _ in range(3)]
    random.Random(7).shuffle(steps)
    with ThreadPoolExecutor(8) as executor:
        list(executor.map(lambda s: call("PATCH", f"/orders/{s[0]}/status", json={"status": s[1]}), steps))
    stored, actual = read_counts()
    assert stored == actual


def test_a_recount_corrects_what_is_wrong_and_nothing_else(db, place_counter_order, read_counts, cast):
    place_counter_order()
    assert db.write(repair_counters) == []
    db.write(lambda session: session.execute(sa.update(OrderCounter).values(pending=9, ready=-1)))
    assert db.write(repair_counters) == [cast.truck.id]
    stored, actual = read_counts()
    assert stored == actual
    db.write(lambda session: session.execute(sa.delete(OrderCounter)))
    assert db.write(repair_counters) == [cast.truck.id]
    assert read_counts() == (actual, actual)
