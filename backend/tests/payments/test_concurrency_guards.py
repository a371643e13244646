"""Second-line guards: each stops what the guard before it should have stopped."""

import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from unittest.mock import MagicMock

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import Intent, StripeRefund
from chuckwagon.jobs import outbox
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import Unavailable
from chuckwagon.orders.models import Order, Refund
from chuckwagon.payments import queries, refund_sending, refund_sync
from chuckwagon.payments.checkout import schemas, service
from chuckwagon.payments.checkout.errors import CheckoutReplaced
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.fulfillment import service as fulfillment
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.reconciliation import scheduled
from tests.factories import checkout_body
from tests.payments.fulfillment.test_webhook_signature import deliver, event, sign
from tests.payments.paid_orders import CARD
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


@pytest.fixture
def checkout(client, cast, shop, rows):
    """A checkout of two tacos, not paid yet."""
    answer = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 2)))
    assert answer.status_code == 200, answer.text
    return rows(Checkout)[0]


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"currency": "eur"}, "different currency"),
        ({"livemode": True}, "different mode"),
        ({"id": "pi_of_another"}, "different payment intent"),
        ({"status": "processing"}, "different status"),
        ({"amount_received": 2174}, "different amount"),
        ({"amount_received": 2176}, "different amount"),
    ],
)
def test_money_that_differs_in_anything_is_held(client, settings, checkout, rows, wrong, reason):
    fitting = {
        "id": checkout.payment_intent_id,
        "amount": checkout.total_cents,
        "amount_received": checkout.total_cents,
        "metadata": {"checkoutId": checkout.id},
    }
    payload = event("payment_intent.succeeded", **{"id_": "evt_1", **fitting, **without_id(wrong)})
    payload = with_intent_id(payload, wrong.get("id", fitting["id"]))
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert rows(Order) == []
    assert [review.reason for review in rows(PaymentReview)] == [reason]
    assert rows(Checkout)[0].status == "open"


def test_a_held_payment_names_only_what_the_screens_have_words_for():
    # `heldPayments.card.differences` in frontend/src/messages/en/office.ts and es/office.ts words each of these names:
    # a new one needs its words there.
    reason = fulfillment._find_mismatch(MagicMock(), MagicMock(), expect_live=MagicMock())  # no two mocks are equal
    assert reason == "different amount, currency, mode, payment intent, status"


def without_id(fields):
    return {name: value for name, value in fields.items() if name != "id"}


def with_intent_id(payload, intent_id):
    whole = json.loads(payload)
    whole["data"]["object"]["id"] = intent_id
    return json.dumps(whole).encode()


def test_two_payments_of_one_checkout_at_the_same_instant_are_an_order_and_a_held_payment(
    db, checkout, rows, monkeypatch
):
    """The responses of both calls that created them were lost, so the checkout has no intent stored."""
    nameless = sa.update(Checkout).values(payment_intent_id=None)
    db.write(lambda session: session.execute(nameless))
    both_have_read = threading.Barrier(2)
    real = fulfillment._find_mismatch

    def read_and_wait(*given, **more):
        found = real(*given, **more)
        with contextlib.suppress(threading.BrokenBarrierError):
            both_have_read.wait(1)  # with a single writer, the other thread does not get here
        return found

    monkeypatch.setattr(fulfillment, "_find_mismatch", read_and_wait)

    def pay(intent_id):
        cents, metadata = checkout.total_cents, {"checkoutId": checkout.id}
        intent = Intent(intent_id, "succeeded", cents, cents, "usd", False, metadata)
        return db.write(
            lambda session: fulfillment.fulfill_payment(session, intent, expect_live=False, source="verify")
        )

    with ThreadPoolExecutor(2) as pool:
        settled = [order for order in pool.map(pay, ["pi_first", "pi_second"]) if order is not None]
    [order], [review] = rows(Order), rows(PaymentReview)
    assert [one.id for one in settled] == [order.id]
    assert {order.payment_intent_id, review.payment_intent_id} == {"pi_first", "pi_second"}
    assert (review.checkout_id, review.details["amountReceivedCents"]) == (checkout.id, 2175)


@SAME_ON_BOTH
def test_a_payment_that_comes_to_light_only_at_the_end_of_its_time_is_an_order(
    db, settings, sandbox, clock, checkout, rows
):
    """The event log has lost it, so it is found when it is to be cancelled."""
    sandbox.pay(checkout.payment_intent_id, CARD, webhooks=False).raise_for_status()
    clock.advance(timedelta(hours=2, minutes=1))
    db.write(lambda session: queries.advance_sync_cursor(session, clock.now() + timedelta(days=1)))
    scheduled.reconcile(db, settings, stripe_gateway(settings))
    assert [order.payment_intent_id for order in rows(Order)] == [checkout.payment_intent_id]


