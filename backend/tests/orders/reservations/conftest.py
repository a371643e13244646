"""A stop of the own truck with capacity, and short ways to order at it."""

from datetime import datetime

import pytest
import sqlalchemy as sa

from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import STOPS, Truck
from tests.factories import checkout_body, make_item
from tests.orders.reservations.invariant import require_slot_invariant

# From 11 AM to 1 PM in New York; slots of ten minutes, the last one at 12:50.
OPENS, CLOSES, MORNING = "2026-07-02T15:00:00Z", "2026-07-02T17:00:00Z", "2026-07-02T14:00:00Z"


@pytest.fixture
def now(clock):
    """The test's clock, an hour before the stop starts."""
    clock.set(MORNING)
    return clock


@pytest.fixture
def truck(db, cast, now):
    values = {"schedule_mode": STOPS, "tax_rate_units": 0}
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == cast.truck.id).values(values)))
    return cast.truck


@pytest.fixture
def add_stop(db, truck):
    """Add a stop with 10 units in each slot, and return its ID."""

    def add(starts_at=OPENS, ends_at=CLOSES, of=None, **columns):
        def insert(session):
            owner = (of or truck).id
            place = Place(truck_id=owner, name="Pier 7", timezone="America/New_York", tax_rate_units=0)
            session.add(place)
            session.flush()
            times = {"starts_at": datetime.fromisoformat(starts_at), "ends_at": datetime.fromisoformat(ends_at)}
            settings = DEFAULT_SETTINGS | {"slot_capacity": 10} | columns
            stop = Stop(truck_id=owner, place_id=place.id, **times, **settings)
            session.add(stop)
            session.flush()
            return stop.id

        return db.write(insert)

    return add


@pytest.fixture
def stop_id(add_stop):
    return add_stop()


@pytest.fixture
def stop_place(db, stop_id):
    """The ID of the stop's place."""
    with db.reading() as session:
        return session.get_one(Stop, stop_id).place_id


@pytest.fixture
def taco(db, truck):
    """One unit a piece."""
    return make_item(db, truck, "Taco", price=100)


@pytest.fixture
def order(client, truck, taco, sandbox):
    """Ask for the payment of so many tacos."""

    def send(quantity=1, slot_at="asap", *, item=None, headers=None, stop_id=None, phone="2125550100", **customer):
        bought = item or taco
        total = bought.base_price_cents * quantity / 100
        body = checkout_body(truck, (bought, quantity), totals=(total, 0, total))
        info = {"slotAt": slot_at, "phone": phone, **({"stopId": stop_id} if stop_id else {}), **customer}
        body["customerInfo"] = {name: value for name, value in (body["customerInfo"] | info).items() if value}
        return client.post("/api/create-payment-intent", json=body, headers=headers or {})

    return send


@pytest.fixture
def pay(client, sandbox):
    """Pay for an accepted checkout, and return its order."""

    def complete(made):
        sandbox.pay(made["paymentIntentId"], "4242424242424242").raise_for_status()
        secret = {"payment_intent_client_secret": made["clientSecret"]}
        answer = client.post("/api/verify-payment", json={"payment_intent_id": made["paymentIntentId"], **secret})
        assert answer.status_code == 200, answer.text
        return answer.json()["order"]

    return complete


@pytest.fixture
def slots(client, truck):
    """The offered slots: their states by time of day in UTC."""

    def read(stop_id, units=1):
        answer = client.get(f"/api/trucks/{truck.slug}/slots", params={"stopId": stop_id, "units": units})
        assert answer.status_code == 200, answer.text
        return {slot["at"][11:16]: slot["state"] for slot in answer.json()["slots"]}

    return read


@pytest.fixture(autouse=True)
def _sound(db):
    """The invariant holds after every test of this folder."""
    yield
    require_slot_invariant(db)
