"""The language of an order: asked for by the page, else the browser's, and kept for everything that follows."""

import msgspec
import pytest

from chuckwagon.payments.checkout.schemas import PaymentIntentRequest, hash_request
from chuckwagon.payments.models import Checkout
from chuckwagon.web.json_body import convert
from tests.factories import checkout_body


@pytest.fixture
def open_checkout(client, cast, shop):
    def post(language=None, **headers):
        body = checkout_body(cast.truck, (shop.taco, 1))
        if language is not None:
            body["language"] = language
        return client.post("/api/create-payment-intent", json=body, headers=headers)

    return post


@pytest.mark.parametrize(
    ("asked", "browser", "kept"),
    [
        (None, None, "en"),
        (None, "es-MX,es;q=0.9,en;q=0.8", "es"),
        (None, "fr", "en"),
        ("es", "en-US", "es"),
        ("en", "es-MX", "en"),
    ],
)
def test_the_checkout_keeps_the_language_of_its_customer(open_checkout, rows, asked, browser, kept):
    headers = {"Accept-Language": browser} if browser else {}
    assert open_checkout(asked, **headers).status_code == 200
    [checkout] = rows(Checkout)
    assert checkout.language == kept


def test_another_language_is_refused_before_anything_is_stored(open_checkout, rows):
    answer = open_checkout("fr")
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == ["language"]
    assert rows(Checkout) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_order_keeps_it_for_its_confirmation_its_tracking_and_the_staff(
    client, open_checkout, sandbox, shop, language
):
    intent = open_checkout(language).json()
    sandbox.pay(intent["paymentIntentId"], "4242424242424242").raise_for_status()
    secret = {"payment_intent_client_secret": intent["clientSecret"]}
    verify = {"payment_intent_id": intent["paymentIntentId"], **secret}
    for _ in range(2):  # the answer of the new order, then the one that is read back
        order = client.post("/api/verify-payment", json=verify).json()["order"]
        assert order["language"] == language
    assert client.get(f"/api/track/{order['trackingToken']}").json()["language"] == language
    assert shop.shown(order["_id"])["language"] == language


def test_a_request_without_a_language_is_the_one_that_an_older_release_has_stored(cast, shop):
    """A customer who tries again during a deployment must not be refused as another request."""
    body = checkout_body(cast.truck, (shop.taco, 1))
    without = convert(body, PaymentIntentRequest)
    assert b"language" not in msgspec.json.encode(without)
    assert hash_request(without) != hash_request(convert({**body, "language": "es"}, PaymentIntentRequest))


def test_one_key_with_another_language_is_another_request(open_checkout):
    key = {"Idempotency-Key": "one"}
    assert open_checkout("es", **key).status_code == 200
    assert open_checkout("es", **key).status_code == 200
    assert open_checkout("en", **key).status_code == 422
