"""A truck with a stop on a Thursday from 11 AM to 2 PM in Los Angeles, customers who pay for it, and the worker."""

import itertools
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.schedule.models import SlotRow, Stop
from chuckwagon.schedule.slot_allocation import build_calendar
from chuckwagon.trucks.models import STOPS, Truck
from tests.api_calls import call_as
from tests.factories import checkout_body, make_item

MORNING = "2026-07-02T17:00:00Z"  # 10:00 AM in Los Angeles, an hour before the stop
CARD = "4242424242424242"
TAKE_BACK = timedelta(seconds=11)


def at(time):
    """The instant of a time of day on the day of the stop, in Los Angeles."""
    return f"2026-07-02T{int(time[:2]) + 7:02d}:{time[3:]}:00.000Z"


@pytest.fixture
def now(clock):
    clock.set(MORNING)
    return clock


@pytest.fixture
def ask(client, cast, now):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def add_place(ask):
    def add(name, **fields):
        made = ask("POST", "/places", json={"name": name, **fields})
        assert made.status_code == 201, made.text
        return made.json()

    return add


@pytest.fixture
def stop(db, cast, ask, add_place):
    """The stop, with ten units in each slot of ten minutes."""
    moving = sa.update(Truck).where(Truck.id == cast.truck.id).values(schedule_mode=STOPS)
    db.write(lambda session: session.execute(moving))
    times = {"date": "2026-07-02", "startTime": "11:00", "endTime": "14:00"}
    body = {"placeId": add_place("Pier 7", address="1 Ferry Way")["_id"], **times, "slotCapacity": 10}
    made = ask("POST", "/stops", json=body)
    assert made.status_code == 201, made.text
    return made.json()


class Customers:
    """Customers with phones of their own, who order tacos at the stop."""

    def __init__(self, client, cast, sandbox, taco, stop_id):
        self._client, self._truck, self._sandbox, self._taco, self._stop_id = client, cast.truck, sandbox, taco, stop_id
        self._numbers = itertools.count(4200)
        self.taco_id = taco.id

    def check_out(self, slot="12:00", count=1, language="en", **customer):
        """Open a checkout and return its answer."""
        body = checkout_body(self._truck, (self._taco, count))
        del body["customerInfo"]["pickupTime"]
        phone = f"(213) 373-{next(self._numbers)}"
        body["customerInfo"] |= {"phone": phone, "slotAt": at(slot), "stopId": self._stop_id, **customer}
        body["language"] = language
        answer = self._client.post("/api/create-payment-intent", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def pay(self, checkout):
        """Pay a checkout and return the order."""
        self._sandbox.pay(checkout["paymentIntentId"], CARD, webhooks=False).raise_for_status()
        return self.verify(checkout)

    def verify(self, checkout):
        """Do what the confirmation page does after the payment; returns the order."""
        secret = {"payment_intent_client_secret": checkout["clientSecret"]}
        body = {"payment_intent_id": checkout["paymentIntentId"], **secret}
        verified = self._client.post("/api/verify-payment", json=body)
        assert verified.status_code == 200, verified.text
        return verified.json()["order"]

    def order(self, slot="12:00", count=1, **customer):
        """Order and pay."""
        return self.pay(self.check_out(slot, count, **customer))


@pytest.fixture
def customers(db, client, cast, sandbox, stop):
    return Customers(client, cast, sandbox, make_item(db, cast.truck, "Taco", price=1000), stop["_id"])


@pytest.fixture
def preview(ask, stop):
    def post(kind, **fields):
        return ask("POST", f"/stops/{stop['_id']}/disruptions/preview", json={"kind": kind, **fields})

    return post


@pytest.fixture
def schedule(ask, stop, preview):
    """Preview a disruption and schedule it; returns its JSON."""

    def post(kind, **fields):
        seen = preview(kind, **fields)
        assert seen.status_code == 200, seen.text
        body = {"kind": kind, **fields, "digest": seen.json()["digest"]}
        made = ask("POST", f"/stops/{stop['_id']}/disruptions", json=body)
        assert made.status_code == 201, made.text
        return made.json()

    return post


@pytest.fixture
def run(worker, now, ask):
    """Let a scheduled disruption start, and the worker do all of it; returns its JSON."""

    def finish(scheduled, rounds=3):
        now.advance(TAKE_BACK)
        for _ in range(rounds):
            worker.run_once()
            now.advance(timedelta(seconds=1))  # the steps are due one shortly after the other
        return ask("GET", f"/disruptions/{scheduled['_id']}").json()

    return finish


@pytest.fixture
def disrupt(schedule, run):
    """Schedule a disruption and let the worker do all of it; returns its JSON."""
    return lambda kind, **fields: run(schedule(kind, **fields))


@pytest.fixture
def staff_order(ask):
    return lambda order: ask("GET", f"/orders/{order['_id']}").json()


@pytest.fixture
def texts(sandbox):
    """The bodies of all SMS without the confirmations, in the sequence in which they were sent."""

    def read():
        bodies = [one["body"] for one in sandbox.messages()]
        return [body for body in bodies if "we have your order" not in body and "tenemos tu orden" not in body]

    return read


def check_slots(db):
    """Check that each slot's units are those of its reservations, and that orders are at the slots they keep."""
    with db.reading() as session:
        stops = {one.id: one for one in session.scalars(sa.select(Stop))}
        kept = {one.id: one for one in session.scalars(sa.select(Reservation)) if one.status == "kept"}
        for order in session.scalars(sa.select(Order).where(Order.status.not_in(("cancelled", "completed")))):
            held = kept.get(order.checkout_id or order.id)
            if held is not None and held.stop_id is not None:
                calendar = build_calendar(stops[held.stop_id])
                assert calendar.start_of(held.position) == order.slot_at
        taken = {}
        for one in session.scalars(sa.select(Reservation).where(Reservation.status != "released")):
            for position, units in one.slots:
                taken[one.calendar_id, position] = taken.get((one.calendar_id, position), 0) + units
        used = {(row.calendar_id, row.position): row.used_units for row in session.scalars(sa.select(SlotRow))}
        assert {key: units for key, units in used.items() if units} == taken
