"""As soon as possible is a time like any other: meal times bind by the pickup that the order gets."""

import json
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import ALWAYS, Truck
from tests.factories import make_item

# The checkout page decides by the same table (frontend/src/storefront/checkout/pickup-time.test.ts).
CASES = json.loads((Path(__file__).parents[2] / "data" / "meal_time_cases.json").read_text())["soonest"]
DAYS = ["mon", "tue", "wed", "thu", "fri"]
UNTIL_NOON = {"weekdays": DAYS, "startTime": "10:00", "endTime": "12:00"}
FULL = [f"2026-07-02T15:{minute}0:00Z" for minute in range(6)]

pytestmark = pytest.mark.dialect


@pytest.fixture
def change(db, truck):
    def update(**values):
        db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == truck.id).values(values)))

    return update


@pytest.fixture
def fill(order):
    """Order so many units for each slot until it is full, the room before it included."""
    phones = (f"21255501{number:02}" for number in range(100))

    def take(slots, units, **customer):
        for at in slots:
            while (answer := order(units, at, phone=next(phones), **customer)).status_code == 200:
                pass
            assert answer.json()["code"] == "slot_full"

    return take


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_it_goes_by_the_pickup_that_the_order_gets(client, db, truck, now, change, add_stop, fill, order, case):
    now.set(case["now"])
    change(timezone=case["timezone"], lead_minutes=case["leadMinutes"])
    stop_id = add_stop(*case["stop"], slot_capacity=1) if "stop" in case else None
    if stop_id is None:
        change(schedule_mode=ALWAYS, units_per_ten_minutes=1 if case["slots"] else None)
    fill([slot["at"] for slot in case["slots"] or () if slot["state"] == "full"], 1, stop_id=stop_id)
    offered = client.get(f"/api/trucks/{truck.slug}/slots", params={"stopId": stop_id} if stop_id else {}).json()
    # A slot of one unit is free until it is taken.
    states = [(slot["at"], slot["state"] == "full") for slot in offered["slots"]]
    expected = [(slot["at"], slot["state"] == "full") for slot in case["slots"] or ()]
    assert states[: len(expected)] == expected
    assert offered["asap"] == (case["soonest"] if case["slots"] else None)
    item = make_item(db, truck, "Special", 100, sale_times=case["times"])
    answer = order(1, "asap", item=item, stop_id=stop_id, pickupTime="asap")
    if case["served"]:
        assert answer.status_code == 200, answer.text
        assert datetime.fromisoformat(answer.json()["pickupAt"]) == datetime.fromisoformat(case["soonest"])
    else:
        assert (answer.status_code, answer.json()["code"]) == (409, "cart_invalid")


def test_a_page_that_knows_no_slots_is_refused_by_the_slot_too(db, truck, change, order):
    change(schedule_mode=ALWAYS, units_per_ten_minutes=1, timezone="America/New_York")
    early = make_item(
        db, truck, "Special", 100, sale_times=[{"weekdays": DAYS, "startTime": "07:00", "endTime": "10:20"}]
    )
    assert order(1, None, item=early, pickupTime="asap").json()["pickupAt"] == "2026-07-02T14:15:00.000Z"
    while order(1, None, pickupTime="asap").json()["pickupAt"] < "2026-07-02T14:20":
        pass
    refused = order(1, None, item=early, pickupTime="asap")
    assert [problem["code"] for problem in refused.json()["problems"]] == ["item_not_served"]


@pytest.fixture
def waffle(db, truck, change):
    change(timezone="America/New_York")
    return make_item(db, truck, "Waffle", 100, sale_times=[UNTIL_NOON])


def count(db, table):
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(table))


def test_a_refused_order_holds_no_slot_and_names_the_item(db, stop_id, fill, order, waffle, slots):
    fill(FULL, 10, stop_id=stop_id)
    before = (count(db, Checkout), count(db, Reservation), slots(stop_id, 10))
    refused = order(1, item=waffle, stop_id=stop_id)
    assert refused.status_code == 409
    assert refused.json()["problems"] == [
        {
            "line": 0,
            "code": "item_not_served",
            "message": "Waffle is not sold at that time.",
            "params": {"item": "Waffle"},
        }
    ]
    assert (count(db, Checkout), count(db, Reservation), slots(stop_id, 10)) == before


def test_a_refused_order_leaves_the_earlier_checkout_of_its_attempt_its_slot(stop_id, fill, order, taco, waffle, slots):
    attempt = {"X-Checkout-Attempt": "a" * 16}
    fill(FULL[:-1], 10, stop_id=stop_id)
    assert order(5, FULL[-1], stop_id=stop_id).status_code == 200
    assert order(5, FULL[-1], item=taco, stop_id=stop_id, headers=attempt).status_code == 200
    assert slots(stop_id)["15:50"] == "full"
    refused = order(6, item=waffle, stop_id=stop_id, headers=attempt)  # one too many for the slot that it hands over
    assert [problem["code"] for problem in refused.json()["problems"]] == ["item_not_served"]
    assert slots(stop_id)["15:50"] == "full"
    assert order(5, item=waffle, stop_id=stop_id, headers=attempt).json()["slotAt"] == "2026-07-02T15:50:00.000Z"
