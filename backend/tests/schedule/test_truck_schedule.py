"""Customers read in a truck's answers whether it is open, where, and until when."""

import pytest

from chuckwagon.schedule import models
from tests.schedule.stop_rows import change_stop

ALWAYS_OPEN = {"mode": "always", "state": "open", "current": None, "next": None}


@pytest.fixture
def schedule(client, now):
    """The schedule that customers read at this instant, the same in the list and by slug."""

    def read(instant=None):
        if instant is not None:
            now.set(instant)
        truck = client.get("/api/trucks/by-slug/own-truck").json()
        assert truck in client.get("/api/trucks/public").json()
        return truck["schedule"]

    return read


def test_a_truck_is_always_open_until_its_staff_switch_to_stops(schedule, settle, add_place, add_stop):
    add_stop(add_place())
    assert schedule() == ALWAYS_OPEN
    settle(acceptingOrders=False)
    assert schedule() == ALWAYS_OPEN | {"state": "paused"}
    assert settle(acceptingOrders=True, scheduleMode="stops")["scheduleMode"] == "stops"
    assert (schedule()["mode"], schedule()["state"]) == ("stops", "opens_later")
    settle(scheduleMode="always")
    assert schedule() == ALWAYS_OPEN


def test_the_mode_is_part_of_the_truck_form(ask, cast, now):
    changed = ask("PUT", f"/trucks/{cast.truck.id}", as_="superadmin", json={"scheduleMode": "stops"})
    assert (changed.status_code, changed.json()["scheduleMode"]) == (200, "stops")
    refused = ask("PUT", f"/trucks/{cast.truck.id}", as_="superadmin", json={"scheduleMode": "sometimes"})
    assert (refused.status_code, refused.json()["fields"]) == (400, {"scheduleMode": "Choose one of always, stops."})


def test_a_truck_opens_and_closes_by_the_clock(schedule, settle, add_place, add_stop):
    settle(scheduleMode="stops")
    assert schedule() == {"mode": "stops", "state": "closed", "current": None, "next": None}
    place = add_place()
    lunch, dinner = add_stop(place), add_stop(place, startTime="17:00", endTime="20:00")
    expected = {
        "2026-07-02T17:59:59Z": ("opens_later", None, lunch["_id"]),
        "2026-07-02T18:00:00Z": ("open", lunch["_id"], dinner["_id"]),
        "2026-07-02T20:59:59Z": ("open", lunch["_id"], dinner["_id"]),
        "2026-07-02T21:00:00Z": ("opens_later", None, dinner["_id"]),
        "2026-07-03T00:00:00Z": ("open", dinner["_id"], None),
        "2026-07-03T03:00:00Z": ("closed", None, None),
    }
    for instant, (state, current, coming) in expected.items():
        found = schedule(instant)
        ids = [found[name] and found[name]["_id"] for name in ("current", "next")]
        assert (found["state"], *ids) == (state, current, coming), instant


def test_a_pause_shows_only_while_the_truck_would_be_open(schedule, settle, add_place, add_stop):
    settle(scheduleMode="stops", acceptingOrders=False)
    add_stop(add_place())
    assert (schedule()["state"], schedule()["next"]["takesOrders"]) == ("opens_later", False)
    open_stop = schedule("2026-07-02T18:00:00Z")
    assert (open_stop["state"], open_stop["current"]["takesOrders"]) == ("paused", False)
    settle(acceptingOrders=True)
    assert schedule()["state"] == "open"


def test_a_cancelled_stop_is_neither_current_nor_next(schedule, settle, add_place, add_stop, db):
    settle(scheduleMode="stops")
    place = add_place()
    cancelled, tomorrow = add_stop(place), add_stop(place, date="2026-07-03")
    change_stop(db, cancelled["_id"], status=models.CANCELLED)
    assert (schedule()["state"], schedule()["next"]["_id"]) == ("opens_later", tomorrow["_id"])
    assert schedule("2026-07-02T19:00:00Z")["state"] == "opens_later"


def test_staff_read_the_schedule_of_their_truck_too(ask, settle, add_place, add_stop, cast):
    settle(scheduleMode="stops")
    stop = add_stop(add_place())
    truck = ask("GET", f"/trucks/{cast.truck.id}").json()
    assert (truck["schedule"]["next"]["_id"], "owner" in truck) == (stop["_id"], True)
