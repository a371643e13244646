"""The stop that is proposed can be saved as it is: like the latest one, on a day that is free."""

import pytest

PROPOSAL = "/stops/proposal"


def propose(ask, **params):
    answer = ask("GET", PROPOSAL, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.dialect
def test_save_is_all_that_is_left_also_beside_a_weekly_stop(ask, add_place, add_series, add_stop):
    place = add_place("Ferry Plaza")
    add_series(placeId=place["_id"], weekdays=["mon", "fri"], startTime="11:00", endTime="20:00")
    add_stop(place, date="2026-07-04", startTime="19:00", endTime="21:00", note="Fireworks", slotMinutes=15)
    found = []
    for _ in range(3):
        proposal = propose(ask, **{"from": "2026-07-02"})
        found.append(proposal["date"])
        assert ask("POST", "/stops", json=proposal).status_code == 201
    assert found == ["2026-07-02", "2026-07-05", "2026-07-07"]
    assert (proposal["placeId"], proposal["startTime"], proposal["endTime"]) == (place["_id"], "11:00", "20:00")
    assert propose(ask)["date"] == "2026-07-08"


def test_it_is_like_the_latest_stop_at_the_place_that_is_named(ask, add_place, add_stop):
    pier, park = add_place("Pier 7"), add_place("Park", timezone="America/New_York")
    add_stop(park, startTime="17:00", endTime="01:00", slotMinutes=20, slotCapacity=40, note="Late")
    add_stop(pier, date="2026-07-09")
    assert propose(ask, placeId=park["_id"]) == {
        "placeId": park["_id"], "date": "2026-07-03", "startTime": "17:00", "endTime": "01:00",
        "preorderMinutes": 1440, "lastOrderMinutes": 15, "slotMinutes": 20, "slotCapacity": 40, "walkUpShare": 0,
    }  # fmt: skip
    assert propose(ask)["placeId"] == pier["_id"]


def test_a_truck_without_stops_and_places_gets_a_lunch(ask, add_place):
    assert (propose(ask)["placeId"], propose(ask)["date"]) == (None, "2026-07-03")
    new = add_place("Around the corner", address="40 Foundry Road", latitude=37.7, longitude=-122.4)
    proposal = propose(ask, placeId=new["_id"], **{"from": "2026-07-02"})
    assert (proposal["date"], proposal["startTime"], proposal["endTime"]) == ("2026-07-02", "11:00", "14:00")
    assert ask("POST", "/stops", json=proposal).json()["place"]["address"] == "40 Foundry Road"


def test_what_has_begun_today_and_what_is_over_is_not_proposed(ask, now, add_place):
    add_place()
    now.set("2026-07-02T18:00:00Z")  # 11:00 AM
    assert propose(ask, **{"from": "2026-07-02"})["date"] == "2026-07-03"
    assert propose(ask, **{"from": "2026-06-01"})["date"] == "2026-07-03"


def test_a_cancelled_stop_leaves_its_day_free_and_an_archived_place_is_not_proposed(ask, add_place, add_stop):
    place, other = add_place("Pier 7"), add_place("Park")
    stop = add_stop(place, date="2026-07-03")
    assert propose(ask)["date"] == "2026-07-04"
    ask("PUT", f"/stops/{stop['_id']}", json={"status": "cancelled"})
    assert propose(ask)["date"] == "2026-07-03"
    ask("DELETE", f"/places/{place['_id']}")
    assert propose(ask)["placeId"] == other["_id"]
    answer = ask("GET", PROPOSAL, params={"placeId": place["_id"]})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
