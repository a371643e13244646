"""Cancelling a paid order refunds it once, whatever fails on the way."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.models import Order, Refund
from tests.cast import Cast
from tests.databases import read_rows
from tests.factories import checkout_body, make_item

CARD, DISPUTED = "4242424242424242", "4000000000000259"
PENDING_SUCCESS, PENDING_FAILURE = "4000000000007726", "4000000000005126"
CRASHING_WORKER = """
import os
from chuckwagon.db.database import Database
from chuckwagon.payments import refund_sending as refunds
from chuckwagon.settings_sources import load_settings
from chuckwagon.worker.loop import Worker

settings = load_settings()
refunds._record_refunds = lambda *_: os._exit(137)
Worker(Database(settings.database), settings, periodic_tasks=[]).run_once()
"""


@pytest.fixture
def cast(db, client):
    return Cast(db)


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck, name="Taco", price=1000)


@pytest.fixture
def order_paid(client, cast, sandbox, taco):
    """Buy two tacos; returns the order's ID."""

    def buy(card=CARD):
        intent = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (taco, 2))).json()
        sandbox.pay(intent["paymentIntentId"], card).raise_for_status()
        body = {"payment_intent_id": intent["paymentIntentId"]}
        return client.post("/api/verify-payment", json=body).json()["order"]["_id"]

    return buy


