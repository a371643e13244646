"""Staff keep the places of their truck."""

import pytest


def test_a_new_place_takes_zone_and_tax_rate_of_its_truck(ask, cast):
    made = ask("POST", "/places", json={"name": "  Pier   7 "})
    assert made.status_code == 201
    place = made.json()
    assert place == {
        "_id": place["_id"], "truckId": cast.truck.id, "name": "Pier 7", "address": "", "latitude": None,
        "longitude": None, "timezone": "America/Los_Angeles", "taxRate": 8.75, "directions": "", "version": 1,
        "archivedAt": None, "reducedTaxRate": None,
    }  # fmt: skip


def test_a_place_keeps_everything_that_is_given(ask):
    given = {
        "name": "Main Square", "address": "1 Main St", "latitude": 40.7127753, "longitude": -74.0059728,
        "timezone": "America/New_York", "taxRate": 4.5, "directions": "Behind the fountain",
    }  # fmt: skip
    place = ask("POST", "/places", json=given).json()
    assert {name: place[name] for name in given} == given | {"latitude": 40.712775, "longitude": -74.005973}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "A", "address": "x" * 201}, "address"),
        ({"name": "A", "directions": "x" * 301}, "directions"),
        ({"name": "A", "latitude": 1}, "longitude"),
        ({"name": "A", "longitude": 1}, "latitude"),
        ({"name": "A", "latitude": 90.1, "longitude": 1}, "latitude"),
        ({"name": "A", "latitude": 1, "longitude": -180.1}, "longitude"),
        ({"name": "A", "timezone": "Mars/Base"}, "timezone"),
        ({"name": "A", "taxRate": 20.1}, "taxRate"),
    ],
)
def test_an_invalid_place_is_refused_at_its_field(ask, cast, snapshot, body, field):
    before = snapshot()
    answer = ask("POST", "/places", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert field in answer.json()["fields"]
    assert snapshot() == before


def test_a_repeated_request_adds_one_place(ask):
    send = {"json": {"name": "Pier 7"}, "headers": {"Idempotency-Key": "once"}}
    assert ask("POST", "/places", **send).json() == ask("POST", "/places", **send).json()
    assert len(ask("GET", "/places").json()) == 1


def test_a_change_raises_the_version_and_a_stale_one_is_refused(ask, add_place):
    place = add_place(latitude=1, longitude=2)
    changed = ask("PUT", f"/places/{place['_id']}", json={"name": "Pier 8", "version": 1})
    assert changed.json() == place | {"name": "Pier 8", "version": 2}
    stale = ask("PUT", f"/places/{place['_id']}", json={"name": "Pier 9", "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "version_conflict")
    assert stale.json()["place"] == changed.json()
    half = ask("PUT", f"/places/{place['_id']}", json={"latitude": None})
    assert half.json()["fields"].keys() == {"latitude"}
    emptied = ask("PUT", f"/places/{place['_id']}", json={"latitude": None, "longitude": None})
    assert (emptied.json()["latitude"], emptied.json()["longitude"]) == (None, None)


def test_archived_places_are_listed_last_and_cannot_be_changed(ask, add_place):
    first, second = add_place("Alley"), add_place("Bridge")
    assert ask("DELETE", f"/places/{first['_id']}").json() == {"archived": True, "deleted": True}
    listed = ask("GET", "/places").json()
    assert [place["name"] for place in listed] == ["Bridge", "Alley"]
    assert [place["archivedAt"] is None for place in listed] == [True, False]
    for method in ("PUT", "DELETE"):
        assert ask(method, f"/places/{first['_id']}", json={}).status_code == 404
    assert second == listed[0]


def test_a_place_of_a_coming_stop_cannot_be_archived(ask, add_place, add_stop, now):
    place = add_place()
    add_stop(place)
    refused = ask("DELETE", f"/places/{place['_id']}")
    assert (refused.status_code, refused.json()["code"]) == (409, "place_in_use")
    now.set("2026-07-02T21:00:00Z")  # the end of the stop
    assert ask("DELETE", f"/places/{place['_id']}").status_code == 200


def test_another_trucks_staff_neither_see_nor_change_a_place(ask, add_place, cast, snapshot):
    place = add_place()
    before = snapshot()
    for method, path in (("GET", f"/places?truckId={cast.truck.id}"), ("PUT", f"/places/{place['_id']}")):
        assert ask(method, path, as_="other_admin", json={"name": "Mine"}).status_code == 403
    assert ask("GET", "/places", as_="other_admin").json() == []
    assert snapshot() == before


def test_places_are_audited(ask, add_place):
    place = add_place()
    ask("PUT", f"/places/{place['_id']}", json={"taxRate": 9})
    ask("DELETE", f"/places/{place['_id']}")
    events = ask("GET", "/audit", as_="superadmin").json()["events"]
    recorded = {event["action"]: event["details"] for event in events if event["subjectId"] == place["_id"]}
    assert recorded.keys() == {"place.archived", "place.changed", "place.created"}
    [change] = [detail for detail in recorded["place.changed"] if detail["name"] == "taxRate"]
    assert (change["before"], change["after"]) == ("8.75", "9.0")


def test_a_latitude_out_of_range_is_not_called_missing(ask):
    refused = ask("POST", "/places", json={"name": "A", "latitude": 91, "longitude": 1})
    assert refused.json()["reason"] == "number_out_of_range"
