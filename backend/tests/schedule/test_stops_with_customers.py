"""What customers have ordered for does not change behind their backs."""

import pytest

from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.orders.models import Order
from chuckwagon.payments.reconciliation.scheduled import reconcile
from tests.factories import checkout_body, make_item
from tests.orders.factories import add_order


@pytest.fixture
def stop(add_place, add_stop):
    return add_stop(add_place(), slotCapacity=10)


@pytest.fixture
def order(db, cast, stop, now):
    """A paid order of 9 dollars for the stop."""
    return add_order(db, truck_id=cast.truck.id, stop_id=stop["_id"])


@pytest.fixture
def change(ask, stop):
    return lambda **fields: ask("PUT", f"/stops/{stop['_id']}", json=fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"startTime": "11:30"},
        {"endTime": "13:30"},
        {"date": "2026-07-03"},
        {"slotMinutes": 15},
        {"slotCapacity": 9},
        {"status": "cancelled"},
    ],
)
def test_a_stop_with_orders_keeps_what_they_rely_on(change, ask, stop, order, snapshot, fields):
    before = snapshot()
    refused = change(**fields)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_has_orders")
    assert "Change of plan" in refused.json()["error"]
    assert ask("DELETE", f"/stops/{stop['_id']}").json()["code"] == "stop_has_orders"
    assert snapshot() == before


def test_a_stop_with_orders_moves_to_no_other_place(change, add_place, order):
    assert change(placeId=add_place("Park")["_id"]).json()["code"] == "stop_has_orders"


def test_a_stop_with_orders_takes_a_note_more_capacity_and_a_later_end(change, order):
    changed = change(note="By the gate", slotCapacity=11, endTime="14:30", lastOrderMinutes=20)
    assert changed.status_code == 200
    assert change(slotCapacity=None).json()["slotCapacity"] is None


def test_cancelled_orders_hold_no_stop(change, db, cast, stop, now):
    add_order(db, truck_id=cast.truck.id, stop_id=stop["_id"], status="cancelled")
    assert change(startTime="11:30").status_code == 200


def test_a_customer_who_is_paying_holds_the_stop_until_the_hold_is_released(
    change, client, settle, db, cast, stop, now, sandbox, settings
):
    settle(scheduleMode="stops")
    body = checkout_body(cast.truck, (make_item(db, cast.truck, "Taco", price=1000), 1))
    body["customerInfo"] |= {"slotAt": "asap", "stopId": stop["_id"]}
    made = client.post("/api/create-payment-intent", json=body)
    assert made.status_code == 200, made.text
    assert change(slotCapacity=9).json()["code"] == "stop_has_orders"
    now.set("2026-07-02T16:10:01Z")
    reconcile(db, settings, stripe_gateway(settings))
    assert change(slotCapacity=9).status_code == 200


def test_staff_read_the_orders_and_revenue_of_each_stop(ask, db, cast, order, add_stop, stop):
    empty = add_stop(stop["place"], date="2026-07-05")
    add_order(db, truck_id=cast.truck.id, stop_id=stop["_id"], status="cancelled")
    add_order(db, truck_id=cast.truck.id, stop_id=stop["_id"], payment_status="refunded")
    found = {one["_id"]: (one["orders"], one["revenue"]) for one in ask("GET", "/stops").json()}
    assert found == {stop["_id"]: (2, 9.0), empty["_id"]: (0, 0)}


def test_an_order_outlives_its_stop(ask, db, cast, stop, now):
    made = add_order(db, truck_id=cast.truck.id, stop_id=stop["_id"], status="cancelled", place_name="Pier 7")
    assert ask("DELETE", f"/stops/{stop['_id']}").status_code == 200
    with db.reading() as session:
        assert session.get_one(Order, made.id).place_name == "Pier 7"


class TestCancel:
    def test_a_cancelled_stop_is_shown_as_such_and_frees_its_time(self, change, client, add_stop, stop):
        cancelled = change(status="cancelled", note="Engine trouble")
        assert (cancelled.json()["status"], cancelled.json()["state"]) == ("cancelled", "cancelled")
        [shown] = client.get("/api/trucks/own-truck/stops").json()
        assert (shown["state"], shown["note"], shown["takesOrders"]) == ("cancelled", "Engine trouble", False)
        add_stop(stop["place"])

    def test_it_is_restored_unless_the_truck_is_elsewhere_by_then(self, change, add_stop, stop, ask):
        change(status="cancelled")
        other = add_stop(stop["place"], startTime="12:00", endTime="13:00")
        assert change(status="scheduled").json()["code"] == "stop_overlaps"
        assert ask("DELETE", f"/stops/{other['_id']}").status_code == 200
        assert change(status="scheduled").json()["state"] == "upcoming"

    def test_an_unknown_status_is_refused_and_a_stop_that_is_over_stays(self, change, now):
        assert change(status="gone").json()["fields"] == {"status": "Choose one of scheduled, cancelled."}
        now.set("2026-07-02T21:00:00Z")
        assert change(status="cancelled").json()["reason"] == "stop_is_over"


def test_a_rule_is_changed_back_and_prolonged_around_a_stop_that_kept_its_customers(ask, add_series, stops, db, cast):
    series = add_series(weekdays=["tue"])
    tuesdays = [stop["date"] for stop in stops()]
    add_order(db, truck_id=cast.truck.id, stop_id=stops()[2]["_id"])

    def rule(**fields):
        answer = ask("PUT", f"/stop-series/{series['_id']}?scope=later", json=fields)
        assert answer.status_code == 200, answer.text
        return [stop["date"] for stop in stops()]

    kept = rule(untilDate=tuesdays[0])
    assert kept == [tuesdays[0], tuesdays[2]]
    assert rule(untilDate=None) == tuesdays
    assert tuesdays[2] in rule(weekdays=["thu"])
    assert rule(weekdays=["tue"]) == tuesdays
    assert {stop["seriesVersion"] for stop in stops()} == {5}
    stale = ask("PUT", f"/stop-series/{series['_id']}?scope=later", json={"note": "Late", "version": 4})
    assert (stale.status_code, stale.json()["series"]["version"]) == (409, 5)
