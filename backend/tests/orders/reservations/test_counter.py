"""Orders at the counter: the stop they are for, the rest of a slot, more with a confirmation, and counted stock."""

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.orders.placement import counter_orders, counter_slot
from chuckwagon.orders.reservations.models import Reservation
from tests.factories import make_item


@pytest.fixture
def sell(client, cast, taco, truck):
    def send(quantity, *, item=None, **more):
        items = [{"menuItemId": (item or taco).id, "quantity": quantity}]
        body = {"items": items, "customerName": "Ada", "payment": "cash", **more}
        return client.post("/api/orders", json=body, headers=cast.headers("truck_admin"))

    return send


@pytest.fixture
def counter(client, cast, truck):
    def read():
        answer = client.get(f"/api/trucks/{truck.id}/counter", headers=cast.headers("truck_admin"))
        assert answer.status_code == 200, answer.text
        return answer.json()

    return read


def count_brisket(db, truck, client, cast, stop_id):
    brisket = make_item(db, truck, "Brisket", price=100)
    counts = {"counts": [{"menuItemId": brisket.id, "initial": 3}]}
    headers = cast.headers("truck_admin")
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    return brisket


def cancel(client, cast, order, **more):
    headers = cast.headers("truck_admin")
    asked = {"status": "cancelled", **more}
    client.patch(f"/api/orders/{order['_id']}", json=asked, headers=headers).raise_for_status()


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
    now.set("2026-07-02T15:04:00Z")
    assert sell(2, slotAt="2026-07-02T15:30:00Z").json()["slotAt"] == "2026-07-02T15:30:00.000Z"
    assert order(8, "2026-07-02T15:30:00Z", stop_id=shared).status_code == 200


def test_a_time_that_is_no_slot_is_refused(sell, stop_id, now):
    now.set("2026-07-02T15:04:00Z")
    assert sell(1, slotAt="2026-07-02T15:05:00Z").json()["reason"] == "slot_invalid"


def test_a_stop_that_changes_in_the_same_instant_takes_no_order_without_its_slot(sell, stop_id, now, monkeypatch):
    def choose_outdated_stop(*values):
        return msgspec.structs.replace(counter_slot.choose_counter_stop(*values), plan_version=0)

    now.set("2026-07-02T15:04:00Z")
    monkeypatch.setattr(counter_orders, "choose_counter_stop", choose_outdated_stop)
    refused = sell(1)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_changed")
    told = refused.json()["stop"]
    assert (told["_id"], told["taxRate"], len(told["slots"])) == (stop_id, 0, 12)


def test_a_cancelled_order_at_the_counter_gives_its_slot_back(sell, stop_id, now, client, cast, slots):
    now.set("2026-07-02T15:04:00Z")
    made = sell(9, slotAt="2026-07-02T15:40:00Z").json()
    assert slots(stop_id)["15:40"] == "few"
    cancel(client, cast, made)
    assert slots(stop_id)["15:40"] == "free"


def test_counted_stock_is_sold_once(sell, order, stop_id, now, client, cast, db, truck):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T15:04:00Z")
    assert order(1, item=brisket, stop_id=stop_id).status_code == 200
    refused = sell(3, item=brisket)
    assert (refused.status_code, refused.json()["problems"][0]["message"]) == (409, "Only 2 left.")
    assert sell(2, item=brisket).status_code == 201
    assert sell(1, item=brisket).json()["problems"][0]["message"] == "Brisket is sold out."


def test_the_counter_sells_for_the_open_stop_the_ended_one_and_the_coming_one(
    sell, counter, add_stop, now, client, cast
):
    first = add_stop("2026-07-02T13:00:00Z", "2026-07-02T14:30:00Z")
    second = add_stop("2026-07-02T15:00:00Z", "2026-07-02T17:00:00Z", preorder_minutes=60)
    third = add_stop("2026-07-02T20:00:00Z", "2026-07-02T22:00:00Z", preorder_minutes=60)
    add_stop("2026-07-03T15:00:00Z", "2026-07-03T17:00:00Z")  # the day after is not the coming one

    def named(at):
        now.set(f"2026-07-02T{at}:00Z")
        return [stop["_id"] for stop in counter()["stops"]]

    assert named("13:59") == [first]
    assert named("14:00") == [first, second]
    assert named("14:31") == [first, second]
    assert named("15:04") == [second, first]
    assert (sell(1).json()["stopId"], sell(1, stopId=first).json()["stopId"]) == (second, first)
    assert named("15:31") == [second]
    assert named("17:00") == [second]
    assert named("18:00") == [second]
    assert named("18:01") == []
    between = sell(1)
    assert (between.json()["stopId"], between.json()["slotAt"]) == (None, None)
    refused = sell(1, slotAt="2026-07-02T20:00:00Z")
    assert (refused.status_code, refused.json()["reason"]) == (400, "slot_invalid")
    assert (sell(1, stopId=second).json()["code"], sell(1, stopId=third).json()["code"]) == ("stop_closed",) * 2
    assert named("19:00") == [third]
    assert sell(1, stopId="0" * 24).status_code == 404
    assert sell(1, stopId=add_stop(of=cast.other_truck)).status_code == 404


