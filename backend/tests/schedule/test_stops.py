"""Staff plan the stops of their truck."""

import pytest


def test_a_new_stop_has_the_defaults_and_both_kinds_of_time(ask, add_place, cast):
    place = add_place(timezone="America/New_York", taxRate=4.5, address="1 Main St")
    made = ask(
        "POST", "/stops", json={"placeId": place["_id"], "date": "2026-07-03", "startTime": "11:00", "endTime": "14:30"}
    )
    assert made.status_code == 201
    stop = made.json()
    assert stop == {
        "_id": stop["_id"], "truckId": cast.truck.id, "seriesId": None, "note": "",
        "place": {
            name: place[name]
            for name in (
                "_id", "name", "address", "latitude", "longitude", "timezone", "taxRate", "reducedTaxRate",
                "directions",
            )
        },
        "startsAt": "2026-07-03T15:00:00Z", "endsAt": "2026-07-03T18:30:00Z",
        "date": "2026-07-03", "startTime": "11:00", "endTime": "14:30",
        "preorderMinutes": 1440, "lastOrderMinutes": 15, "slotMinutes": 10, "slotCapacity": None, "walkUpShare": 0,
        "status": "scheduled", "state": "upcoming", "takesOrders": True, "delayMinutes": 0, "endedEarlyAt": None,
        "change": None, "bookedOut": False, "pricesIncludeTax": None,
        "version": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("day", "start", "end", "starts_at", "ends_at"),
    [
        ("2027-03-14", "02:30", "05:00", "2027-03-14T10:30:00Z", "2027-03-14T12:00:00Z"),  # skipped: 3:30 AM
        ("2026-11-01", "01:30", "05:00", "2026-11-01T08:30:00Z", "2026-11-01T13:00:00Z"),  # twice: the first
        ("2026-07-02", "18:00", "01:00", "2026-07-03T01:00:00Z", "2026-07-03T08:00:00Z"),  # over midnight
    ],
)
def test_wall_times_follow_the_clock_of_the_place(add_place, add_stop, day, start, end, starts_at, ends_at):
    stop = add_stop(add_place(), date=day, startTime=start, endTime=end)
    assert (stop["startsAt"], stop["endsAt"], stop["date"]) == (starts_at, ends_at, day)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"placeId": None}, "placeId"),
        ({"placeId": "0" * 24}, "placeId"),
        ({"startTime": None}, "startTime"),
        ({"startTime": "25:00"}, "startTime"),
        ({"endTime": "2 PM"}, "endTime"),
        ({"date": None}, "date"),
        ({"date": "0001-01-01"}, "date"),
        ({"date": "2026-07-01"}, "endsAt"),  # over
        ({"startTime": "11:00", "endTime": "05:01"}, "endTime"),  # 18 hours and a minute
        ({"preorderMinutes": 10_081}, "preorderMinutes"),
        ({"lastOrderMinutes": 121}, "lastOrderMinutes"),
        ({"slotMinutes": 7}, "slotMinutes"),
        ({"slotCapacity": 0}, "slotCapacity"),
        ({"walkUpShare": 91}, "walkUpShare"),
        ({"note": "x" * 141}, "note"),
    ],
)
def test_an_invalid_stop_is_refused_at_its_field(ask, add_place, snapshot, fields, field):
    valid = {"placeId": add_place()["_id"], "date": "2026-07-02", "startTime": "11:00", "endTime": "14:00"}
    before = snapshot()
    answer = ask("POST", "/stops", json=valid | fields)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert field in answer.json()["fields"]
    assert snapshot() == before


def test_instants_give_the_same_stop_as_wall_times(ask, add_place, add_stop):
    stop = add_stop(add_place(), startsAt="2026-07-02T18:00:00Z", endsAt="2026-07-02T21:00:00Z")
    assert (stop["date"], stop["startTime"], stop["endTime"]) == ("2026-07-02", "11:00", "14:00")
    body = {"placeId": stop["place"]["_id"], "startsAt": "2026-07-04T18:00:00Z", "endsAt": "2026-07-04T18:00:00Z"}
    assert ask("POST", "/stops", json=body).json()["fields"].keys() == {"endsAt"}


