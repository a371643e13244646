"""A place gets another time zone: what staff have entered stays, and no paid order moves unseen."""

import pytest

from chuckwagon.schedule.models import Stop
from tests.orders.factories import add_order

EASTERN = {"timezone": "America/New_York"}


@pytest.fixture
def place(add_place):
    return add_place()


@pytest.fixture
def change(ask, place):
    return lambda **fields: ask("PUT", f"/places/{place['_id']}", json=fields)


def read_stops(ask):
    names = ("date", "startTime", "endTime", "startsAt", "state", "version")
    return [tuple(stop[name] for name in names) for stop in ask("GET", "/stops").json()]


def test_coming_stops_keep_their_time_of_day(ask, add_stop, place, change):
    add_stop(place, date="2026-07-03", startTime="18:00", endTime="01:00")
    assert change(**EASTERN).status_code == 200
    assert read_stops(ask) == [("2026-07-03", "18:00", "01:00", "2026-07-03T22:00:00Z", "upcoming", 2)]


def test_stops_of_a_series_keep_it_too_and_none_is_produced_twice(ask, place, change):
    rule = {"weekdays": ["fri"], "startTime": "11:00", "endTime": "14:00", "fromDate": "2026-07-03"}
    assert ask("POST", "/stop-series", json={"placeId": place["_id"], **rule}).status_code == 201
    days = [stop[0] for stop in read_stops(ask)]
    change(**EASTERN)
    moved = read_stops(ask)
    assert [stop[0] for stop in moved] == days
    assert {stop[1:3] for stop in moved} == {("11:00", "14:00")}
    assert moved[0][3] == "2026-07-03T15:00:00Z"


def test_a_stop_that_has_begun_or_is_over_stays_as_it_is(ask, add_stop, place, change, now):
    add_stop(place, date="2026-07-02", startTime="09:30", endTime="10:00")
    add_stop(place, date="2026-07-02", startTime="11:00", endTime="14:00")
    now.set("2026-07-02T18:30:00Z")
    change(**EASTERN)
    assert [stop[3] for stop in read_stops(ask)] == ["2026-07-02T16:30:00Z", "2026-07-02T18:00:00Z"]


def test_with_orders_the_zone_stays_and_everything_else_can_change(ask, add_stop, place, change, db, cast, snapshot):
    add_stop(place, date="2026-07-03")
    ordered = add_stop(place, date="2026-07-04")
    add_order(db, truck_id=cast.truck.id, stop_id=ordered["_id"])
    before = snapshot()
    refused = change(**EASTERN, name="Pier 8")
    assert (refused.status_code, refused.json()["code"]) == (409, "place_has_orders")
    assert refused.json()["stop"]["_id"] == ordered["_id"]
    assert snapshot() == before
    assert change(name="Pier 8", timezone=place["timezone"]).status_code == 200


def test_a_stop_that_would_then_overlap_another_one_is_named(ask, add_place, add_stop, place, change, snapshot):
    add_stop(place, date="2026-07-03", startTime="11:00", endTime="14:00")
    other = add_stop(add_place("Park"), date="2026-07-03", startTime="08:30", endTime="09:30")
    before = snapshot()
    refused = change(**EASTERN)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_overlaps")
    assert refused.json()["stop"]["_id"] == other["_id"]
    assert snapshot() == before


def test_an_hour_that_the_new_clock_skips_leaves_the_stop_its_length(ask, add_place, add_stop):
    place = add_place(timezone="America/Phoenix")
    add_stop(place, date="2027-03-14", startTime="02:15", endTime="02:45")
    assert ask("PUT", f"/places/{place['_id']}", json={"timezone": "America/Los_Angeles"}).status_code == 200
    assert [stop[:3] for stop in read_stops(ask)] == [("2027-03-14", "03:15", "03:45")]


def test_other_directions_and_rates_reach_calendars_and_the_counter_and_end_no_checkout(
    ask, add_stop, place, change, db
):
    stop = add_stop(place)

    def versions():
        with db.reading() as session:
            row = session.get_one(Stop, stop["_id"])
            return row.version, row.plan_version

    change(directions="Behind the fountain")
    assert versions() == (2, 1)
    change(taxRate=9)
    assert versions() == (3, 1)
    change(taxRate=9)
    assert versions() == (3, 1)
    change(address="2 Main St")
    assert versions() == (4, 4)
