"""The last try of an order keeps the others waiting: what it reads is true, so it is taken or refused, never lost."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Barrier, BrokenBarrierError, Event

import pytest
import sqlalchemy as sa

from chuckwagon.orders.placement import counter_slot
from chuckwagon.orders.reservations import service
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.slot_rows import read_loads
from chuckwagon.trucks.models import ALWAYS, Truck
from tests.factories import make_item
from tests.servers import wait_until

pytestmark = pytest.mark.dialect

WAITING = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


@pytest.fixture
def sell(client, cast, taco, truck):
    def send(quantity=1, item=None, **more):
        items = [{"menuItemId": (item or taco).id, "quantity": quantity}]
        body = {"items": items, "customerName": "Ada", "payment": "cash", **more}
        return client.post("/api/orders", json=body, headers=cast.headers("truck_admin"))

    return send


@pytest.fixture
def only_the_last_try(monkeypatch):
    monkeypatch.setattr(service, "OPTIMISTIC_ATTEMPTS", 0)


@pytest.fixture
def beside_an_order_that_commits(db, stop_id):
    """Send a request while another transaction at the stop has taken something and is about to commit."""

    @contextmanager
    def shared_stop(*taken):
        taken_now, commit = Event(), Event()

        def hold(session):
            session.execute(sa.select(Stop.id).where(Stop.id == stop_id).with_for_update(read=True))
            for statement in taken:
                session.execute(statement)
            taken_now.set()
            commit.wait(60)

        with ThreadPoolExecutor(1) as pool:
            holding = pool.submit(db.write, hold)
            taken_now.wait(60)
            try:
                yield commit
            finally:
                commit.set()
                holding.result()

    def run(call, *taken):
        with ThreadPoolExecutor(1) as pool, shared_stop(*taken) as commit:
            answer = pool.submit(call)
            if db.is_sqlite:
                wait_until(lambda: db._writer._jobs.qsize() >= 1)
            else:
                with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    wait_until(lambda: connection.scalar(WAITING) >= 1)
            commit.set()
            return answer.result()

    return run


def test_two_orders_at_the_counter_of_a_truck_that_is_always_open(sell, db, truck, only_the_last_try, monkeypatch):
    values = {"schedule_mode": ALWAYS, "units_per_ten_minutes": 10}
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == truck.id).values(values)))
    meeting = Barrier(2)

    def read_together(session, calendar):
        """Without the lock both read before one of them takes. With it one of them waits, and they do not meet."""
        loads = read_loads(session, calendar)
        with suppress(BrokenBarrierError):
            meeting.wait(1)
        return loads

    monkeypatch.setattr(counter_slot, "read_loads", read_together)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(sell, [6, 6]))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "over_capacity"}


def test_an_order_reads_the_slots_after_it_has_waited(
    sell, order, stop_id, now, only_the_last_try, beside_an_order_that_commits, db
):
    assert order(1, "2026-07-02T15:00:00Z", stop_id=stop_id).status_code == 200
    now.set("2026-07-02T15:04:00Z")
    filled = sa.text("UPDATE slots SET used_units = used_units + 9 WHERE calendar_id = :stop").bindparams(stop=stop_id)
    given_back = sa.text("UPDATE slots SET used_units = used_units - 9 WHERE calendar_id = :stop")
    refused = beside_an_order_that_commits(sell, filled)
    db.write(lambda session: session.execute(given_back.bindparams(stop=stop_id)))
    assert (refused.status_code, refused.json()["code"]) == (409, "over_capacity")
    assert refused.json()["used"] == 10


def test_a_retry_reads_the_slots_after_it_has_waited(
    order, stop_id, sandbox, only_the_last_try, beside_an_order_that_commits, db
):
    released = {"Idempotency-Key": "k"}
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    assert order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=released).status_code == 503
    sandbox.clear_faults()
    filled = sa.text("UPDATE slots SET used_units = used_units + :units, online_units = online_units + :units")
    call = partial(order, 10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=released)
    refused = beside_an_order_that_commits(call, filled.bindparams(units=9))
    db.write(lambda session: session.execute(filled.bindparams(units=-9)))
    assert (refused.status_code, refused.json()["code"]) == (409, "slot_full")


@pytest.mark.parametrize("is_online", [True, False])
def test_an_order_reads_the_counts_after_it_has_waited(
    sell, order, stop_id, now, only_the_last_try, beside_an_order_that_commits, db, truck, client, cast, is_online
):
    brisket = make_item(db, truck, "Brisket", price=100)
    counts = {"counts": [{"menuItemId": brisket.id, "initial": 3}]}
    headers = cast.headers("truck_admin")
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    now.set("2026-07-02T15:04:00Z")
    sold = sa.text("UPDATE stop_stock SET taken = taken + :count WHERE stop_id = :stop")
    call = (lambda: order(2, item=brisket, stop_id=stop_id)) if is_online else (lambda: sell(2, brisket))
    refused = beside_an_order_that_commits(call, sold.bindparams(count=2, stop=stop_id))
    db.write(lambda session: session.execute(sold.bindparams(count=-2, stop=stop_id)))
    assert (refused.status_code, refused.json()["code"]) == (409, "cart_invalid")
    assert refused.json()["problems"][0]["message"] == "Only 1 left."
