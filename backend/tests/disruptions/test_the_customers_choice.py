"""Customers keep, move or cancel their order by the tracking token, until the kitchen starts."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.orders import self_service, status_changes
from chuckwagon.orders.models import Order
from tests.disruptions.conftest import TAKE_BACK, at, check_slots


@pytest.fixture
def track(client):
    """Call the API by the token of an order: `track(order)`, `track(order, "slot", "12:30")`."""

    def call(order, action="", slot=None, **headers):
        path = f"/api/track/{order['trackingToken']}"
        if not action:
            return client.get(path).json()
        body = {"slotAt": at(slot)} if slot else {}
        return client.post(f"{path}/{action}", json=body, headers=headers)

    return call


def confirm(ask, order):
    """The order, which can be cancelled at any time until it is confirmed."""
    assert ask("PATCH", f"/orders/{order['_id']}", json={"status": "confirmed"}).status_code == 200
    return order


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def test_another_slot_moves_the_order_and_its_units_and_the_log_tells_who(
    customers, track, staff_order, texts, worker, db, client, cast
):
    order = customers.order("12:00", count=10)
    assert track(order)["choices"] == {
        "slot": True,
        "cancel": True,
        "until": at("11:50"),
        "refund": 108.75,
        "unconfirmed": True,
    }
    offered = client.get(f"/api/track/{order['trackingToken']}/slots").json()
    assert {slot["state"] for slot in offered["slots"]} == {"free"}
    moved = track(order, "slot", "12:30")
    assert (moved.status_code, moved.json()["slotAt"]) == (200, at("12:30"))
    shown = staff_order(order)
    assert (shown["slotAt"], shown["estimatedPickupTime"], shown["pickupTime"]) == (at("12:30"),) * 3
    [change] = shown["changes"]
    assert (change["kind"], change["by"], change["from"], change["to"]) == (
        "slot_changed", "customer", at("12:00"), at("12:30"),
    )  # fmt: skip
    worker.run_once()
    assert texts() == []
    check_slots(db)
    customers.order("12:00", count=10)  # what it had before is free again
    assert track(order, "cancel", **cast.headers("truck_admin")).json()["status"] == "cancelled"
    with db.reading() as session:
        found = {
            one.action: one
            for one in session.scalars(sa.select(AuditEvent).where(AuditEvent.subject_id == order["_id"]))
        }
    told = [found[f"order.{action}"] for action in ("changed", "status_changed", "refunded")]
    assert {one.address for one in told} == {"127.0.0.0/24"}
    assert [one.actor_role for one in told] == ["customer", "admin", "admin"]
    assert {(one.actor_id, one.details["byCustomersLink"]) for one in told[1:]} == {(cast.truck_admin.id, True)}
    assert staff_order(order)["history"][-1]["by"] == "customer"


def test_a_full_slot_is_refused_with_others_and_nothing_changes(customers, track, staff_order, db):
    order = customers.order("13:30")
    for slot in ("11:30", "11:40", "11:50", "12:00"):
        customers.order(slot, count=10)
    refused = track(order, "slot", "12:00")
    assert refusal(refused) == (409, "slot_full")
    assert [slot["at"] for slot in refused.json()["slots"]] == [
        f"2026-07-02T19:{minutes}:00Z" for minutes in (10, 20, 30)
    ]
    assert refusal(track(order, "slot", "15:00")) == (409, "stop_changed")
    assert staff_order(order)["version"] == 1
    check_slots(db)


def test_a_slot_that_is_too_soon_is_refused(customers, track, now):
    order = customers.order("13:00")
    now.set(at("12:01"))
    assert refusal(track(order, "slot", "12:10")) == (409, "slot_too_soon")


def test_cancelling_refunds_once_and_repeats_harmlessly(
    customers, track, staff_order, sandbox, worker, db, texts, client
):
    order = customers.order("12:00", count=2)
    for _ in range(2):
        answer = track(order, "cancel", **{"Idempotency-Key": "one"})
        assert (answer.status_code, answer.json()["status"], answer.json()["choices"]) == (200, "cancelled", None)
    assert track(order, "cancel").status_code == 200
    assert refusal(track(order, "slot", "12:30")) == (409, "too_late")  # a page that was left open
    assert refusal(client.get(f"/api/track/{order['trackingToken']}/slots")) == (409, "too_late")
    worker.run_once()
    assert [one["amount"] for one in sandbox.ledger()["refunds"]] == [2175]
    shown = staff_order(order)
    assert (shown["history"][-1]["by"], shown["changes"][0]["kind"]) == ("customer", "cancelled_by_customer")
    assert sum("was cancelled" in text for text in texts()) == 1
    check_slots(db)


def test_ten_minutes_before_the_slot_it_is_too_late(customers, track, now, ask):
    order = confirm(ask, customers.order("12:00"))
    now.set(at("11:50"))
    assert track(order)["choices"] is not None
    now.advance(timedelta(seconds=1))
    assert track(order)["choices"] is None
    assert refusal(track(order, "cancel")) == (409, "too_late")
    assert refusal(track(order, "slot", "12:30")) == (409, "too_late")


def test_once_the_kitchen_has_started_it_is_too_late(customers, track, staff_order, ask, disrupt):
    order = customers.order("12:00")
    disrupt("late", minutes=20)
    started = {"status": "preparing", "through": ["confirmed"]}
    assert ask("PATCH", f"/orders/{order['_id']}", json=started).status_code == 200
    assert track(order)["choices"] is None
    assert refusal(track(order, "cancel")) == (409, "too_late")
    assert refusal(track(order, "slot", "13:00")) == (409, "too_late")
    assert (staff_order(order)["status"], staff_order(order)["refunds"]) == ("preparing", [])


def test_an_order_that_the_kitchen_starts_in_between_is_not_moved(customers, track, monkeypatch):
    order = customers.order("12:00")
    real = self_service.read_own_slots

    def start(session, seen, **given):
        started = sa.update(Order).where(Order.id == seen.id).values(status="preparing")
        session.execute(started.execution_options(synchronize_session=False))
        return real(session, seen, **given)

    monkeypatch.setattr(self_service, "read_own_slots", start)
    assert refusal(track(order, "slot", "13:00")) == (409, "too_late")


def test_after_an_sms_about_a_change_the_choice_is_free_for_fifteen_minutes(customers, track, now, disrupt, ask, cast):
    order = confirm(ask, customers.order("12:00"))
    now.set(at("11:55"))
    assert track(order)["choices"] is None
    told = now.now() + TAKE_BACK
    disrupt("late", minutes=5)
    ends = (told + timedelta(minutes=15)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    assert track(order)["choices"]["until"] == ends
    assert track(order)["change"] | {"at": ""} == {
        "kind": "late", "minutes": 5, "sentence": "", "at": "", "previousTime": at("12:00"), "previousPlace": None,
    }  # fmt: skip
    now.set((told + timedelta(minutes=15, seconds=1)).isoformat())
    assert refusal(track(order, "cancel")) == (409, "too_late")
    now.advance(timedelta(seconds=-1))
    assert track(order, "cancel").status_code == 200


def test_an_sms_that_is_sent_at_the_second_try_gives_the_fifteen_minutes_too(
    customers, track, now, schedule, sandbox, worker, ask
):
    order = confirm(ask, customers.order("12:00"))
    worker.run_once()
    now.set(at("11:20"))
    sandbox.fault("twilio", "error")
    made = schedule("late", minutes=5)
    for _ in range(7):
        now.advance(timedelta(seconds=60))
        worker.run_once()
    now.set(at("12:00"))
    assert track(order)["choices"] is None
    sandbox.clear_faults()
    ask("POST", f"/disruptions/{made['_id']}/retry")
    worker.run_once()
    assert track(order)["choices"]["until"] == at("12:15")


def test_a_truck_can_switch_it_off_but_not_after_a_disruption(customers, track, ask, cast, disrupt):
    order = customers.order("12:00")
    path = f"/trucks/{cast.truck.id}/settings"
    assert ask("PATCH", path, json={"selfService": False}).json()["settings"]["selfService"] is False
    assert track(order)["choices"] is None
    assert refusal(track(order, "cancel")) == (403, "self_service_off")
    assert refusal(track(order, "slot", "12:30")) == (403, "self_service_off")
    disrupt("late", minutes=20)
    assert track(order, "slot", "13:00").status_code == 200


def test_an_order_at_the_counter_is_changed_at_the_counter(track, ask, stop, customers, now, db):
    now.set(at("11:30"))
    body = {"customerName": "Ada", "items": [{"menuItemId": customers.taco_id, "quantity": 1}], "payment": "cash"}
    made = ask("POST", "/orders", json=body)
    assert made.status_code == 201, made.text
    with db.reading() as session:
        token = session.scalars(sa.select(Order.tracking_token)).one()
    assert track({"trackingToken": token})["choices"] is None
    assert refusal(track({"trackingToken": token}, "cancel")) == (403, "self_service_off")


def test_a_wrong_token_finds_nothing(client):
    for path in ("slots", "slot", "cancel"):
        call = client.get if path == "slots" else client.post
        given = {} if path == "slots" else {"json": {"slotAt": at("12:00")}}
        assert call(f"/api/track/{'x' * 43}/{path}", **given).status_code == 404


@pytest.mark.usefixtures("frozen_clock")
def test_one_order_takes_only_so_many_tries(customers, track, settings):
    order = customers.order("12:00")
    answers = [track(order, "slot", "11:50").status_code for _ in range(settings.limit_self_service_per_order + 1)]
    assert (answers[-2], answers[-1]) == (200, 429)


@pytest.mark.dialect
@pytest.mark.parametrize("action", ["cancel", "slot"])
def test_the_customer_and_the_kitchen_at_the_same_instant(
    customers, track, ask, staff_order, monkeypatch, worker, sandbox, db, action
):
    order = customers.order("12:00")
    assert ask("PATCH", f"/orders/{order['_id']}", json={"status": "confirmed"}).status_code == 200
    meeting = Barrier(2)

    def meet(real):
        """Both have seen the order before either changes it; where a lock keeps one waiting, the other goes on."""

        def wait(*given, **more):
            with suppress(BrokenBarrierError):
                meeting.wait(0.5)
            return real(*given, **more)

        return wait

    for module, name in (
        (status_changes, "try_update_one"),
        (status_changes, "try_update_one"),
        (self_service, "try_update_one"),
    ):
        monkeypatch.setattr(module, name, meet(getattr(module, name)))
    started = {"status": "preparing"}
    with ThreadPoolExecutor(2) as pool:
        kitchen = pool.submit(ask, "PATCH", f"/orders/{order['_id']}", json=started)
        customer = pool.submit(track, order, action, "12:30" if action == "slot" else None)
        answers = kitchen.result().status_code, customer.result().status_code
    monkeypatch.undo()
    worker.run_once()
    shown, refunds = staff_order(order), sandbox.ledger()["refunds"]
    if action == "cancel":
        assert sorted(answers) == [200, 409]
        is_cancelled = answers[1] == 200
        assert (shown["status"], len(refunds)) == (("cancelled", 1) if is_cancelled else ("preparing", 0))
    else:
        assert answers[0] == 200
        assert shown["status"] == "preparing"
        assert shown["slotAt"] == (at("12:30") if answers[1] == 200 else at("12:00"))
    check_slots(db)


@pytest.mark.dialect
def test_two_customers_never_get_the_same_last_units(customers, track, db, monkeypatch):
    first, second = customers.order("12:00", count=10), customers.order("12:10", count=10)
    for slot in ("13:00", "13:10", "13:20"):
        customers.order(slot, count=10)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda order: track(order, "slot", "13:30").status_code, (first, second)))
    assert sorted(answers) == [200, 409]
    check_slots(db)
