"""The preview, its digest, ten seconds to take back, one disruption at a time, and who may do it."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
import sqlalchemy as sa

from chuckwagon.disruptions import service
from chuckwagon.disruptions.models import Disruption
from tests.disruptions.conftest import TAKE_BACK, at


def test_the_preview_counts_orders_texts_and_money_and_changes_nothing(customers, preview, staff_order, ask, sandbox):
    early, late = customers.order("12:00"), customers.order("13:00", count=2)
    customers.check_out("13:00")
    seen = preview("ends_early", endsAt=at("12:30"), sentence="Sold out.").json()
    assert seen["orders"] == {"newTime": 0, "newPlace": 0, "refunded": 1, "unchanged": 1}
    assert (seen["messages"], seen["refundTotal"], seen["checkouts"]) == (1, 21.75, 1)
    assert seen["sentence"] == "Own Truck: we have to close early. Sold out."
    assert seen["sentences"]["es"] == "Own Truck: hoy cerramos antes. Sold out."
    assert preview("late", minutes=20).json()["orders"]["newTime"] == 2
    assert preview("cancelled").json()["refundTotal"] == 32.63
    assert [staff_order(order)["version"] for order in (early, late)] == [1, 1]
    assert ask("GET", "/stops").json()[0]["version"] == 1
    sandbox.post("/_sandbox/messages/inbound", json={"from": "+12133734200", "body": "STOP"}).raise_for_status()
    assert preview("cancelled").json()["messages"] == 1


@pytest.mark.parametrize(
    ("body", "field", "reason"),
    [
        ({"kind": "late", "minutes": 4}, "minutes", "number_out_of_range"),
        ({"kind": "late", "minutes": 181}, "minutes", "number_out_of_range"),
        ({"kind": "late", "minutes": 180}, "minutes", "late_past_the_end"),
        ({"kind": "late"}, "minutes", "number_out_of_range"),
        ({"kind": "moved"}, "placeId", "place_required"),
        ({"kind": "moved", "placeId": "f" * 24}, "placeId", "place_unknown"),
        ({"kind": "ends_early"}, "endsAt", "early_end_required"),
        ({"kind": "ends_early", "endsAt": at("14:00")}, "endsAt", "early_end_outside"),
        ({"kind": "ends_early", "endsAt": at("10:30")}, "endsAt", "early_end_outside"),
        ({"kind": "rain"}, "kind", "choose_one_of"),
        ({}, "kind", "choose_one_of"),
        ({"kind": "cancelled", "sentence": "x" * 141}, "sentence", "too_long"),
        ({"kind": "cancelled", "sentence": "\u0007"}, "sentence", "unprintable"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_at_its_field(ask, stop, body, field, reason):
    for path in ("disruptions/preview", "disruptions"):
        answer = ask("POST", f"/stops/{stop['_id']}/{path}", json=body)
        assert (answer.status_code, answer.json()["fieldReasons"][field]["reason"]) == (400, reason)
    assert ask("GET", f"/stops/{stop['_id']}/disruptions").json() == []


def test_a_stop_does_not_move_to_where_it_is(preview, stop):
    refused = preview("moved", placeId=stop["place"]["_id"])
    assert refused.json()["fieldReasons"]["placeId"]["reason"] == "same_place"


def test_a_stop_that_is_over_or_cancelled_is_left_alone(preview, disrupt, now):
    disrupt("cancelled")
    assert preview("late", minutes=10).json()["reason"] == "disruption_stop_cancelled"


def test_the_end_that_has_passed_is_refused_but_not_the_one_of_a_slow_form(preview, now):
    now.set(at("12:30"))
    assert preview("ends_early", endsAt=at("12:26")).status_code == 200
    assert preview("ends_early", endsAt=at("12:24")).json()["fieldReasons"]["endsAt"]["reason"] == "early_end_passed"
    now.set(at("14:00"))
    assert preview("cancelled").json()["reason"] == "disruption_stop_over"


def test_a_longer_stop_must_not_meet_the_next_one(preview, ask, stop):
    times = {"date": "2026-07-02", "startTime": "14:15", "endTime": "16:00"}
    later = ask("POST", "/stops", json={"placeId": stop["place"]["_id"], **times}).json()
    refused = preview("late", minutes=20, extendEnd=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_overlaps")
    assert refused.json()["stop"]["_id"] == later["_id"]
    assert preview("late", minutes=15, extendEnd=True).status_code == 200


def test_repeated_delays_make_no_endless_stop(preview, disrupt):
    for _ in range(5):
        disrupt("late", minutes=180, extendEnd=True)
    refused = preview("late", minutes=5, extendEnd=True)
    reason = {"reason": "late_too_long", "params": {"hours": 18}}
    assert (refused.status_code, refused.json()["fieldReasons"]["minutes"]) == (400, reason)


def test_an_order_that_is_paid_during_the_preview_makes_it_outdated(customers, preview, ask, stop):
    customers.order()
    checkout = customers.check_out()
    seen = preview("cancelled").json()
    customers.pay(checkout)
    body = {"kind": "cancelled", "digest": seen["digest"]}
    refused = ask("POST", f"/stops/{stop['_id']}/disruptions", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "preview_outdated")
    fresh = refused.json()["preview"]
    assert (fresh["orders"]["refunded"], fresh["refundTotal"]) == (2, 21.76)
    assert ask("GET", f"/stops/{stop['_id']}/disruptions").json() == []
    agreed = ask("POST", f"/stops/{stop['_id']}/disruptions", json=body | {"digest": fresh["digest"]})
    assert agreed.status_code == 201


@pytest.mark.parametrize("renamed", ["truck", "place"])
def test_what_the_texts_say_is_part_of_the_preview(customers, preview, ask, stop, cast, renamed):
    customers.order()
    seen = preview("cancelled").json()
    path = f"/trucks/{cast.truck.id}" if renamed == "truck" else f"/places/{stop['place']['_id']}"
    changed = ask("PUT", path, as_="superadmin", json={"name": "Other Name"})
    assert changed.status_code == 200, changed.text
    refused = ask("POST", f"/stops/{stop['_id']}/disruptions", json={"kind": "cancelled", "digest": seen["digest"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "preview_outdated")
    assert "Other Name" in refused.json()["preview"]["sentence"]


@pytest.mark.parametrize("digest", [None, "", "0" * 64])
def test_without_the_digest_of_the_preview_nothing_starts(ask, stop, digest):
    refused = ask("POST", f"/stops/{stop['_id']}/disruptions", json={"kind": "cancelled", "digest": digest})
    assert refused.json()["code"] == "preview_outdated"


def test_it_starts_after_ten_seconds_and_not_before(customers, schedule, staff_order, worker, now, ask):
    order = customers.order()
    made = schedule("late", minutes=20)
    assert (made["state"], made["startsAt"], made["done"], made["total"]) == ("scheduled", "2026-07-02T17:00:10Z", 0, 0)
    now.advance(timedelta(seconds=9))
    worker.run_once()
    assert staff_order(order)["slotAt"] == at("12:00")
    shown = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (made["secondsLeft"], shown["secondsLeft"]) == (10, 1)
    now.advance(timedelta(seconds=1))
    worker.run_once()
    assert staff_order(order)["slotAt"] == at("12:20")


def test_it_can_be_taken_back_until_it_starts(customers, schedule, run, staff_order, ask, texts):
    order = customers.order()
    made = schedule("cancelled")
    for _ in range(2):
        taken = ask("DELETE", f"/disruptions/{made['_id']}")
        assert (taken.status_code, taken.json()["state"]) == (200, "withdrawn")
    assert run(made)["state"] == "withdrawn"
    assert (staff_order(order)["status"], texts()) == ("pending", [])
    done = run(schedule("late", minutes=20))
    late = ask("DELETE", f"/disruptions/{done['_id']}")
    assert (late.status_code, late.json()["code"]) == (409, "disruption_started")
    assert late.json()["disruption"]["state"] == "done"
    listed = ask("GET", f"/stops/{made['stopId']}/disruptions").json()
    assert [one["state"] for one in listed] == ["done", "withdrawn"]


def test_the_stop_keeps_its_plan_until_the_start(schedule, run, ask, stop):
    made = schedule("ends_early", endsAt=at("13:00"))
    path = f"/stops/{stop['_id']}"
    times = {"date": "2026-07-02", "startTime": "13:30", "endTime": "15:00"}
    for method, given in (("PUT", {"json": times}), ("PUT", {"json": {"status": "cancelled"}}), ("DELETE", {})):
        refused = ask(method, path, **given)
        assert (refused.status_code, refused.json()["code"]) == (409, "stop_is_changing")
    assert ask("PUT", path, json={"note": "By the door"}).status_code == 200
    assert run(made)["state"] == "done"
    [shown] = ask("GET", "/stops").json()
    assert (shown["startTime"], shown["endedEarlyAt"]) == ("11:00", "2026-07-02T20:00:00Z")
    assert ask("DELETE", path).status_code == 200


def test_a_place_stays_until_the_stop_has_moved_there(schedule, run, ask, add_place):
    place = add_place("Main Square")
    made = schedule("moved", placeId=place["_id"])
    refused = ask("DELETE", f"/places/{place['_id']}")
    assert (refused.status_code, refused.json()["code"]) == (409, "place_in_use")
    ask("DELETE", f"/disruptions/{made['_id']}")
    assert ask("DELETE", f"/places/{place['_id']}").status_code == 200


NEW_PLACE = {"name": "Canal Park", "address": "9 Lake Ave", "latitude": 37.78, "longitude": -122.41}


def test_a_new_place_is_saved_with_the_start_and_not_by_looking(customers, preview, schedule, run, ask, stop):
    customers.order()
    known = ask("GET", "/places").json()
    seen = preview("moved", newPlace=NEW_PLACE).json()
    assert "Canal Park, 9 Lake Ave" in seen["sentence"]
    assert ask("GET", "/places").json() == known
    changed = {"kind": "moved", "newPlace": NEW_PLACE | {"latitude": 37.79}, "digest": seen["digest"]}
    outdated = ask("POST", f"/stops/{stop['_id']}/disruptions", json=changed)
    assert (outdated.status_code, outdated.json()["code"]) == (409, "preview_outdated")
    assert ask("GET", "/places").json() == known
    done = run(schedule("moved", newPlace=NEW_PLACE))
    [place] = [one for one in ask("GET", "/places").json() if one not in known]
    assert NEW_PLACE.items() <= place.items()
    assert (done["placeId"], done["state"]) == (place["_id"], "done")


@pytest.mark.parametrize(
    ("place", "field"), [({}, "name"), ({"name": " "}, "name"), ({"name": "A", "latitude": 91}, "latitude")]
)
def test_a_new_place_is_checked_by_the_preview(preview, place, field):
    refused = preview("moved", newPlace=place)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])


def test_a_second_one_is_refused_until_the_first_is_done(customers, schedule, preview, run, ask, stop, worker, now):
    customers.order()
    first = schedule("late", minutes=20)
    refused = preview("cancelled")
    assert (refused.status_code, refused.json()["code"]) == (409, "disruption_running")
    assert refused.json()["disruption"]["_id"] == first["_id"]
    assert run(first)["state"] == "done"
    assert preview("cancelled").status_code == 200


@pytest.mark.dialect
def test_of_two_at_the_same_instant_exactly_one_is_scheduled(customers, preview, ask, stop, cast, monkeypatch, db):
    customers.order()
    cast.headers("superadmin")
    bodies = [{"kind": "late", "minutes": 20}, {"kind": "cancelled"}]
    for body in bodies:
        body["digest"] = preview(**body).json()["digest"]
    meeting, build = Barrier(2), service.build_preview

    def build_together(*given):
        """Without the lock both requests get here before either saves. With it the first one waits in vain."""
        built = build(*given)
        with suppress(BrokenBarrierError):
            meeting.wait(0.5)
        return built

    monkeypatch.setattr(service, "build_preview", build_together)
    path = f"/stops/{stop['_id']}/disruptions"
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda body: ask("POST", path, as_="superadmin", json=body), bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "disruption_running"}
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Disruption)) == 1


def test_a_repeated_request_schedules_once(customers, preview, ask, stop):
    customers.order()
    body = {"kind": "late", "minutes": 20, "digest": preview("late", minutes=20).json()["digest"]}
    path = f"/stops/{stop['_id']}/disruptions"
    answers = [ask("POST", path, json=body, headers={"Idempotency-Key": "one"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    other = ask("POST", path, json=body | {"minutes": 30}, headers={"Idempotency-Key": "one"})
    assert other.status_code == 422


def test_staff_are_told_live(customers, schedule, worker, now, db):
    from chuckwagon.realtime.change_log import ChangeRow

    customers.order()
    made = schedule("late", minutes=20)
    now.advance(TAKE_BACK)
    worker.run_once()
    with db.reading() as session:
        kinds = [
            row.kind for row in session.scalars(sa.select(ChangeRow)) if row.subject_id in (made["_id"], made["stopId"])
        ]
    assert kinds.count("disruption") >= 4  # scheduled, started, changed, told
    assert "stop" in kinds
