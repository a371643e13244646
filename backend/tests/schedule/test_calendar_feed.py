"""Customers subscribe to the stops of a truck in their calendar. Parsers of other libraries read the feed."""

import vobject

from chuckwagon.schedule import models
from tests.schedule.stop_rows import change_stop

ADDRESS = "/api/trucks/own-truck/stops.ics"


def read(client):
    """The events of the feed by UID, read by another library than the one that writes them."""
    answer = client.get(ADDRESS)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    calendar = vobject.readOne(answer.text)
    calendar.validate(raiseException=True)
    return {event.uid.value: event for event in calendar.contents.get("vevent", [])}


def test_an_independent_parser_reads_the_stops(client, add_place, add_stop):
    place = add_place(
        "Pier 7", address="1 Ferry Way, Oakland", latitude=37.8, longitude=-122.25, directions="By gate B"
    )
    stop = add_stop(place, note="Rain or shine; bring cash, friends")
    [event] = read(client).values()
    assert event.uid.value == f"{stop['_id']}@chuckwagon"
    assert [f"{event.dtstart.value:%FT%TZ}", f"{event.dtend.value:%FT%TZ}"] == [stop["startsAt"], stop["endsAt"]]
    assert (event.summary.value, event.location.value) == ("Own Truck: Pier 7", "Pier 7, 1 Ferry Way, Oakland")
    assert event.description.value.split("\n")[:2] == ["Rain or shine; bring cash, friends", "By gate B"]
    assert event.description.value.endswith("/own-truck")
    assert (event.status.value, event.sequence.value, event.geo.value) == ("CONFIRMED", "0", "37.8;-122.25")


def test_lines_are_folded_and_end_as_the_standard_says(client, add_place, add_stop):
    add_stop(add_place("Ü" * 80, address="ñ" * 200), note="€" * 140)
    body = client.get(ADDRESS).content
    lines = body.split(b"\r\n")
    assert lines[-1] == b""
    assert b"\n" not in b"".join(lines)
    assert max(map(len, lines)) <= 75
    [event] = read(client).values()
    assert event.location.value == f"{'Ü' * 80}, {'ñ' * 200}"


def test_a_changed_stop_is_the_same_event_with_a_higher_sequence(ask, client, add_place, add_stop):
    pier, park = add_place(), add_place("Park")
    stop = add_stop(pier)
    etag = client.get(ADDRESS).headers["etag"]
    ask("PUT", f"/stops/{stop['_id']}", json={"startTime": "12:00"})
    ask("PUT", f"/places/{pier['_id']}", json={"address": "2 Ferry Way"})
    ask("PUT", f"/stops/{stop['_id']}", json={"placeId": park["_id"]})
    [(uid, event)] = read(client).items()
    assert (uid, event.sequence.value) == (f"{stop['_id']}@chuckwagon", "3")
    assert (f"{event.dtstart.value:%H:%M}", event.location.value) == ("19:00", "Park")
    assert client.get(ADDRESS, headers={"If-None-Match": etag}).status_code == 200


def test_a_cancelled_stop_says_so_and_a_delayed_one_moves(client, add_place, add_stop, db):
    place = add_place()
    cancelled, late = add_stop(place), add_stop(place, date="2026-07-03")
    change_stop(db, cancelled["_id"], status=models.CANCELLED)
    change_stop(db, late["_id"], delay_minutes=20)
    events = read(client)
    assert events[f"{cancelled['_id']}@chuckwagon"].status.value == "CANCELLED"
    assert f"{events[late['_id'] + '@chuckwagon'].dtstart.value:%FT%TZ}" == "2026-07-03T18:20:00Z"


def test_an_unchanged_feed_has_the_same_bytes(client, add_place, add_stop, now):
    add_stop(add_place())
    first = client.get(ADDRESS)
    now.set("2026-07-09T20:59:59Z")
    assert client.get(ADDRESS, headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    now.set("2026-07-09T21:00:00Z")
    assert read(client) == {}


def test_an_unknown_truck_has_no_feed(client, cast):
    assert client.get("/api/trucks/nowhere/stops.ics").status_code == 404
