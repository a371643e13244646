"""Customers read where a truck will be."""

import pytest

from chuckwagon.realtime.broker import Topic
from chuckwagon.realtime.change_log import list_since
from chuckwagon.schedule.truck_routes import render_truck


@pytest.fixture
def read(client):
    """The public stops of the own truck."""

    def get(query=""):
        answer = client.get(f"/api/trucks/own-truck/stops{query}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    return get


def test_customers_read_the_open_and_coming_stops_until_their_end(read, add_place, add_stop, now):
    place = add_place(timezone="America/New_York")
    today = add_stop(place, startTime="13:00", endTime="16:00")
    add_stop(place, date="2026-07-17")
    assert read() == [today]
    assert len(read("?days=15")) == 2
    now.set("2026-07-02T17:00:00Z")
    assert [stop["state"] for stop in read()] == ["open"]
    now.set("2026-07-02T19:59:59Z")
    assert [(stop["state"], stop["takesOrders"]) for stop in read("?days=1")] == [("open", False)]
    now.set("2026-07-02T20:00:00Z")
    assert read("?days=1") == []


def test_orders_are_taken_from_the_pre_order_time_to_the_last_order(read, add_place, add_stop, now):
    add_stop(add_place(), preorderMinutes=30, lastOrderMinutes=60)
    expected = {"17:29:59": False, "17:30:00": True, "20:00:00": True, "20:00:01": False}
    for time, takes_orders in expected.items():
        now.set(f"2026-07-02T{time}Z")
        assert [(stop["takesOrders"], stop["bookedOut"]) for stop in read()] == [(takes_orders, False)], time


def test_a_stop_is_booked_out_once_its_last_slot_is_too_soon(read, add_place, add_stop, now, settle):
    settle(leadMinutes=30)
    add_stop(add_place(), lastOrderMinutes=10)
    for time, is_left in {"20:20:00": True, "20:20:01": False, "20:50:00": False}.items():
        now.set(f"2026-07-02T{time}Z")
        assert [(stop["takesOrders"], stop["bookedOut"]) for stop in read()] == [(is_left, not is_left)], time


def test_a_paused_truck_takes_no_orders(read, ask, add_place, add_stop, cast):
    add_stop(add_place())
    ask("PATCH", f"/trucks/{cast.truck.id}/settings", json={"acceptingOrders": False})
    assert [(stop["state"], stop["takesOrders"]) for stop in read()] == [("upcoming", False)]


@pytest.mark.parametrize("query", ["?days=0", "?days=61", "?days=many"])
def test_the_number_of_days_is_limited(client, cast, query):
    assert client.get(f"/api/trucks/own-truck/stops{query}").status_code == 400


def test_an_unknown_truck_has_no_stops(client, cast):
    assert client.get("/api/trucks/nowhere/stops").status_code == 404


def test_each_change_of_a_stop_reaches_open_truck_pages(ask, add_place, add_stop, cast, db):
    stop = add_stop(add_place())
    for method in ("POST", "PUT", "DELETE"):
        with db.reading() as session:
            seen = max((change.id for change in list_since(session, {cast.truck.id: 0})), default=0)
        if method == "POST":
            stop = add_stop(stop["place"], date="2026-07-05")
        else:
            ask(method, f"/stops/{stop['_id']}", json={"note": "By the gate"})
        with db.reading() as session:
            changes = list_since(session, {cast.truck.id: seen})
            events = render_truck(session, Topic(cast.truck.id, render_truck), changes)
        [(_id, encoded)] = events
        assert b"event: stop" in encoded
        assert stop["_id"].encode() in encoded
