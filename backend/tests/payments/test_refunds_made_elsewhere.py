"""Refunds made in the Stripe dashboard show on the order, whatever the order of their events."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from chuckwagon.orders.models import Refund
from chuckwagon.payments.models import Checkout
from tests.payments.fulfillment.test_webhook_signature import deliver, sign
from tests.payments.paid_orders import REFUND_FAILS, connect_account


def give_back(sandbox, intent, **form):
    return sandbox.post("/v1/refunds", form={"payment_intent": intent, **form}).raise_for_status().json()


def event_ids(sandbox, *types):
    return [event["id"] for event in sandbox.ledger()["events"] if event["type"] in types]


def test_a_refund_made_elsewhere_shows_once(shop, sandbox, wait_for, rows, worker):
    order_id, intent = shop.buy()
    made = give_back(sandbox, intent, amount=500)
    wait_for(lambda: shop.shown(order_id)["paymentStatus"] == "partially_refunded")
    for event in event_ids(sandbox, "refund.created", "charge.refunded") * 2:
        sandbox.post(f"/_sandbox/events/{event}/resend", json={}).raise_for_status()
    [refund] = shop.shown(order_id)["refunds"]
    assert (refund["amount"], refund["status"], refund["by"]) == (5, "succeeded", "Payment provider")
    assert (rows(Refund)[0].provider_id, shop.shown(order_id)["refundable"]) == (made["id"], 16.75)
    give_back(sandbox, intent)
    wait_for(lambda: shop.shown(order_id)["paymentStatus"] == "refunded")
    worker.run_once()
    assert (len(rows(Refund)), shop.texts()) == (2, 2)


@pytest.mark.dialect
def test_the_same_news_at_the_same_instant_adds_one_row(client, settings, shop, sandbox, rows):
    order_id, intent = shop.buy()
    sandbox.fault("webhooks", "drop")
    give_back(sandbox, intent, amount=500)
    payloads = [sandbox_event(sandbox, event) for event in event_ids(sandbox, "refund.created", "charge.refunded")]
    with ThreadPoolExecutor(8) as pool:
        deliveries = [pool.submit(deliver_until_accepted, client, settings, payload) for payload in payloads * 4]
        assert {delivery.result().status_code for delivery in deliveries} == {200}
    assert [refund.amount_cents for refund in rows(Refund)] == [500]
    version = shop.shown(order_id)["version"]
    deliver(client, payloads[0], sign(payloads[0], settings))
    assert shop.shown(order_id)["version"] == version


def deliver_until_accepted(client, settings, payload):
    """As Stripe does: a busy server answers 503, and the event is sent again, at most 20 times."""
    answer = deliver(client, payload, sign(payload, settings))
    for _ in range(20):
        if answer.status_code != 503:
            break
        answer = deliver(client, payload, sign(payload, settings))
    return answer


def sandbox_event(sandbox, event_id):
    return sandbox.get(f"/v1/events/{event_id}").content


@pytest.mark.dialect
def test_news_in_any_order_end_the_same(client, settings, shop, sandbox, wait_for, worker):
    """The failure arrives first, then the creation, which still says pending."""
    order_id, intent = shop.buy(card=REFUND_FAILS)
    sandbox.fault("webhooks", "drop")
    give_back(sandbox, intent, amount=500)
    wait_for(lambda: event_ids(sandbox, "refund.failed"))
    types = ("refund.failed", "refund.updated", "charge.refunded", "refund.created")
    for event in [found for kind in types for found in event_ids(sandbox, kind)]:
        payload = sandbox_event(sandbox, event)
        assert deliver(client, payload, sign(payload, settings)).status_code == 200
    after = shop.shown(order_id)
    assert [refund["status"] for refund in after["refunds"]] == ["failed"]
    assert (after["paymentStatus"], after["refundable"]) == ("paid", 21.75)
    worker.run_once()
    assert shop.texts() == 0


def test_the_share_that_came_back_with_it_is_known(db, cast, shop, sandbox, wait_for, rows):
    connect_account(db, cast, sandbox)
    order_id, intent = shop.buy()
    give_back(sandbox, intent, amount=500, reverse_transfer="true", refund_application_fee="true")
    wait_for(lambda: shop.shown(order_id)["refunds"])
    assert (rows(Refund)[0].reversed_cents, rows(Checkout)[0].fee_back_cents) == (500, 49)


def test_a_strangers_refund_is_none_of_ours(client, settings, sandbox, shop, rows):
    form = {"amount": 500, "currency": "usd", "confirm": "true", "payment_method": "pm_card_visa"}
    form |= {"automatic_payment_methods[enabled]": "true", "return_url": "https://example.com"}
    intent = sandbox.post("/v1/payment_intents", form=form).raise_for_status().json()["id"]
    sandbox.fault("webhooks", "drop")
    give_back(sandbox, intent)
    payload = sandbox_event(sandbox, event_ids(sandbox, "charge.refunded")[0])
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert rows(Refund) == []


def test_news_before_the_order_are_asked_for_again(client, settings, cast, shop, sandbox, rows):
    """The refund's event arrives before the payment's: nothing is stored until there is an order."""
    sandbox.fault("webhooks", "drop")
    intent = start_and_pay(client, cast, shop, sandbox)
    give_back(sandbox, intent, amount=500)
    payload = sandbox_event(sandbox, event_ids(sandbox, "charge.refunded")[0])
    assert deliver(client, payload, sign(payload, settings)).status_code == 503
    assert rows(Refund) == []
    order = client.post("/api/verify-payment", json={"payment_intent_id": intent}).json()["order"]
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert shop.shown(order["_id"])["paymentStatus"] == "partially_refunded"


def start_and_pay(client, cast, shop, sandbox):
    from tests.factories import checkout_body

    made = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 2))).json()
    sandbox.pay(made["paymentIntentId"], "4242424242424242").raise_for_status()
    return made["paymentIntentId"]


def test_an_outage_of_the_provider_keeps_the_news_waiting(client, settings, shop, sandbox, rows):
    order_id, intent = shop.buy()
    sandbox.fault("webhooks", "drop")
    give_back(sandbox, intent, amount=500)
    payload = sandbox_event(sandbox, event_ids(sandbox, "charge.refunded")[0])
    sandbox.fault("stripe", "error", match="/v1/refunds")
    assert deliver(client, payload, sign(payload, settings)).status_code == 503
    assert rows(Refund) == []
    sandbox.clear_faults()
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert shop.shown(order_id)["paymentStatus"] == "partially_refunded"
