"""While the provider hangs, who needs it is told soon, and who does not need it never waits."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from chuckwagon.core import threads
from chuckwagon.core.threads import ProviderThreads
from tests.factories import cart_for, make_item, make_truck
from tests.payments.test_webhook_door import deliver, event, sign

CARD = "4242424242424242"
CALLERS = 40


@pytest.fixture
def settled(client, db, sandbox):
    """A payment that has its order, and a truck to order more from."""
    truck = make_truck(db, name="Spice Route")
    taco = make_item(db, truck, name="Taco", price=450)
    intent = client.post("/api/create-payment-intent", json=cart_for(truck, (taco, 2))).json()
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    body = {"payment_intent_id": intent["paymentIntentId"]}
    assert client.post("/api/verify-payment", json=body).json()["status"] == "succeeded"
    return truck, taco, body


@pytest.fixture
def hanging(sandbox, monkeypatch):
    """A provider that does not answer for a while. The threads are fewer, as if the crowd were larger."""
    few = ProviderThreads("checkout", threads=2, waiting=4, patience_seconds=0.3)
    monkeypatch.setattr("chuckwagon.payments.routes.CHECKOUTS", few)
    sandbox.fault("stripe", "timeout", match="payment_intents", ms=1500)
    yield
    sandbox.clear_faults()


def crowd(client, truck, taco):
    """Many customers at once, each with a phone of their own."""

    def open_checkout(number):
        body = cart_for(truck, (taco, 1))
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
    # Those that got a thread waited for the provider; all others cannot have.
    asked = threads.REFUSED.value("checkout")
    assert asked >= CALLERS - 6 - 4


@pytest.fixture
def all_taken(monkeypatch):
    """Every thread that may ask the provider is busy, and so many wait for one that no other may."""
    for name in ("CHECKOUTS", "VERIFICATIONS", "WEBHOOKS"):
        full = ProviderThreads(name.lower(), threads=1, waiting=-1)
        monkeypatch.setattr(f"chuckwagon.payments.routes.{name}", full)


def test_settled_payments_and_webhooks_never_wait_for_it(client, settled, all_taken, settings):
    truck, taco, body = settled
    assert client.post("/api/create-payment-intent", json=cart_for(truck, (taco, 1))).status_code == 503
    assert client.post("/api/verify-payment", json=body).json()["status"] == "succeeded"
    payload = event("payment_intent.created", id_="evt_meanwhile")
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    refund = event("refund.created", id_="evt_refund", payment_intent="pi_1")
    assert deliver(client, refund, sign(refund, settings)).status_code == 503