def test_an_order_for_the_coming_stop_takes_its_slot(sell, counter, slots, stop_id, now):
    [stop] = counter()["stops"]
    assert (stop["_id"], stop["state"], stop["taxRate"], len(stop["slots"])) == (stop_id, "upcoming", 0, 12)
    chosen = sell(9, slotAt="2026-07-02T15:30:00Z", stopId=stop_id, stopVersion=stop["version"]).json()
    assert (chosen["stopId"], chosen["slotAt"], chosen["place"]["name"]) == (
        stop_id, "2026-07-02T15:30:00.000Z", "Pier 7",
    )  # fmt: skip
    soonest = sell(1).json()
    assert soonest["slotAt"] == soonest["pickupTime"] == "2026-07-02T15:00:00.000Z"
    assert slots(stop_id)["15:30"] == "few"
    now.set("2026-07-02T15:14:00Z")
    assert [(slot["at"][11:16], slot["used"]) for slot in counter()["stops"][0]["slots"][:3]] == [
        ("15:10", 0), ("15:20", 0), ("15:30", 9),
    ]  # fmt: skip


def test_the_last_customers_in_line_count_at_the_stop_that_is_over(
    sell, counter, db, truck, client, cast, stop_id, now
):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T17:00:02Z")
    [stop] = counter()["stops"]
    assert (stop["state"], stop["slots"]) == ("ended", [])
    assert sell(1, slotAt="2026-07-02T16:50:00Z").json()["reason"] == "slot_invalid"
    made = sell(2, item=brisket, stopId=stop_id, stopVersion=stop["version"]).json()
    assert (made["stopId"], made["slotAt"], made["pickupTime"]) == (stop_id, None, None)
    assert sell(2, item=brisket).json()["problems"][0]["message"] == "Only 1 left."
    listed = client.get("/api/stops", headers=cast.headers("truck_admin")).json()
    assert (listed[0]["orders"], listed[0]["unitsUsed"]) == (1, 0)
    cancel(client, cast, made)
    assert sell(3, item=brisket).status_code == 201


def test_the_counter_prices_by_the_place_and_hears_of_a_new_rate(sell, counter, stop_id, now, client, cast, stop_place):
    now.set("2026-07-02T15:04:00Z")
    before = counter()["stops"][0]
    asked = {"stopId": stop_id, "stopVersion": before["version"], "slotAt": "2026-07-02T15:20:00Z"}
    client.put(f"/api/places/{stop_place}", json={"taxRate": 8}, headers=cast.headers("truck_admin")).raise_for_status()
    refused = sell(2, expectedTotal=2, **asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_changed")
    assert refused.json()["reason"] == "counter_stop_changed"
    told = refused.json()["stop"]
    assert told == counter()["stops"][0]
    assert (told["taxRate"], told["slots"][1]["used"]) == (8, 0)
    assert list(sell(2, stopVersion=told["version"]).json()["fields"]) == ["stopId"]
    changed = sell(2, expectedTotal=2, **asked | {"stopVersion": told["version"]})
    assert (changed.status_code, changed.json()["code"], changed.json()["total"]) == (409, "prices_changed", 2.16)
    assert (changed.json()["cart"]["tax"], changed.json()["cart"]["items"][0]["totalPrice"]) == (0.16, 2)
    made = sell(2, expectedTotal=2.16, **asked | {"stopVersion": told["version"]}).json()
    assert (made["tax"], made["taxRate"], made["stopId"]) == (0.16, 8, stop_id)


@pytest.mark.parametrize(("kitchen", "left"), [([], 3), (["confirmed"], 3), (["confirmed", "preparing"], 1)])
def test_food_that_was_not_started_goes_back_into_a_slot_that_runs(
    sell, db, truck, client, cast, stop_id, now, slots, kitchen, left
):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T15:03:00Z")
    made = sell(2, item=brisket).json()
    cancel(client, cast, made, **({"through": kitchen} if kitchen else {}))
    refused = sell(4, item=brisket).json()
    assert refused["problems"][0]["message"] == f"Only {left} left."
    with db.reading() as session:
        kept = session.scalar(sa.select(Reservation.status).where(Reservation.id == made["_id"]))
    assert kept == ("released" if left == 3 else "kept")
    counts = client.get("/api/orders/counts", headers=cast.headers("truck_admin")).json()
    assert (counts["cancelled"], counts["pending"]) == (1, 0)
