"""Payments that match no checkout are held for the superadmin, who refunds them or marks them as looked at."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Order, Refund
from chuckwagon.payments.models import Checkout, PaymentReview
from tests.accounts.second_factors.authenticator_app import PROOF, App
from tests.factories import checkout_body
from tests.payments.paid_orders import CARD, connect_account

REVIEWS = "/payments/reviews"


@pytest.fixture
def held(db, client, cast, sandbox, shop):
    """A payment of $21.75 whose checkout was changed after; returns the intent's ID."""
    made = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 2))).json()
    change = sa.update(Checkout).values(total_cents=9999, subtotal_cents=9824)
    db.write(lambda session: session.execute(change))
    sandbox.pay(made["paymentIntentId"], CARD, webhooks=False).raise_for_status()
    answer = client.post("/api/verify-payment", json={"payment_intent_id": made["paymentIntentId"]})
    assert answer.json()["code"] == "payment_in_review"
    sandbox.clear_faults()
    return made["paymentIntentId"]


def decide(ask, decision, **more):
    review = ask("GET", REVIEWS).json()["reviews"][0]
    return ask("POST", f"{REVIEWS}/{review['_id']}/decision", json={"decision": decision, **more})


def test_it_is_seen_with_what_it_was_meant_for(ask, cast, sandbox, worker, held):
    answer = ask("GET", REVIEWS)
    assert answer.headers["Cache-Control"] == "no-store"
    [review] = answer.json()["reviews"]
    assert answer.json()["open"] == 1
    assert (review["amount"], review["expected"], review["refundable"]) == (21.75, 99.99, 21.75)
    assert (review["truckName"], review["customerName"]) == (cast.truck.name, "Ada Lovelace")
    assert review["timezone"] == cast.truck.timezone
    assert (review["reason"], review["decision"]) == ("different amount", None)
    assert review["paymentIntentId"] == held
    assert ask("GET", "/payments/waiting").json() == {"disputes": 0, "answerBy": None, "heldPayments": 1}
    worker.run_once()
    [email] = sandbox.get("/_sandbox/emails").json()
    assert (email["to"], email["subject"]) == (["superadmin@example.com"], "A payment of $21.75 is held")


@pytest.mark.dialect
def test_all_of_it_goes_back_once(ask, shop, sandbox, worker, held, rows):
    with ThreadPoolExecutor(6) as pool:
        presses = [pool.submit(decide, ask, "refund", note="Not ours") for _ in range(6)]
        assert {press.result().status_code for press in presses} == {200}
    worker.run_once()
    assert (shop.sent(held), len(rows(Refund)), rows(Order)) == ([2175], 1, [])
    answer = ask("GET", REVIEWS).json()
    [review] = answer["reviews"]
    assert (answer["open"], review["decision"], review["decidedBy"]) == (0, "refund", "superadmin")
    assert (review["note"], review["refundable"]) == ("Not ours", 0)
    assert [(one["amount"], one["status"]) for one in review["refunds"]] == [(21.75, "succeeded")]
    assert decide(ask, "looked_at").json()["code"] == "review_conflict"


@pytest.mark.dialect
def test_a_repeat_under_its_key_never_starts_another_refund(db, ask, held, rows):
    [review] = ask("GET", REVIEWS).json()["reviews"]

    def press(note):
        headers = {"Idempotency-Key": "press-1"}
        body = {"decision": "refund", "note": note}
        return ask("POST", f"{REVIEWS}/{review['_id']}/decision", json=body, headers=headers)

    first = press("Not ours")
    assert first.status_code == 200
    db.write(lambda session: session.execute(sa.update(Refund).values(status="failed")))
    assert press("Not ours").json() == first.json()
    assert len(rows(Refund)) == 1
    other = press("Something else")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_the_trucks_share_comes_back_with_it(db, ask, client, cast, sandbox, shop, worker):
    connect_account(db, cast, sandbox)
    made = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 2))).json()
    db.write(lambda session: session.execute(sa.update(Checkout).values(currency="eur")))
    sandbox.pay(made["paymentIntentId"], CARD).raise_for_status()
    client.post("/api/verify-payment", json={"payment_intent_id": made["paymentIntentId"]})
    assert decide(ask, "refund").status_code == 200
    worker.run_once()
    [transfer] = sandbox.ledger()["transfers"]
    [fee] = sandbox.ledger()["application_fees"]
    assert (transfer["amount_reversed"], fee["amount_refunded"]) == (2175, 217)


