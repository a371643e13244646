"""An order shows when a bank takes its payment back, and when the bank returns it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import Dispute, Refund
from chuckwagon.payments.fulfillment.disputes import is_new_or_changed
from chuckwagon.payments.models import Checkout, WebhookEvent
from tests.factories import checkout_body
from tests.payments.fulfillment.test_webhook_signature import deliver, sign
from tests.payments.paid_orders import DISPUTED
from tests.payments.test_refunds_made_elsewhere import event_ids, sandbox_event


def decide(sandbox, status):
    [dispute] = sandbox.ledger()["disputes"]
    sandbox.post(f"/_sandbox/disputes/{dispute['id']}", json={"status": status}).raise_for_status()


@pytest.fixture
def take(client, settings, sandbox):
    """Deliver every event of these types, in this order."""

    def give(*types):
        for event in [found for kind in types for found in event_ids(sandbox, kind)]:
            payload = sandbox_event(sandbox, event)
            assert deliver(client, payload, sign(payload, settings)).status_code == 200

    return give


OPENED = ("charge.dispute.created", "charge.dispute.funds_withdrawn")
CLOSED = ("charge.dispute.closed", "charge.dispute.funds_reinstated", "charge.dispute.updated")


def test_a_dispute_shows_and_stops_refunds(shop, wait_for, rows):
    order_id, _ = shop.buy(card=DISPUTED)
    wait_for(lambda: shop.shown(order_id)["paymentStatus"] == "disputed")
    after = shop.shown(order_id)
    assert [(one["amount"], one["status"]) for one in after["disputes"]] == [(21.75, "needs_response")]
    assert after["refundable"] == 0
    answer = shop.refund(order_id, amount=5)
    assert (answer.status_code, answer.json()["code"]) == (409, "payment_disputed")
    shop.cancel(order_id)
    assert rows(Refund) == []


@pytest.mark.parametrize(
    ("verdict", "texts"),
    [
        ("won", ["your bank settles the money with you", "we refunded $21.75 for"]),
        ("lost", ["your bank settles the money"]),
    ],
)
def test_a_cancelled_order_is_refunded_once_its_dispute_is_won(shop, sandbox, take, worker, verdict, texts):
    """Cancelling could return nothing while the bank had the money, and promised nothing."""
    sandbox.fault("webhooks", "drop")
    order_id, intent = shop.buy(card=DISPUTED)
    worker.run_once()
    take(*OPENED)
    shop.cancel(order_id)
    worker.run_once()
    assert (shop.shown(order_id)["refunds"], shop.texts("goes back")) == ([], 0)
    decide(sandbox, verdict)
    for _ in range(2):
        take(*CLOSED)
        worker.run_once()
    refunded = verdict == "won"
    assert shop.sent(intent) == ([2175] if refunded else [])
    assert shop.shown(order_id)["paymentStatus"] == ("refunded" if refunded else "disputed")
    for message, words in zip(sandbox.messages()[1:], texts, strict=True):
        assert words in message["body"]


@pytest.mark.parametrize("becomes_order", [True, False])
def test_a_dispute_of_a_held_payment_is_told_and_listed_like_others(
    db, client, cast, ask, settings, sandbox, shop, take, worker, becomes_order
):
    def match(cents):
        db.write(lambda session: session.execute(sa.update(Checkout).values(total_cents=cents)))
        return client.post("/api/verify-payment", json={"payment_intent_id": made["paymentIntentId"]}).json()

    sandbox.fault("webhooks", "drop")
    made = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 2))).json()
    sandbox.pay(made["paymentIntentId"], DISPUTED, webhooks=False).raise_for_status()
    assert match(9999)["code"] == "payment_in_review"
    fetched = stripe_gateway(settings).get_dispute(sandbox.ledger()["disputes"][0]["id"])
    assert db.write(lambda session: is_new_or_changed(session, fetched))  # which `reconcile` finds without an event
    take(*OPENED)
    assert not db.write(lambda session: is_new_or_changed(session, fetched))
    [dispute] = ask("GET", "/payments/disputes").json()["disputes"]
    [review] = ask("GET", "/payments/reviews").json()["reviews"]
    assert (dispute["heldPaymentId"], dispute["orderId"], dispute["state"]) == (review["_id"], None, "needs_answer")
    assert (dispute["truckName"], dispute["customerName"], dispute["amount"]) == (
        cast.truck.name,
        "Ada Lovelace",
        21.75,
    )
    waiting = ask("GET", "/payments/waiting").json()
    assert (waiting["disputes"], waiting["heldPayments"]) == (1, 1)
    assert (review["refundable"], review["disputed"]) == (0, True)
    refused = ask("POST", f"/payments/reviews/{review['_id']}/decision", json={"decision": "refund"})
    assert (refused.status_code, refused.json()["reason"]) == (409, "payment_disputed")
    own = client.get("/api/payments/disputes", headers=cast.headers("truck_admin")).json()
    assert own["disputes"] == []  # it is no order of theirs
    worker.run_once()
    subject, verdict = "Disputed payment without an order: $21.75", "Dispute won: a payment of $21.75 without an order"
    if becomes_order:
        order = match(2175)["order"]
        assert shop.shown(order["_id"])["paymentStatus"] == "disputed"
        [given] = ask("GET", "/payments/disputes").json()["disputes"]
        assert (given["orderId"], given["heldPaymentId"]) == (order["_id"], None)
        verdict = f"Dispute won: order #{order['orderNumber']} at {cast.truck.name}"
    decide(sandbox, "won")
    take(*CLOSED)
    worker.run_once()
    told = [email["subject"] for email in sandbox.get("/_sandbox/emails").json() if "isput" in email["subject"]]
    assert (told[0], set(told[1:])) == (subject, {verdict})
    if becomes_order:
        assert shop.shown(order["_id"])["paymentStatus"] == "paid"
    else:
        [review] = ask("GET", "/payments/reviews").json()["reviews"]
        assert (review["refundable"], review["disputed"]) == (21.75, False)


@pytest.mark.parametrize(("verdict", "status"), [("won", "paid"), ("lost", "disputed")])
def test_the_end_of_a_dispute_decides(shop, sandbox, take, verdict, status):
    sandbox.fault("webhooks", "drop")
    order_id, _ = shop.buy(card=DISPUTED)
    take(*OPENED)
    assert shop.shown(order_id)["paymentStatus"] == "disputed"
    decide(sandbox, "under_review")
    decide(sandbox, verdict)
    take(*CLOSED)
    after = shop.shown(order_id)
    assert (after["paymentStatus"], after["disputes"][0]["status"]) == (status, verdict)
    version = after["version"]
    take(*CLOSED, *OPENED)
    assert shop.shown(order_id)["version"] == version


@pytest.mark.dialect
def test_staff_are_told_of_disputes_and_of_the_last_day_to_answer(shop, client, cast, sandbox, take, worker):
    """E-mails name amount, reason and day; the counts show in the navigation. What was decided since is not sent."""
    sandbox.fault("webhooks", "drop")
    first, _ = shop.buy(card=DISPUTED)
    take(*OPENED, *OPENED)
    worker.run_once()
    [given] = sandbox.ledger()["disputes"]
    due = datetime.fromtimestamp(given["evidence_details"]["due_by"], tz=UTC)
    local = due.astimezone(ZoneInfo(cast.truck.timezone))

    def emails():
        found = [one for one in sandbox.get("/_sandbox/emails").json() if "isput" in one["subject"]]
        return {one["to"][0]: one for one in found}

    told = emails()
    assert set(told) == {"superadmin@example.com", "truck_admin@example.com"}
    for said in (
        "taken back $21.75 for order #101",
        "the cardholder did not make this payment",
        f"{local:%A, %B} {local.day}",
        "/admin/disputes",
    ):
        assert all(said in one["text"] for one in told.values()), said
    assert "Stripe's dashboard" in told["superadmin@example.com"]["text"]
    assert "Tell the person" in told["truck_admin@example.com"]["text"]

    def ask(path, role):
        return client.get(f"/api/payments/{path}", headers=cast.headers(role))

    [listed] = ask("disputes", "truck_admin").json()["disputes"]
    assert (listed["orderId"], listed["amount"], listed["reason"]) == (first, 21.75, "fraudulent")
    assert (listed["state"], listed["answerBy"]) == ("needs_answer", to_iso(due))
    assert shop.shown(first)["disputes"][0]["answerBy"] == to_iso(due)
    assert ask("disputes", "superadmin").json()["disputes"] == [listed]
    assert ask("disputes", "other_admin").json()["disputes"] == []
    waiting = {"disputes": 1, "answerBy": to_iso(due), "heldPayments": None}
    assert ask("waiting", "truck_admin").json() == waiting
    assert ask("waiting", "superadmin").json() == waiting | {"heldPayments": 0}
    assert ask("waiting", "other_admin").json() == {"disputes": 0, "answerBy": None, "heldPayments": None}

    decide(sandbox, "under_review")
    take(*CLOSED)
    assert ask("disputes", "superadmin").json()["disputes"][0]["state"] == "under_review"
    assert ask("waiting", "superadmin").json()["disputes"] == 0
    decide(sandbox, "lost")
    take(*CLOSED)
    worker.run_once()
    assert emails()["superadmin@example.com"]["subject"] == f"Dispute lost: order #101 at {cast.truck.name}"


def test_the_end_may_arrive_before_the_beginning(shop, sandbox, take, rows):
    sandbox.fault("webhooks", "drop")
    order_id, _ = shop.buy(card=DISPUTED)
    decide(sandbox, "won")
    take(*CLOSED, *OPENED)
    assert (shop.shown(order_id)["paymentStatus"], len(rows(Dispute))) == ("paid", 1)


def test_a_dispute_that_the_provider_does_not_know_is_told_of_once(client, settings, sandbox, shop, rows):
    """Asking again for days would give the same answer each time."""
    sandbox.fault("webhooks", "drop")
    shop.buy(card=DISPUTED)
    payload = sandbox_event(sandbox, event_ids(sandbox, "charge.dispute.created")[0])
    [dispute] = sandbox.ledger()["disputes"]
    strange = payload.replace(dispute["id"].encode(), b"dp_of_somebody_else")
    assert strange != payload
    answer = deliver(client, strange, sign(strange, settings))
    assert (answer.status_code, rows(Dispute)) == (200, [])
    assert "charge.dispute.created" in [event.type for event in rows(WebhookEvent)]


def test_an_outage_keeps_the_news_waiting(client, settings, shop, sandbox, rows):
    sandbox.fault("webhooks", "drop")
    shop.buy(card=DISPUTED)
    payload = sandbox_event(sandbox, event_ids(sandbox, "charge.dispute.created")[0])
    sandbox.fault("stripe", "error", match="/v1/disputes")
    assert deliver(client, payload, sign(payload, settings)).status_code == 503
    assert rows(Dispute) == []
    sandbox.clear_faults()
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert len(rows(Dispute)) == 1
