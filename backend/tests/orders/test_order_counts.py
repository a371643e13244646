"""The kept numbers of orders are those that a count of the rows gives, whatever happened before."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import recount
from chuckwagon.orders.models import Order, OrderCounter
from tests.factories import make_item

pytestmark = pytest.mark.dialect


@pytest.fixture
def counted(db):
    """The kept numbers beside the real ones, by truck."""

    def read():
        with db.reading() as session:
            real = {}
            for truck_id, status in session.execute(sa.select(Order.truck_id, Order.status)):
                real.setdefault(truck_id, dict.fromkeys(statuses.NEXT, 0))[status] += 1
            kept = {
                row.truck_id: {name: getattr(row, name) for name in statuses.NEXT}
                for row in session.scalars(sa.select(OrderCounter))
            }
        return kept, real

    return read


@pytest.fixture
def take(call, db, cast):
    """An order at the window."""
    item = make_item(db, cast.truck)
    body = {"customerName": "Ada", "items": [{"menuItemId": item.id, "quantity": 1}], "payment": "cash"}
    return lambda: call("POST", "/orders", json=body).json()["_id"]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (2, 3))])
def test_a_random_walk_leaves_true_numbers(call, take, counted, seed):
    chance, alive = random.Random(seed), [take()]
    for _ in range(25):
        if chance.random() < 0.3:
            alive.append(take())
        else:
            # Also steps that are refused, and repeated ones.
            step = {"status": chance.choice(list(statuses.NEXT))}
            call("PATCH", f"/orders/{chance.choice(alive)}/status", json=step)
    kept, real = counted()
    assert kept == real
    assert call("GET", "/orders/counts").json() == next(iter(real.values()))
    assert call("GET", "/orders").json()["total"] == len(alive)
    for status, count in next(iter(real.values())).items():
        assert call("GET", "/orders", params={"status": status}).json()["total"] == count


def test_many_hands_on_the_same_orders_count_each_step_once(call, take, counted):
    orders = [take() for _ in range(4)]
    steps = [(one, status) for one in orders for status in ("confirmed", "cancelled") for _ in range(3)]
    random.Random(7).shuffle(steps)
    with ThreadPoolExecutor(8) as hands:
        list(hands.map(lambda s: call("PATCH", f"/orders/{s[0]}/status", json={"status": s[1]}), steps))
    kept, real = counted()
    assert kept == real


def test_a_recount_corrects_what_is_wrong_and_nothing_else(db, take, counted, cast):
    take()
    assert db.write(recount) == []
    db.write(lambda session: session.execute(sa.update(OrderCounter).values(pending=9, ready=-1)))
    assert db.write(recount) == [cast.truck.id]
    kept, real = counted()
    assert kept == real
    db.write(lambda session: session.execute(sa.delete(OrderCounter)))
    assert db.write(recount) == [cast.truck.id]
    assert counted() == (real, real)
