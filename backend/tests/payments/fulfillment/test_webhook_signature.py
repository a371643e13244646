"""Only events that Stripe signed recently, and that were not altered, are accepted."""

import json
import time

import pytest
import sqlalchemy as sa
import stripe

from chuckwagon.db.installation import find_installation_id
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import Checkout, WebhookEvent
from tests.factories import checkout_body, make_item, make_truck


def event(type_="payment_intent.created", *, id_="evt_1", **intent):
    found = {
        "id": "pi_1", "object": "payment_intent", "status": "succeeded", "amount": 979,
        "amount_received": 979, "currency": "usd", "livemode": False, "metadata": {},
        "client_secret": None, **intent,
    }  # fmt: skip
    return json.dumps({"id": id_, "object": "event", "type": type_, "created": 1, "data": {"object": found}}).encode()


def sign(payload, settings, *, secret=None, at=None):
    secret = secret or settings.stripe_webhook_secret
    stamp = int(at or time.time())
    signature = stripe.WebhookSignature._compute_signature(f"{stamp}.{payload.decode()}", secret)
    return f"t={stamp},v1={signature}"


def deliver(client, payload, signature):
    headers = {"Stripe-Signature": signature} if signature is not None else {}
    return client.post("/api/stripe/webhook", content=payload, headers=headers)


def stored(db):
    with db.reading() as session:
        return list(session.scalars(sa.select(WebhookEvent.id)))


def test_a_signed_event_is_stored_once(client, db, settings):
    payload = event()
    for _ in range(2):
        assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert stored(db) == ["evt_1"]


@pytest.mark.parametrize(
    "kind", ["none", "empty", "garbage", "wrong secret", "301 s old", "330 s ahead", "altered body"]
)
def test_a_bad_signature_changes_nothing(client, db, settings, kind):
    payload = event()
    signature = {
        "none": None,
        "empty": "",
        "garbage": "t=1,v1=zz",
        "wrong secret": sign(payload, settings, secret="whsec_other"),
        "301 s old": sign(payload, settings, at=time.time() - 302),
        "330 s ahead": sign(payload, settings, at=time.time() + 330),
        "altered body": sign(payload + b" ", settings),
    }[kind]
    answer = deliver(client, payload, signature)
    assert (answer.status_code, answer.json()["code"]) == (400, "signature_invalid")
    assert stored(db) == []


def test_signed_nonsense_is_a_bad_request(client, db, settings):
    for payload in (b"not json", b"[]", b"{}"):
        assert deliver(client, payload, sign(payload, settings)).status_code == 400
    assert stored(db) == []


@pytest.mark.parametrize("id_", [None, 7, "", "e" * 256, "evt\x00", []])
def test_a_signed_event_with_an_impossible_id_is_a_bad_request(client, db, settings, id_):
    payload = event("customer.created", id_=id_)
    assert deliver(client, payload, sign(payload, settings)).status_code == 400
    assert stored(db) == []


@pytest.mark.parametrize("type_", [7, "", "t" * 101, "customer\x00"])
def test_a_signed_event_of_an_impossible_type_is_a_bad_request(client, db, settings, type_):
    payload = event(type_)
    assert deliver(client, payload, sign(payload, settings)).status_code == 400
    assert stored(db) == []


@pytest.mark.parametrize("field", [{"id": 7}, {"amount": "979"}, {"metadata": {"checkoutId": 5}}, {"status": None}])
def test_a_signed_intent_of_another_form_is_a_bad_request(client, db, settings, field):
    payload = event("payment_intent.succeeded", **field)
    assert deliver(client, payload, sign(payload, settings)).status_code == 400
    assert stored(db) == []


def test_a_checkout_id_that_no_table_can_hold_is_none_of_ours(client, db, settings):
    payload = event("payment_intent.succeeded", metadata={"checkoutId": "a\x00b"})
    assert deliver(client, payload, sign(payload, settings)).status_code == 200


def test_signed_nesting_without_end_is_a_bad_request(client, db, settings):
    payload = b"[" * 100_000
    assert deliver(client, payload, sign(payload, settings)).status_code == 400


def test_a_strangers_payment_is_none_of_ours(client, db, settings):
    payload = event("payment_intent.succeeded")
    assert deliver(client, payload, sign(payload, settings)).status_code == 200


def test_our_payment_without_its_checkout_is_asked_for_again(client, db, settings):
    payload = event("payment_intent.succeeded", metadata={"checkoutId": "a" * 24})
    assert deliver(client, payload, sign(payload, settings)).status_code == 503
    assert stored(db) == []


def test_a_body_over_one_mebibyte_is_refused(client, db):
    assert deliver(client, b"x" * (1024 * 1024 + 1), "t=1,v1=x").status_code == 413