def test_a_submission_that_is_overtaken_leaves_nothing_to_pay(db, settings, cast, shop, sandbox, rows, monkeypatch):
    """The second page's request completes while the first one waits for Stripe."""
    real = StripeGateway.create_intent
    body = checkout_body(cast.truck, (shop.taco, 2))
    request = convert(body, schemas.PaymentIntentRequest)

    def press(key):
        caller = CheckoutRequestContext("10.0.0.1", "one attempt of a cart", key)
        return service.open_checkout(db, settings, request, caller)

    def create_slowly(*given, **more):
        made = real(*given, **more)
        monkeypatch.setattr(StripeGateway, "create_intent", real)
        press("second page")
        return made

    monkeypatch.setattr(StripeGateway, "create_intent", create_slowly)
    with pytest.raises(CheckoutReplaced):
        press("first page")
    statuses = {one["id"]: one["status"] for one in sandbox.ledger()["payment_intents"]}
    assert sorted(statuses.values()) == ["canceled", "requires_payment_method"]
    [alive] = [one for one in rows(Checkout) if one.status == "open"]
    assert (alive.idempotency_key, statuses[alive.payment_intent_id]) == (
        "second page",
        "requires_payment_method",
    )


@SAME_ON_BOTH
def test_the_second_try_of_a_refund_has_the_first_ones_key(shop, sandbox, worker, clock, monkeypatch):
    """It is not made again, even when Stripe does not list the refund yet."""
    real = StripeGateway.create_refund

    def lose_the_answer(*given, **more):
        real(*given, **more)
        monkeypatch.setattr(StripeGateway, "create_refund", real)
        raise Unavailable

    order_id, intent = shop.buy()
    worker.run_once()
    shop.refund(order_id, amount=5)
    sandbox.fault("webhooks", "drop")
    monkeypatch.setattr(StripeGateway, "create_refund", lose_the_answer)
    monkeypatch.setattr(StripeGateway, "list_refunds", lambda *_: [])
    worker.run_once()
    assert shop.shown(order_id)["refunds"][0]["status"] == "pending"
    clock.advance(timedelta(minutes=5))
    worker.run_once()
    assert (shop.sent(intent), shop.shown(order_id)["refunds"][0]["status"]) == ([500], "succeeded")


@pytest.mark.parametrize("end", ["succeeded", "failed"])
def test_old_news_never_move_a_refund_back(db, shop, sandbox, worker, rows, clock, end):
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    worker.run_once()
    [refund] = rows(Refund)
    news = StripeRefund(
        id=refund.provider_id,
        intent_id=intent,
        refund_id=refund.id,
        status=end,
        amount_cents=500,
        created_at=clock.now(),
    )
    for status in (end, "pending", "succeeded"):
        told = msgspec.structs.replace(news, status=status)
        db.write(lambda session, told=told: refund_sync.record_refunds(session, [told]))
    assert [one.status for one in rows(Refund)] == [end]


def test_a_slow_worker_sends_no_refund_that_another_has_taken_over(db, settings, shop, sandbox, worker, clock, rows):
    order_id, intent = shop.buy()
    worker.run_once()
    shop.refund(order_id, amount=5)
    slow = db.write(outbox.claim_next)
    clock.advance(outbox.LEASE_DURATION + timedelta(seconds=1))
    quick = db.write(outbox.claim_next)
    refund_sending.send_refund(db, stripe_gateway(settings), settings, slow)
    assert shop.sent(intent) == []
    refund_sending.send_refund(db, stripe_gateway(settings), settings, quick)
    assert (shop.sent(intent), rows(Refund)[0].status) == ([500], "succeeded")


def test_what_is_settled_twice_is_the_same_order(db, settings, sandbox, checkout, rows):
    """Both callers read the payment before either wrote, so neither finds the order first."""
    sandbox.pay(checkout.payment_intent_id, CARD, webhooks=False).raise_for_status()
    intent = stripe_gateway(settings).get_intent(checkout.payment_intent_id)
    made = [
        db.write(lambda session: fulfillment.fulfill_payment(session, intent, expect_live=False, source="verify").id)
        for _ in "ab"
    ]
    assert len(set(made)) == len(rows(Order)) == 1
    with db.reading() as session:
        kinds = session.scalars(sa.select(outbox.OutboxMessage.kind).order_by(outbox.OutboxMessage.kind)).all()
    assert kinds == ["order_confirmed_sms", "order_receipt_email"]


def test_what_is_left_twice_under_one_key_is_done_once(db, rows):
    """A refund and an SMS are enqueued once, even by separate transactions."""

    def leave(_):
        return db.write(lambda session: outbox.enqueue(session, "refund_payment", "refund:1", {}))

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(leave, range(6))) == [False] * 5 + [True]
    assert [message.key for message in rows(outbox.OutboxMessage)] == ["refund:1"]