def test_looked_at_leaves_the_money_and_can_still_become_a_refund(ask, shop, worker, held):
    looked = decide(ask, "looked_at", note="Sold by hand").json()
    assert (looked["decision"], looked["note"], looked["refundable"]) == ("looked_at", "Sold by hand", 21.75)
    worker.run_once()
    assert shop.sent(held) == []
    assert decide(ask, "looked_at").json()["decidedAt"] == looked["decidedAt"]
    assert decide(ask, "refund").status_code == 200
    worker.run_once()
    assert shop.sent(held) == [2175]


def test_a_refund_made_elsewhere_shows_and_only_the_rest_goes_back(ask, shop, sandbox, wait_for, worker, held):
    form = {"payment_intent": held, "amount": 100}
    sandbox.post("/v1/refunds", form=form).raise_for_status()
    wait_for(lambda: ask("GET", REVIEWS).json()["reviews"][0]["refundable"] == 20.75)
    decide(ask, "refund")
    worker.run_once()
    assert sorted(shop.sent(held)) == [100, 2075]


@pytest.mark.parametrize(
    ("body", "field"),
    [({"decision": "keep"}, "decision"), ({"decision": "refund", "note": "x" * 201}, "note")],
)
def test_a_decision_that_is_none_changes_nothing(ask, held, rows, body, field):
    review = rows(PaymentReview)[0]
    answer = ask("POST", f"{REVIEWS}/{review.id}/decision", json=body)
    assert (answer.status_code, field in answer.json()["fields"]) == (400, True)
    assert (rows(PaymentReview)[0].decision, rows(Refund)) == (None, [])
    assert ask("POST", f"{REVIEWS}/{'0' * 24}/decision", json={"decision": "refund"}).status_code == 404


@pytest.fixture
def fit_again(db):
    """Change the checkout back to what was paid, as after a corrected setting or a restored row."""

    def repair():
        change = sa.update(Checkout).values(total_cents=2175, subtotal_cents=2000)
        db.write(lambda session: session.execute(change))

    return repair


@pytest.mark.dialect
@pytest.mark.parametrize("decision", ["refund", "looked_at"])
def test_a_payment_that_was_decided_never_becomes_an_order(client, ask, held, fit_again, rows, decision):
    assert decide(ask, decision).status_code == 200
    fit_again()
    answer = client.post("/api/verify-payment", json={"payment_intent_id": held})
    assert (answer.status_code, answer.json()["code"]) == (409, "payment_in_review")
    assert rows(Order) == []


def test_a_held_payment_that_fits_after_all_is_an_order_and_held_no_more(client, ask, held, fit_again, rows):
    fit_again()
    answer = client.post("/api/verify-payment", json={"payment_intent_id": held})
    assert answer.status_code == 200, answer.text
    listed = ask("GET", REVIEWS).json()
    [review] = listed["reviews"]
    assert (listed["open"], review["decision"], review["decidedBy"]) == (0, "looked_at", "Chuckwagon")
    refused = decide(ask, "refund")
    assert (refused.status_code, refused.json()["code"]) == (409, "review_conflict")
    assert (len(rows(Order)), rows(Refund)) == (1, [])


def test_a_large_refund_needs_a_proof_and_a_look_does_not(db, client, clock, held, rows):
    boss = App(client, clock, "superadmin@example.com")
    db.write(lambda session: session.execute(sa.update(PaymentReview).values(details={"amountReceivedCents": 10_001})))
    clock.advance(timedelta(minutes=10))
    [review] = rows(PaymentReview)

    def send(decision):
        path = f"/api{REVIEWS}/{review.id}/decision"
        return client.post(path, json={"decision": decision}, headers=boss.headers)

    assert send("looked_at").status_code == 200
    assert send("refund").json()["code"] == "reauthentication_required"
    assert rows(Refund) == []
    client.post(PROOF, json={"code": boss.new_code()}, headers=boss.headers).raise_for_status()
    assert send("refund").status_code == 200
    assert [refund.amount_cents for refund in rows(Refund)] == [10_001]
