"""While Stripe hangs, requests that need it fail soon, and requests that do not need it never wait."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from chuckwagon.web import executors
from chuckwagon.web.executors import ProviderExecutor
from tests.factories import checkout_body, make_item, make_truck
from tests.metrics import metric_value
from tests.payments.fulfillment.test_webhook_signature import deliver, event, sign

CARD = "4242424242424242"
CALLERS = 40


@pytest.fixture
def settled(client, db, sandbox):
    """A payment with its order, and a truck to order more from."""
    truck = make_truck(db, name="Spice Route")
    taco = make_item(db, truck, name="Taco", price=450)
    intent = client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 2))).json()
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    body = {"payment_intent_id": intent["paymentIntentId"]}
    assert client.post("/api/verify-payment", json=body).json()["status"] == "succeeded"
    return truck, taco, body


@pytest.fixture
def hanging(sandbox, monkeypatch):
    """Stripe does not answer for a while. Fewer threads simulate a larger crowd."""
    few = ProviderExecutor("checkout", threads=2, waiting=4, max_wait_seconds=0.3)
    monkeypatch.setattr("chuckwagon.payments.routes.CHECKOUTS", few)
    sandbox.fault("stripe", "timeout", match="payment_intents", ms=1500)
    yield
    sandbox.clear_faults()


def crowd(client, truck, taco):
    """Many customers at once, each with another phone."""

    def open_checkout(number):
        body = checkout_body(truck, (taco, 1))
        body["customerInfo"]["phone"] = f"213373{number:04}"
        with httpx.Client(base_url=client.base_url, timeout=60) as own:
            return own.post("/api/create-payment-intent", json=body)

    pool = ThreadPoolExecutor(CALLERS)
    return pool, [pool.submit(open_checkout, number) for number in range(CALLERS)]


def test_beyond_a_short_queue_customers_are_told_at_once(client, settled, hanging):
    truck, taco, _body = settled
    pool, waiting = crowd(client, truck, taco)
    with pool:
        answers = [one.result() for one in waiting]
    assert {answer.status_code for answer in answers} == {503}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in answers)
    # Only requests that got a thread can have waited for Stripe.
    asked = metric_value(executors.REFUSED, "checkout")
    assert asked >= CALLERS - 6 - 4


@pytest.fixture
def all_taken(monkeypatch):
    """All threads that may call Stripe are busy, and the queue for them is full."""
    for name in ("CHECKOUTS", "VERIFICATIONS", "WEBHOOKS"):
        full = ProviderExecutor(name.lower(), threads=1, waiting=-1)
        monkeypatch.setattr(f"chuckwagon.payments.routes.{name}", full)


def test_settled_payments_and_webhooks_never_wait_for_it(client, settled, all_taken, settings):
    truck, taco, body = settled
    assert client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 1))).status_code == 503
    assert client.post("/api/verify-payment", json=body).json()["status"] == "succeeded"
    payload = event("payment_intent.created", id_="evt_meanwhile")
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    refund = event("refund.created", id_="evt_refund", payment_intent="pi_1")
    assert deliver(client, refund, sign(refund, settings)).status_code == 503
