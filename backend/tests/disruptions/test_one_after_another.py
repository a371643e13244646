"""A change of plan that follows another one: which may start, and what it does to orders that the first one missed."""

from datetime import timedelta

import pytest

from chuckwagon.disruptions import steps
from tests.disruptions.conftest import TAKE_BACK, at, check_slots


@pytest.fixture
def fail_steps(schedule, now, worker, ask, monkeypatch):
    """Schedule a disruption, let every step of it fail for good, and return its JSON."""

    def fail(kind, **fields):
        def stumble(*_given):
            raise RuntimeError

        with monkeypatch.context() as patched:
            patched.setattr(steps, "add_change", stumble)
            made = schedule(kind, **fields)
            for _ in range(7):
                now.advance(timedelta(seconds=60))
                worker.run_once()
        shown = ask("GET", f"/disruptions/{made['_id']}").json()
        assert (shown["state"], shown["done"]) == ("done", 0)
        return shown

    return fail


@pytest.fixture
def retry(ask, now, worker):
    def again(disruption):
        path = f"/disruptions/{disruption['_id']}"
        assert ask("POST", f"{path}/retry").status_code == 200
        for _ in range(3):
            worker.run_once()
            now.advance(timedelta(seconds=1))
        return ask("GET", path).json()

    return again


def test_texts_that_wait_for_another_try_do_not_keep_staff_waiting(
    customers, schedule, preview, now, worker, sandbox, ask, staff_order
):
    order = customers.order("12:00")
    worker.run_once()
    sandbox.fault("twilio", "error")
    late = schedule("late", minutes=20)
    assert late["allowsNext"] is False
    now.advance(TAKE_BACK)
    for _ in range(2):
        worker.run_once()
    shown = ask("GET", f"/disruptions/{late['_id']}").json()
    assert (shown["state"], shown["done"], shown["allowsNext"]) == ("running", 0, True)
    schedule("cancelled")
    now.advance(TAKE_BACK)
    for _ in range(2):
        worker.run_once()
    assert staff_order(order)["status"] == "cancelled"


def test_orders_that_have_not_changed_yet_keep_the_next_one_waiting(
    customers, schedule, preview, now, worker, monkeypatch
):
    customers.order("12:00")

    def stumble(*_given):
        raise RuntimeError

    monkeypatch.setattr(steps, "add_change", stumble)
    late = schedule("late", minutes=20)
    now.advance(TAKE_BACK)
    worker.run_once()
    refused = preview("cancelled")
    assert (refused.status_code, refused.json()["code"]) == (409, "disruption_running")
    assert refused.json()["disruption"]["_id"] == late["_id"]


@pytest.mark.parametrize(
    ("slot", "status", "ends_as"), [("12:00", "cancelled", "12:00"), ("11:30", "pending", "11:50")]
)
def test_an_early_end_counts_a_delay_that_has_not_reached_the_order(
    customers, fail_steps, disrupt, retry, staff_order, ask, sandbox, db, slot, status, ends_as
):
    order = customers.order(slot)
    late = fail_steps("late", minutes=20)
    assert staff_order(order)["slotAt"] == at(slot)
    early = disrupt("ends_early", endsAt=at("12:10"))  # 12:00 is 12:20 by now
    assert early["total"] == (1 if status == "cancelled" else 0)
    assert retry(late)["failed"] == []
    shown = staff_order(order)
    assert (shown["status"], shown["slotAt"]) == (status, at(ends_as))
    assert len(sandbox.ledger()["refunds"]) == (1 if status == "cancelled" else 0)
    check_slots(db)


def test_a_step_of_an_order_that_is_closed_asks_for_nothing(customers, fail_steps, disrupt, ask):
    customers.order("12:00")
    late = fail_steps("late", minutes=20)
    assert len(late["failed"]) == 1
    disrupt("cancelled")
    shown = ask("GET", f"/disruptions/{late['_id']}").json()
    assert (shown["done"], shown["failed"]) == (1, [])


def test_a_move_that_is_tried_again_after_the_next_move_does_not_send_customers_back(
    customers, fail_steps, disrupt, retry, staff_order, add_place, texts
):
    order = customers.order("12:00")
    first = fail_steps("moved", placeId=add_place("Main Square")["_id"])
    disrupt("moved", placeId=add_place("Harbor")["_id"])
    assert retry(first)["failed"] == []
    assert staff_order(order)["place"]["name"] == "Harbor"
    assert [("Harbor" in text, "Main Square" in text) for text in texts()] == [(True, False)]


def test_an_early_end_that_is_extended_past_the_planned_one_moves_that_too(customers, disrupt, ask, client, now):
    order = customers.order("13:20")
    disrupt("ends_early", endsAt=at("13:30"))
    assert disrupt("late", minutes=20, extendEnd=True)["total"] == 1
    [stop] = ask("GET", "/stops").json()
    assert (stop["endTime"], stop["endedEarlyAt"]) == ("14:00", "2026-07-02T20:50:00Z")
    disrupt("late", minutes=40, extendEnd=True)
    [stop] = ask("GET", "/stops").json()
    assert (stop["endTime"], stop["endedEarlyAt"]) == ("14:30", None)
    now.set("2026-07-02T21:10:00Z")  # after the planned end
    assert [one["_id"] for one in client.get("/api/trucks/own-truck/stops").json()] == [order["stopId"]]


@pytest.mark.parametrize("end", ["13:45", "14:00"], ids=["a later one", "the planned one"])
def test_an_early_end_is_moved_later_and_its_notice_goes(customers, disrupt, ask, stop, end):
    customers.order("12:00")
    disrupt("ends_early", endsAt=at("13:30"))
    changed = ask("PUT", f"/stops/{stop['_id']}", json={"endTime": end})
    assert changed.status_code == 200, changed.text
    assert [changed.json()[name] for name in ("endTime", "endedEarlyAt", "change")] == [end, None, None]


def test_an_early_end_stays_when_the_end_is_not_sent(customers, disrupt, ask, stop):
    customers.order("12:00")
    disrupt("ends_early", endsAt=at("13:30"))
    changed = ask("PUT", f"/stops/{stop['_id']}", json={"note": "Cash only", "date": stop["date"]}).json()
    assert (changed["endTime"], changed["endedEarlyAt"]) == ("14:00", "2026-07-02T20:30:00Z")
