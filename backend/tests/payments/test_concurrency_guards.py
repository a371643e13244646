"""Guards behind guards: each stops what the one in front of it should have stopped already."""

import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.core import outbox
from chuckwagon.core.errors import Unavailable
from chuckwagon.gateways.stripe_api import StripeGateway, stripe_gateway
from chuckwagon.gateways.stripe_payments import Intent
from chuckwagon.gateways.stripe_refunds import RefundMade
from chuckwagon.orders.models import Order, Refund
from chuckwagon.payments import queries, reconciler, refund_news, refunds, schemas, service, settlement
from chuckwagon.payments.models import Checkout, PaymentReview
from tests.factories import cart_for
from tests.payments.paid_orders import CARD
from tests.payments.test_webhook_door import deliver, event, sign

pytestmark = pytest.mark.dialect


@pytest.fixture
def checkout(client, cast, shop, rows):
    """Two tacos that are not paid yet."""
    answer = client.post("/api/create-payment-intent", json=cart_for(cast.truck, (shop.taco, 2)))
    assert answer.status_code == 200, answer.text
    return rows(Checkout)[0]


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


def without_id(fields):
    return {name: value for name, value in fields.items() if name != "id"}


def with_intent_id(payload, intent_id):
    whole = json.loads(payload)
    whole["data"]["object"]["id"] = intent_id
    return json.dumps(whole).encode()


def test_two_payments_of_one_checkout_at_the_same_instant_are_an_order_and_a_held_payment(
    db, checkout, rows, monkeypatch
):
    """The answers to both calls that made them got lost, so that the checkout knows neither of them."""
    nameless = sa.update(Checkout).values(payment_intent_id=None)
    db.write(lambda session: session.execute(nameless))
    both_have_read = threading.Barrier(2)
    real = settlement._mismatch

    def read_and_wait(*given, **more):
        found = real(*given, **more)
        with contextlib.suppress(threading.BrokenBarrierError):
            both_have_read.wait(1)  # where one thread writes, the other does not get here
        return found

    monkeypatch.setattr(settlement, "_mismatch", read_and_wait)

    def pay(intent_id):
        cents, metadata = checkout.total_cents, {"checkoutId": checkout.id}
        intent = Intent(intent_id, "succeeded", cents, cents, "usd", False, metadata)
        return db.write(
            lambda session: settlement.settle(session, intent, expect_live=False, source="verify")
        )

    with ThreadPoolExecutor(2) as pool:
        settled = [order for order in pool.map(pay, ["pi_first", "pi_second"]) if order is not None]
    [order], [review] = rows(Order), rows(PaymentReview)
    assert [one.id for one in settled] == [order.id]
    assert {order.payment_intent_id, review.payment_intent_id} == {"pi_first", "pi_second"}
    assert (review.checkout_id, review.details["amountReceivedCents"]) == (checkout.id, 2175)


def test_a_payment_that_comes_to_light_only_at_the_end_of_its_time_is_an_order(
    db, settings, sandbox, clock, checkout, rows
):
    """The event log has lost it, so it is found where it was to be cancelled."""
    sandbox.pay(checkout.payment_intent_id, CARD, webhooks=False).raise_for_status()
    clock.advance(timedelta(hours=2, minutes=1))
    db.write(lambda session: queries.advance_mark(session, clock.now() + timedelta(days=1)))
    reconciler.reconcile(db, settings, stripe_gateway(settings))
    assert [order.payment_intent_id for order in rows(Order)] == [checkout.payment_intent_id]


def test_a_submission_that_is_overtaken_leaves_nothing_to_pay(
    db, settings, cast, shop, sandbox, rows, monkeypatch
):
    """The second page goes the whole way while the first one waits for the provider."""
    stripe, real = stripe_gateway(settings), StripeGateway.create_intent
    body = cart_for(cast.truck, (shop.taco, 2))
    request = msgspec.convert(body, schemas.PaymentIntentRequest)

    def press(key):
        caller = service.Caller("10.0.0.1", "one attempt", key)
        return service.open_checkout(db, stripe, settings, request, caller)

    def create_slowly(*given, **more):
        made = real(*given, **more)
        monkeypatch.setattr(StripeGateway, "create_intent", real)
        press("second page")
        return made

    monkeypatch.setattr(StripeGateway, "create_intent", create_slowly)
    with pytest.raises(service.CheckoutReplaced):
        press("first page")
    statuses = {one["id"]: one["status"] for one in sandbox.ledger()["payment_intents"]}
    assert sorted(statuses.values()) == ["canceled", "requires_payment_method"]
    [alive] = [one for one in rows(Checkout) if one.status == "open"]
    assert (alive.idempotency_key, statuses[alive.payment_intent_id]) == (
        "second page",
        "requires_payment_method",
    )


def test_the_second_try_of_a_refund_has_the_first_ones_key(shop, sandbox, worker, clock, monkeypatch):
    """Even when the provider's list does not show the refund yet, it is not made again."""
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
    news = RefundMade(
        id=refund.provider_id,
        intent_id=intent,
        refund_id=refund.id,
        status=end,
        amount_cents=500,
        created_at=clock.now(),
    )
    for status in (end, "pending", "succeeded"):
        told = msgspec.structs.replace(news, status=status)
        db.write(lambda session, told=told: refund_news.record_news(session, told))
    assert [one.status for one in rows(Refund)] == [end]


def test_a_slow_worker_sends_no_refund_that_another_has_taken_over(
    db, settings, shop, sandbox, worker, clock, rows
):
    order_id, intent = shop.buy()
    worker.run_once()
    shop.refund(order_id, amount=5)
    slow = db.write(outbox.claim_next)
    clock.advance(outbox.LEASE + timedelta(seconds=1))
    quick = db.write(outbox.claim_next)
    refunds.send_refund(db, stripe_gateway(settings), settings, slow)
    assert shop.sent(intent) == []
    refunds.send_refund(db, stripe_gateway(settings), settings, quick)
    assert (shop.sent(intent), rows(Refund)[0].status) == ([500], "succeeded")


def test_what_is_settled_twice_is_the_same_order(db, settings, sandbox, checkout, rows):
    """Without the answer from the books: both callers have read the payment before either wrote."""
    sandbox.pay(checkout.payment_intent_id, CARD, webhooks=False).raise_for_status()
    intent = stripe_gateway(settings).get_intent(checkout.payment_intent_id)
    made = [
        db.write(lambda session: settlement.settle(session, intent, expect_live=False, source="verify").id)
        for _ in "ab"
    ]
    assert len(set(made)) == len(rows(Order)) == 1
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count(outbox.OutboxMessage.id))) == 1


def test_what_is_left_twice_under_one_key_is_done_once(db, rows):
    """A refund and a text are left once, whoever leaves them, even in transactions of their own."""

    def leave(_):
        return db.write(lambda session: outbox.leave(session, "refund_payment", "refund:1", {}))

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(leave, range(6))) == [False] * 5 + [True]
    assert [message.key for message in rows(outbox.OutboxMessage)] == ["refund:1"]