@pytest.mark.parametrize(
    ("start", "end"), [("10:00", "11:01"), ("13:59", "15:00"), ("12:00", "13:00"), ("09:00", "16:00")]
)
def test_stops_of_a_truck_never_overlap(ask, add_place, add_stop, snapshot, start, end):
    other = add_stop(place := add_place())
    before = snapshot()
    body = {"placeId": place["_id"], "date": "2026-07-02", "startTime": start, "endTime": end}
    refused = ask("POST", "/stops", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_overlaps")
    assert refused.json()["stop"] == other
    assert snapshot() == before


def test_stops_may_touch_and_one_stop_never_overlaps_itself(ask, add_place, add_stop):
    stop = add_stop(place := add_place())
    add_stop(place, startTime="14:00", endTime="15:00")
    add_stop(place, startTime="10:00", endTime="11:00")
    shorter = ask("PUT", f"/stops/{stop['_id']}", json={"endTime": "13:00"})
    assert shorter.json() == stop | {"endsAt": "2026-07-02T20:00:00Z", "endTime": "13:00", "version": 2}
    longer = ask("PUT", f"/stops/{stop['_id']}", json={"endTime": "14:01"})
    assert longer.json()["code"] == "stop_overlaps"


def test_a_stop_moves_to_another_place_and_time(ask, add_place, add_stop):
    stop, plaza = add_stop(add_place()), add_place("Plaza", timezone="America/Denver")
    body = {"placeId": plaza["_id"], "date": "2026-07-04", "startTime": "12:00", "note": "By the gate", "version": 1}
    changed = ask("PUT", f"/stops/{stop['_id']}", json=body).json()
    assert (changed["place"]["name"], changed["startsAt"]) == ("Plaza", "2026-07-04T18:00:00Z")
    assert (changed["endTime"], changed["note"], changed["version"]) == ("15:00", "By the gate", 2)
    stale = ask("PUT", f"/stops/{stop['_id']}", json={"note": "", "version": 1})
    assert (stale.json()["code"], stale.json()["stop"]) == ("version_conflict", changed)


def test_a_stop_that_has_begun_takes_a_note_more_capacity_and_a_later_end(ask, add_place, add_stop, now):
    path = f"/stops/{add_stop(add_place(), slotCapacity=10)['_id']}"
    now.set("2026-07-02T18:00:00Z")
    allowed = {"note": "Hot today", "slotCapacity": 20, "endTime": "15:00"}
    changed = ask("PUT", path, json=allowed)
    assert changed.json()["state"] == "open"
    assert {name: changed.json()[name] for name in allowed} == allowed
    for refused in ({"slotCapacity": 19}, {"endTime": "14:30"}, {"startTime": "11:30"}, {"lastOrderMinutes": 5}):
        assert ask("PUT", path, json=refused).status_code == 400, refused
    assert ask("PUT", path, json={"slotCapacity": None}).json()["slotCapacity"] is None


def test_a_stop_that_is_over_takes_only_a_note(ask, add_place, add_stop, now):
    path = f"/stops/{add_stop(add_place())['_id']}"
    now.set("2026-07-02T21:00:00Z")
    assert ask("PUT", path, json={"note": "Thank you"}).json()["state"] == "ended"
    for refused in ({"endTime": "18:00"}, {"slotCapacity": 500}):
        assert ask("PUT", path, json=refused).status_code == 400, refused
    assert ask("DELETE", path).status_code == 400


def test_a_coming_stop_cannot_be_moved_into_the_past(ask, add_place, add_stop):
    path = f"/stops/{add_stop(add_place())['_id']}"
    refused = ask("PUT", path, json={"date": "2026-07-01"})
    assert refused.json()["fields"].keys() == {"endsAt"}


def test_a_deleted_stop_frees_its_time(ask, add_place, add_stop):
    stop = add_stop(place := add_place())
    assert ask("DELETE", f"/stops/{stop['_id']}").json() == {"deleted": True}
    assert ask("DELETE", f"/stops/{stop['_id']}").status_code == 404
    add_stop(place)


def test_stops_are_listed_by_start_within_a_period(ask, add_place, add_stop):
    place = add_place()
    later = add_stop(place, date="2026-07-05")
    sooner = add_stop(place)
    counted = {"orders": 0, "revenue": 0, "unitsUsed": 0, "seriesVersion": None}
    sooner, later = (stop | counted for stop in (sooner, later))
    assert ask("GET", "/stops").json() == [sooner, later]
    assert ask("GET", "/stops?from=2026-07-02T21:00:00Z").json() == [later]
    assert ask("GET", "/stops?to=2026-07-05T18:00:00Z").json() == [sooner]
    assert ask("GET", "/stops?from=2026-07-02T20:59:59Z&to=2026-07-05T18:00:01Z").json() == [sooner, later]


def test_another_trucks_staff_neither_see_nor_change_a_stop(ask, add_place, add_stop, cast, snapshot):
    stop = add_stop(place := add_place())
    ask("GET", "/stops", as_="other_admin")
    before = snapshot()
    assert ask("GET", f"/stops?truckId={cast.truck.id}", as_="other_admin").status_code == 403
    for method in ("PUT", "DELETE"):
        assert ask(method, f"/stops/{stop['_id']}", as_="other_admin", json={"note": "x"}).status_code == 403
    body = {"placeId": place["_id"], "date": "2026-07-02", "startTime": "18:00", "endTime": "19:00"}
    taken = ask("POST", "/stops", as_="other_admin", json=body)
    assert taken.json()["fields"].keys() == {"placeId"}
    assert snapshot() == before


def test_stops_are_audited(ask, add_place, add_stop):
    stop = add_stop(add_place())
    ask("PUT", f"/stops/{stop['_id']}", json={"note": "Cash too"})
    ask("DELETE", f"/stops/{stop['_id']}")
    events = ask("GET", "/audit", as_="superadmin").json()["events"]
    recorded = {event["action"]: event["details"] for event in events if event["subjectId"] == stop["_id"]}
    assert recorded.keys() == {"stop.deleted", "stop.changed", "stop.created"}
    [change] = [detail for detail in recorded["stop.changed"] if detail["name"] == "note"]
    assert (change["before"], change["after"]) == ("", "Cash too")