@pytest.fixture
def cancel(client, cast):
    def press(order_id):
        headers = cast.headers("truck_admin")
        answer = client.patch(f"/api/orders/{order_id}", json={"status": "cancelled"}, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return press


@pytest.fixture
def shown(client, cast):
    return lambda order_id: client.get(f"/api/orders/{order_id}", headers=cast.headers("superadmin")).json()


def one_refund_of(sandbox, cents):
    refunds = sandbox.ledger()["refunds"]
    assert [refund["amount"] for refund in refunds] == [cents]
    return refunds[0]


def texts(sandbox, word):
    return [text for text in sandbox.messages() if word in text["body"]]


def left(db, order_id):
    with db.reading() as session:
        return outbox.find_message(session, f"refund:{order_id}")


def test_the_money_goes_back_and_the_customer_is_told_once(db, sandbox, worker, order_paid, cancel, shown):
    order_id = order_paid()
    before = cancel(order_id)
    assert [(refund["amount"], refund["status"]) for refund in before["refunds"]] == [(21.75, "pending")]
    assert before["paymentStatus"] == "paid"
    assert sandbox.ledger()["refunds"] == []
    worker.run_once()
    worker.run_once()
    refund = one_refund_of(sandbox, 2175)
    after = shown(order_id)
    assert (after["status"], after["paymentStatus"]) == ("cancelled", "refunded")
    assert [one["status"] for one in after["refunds"]] == ["succeeded"]
    assert read_rows(db, Refund)[0].provider_id == refund["id"]
    assert (len(texts(sandbox, "was cancelled")), len(texts(sandbox, "we refunded"))) == (1, 1)
    assert left(db, order_id).status == outbox.DONE


def test_cancelling_again_asks_for_nothing_more(db, sandbox, worker, order_paid, cancel):
    order_id = order_paid()
    cancel(order_id)
    cancel(order_id)
    worker.run_once()
    cancel(order_id)
    worker.run_once()
    one_refund_of(sandbox, 2175)
    assert len(read_rows(db, Refund)) == 1


def test_the_trucks_share_and_the_fee_come_back(db, sandbox, worker, cast, order_paid, cancel):
    account = sandbox.post(
        "/v1/accounts",
        form={"type": "express", "country": "US", "capabilities[transfers][requested]": "true"},
    ).json()
    sandbox.post(f"/_sandbox/accounts/{account['id']}", json={"state": "complete"}).raise_for_status()
    values = {"stripe_account_id": account["id"], "transfers_active": True, "application_fee_bps": 1000}
    truck = sa.update(type(cast.truck)).where(type(cast.truck).id == cast.truck.id).values(values)
    db.write(lambda session: session.execute(truck))
    cancel(order_paid())
    worker.run_once()
    refund = one_refund_of(sandbox, 2175)
    [transfer] = sandbox.ledger()["transfers"]
    assert (transfer["destination"], transfer["amount_reversed"]) == (account["id"], transfer["amount"])
    assert refund["transfer_reversal"] is not None
    [fee] = sandbox.get("/v1/application_fees").json()["data"]
    assert (fee["amount"], fee["amount_refunded"]) == (217, 217)


@pytest.mark.parametrize(("mode", "is_told"), [("error_after", False), ("error", False), ("reset_after", True)])
def test_a_lost_or_failed_answer_sends_the_money_once(
    db, sandbox, worker, clock, order_paid, cancel, shown, mode, is_told
):
    """After a cut connection the retry with the same key gets the result of the first try."""
    order_id = order_paid()
    cancel(order_id)
    sandbox.fault("webhooks", "drop")
    sandbox.fault("stripe", mode, match="/v1/refunds", times=3)
    worker.run_once()
    assert left(db, order_id).status == (outbox.DONE if is_told else outbox.WAITING)
    assert shown(order_id)["paymentStatus"] == ("refunded" if is_told else "paid")
    clock.advance(timedelta(minutes=6))
    worker.run_once()
    one_refund_of(sandbox, 2175)
    assert shown(order_id)["paymentStatus"] == "refunded"
    assert len(texts(sandbox, "we refunded")) == 1


def test_an_event_brings_the_news_that_an_answer_did_not(db, sandbox, worker, wait_for, order_paid, cancel, shown):
    order_id = order_paid()
    cancel(order_id)
    sandbox.fault("stripe", "error_after", match="/v1/refunds", times=1)
    worker.run_once()
    assert left(db, order_id).status == outbox.WAITING
    wait_for(lambda: shown(order_id)["paymentStatus"] == "refunded")
    one_refund_of(sandbox, 2175)


@pytest.mark.dialect
def test_a_worker_that_dies_after_the_providers_effect_sends_nothing_twice(
    db, sandbox, worker, clock, settings, database_url, order_paid, cancel, shown
):
    order_id = order_paid()
    worker.run_once()
    cancel(order_id)
    sandbox.fault("webhooks", "drop")
    environ = {
        "CHUCKWAGON_PORT": str(settings.port),
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
    }
    died = subprocess.run(
        [sys.executable, "-c", CRASHING_WORKER], env={**os.environ, **environ}, timeout=180, check=False
    )
    assert died.returncode == 137
    one_refund_of(sandbox, 2175)
    assert shown(order_id)["paymentStatus"] == "paid"
    # The process that died used the real time; its lease ends well before this.
    clock.advance(outbox.LEASE_DURATION + timedelta(minutes=10))
    worker.run_once()
    one_refund_of(sandbox, 2175)
    assert shown(order_id)["paymentStatus"] == "refunded"
    assert left(db, order_id).status == outbox.DONE


def test_an_outage_is_waited_out_however_long_it_lasts(db, sandbox, worker, clock, order_paid, cancel, shown):
    order_id = order_paid()
    worker.run_once()
    cancel(order_id)
    sandbox.fault("stripe", "error", match="/v1/refunds")
    waits = []
    for _ in range(outbox.MAX_ATTEMPTS + 3):
        worker.run_once()
        waits.append((left(db, order_id).available_at - clock.now()).total_seconds())
        clock.advance(timedelta(seconds=waits[-1] + 1))
    assert waits == [15, 45, 135, 405, 1215, 3600, 3600, 3600]
    assert (left(db, order_id).status, sandbox.ledger()["refunds"]) == (outbox.WAITING, [])
    sandbox.clear_faults()
    worker.run_once()
    one_refund_of(sandbox, 2175)
    assert shown(order_id)["paymentStatus"] == "refunded"


def test_what_went_back_elsewhere_unseen_is_learnt_and_the_rest_is_sent(db, sandbox, worker, order_paid, cancel, shown):
    order_id = order_paid()
    sandbox.fault("webhooks", "drop")
    [intent] = sandbox.ledger()["payment_intents"]
    sandbox.post("/v1/refunds", form={"payment_intent": intent["id"], "amount": 100}).raise_for_status()
    cancel(order_id)
    worker.run_once()
    after = shown(order_id)
    assert sorted((one["amount"], one["status"]) for one in after["refunds"]) == [
        (1.0, "succeeded"),
        (20.75, "succeeded"),
    ]
    assert (after["paymentStatus"], left(db, order_id).status) == ("refunded", outbox.DONE)
    assert [refund["amount"] for refund in sandbox.ledger()["refunds"]] == [100, 2075]
    assert len(texts(sandbox, "we refunded")) == 2


def test_a_refusal_ends_it_and_shows(db, sandbox, worker, order_paid, cancel, shown):
    sandbox.fault("webhooks", "drop")
    order_id = order_paid(DISPUTED)
    cancel(order_id)
    worker.run_once()
    after = shown(order_id)
    [refund] = after["refunds"]
    assert (after["paymentStatus"], refund["status"]) == ("paid", "failed")
    assert "has been charged back" in refund["failure"]
    assert left(db, order_id).status == outbox.FAILED
    assert (sandbox.ledger()["refunds"], texts(sandbox, "we refunded")) == ([], [])


def test_a_refund_that_is_on_its_way_arrives_or_comes_back(db, sandbox, worker, wait_for, order_paid, cancel, shown):
    fates = {PENDING_SUCCESS: ("succeeded", "refunded"), PENDING_FAILURE: ("failed", "paid")}
    for card, (status, payment_status) in fates.items():
        order_id = order_paid(card)
        cancel(order_id)
        worker.run_once()
        wait_for(lambda: shown(order_id)["refunds"][0]["status"] == status)  # noqa: B023
        assert shown(order_id)["paymentStatus"] == payment_status


@pytest.mark.parametrize("payment", ["cash", "card"])
def test_money_from_the_window_is_due_there(client, db, sandbox, worker, cast, taco, cancel, payment):
    body = {
        "customerName": "Bo",
        "items": [{"menuItemId": taco.id, "quantity": 1}],
        "payment": payment,
        "customerPhone": None,
    }
    order = client.post("/api/orders", json=body, headers=cast.headers("truck_admin")).json()
    after = cancel(order["_id"])
    assert [(one["amount"], one["method"], one["status"], one["reason"], one["cause"]) for one in after["refunds"]] == [
        (order["total"], "window", "due", "Order cancelled", "cancellation")
    ]
    assert (after["paymentStatus"], after["refundable"]) == ("paid", 0)
    assert [step["status"] for step in after["history"]] == ["pending", "cancelled"]
    worker.run_once()
    assert (read_rows(db, OutboxMessage), sandbox.ledger()["refunds"], sandbox.messages()) == ([], [], [])


def test_what_was_not_paid_yet_at_the_window_is_only_cancelled(client, cast, taco, cancel):
    body = {"customerName": "Bo", "items": [{"menuItemId": taco.id, "quantity": 1}], "payment": "unpaid"}
    order = client.post("/api/orders", json=body, headers=cast.headers("truck_admin")).json()
    after = cancel(order["_id"])
    assert (after["refunds"], after["paymentStatus"]) == ([], "unpaid")


def test_what_went_back_at_the_window_before_is_not_handed_back_again(client, cast, taco, cancel):
    body = {"customerName": "Bo", "items": [{"menuItemId": taco.id, "quantity": 2}], "payment": "cash"}
    headers = cast.headers("truck_admin")
    order = client.post("/api/orders", json=body, headers=headers).json()
    part = {"amount": 5, "reason": "Order cancelled"}
    assert client.post(f"/api/orders/{order['_id']}/refunds", json=part, headers=headers).is_success
    refunds = cancel(order["_id"])["refunds"]
    assert [(one["amount"], one["cause"]) for one in refunds] == [(5, "staff"), (16.75, "cancellation")]


def test_a_disputed_payment_is_left_to_the_dispute(db, sandbox, worker, order_paid, cancel):
    order_id = order_paid()
    db.write(lambda session: session.execute(sa.update(Order).values(payment_status="disputed")))
    assert cancel(order_id)["refunds"] == []
    assert left(db, order_id) is None
