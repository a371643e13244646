"""One attempt, one payable intent: double clicks, back and forward, two tabs, lost answers."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec
import pytest

from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.payments.schemas import PaymentIntentRequest
from chuckwagon.payments.service import Caller, CheckoutReplaced, open_checkout
from tests.factories import cart_for, make_item, make_truck

pytestmark = pytest.mark.dialect


@pytest.fixture
def body(db):
    truck = make_truck(db, name="Spice Route")
    return cart_for(truck, (make_item(db, truck, name="Taco", price=450), 2))


def ask(client, body, **headers):
    names = {"key": "Idempotency-Key", "attempt": "X-Checkout-Attempt"}
    sent = {names[name]: value for name, value in headers.items()}
    return client.post("/api/create-payment-intent", json=body, headers=sent)


def statuses(sandbox):
    return sorted(intent["status"] for intent in sandbox.ledger()["payment_intents"])


def test_the_same_key_gives_the_same_intent(client, sandbox, body):
    first, second = (ask(client, body, key="k1", attempt="a").json() for _ in range(2))
    assert first == second
    assert statuses(sandbox) == ["requires_payment_method"]


def test_the_same_key_with_another_body_is_refused(client, sandbox, body):
    ask(client, body, key="k1")
    body["customerInfo"]["name"] = "Somebody Else"
    answer = ask(client, body, key="k1")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert len(statuses(sandbox)) == 1


def test_the_same_key_at_once_gives_one_intent(client, sandbox, body):
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: ask(client, body, key="k1", attempt="a"), range(10)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["clientSecret"] for answer in answers}) == 1
    assert statuses(sandbox) == ["requires_payment_method"]


def test_a_new_submission_of_the_attempt_cancels_the_earlier_intent(client, sandbox, body):
    first = ask(client, body, key="k1", attempt="a").json()
    second = ask(client, body, key="k2", attempt="a").json()
    assert first["clientSecret"] != second["clientSecret"]
    assert statuses(sandbox) == ["canceled", "requires_payment_method"]


def test_another_attempt_is_left_alone(client, sandbox, body):
    ask(client, body, key="k1", attempt="a")
    ask(client, body, key="k2", attempt="b")
    assert statuses(sandbox) == ["requires_payment_method", "requires_payment_method"]


def test_an_attempt_that_is_paid_gets_its_own_secret_back(client, sandbox, body):
    first = ask(client, body, key="k1", attempt="a").json()
    sandbox.post(f"/_sandbox/payment_intents/{first['paymentIntentId']}/status", json={"status": "succeeded"})
    assert ask(client, body, key="k2", attempt="a").json()["clientSecret"] == first["clientSecret"]
    assert statuses(sandbox) == ["succeeded"]


def test_submissions_at_once_leave_at_most_one_payable_intent(client, sandbox, body):
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: ask(client, body, key=f"k{n}", attempt="a"), range(6)))
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert any(answer.status_code == 200 for answer in answers)
    assert statuses(sandbox).count("requires_payment_method") == 1


def test_pairs_of_pages_at_once_leave_one_payable_intent_each_where_no_limit_slows_them(
    db, settings, sandbox, body
):
    unlimited = msgspec.structs.replace(settings, limit_checkouts_per_address=0, limit_checkouts_per_phone=0)
    stripe, request = stripe_gateway(unlimited), msgspec.convert(body, PaymentIntentRequest)

    def submit(attempt):
        with suppress(CheckoutReplaced):
            open_checkout(db, stripe, unlimited, request, Caller("anywhere", attempt))

    with ThreadPoolExecutor(4) as pool:
        for number in range(12):
            list(pool.map(submit, [f"attempt {number}"] * 4))
    assert statuses(sandbox).count("requires_payment_method") == 12


def test_a_lost_answer_of_the_provider_costs_no_second_intent(client, sandbox, body):
    sandbox.fault("stripe", "reset_after", match="/v1/payment_intents", times=1)
    assert ask(client, body, key="k1").status_code == 200
    assert statuses(sandbox) == ["requires_payment_method"]


def test_a_provider_that_fails_is_a_503_and_the_same_key_works_later(client, sandbox, body):
    sandbox.fault("stripe", "error", match="/v1/payment_intents")
    answer = ask(client, body, key="k1", attempt="a")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    sandbox.clear_faults()
    assert ask(client, body, key="k1", attempt="a").status_code == 200
    assert statuses(sandbox) == ["requires_payment_method"]


def test_a_failure_kept_under_the_key_is_not_replayed_for_ever(client, sandbox, body):
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    assert ask(client, body, key="k1", attempt="a").status_code == 503
    sandbox.clear_faults()
    assert ask(client, body, key="k1", attempt="a").status_code == 200
