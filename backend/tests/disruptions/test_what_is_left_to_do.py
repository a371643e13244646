"""What staff still have to do after a disruption, for every colleague: calls, refused refunds, steps to try again."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.cli import doctor
from chuckwagon.disruptions.models import Disruption
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.payment_intents import RefundRefused
from chuckwagon.orders.models import Order
from tests.accounts.second_factors.authenticator_app import PROOF, App
from tests.disruptions.conftest import TAKE_BACK, at


@pytest.fixture
def unfinished(ask, cast):
    def read():
        answer = ask("GET", f"/disruptions?truckId={cast.truck.id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    return read


def test_all_colleagues_see_what_is_unfinished_also_of_a_cancelled_stop(
    customers, schedule, now, worker, sandbox, unfinished, db
):
    customers.order("12:00")
    worker.run_once()
    assert unfinished() == []
    sandbox.fault("twilio", "error")
    made = schedule("cancelled")
    assert [(one["_id"], one["state"]) for one in unfinished()] == [(made["_id"], "scheduled")]
    for _ in range(7):
        now.advance(timedelta(seconds=60))
        worker.run_once()
    [left] = unfinished()
    assert (left["_id"], left["state"], len(left["failed"])) == (made["_id"], "done", 1)
    yesterday = sa.update(Disruption).values(created_at=now.now() - timedelta(days=1))
    db.write(lambda session: session.execute(yesterday))
    assert unfinished() == []


def test_what_was_paid_at_the_counter_is_paid_out_by_staff(
    customers, preview, disrupt, ask, now, texts, unfinished, client, settings, worker
):
    now.set("2026-07-02T18:30:00Z")
    customers.order("12:00")
    body = {"customerName": "Cash Carl", "customerPhone": "(213) 373-9999", "payment": "cash"}
    order = ask("POST", "/orders", json=body | {"items": [{"menuItemId": customers.taco_id, "quantity": 2}]}).json()
    seen = preview("cancelled").json()
    assert (seen["orders"]["refunded"], seen["refundTotal"]) == (2, 32.63)
    assert (seen["payOuts"], seen["payOutTotal"]) == (1, 21.75)
    assert doctor._check_pay_outs(settings).is_ok
    made = disrupt("cancelled")
    shown = ask("GET", f"/orders/{order['_id']}").json()
    assert ["Our staff will pay you $21.75 back in cash." in text for text in texts()] == [False, True]
    assert ["goes back to your card" in text for text in texts()] == [True, False]
    tracked = client.get(f"/api/track/{shown['trackingPath'].split('/')[-1]}").json()
    assert (tracked["refunded"], tracked["payOutDue"], tracked["paidAtCounterBy"]) == (21.75, 21.75, "cash")
    due = {"orderId": order["_id"], "orderNumber": order["orderNumber"], "customerName": "Cash Carl"}
    due |= {"phone": "+12133739999", "refundId": shown["refunds"][0]["_id"], "amount": 21.75, "method": "cash"}
    assert (made["state"], made["failed"], made["payOuts"]) == ("done", [], [due])
    assert [one["_id"] for one in unfinished()] == [made["_id"]]
    now.advance(timedelta(days=1, minutes=1))
    told = doctor._check_pay_outs(settings)
    assert (told.is_ok, "1 refunds at the counter, $21.75 in all" in told.sentence) == (False, True)
    now.advance(timedelta(days=-1))
    assert ask("POST", f"/orders/{order['_id']}/pay-outs", json={"refundId": due["refundId"]}).is_success
    assert (unfinished(), ask("GET", f"/disruptions/{made['_id']}").json()["payOuts"]) == ([], [])
    assert doctor._check_pay_outs(settings).is_ok


def test_what_is_done_or_taken_back_is_not_listed(customers, schedule, disrupt, ask, unfinished):
    customers.order("12:00")
    disrupt("late", minutes=20)
    made = schedule("cancelled")
    ask("DELETE", f"/disruptions/{made['_id']}")
    assert unfinished() == []


def test_the_list_is_of_one_truck(client, cast, unfinished):
    other = client.get(f"/api/disruptions?truckId={cast.truck.id}", headers=cast.headers("other_admin"))
    assert other.status_code == 403
    assert unfinished() == []


@pytest.fixture
def refuse_refunds(monkeypatch):
    """Let Stripe refuse all refunds until the returned function is called."""

    def refuse(*_given, **_more):
        raise RefundRefused("Your card does not take refunds.")

    monkeypatch.setattr(StripeGateway, "create_refund", refuse)
    return monkeypatch.undo


def test_a_refused_refund_needs_attention_and_is_tried_again(
    customers, refuse_refunds, disrupt, sandbox, ask, staff_order, worker
):
    order = customers.order("12:00")
    done = disrupt("cancelled")
    [failed] = done["failed"]
    assert failed["problem"] == "refund"
    assert failed["reason"] == (
        "The card refund was refused. Try again. If it is refused again, refund it in the Stripe dashboard or in cash."
    )
    path = f"/disruptions/{done['_id']}"
    assert ask("POST", f"{path}/retry").json()["failed"] == []
    worker.run_once()
    assert len(ask("GET", path).json()["failed"]) == 1
    refuse_refunds()
    ask("POST", f"{path}/retry")
    worker.run_once()
    assert ask("GET", path).json()["failed"] == []
    ask("POST", f"{path}/retry")
    worker.run_once()
    assert [one["amount"] for one in sandbox.ledger()["refunds"]] == [1088]
    shown = staff_order(order)
    refunds = sorted(one["status"] for one in shown["refunds"])
    assert (shown["paymentStatus"], refunds) == ("refunded", ["failed", "failed", "succeeded"])


def test_a_refused_refund_that_staff_did_by_hand_is_done(customers, refuse_refunds, disrupt, ask, worker):
    order = customers.order("12:00")
    done = disrupt("cancelled")
    refuse_refunds()
    refund = {"amount": 10.88, "reason": "The stop was cancelled."}
    assert ask("POST", f"/orders/{order['_id']}/refunds", json=refund).status_code == 201
    worker.run_once()
    assert ask("GET", f"/disruptions/{done['_id']}").json()["failed"] == []


def test_without_a_phone_the_free_choice_ends_after_fifteen_minutes_too(customers, schedule, now, db, client, worker):
    order = customers.order("12:00")
    db.write(lambda session: session.execute(sa.update(Order).values(customer_phone=None, status="confirmed")))
    now.set(at("11:55"))
    schedule("late", minutes=5)
    now.advance(TAKE_BACK)
    worker.run_once()
    path = f"/api/track/{order['trackingToken']}"
    until = client.get(path).json()["choices"]["until"]
    now.advance(timedelta(minutes=2))
    assert client.get(path).json()["choices"]["until"] == until
    now.advance(timedelta(minutes=14))
    assert client.get(path).json()["choices"] is None


def test_large_refunds_of_a_cancelled_stop_and_of_another_try_need_a_proof(
    customers, refuse_refunds, client, clock, now, stop, preview, run
):
    boss = App(client, clock, "superadmin@example.com")
    for _ in range(2):
        customers.order("12:00", 5)
    now.advance(timedelta(minutes=10))
    seen = preview("cancelled").json()
    assert seen["refundTotal"] > 100

    def send(path, **given):
        return client.post(f"/api{path}", headers=boss.headers, **given)

    path = f"/stops/{stop['_id']}/disruptions"
    body = {"kind": "cancelled", "digest": seen["digest"]}
    refused = send(path, json=body)
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthentication_required")
    assert client.get(f"/api{path}", headers=boss.headers).json() == []
    client.post(PROOF, json={"code": boss.new_code()}, headers=boss.headers).raise_for_status()
    done = run(send(path, json=body).json())
    assert [one["problem"] for one in done["failed"]] == ["refund", "refund"]
    now.advance(timedelta(minutes=10))
    retry = f"/disruptions/{done['_id']}/retry"
    assert send(retry).json()["code"] == "reauthentication_required"
    client.post(PROOF, json={"code": boss.new_code()}, headers=boss.headers).raise_for_status()
    assert send(retry).json()["failed"] == []