def test_an_event_has_its_effect_once(client, db, settings):
    truck = make_truck(db)
    intent = client.post("/api/create-payment-intent", json=checkout_body(truck, (make_item(db, truck), 2))).json()
    [checkout_id] = db.write(lambda session: list(session.scalars(sa.select(Checkout.id))))
    payload = event(
        "payment_intent.canceled",
        id=intent["paymentIntentId"],
        status="canceled",
        metadata={"checkoutId": checkout_id},
    )

    def status_after_delivery():
        assert deliver(client, payload, sign(payload, settings)).status_code == 200
        with db.reading() as session:
            return session.scalar(sa.select(Checkout.status))

    assert status_after_delivery() == "cancelled"
    db.write(lambda session: session.execute(sa.update(Checkout).values(status="open")))
    assert status_after_delivery() == "open"


def test_the_cancelled_intent_of_a_failed_try_leaves_the_checkout_open(client, db, settings):
    """Stripe made an intent and answered with an error; the next try made the one that the customer pays."""
    truck = make_truck(db)
    made = client.post("/api/create-payment-intent", json=checkout_body(truck, (make_item(db, truck), 2)))
    [checkout_id] = db.write(lambda session: list(session.scalars(sa.select(Checkout.id))))

    def status_after_cancelling(intent_id):
        about = {"id": intent_id, "status": "canceled", "metadata": {"checkoutId": checkout_id}}
        payload = event("payment_intent.canceled", id_=f"evt_{intent_id}", **about)
        assert deliver(client, payload, sign(payload, settings)).status_code == 200
        with db.reading() as session:
            return session.scalar(sa.select(Checkout.status))

    assert status_after_cancelling("pi_orphan") == "open"
    assert status_after_cancelling(made.json()["paymentIntentId"]) == "cancelled"


def paid_without_a_stored_intent(client, db, sandbox):
    """A checkout whose intent was created but never stored, because the process died in between."""
    truck = make_truck(db)
    intent = client.post("/api/create-payment-intent", json=checkout_body(truck, (make_item(db, truck), 2))).json()
    db.write(lambda session: session.execute(sa.update(Checkout).values(payment_intent_id=None)))
    with db.reading() as session:
        checkout = session.scalars(sa.select(Checkout)).one()
    return intent, checkout


def succeeded(checkout, intent_id, **more):
    metadata = {"checkoutId": checkout.id, "truckId": checkout.truck_id}
    amounts = {"amount": checkout.total_cents, "amount_received": checkout.total_cents}
    return event("payment_intent.succeeded", id=intent_id, metadata=metadata, **amounts, **more)


def orders(db):
    with db.reading() as session:
        return session.scalars(sa.select(Order)).all()


def test_an_event_of_a_connected_account_makes_no_order(client, db, sandbox, settings):
    """That money is on the truck's own balance, and the owner of the account can copy our metadata."""
    _intent, checkout = paid_without_a_stored_intent(client, db, sandbox)
    body = json.loads(succeeded(checkout, "pi_theirs")) | {"account": "acct_1Theirs"}
    payload = json.dumps(body).encode()
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert orders(db) == []


def test_without_a_stored_intent_the_event_alone_is_not_believed(client, db, sandbox, settings):
    intent, checkout = paid_without_a_stored_intent(client, db, sandbox)
    payload = succeeded(checkout, "pi_unknown")
    assert deliver(client, payload, sign(payload, settings)).status_code == 503
    unpaid = succeeded(checkout, intent["paymentIntentId"])
    assert deliver(client, unpaid, sign(unpaid, settings)).status_code == 200
    assert orders(db) == []


def test_without_a_stored_intent_a_real_payment_still_makes_its_order(client, db, sandbox, settings):
    intent, _checkout = paid_without_a_stored_intent(client, db, sandbox)
    sandbox.pay(intent["paymentIntentId"], "4242424242424242")
    sandbox.wait_until_told()
    assert len(orders(db)) == 1


def test_a_payment_of_another_installation_is_none_of_ours(client, db, sandbox, settings):
    truck = make_truck(db)
    client.post("/api/create-payment-intent", json=checkout_body(truck, (make_item(db, truck), 2)))
    metadata = {"checkoutId": "a" * 24, "truckId": truck.id, "installation": "c" * 24}
    payload = event("payment_intent.succeeded", metadata=metadata)
    assert deliver(client, payload, sign(payload, settings)).status_code == 200


def test_a_payment_for_a_truck_that_is_not_ours_is_none_of_ours(client, db, settings):
    payload = event("payment_intent.succeeded", metadata={"checkoutId": "a" * 24, "truckId": "b" * 24})
    assert deliver(client, payload, sign(payload, settings)).status_code == 200


def test_our_payments_carry_our_installation(client, db, sandbox):
    truck = make_truck(db)
    client.post("/api/create-payment-intent", json=checkout_body(truck, (make_item(db, truck), 2)))
    [intent] = sandbox.ledger()["payment_intents"]
    with db.reading() as session:
        assert intent["metadata"]["installation"] == find_installation_id(session)
