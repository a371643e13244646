"""Meal times at a stop: its menu offers what is sold before it ends, and slots outside of a meal time are refused."""

import pytest
import sqlalchemy as sa

from chuckwagon.trucks.models import Truck
from tests.error_reasons import require_listed
from tests.factories import make_item

DAYS = ["mon", "tue", "wed", "thu", "fri"]
BRUNCH = {"weekdays": DAYS, "startTime": "10:00", "endTime": "12:00"}
LATE_LUNCH = {"weekdays": DAYS, "startTime": "12:30", "endTime": "15:00"}
DINNER = {"weekdays": DAYS, "startTime": "18:00", "endTime": "21:00"}


@pytest.fixture
def menu(client, db, truck, stop_id):
    """Read by name whether each item of the menu is available and, where that is said, served."""
    in_new_york = sa.update(Truck).where(Truck.id == truck.id).values(timezone="America/New_York")
    db.write(lambda session: session.execute(in_new_york))
    for name, times in (("Waffle", BRUNCH), ("Ribs", LATE_LUNCH), ("Steak", DINNER)):
        make_item(db, truck, name, 100, sale_times=[times])

    def read():
        items = client.get(f"/api/menu-items/public/{truck.id}").json()
        return {item["name"]: (item["isAvailable"], item.get("isServed")) for item in items}

    return read


SERVED, OVER = (True, None), (False, False)


def test_the_menu_offers_what_is_sold_before_the_stop_ends(menu, now):
    assert menu() == {"Waffle": SERVED, "Ribs": SERVED, "Steak": OVER}  # an hour before the stop
    now.set("2026-07-02T15:59:59Z")
    assert menu() == {"Waffle": SERVED, "Ribs": SERVED, "Steak": OVER}
    now.set("2026-07-02T16:00:00Z")  # noon
    assert menu() == {"Waffle": OVER, "Ribs": SERVED, "Steak": OVER}
    now.set("2026-07-02T17:00:00Z")  # after the stop, by the present
    assert menu() == {"Waffle": OVER, "Ribs": SERVED, "Steak": OVER}


def test_what_is_sold_out_by_hand_is_not_called_unserved(client, truck, db, menu):
    make_item(db, truck, "Toast", 100, sale_times=[BRUNCH], is_available=False)
    [toast] = [one for one in client.get(f"/api/menu-items/public/{truck.id}").json() if one["name"] == "Toast"]
    assert (toast["isAvailable"], toast.get("isServed")) == (False, None)


@pytest.fixture
def waffle(db, truck, menu):
    return make_item(db, truck, "Belgian waffle", 100, sale_times=[BRUNCH])


@pytest.mark.parametrize(("slot", "status"), [("15:50", 200), ("16:00", 409)])
def test_checkout_goes_by_the_slot(order, stop_id, waffle, slot, status):
    answer = order(1, f"2026-07-02T{slot}:00Z", item=waffle, stop_id=stop_id)
    assert answer.status_code == status
    problems = [(one["code"], one["params"]) for one in answer.json().get("problems", [])]
    assert problems == ([] if status == 200 else [("item_not_served", {"item": "Belgian waffle"})])


def test_a_paid_order_does_not_move_out_of_a_meal_time(client, order, pay, stop_id, waffle):
    paid = pay(order(1, "2026-07-02T15:30:00Z", item=waffle, stop_id=stop_id).json())

    def move(time):
        return client.post(f"/api/track/{paid['trackingToken']}/slot", json={"slotAt": f"2026-07-02T{time}:00Z"})

    refused = move("16:10")
    assert (refused.status_code, refused.json()["code"]) == (409, "item_not_served")
    require_listed({"reason": refused.json()["reason"], "params": refused.json()["params"]})
    assert client.get(f"/api/track/{paid['trackingToken']}").json()["slotAt"] == "2026-07-02T15:30:00.000Z"
    assert move("15:50").status_code == 200


def test_the_slots_of_a_paid_order_say_where_it_is_not_served(client, order, pay, stop_id, waffle):
    paid = pay(order(10, "2026-07-02T15:00:00Z", item=waffle, stop_id=stop_id).json())
    for number, slot in enumerate(("15:10", "15:20", "15:30", "15:40", "15:50")):
        at = f"2026-07-02T{slot}:00Z"
        assert order(10, at, stop_id=stop_id, phone=f"212555011{number}").status_code == 200, slot
    listed = client.get(f"/api/track/{paid['trackingToken']}/slots").json()
    states = {slot["at"][11:16]: (slot["state"], slot.get("isServed")) for slot in listed["slots"]}
    assert (states["15:50"], states["16:00"], states["16:10"]) == (("full", None), ("free", False), ("free", False))
    assert listed["asap"] == "2026-07-02T15:00:00Z"  # its own
    full = client.post(f"/api/track/{paid['trackingToken']}/slot", json={"slotAt": "2026-07-02T15:50:00Z"})
    assert (full.status_code, full.json()["code"]) == (409, "slot_full")
    assert [slot["at"][11:16] for slot in full.json()["slots"]] == [
        "15:10",
        "15:20",
        "15:30",
    ]  # they spill into its own
    assert full.json()["asap"] == "2026-07-02T15:00:00.000Z"
