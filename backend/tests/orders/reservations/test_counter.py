"""Orders at the counter: the rest of a slot, more with a confirmation, and counted stock like any other order."""

import msgspec
import pytest

from chuckwagon.orders.placement import counter_orders
from chuckwagon.schedule.checkout_view import find_open_stop
from tests.factories import make_item


@pytest.fixture
def sell(client, cast, taco, truck):
    def send(quantity, *, item=None, **more):
        items = [{"menuItemId": (item or taco).id, "quantity": quantity}]
        body = {"items": items, "customerName": "Ada", "payment": "cash", **more}
        return client.post("/api/orders", json=body, headers=cast.headers("truck_admin"))

    return send


@pytest.mark.dialect
def test_the_counter_uses_the_rest_of_the_whole_slot_and_more_only_with_a_confirmation(sell, order, add_stop, now):
    shared = add_stop(walk_up_share=20)
    assert order(8, "2026-07-02T15:00:00Z", stop_id=shared).status_code == 200
    now.set("2026-07-02T15:04:00Z")
    taken = sell(2).json()
    assert (taken["slotAt"], taken["flags"], taken["stopId"]) == ("2026-07-02T15:00:00.000Z", [], shared)
    refused = sell(1, confirmOverCapacity=None)
    body = refused.json()
    assert (refused.status_code, body["code"]) == (409, "over_capacity")
    assert (body["used"], body["capacity"], body["units"]) == (10, 10, 1)
    assert [slot["at"][11:16] for slot in body["slots"]] == ["15:10", "15:20", "15:30"]
    assert sell(1, confirmOverCapacity=True).json()["flags"] == ["over_capacity"]
    later = sell(1, slotAt="2026-07-02T15:10:00Z").json()
    assert later["pickupTime"] == later["estimatedPickupTime"] == "2026-07-02T15:10:00.000Z"


def test_orders_at_the_counter_leave_online_orders_their_share(sell, order, add_stop, now):
    shared = add_stop(walk_up_share=20)
    assert sell(2, slotAt="2026-07-02T15:30:00Z").status_code == 201  # nothing is reserved while the truck is away
    now.set("2026-07-02T15:04:00Z")
    assert sell(2, slotAt="2026-07-02T15:30:00Z").json()["slotAt"] == "2026-07-02T15:30:00.000Z"
    assert order(8, "2026-07-02T15:30:00Z", stop_id=shared).status_code == 200


def test_a_time_that_is_no_slot_is_refused(sell, stop_id, now):
    now.set("2026-07-02T15:04:00Z")
    assert sell(1, slotAt="2026-07-02T15:05:00Z").json()["reason"] == "slot_invalid"


def test_a_stop_that_changes_in_the_same_instant_takes_no_order_without_its_slot(sell, stop_id, now, monkeypatch):
    def find_outdated_stop(*values):
        return msgspec.structs.replace(find_open_stop(*values), plan_version=0)

    now.set("2026-07-02T15:04:00Z")
    monkeypatch.setattr(counter_orders, "find_open_stop", find_outdated_stop)
    refused = sell(1)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_changed")
    assert refused.json()["stop"]["_id"] == stop_id


def test_a_cancelled_order_at_the_counter_gives_its_slot_back(sell, stop_id, now, client, cast, slots):
    now.set("2026-07-02T15:04:00Z")
    made = sell(9, slotAt="2026-07-02T15:40:00Z").json()
    assert slots(stop_id)["15:40"] == "few"
    headers = cast.headers("truck_admin")
    client.patch(f"/api/orders/{made['_id']}", json={"status": "cancelled"}, headers=headers).raise_for_status()
    assert slots(stop_id)["15:40"] == "free"


def test_counted_stock_is_sold_once(sell, order, stop_id, now, client, cast, db, truck):
    brisket = make_item(db, truck, "Brisket", price=100)
    headers = cast.headers("truck_admin")
    counts = {"counts": [{"menuItemId": brisket.id, "initial": 3}]}
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    now.set("2026-07-02T15:04:00Z")
    assert order(1, item=brisket, stop_id=stop_id).status_code == 200
    refused = sell(3, item=brisket)
    assert (refused.status_code, refused.json()["problems"][0]["message"]) == (409, "Only 2 left.")
    assert sell(2, item=brisket).status_code == 201
    assert sell(1, item=brisket).json()["problems"][0]["message"] == "Brisket is sold out."
