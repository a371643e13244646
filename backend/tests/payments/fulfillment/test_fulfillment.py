"""One order per succeeded payment, however the success is reported and however often."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.errors import TooManyRequests, Unavailable
from chuckwagon.menu.models import MenuItem
from chuckwagon.orders.models import Order, OrderEvent
from chuckwagon.payments.checkout.schemas import VerifyRequest
from chuckwagon.payments.fulfillment import service as fulfillment
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.trucks.models import Truck
from tests.databases import read_rows
from tests.factories import checkout_body, make_item, make_truck

CARD, DECLINED = "4242424242424242", "4000000000000002"


@pytest.fixture
def truck(db):
    return make_truck(db, name="Spice Route")


@pytest.fixture
def taco(db, truck):
    return make_item(db, truck, name="Taco", price=450)


@pytest.fixture
def intent(client, truck, taco):
    return client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 2))).json()


def verify(client, intent, *, with_secret=False, path="verify-payment"):
    body = {"payment_intent_id": intent["paymentIntentId"]}
    if with_secret:
        body["payment_intent_client_secret"] = intent["clientSecret"]
    return client.post(f"/api/{path}", json=body)


def test_an_unpaid_intent_makes_no_order(client, db, intent):
    answer = verify(client, intent)
    assert (answer.status_code, answer.json()) == (200, {"status": "requires_payment_method", "order": None})
    assert read_rows(db, Order) == []


@pytest.mark.dialect
@pytest.mark.usefixtures("frozen_clock")
def test_only_payments_that_are_not_paid_count_against_the_limit_of_their_address(
    client, db, sandbox, intent, settings, truck, taco
):
    """Stripe's failures and payments held for review count no more than orders do; an order is told in any case."""
    alone = msgspec.structs.replace(settings, limit_verifications_per_address=1)
    other = client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 1))).json()

    def ask(payment=intent):
        asked = VerifyRequest(payment_intent_id=payment["paymentIntentId"])
        return fulfillment.verify_payment(db, alone, asked, "203.0.113.9").order

    assert [ask() for _ in range(9)] == [None] * 9
    sandbox.fault("stripe", "error", match="payment_intents", status=500, times=9)
    for _ in range(2):
        with pytest.raises(Unavailable):
            ask()
    sandbox.clear_faults()
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    change(db, Checkout, total_cents=1)
    for _ in range(2):
        with pytest.raises(fulfillment.PaymentHeldForReview):
            ask()
    change(db, Checkout, total_cents=979)
    assert None not in [ask() for _ in range(3)]
    assert ask(other) is None
    with pytest.raises(TooManyRequests):
        ask(other)
    assert ask() is not None


def test_processing_makes_no_order(client, db, sandbox, intent):
    sandbox.post(f"/_sandbox/payment_intents/{intent['paymentIntentId']}/status", json={"status": "processing"})
    assert verify(client, intent).json() == {"status": "processing", "order": None}
    assert read_rows(db, Order) == []


@pytest.mark.dialect
def test_a_paid_intent_makes_the_order_as_it_was_shown(client, db, sandbox, intent, truck):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    order = verify(client, intent, with_secret=True).json()["order"]
    assert order["orderNumber"] == "101"
    assert (order["status"], order["paymentStatus"]) == ("pending", "paid")
    assert (order["subtotal"], order["tax"], order["total"]) == (9.0, 0.79, 9.79)
    assert [(item["name"], item["quantity"], item["totalPrice"]) for item in order["items"]] == [("Taco", 2, 9.0)]
    location = {"city": truck.city, "state": truck.state}
    assert order["truck"] == {
        "name": truck.name,
        "slug": truck.slug,
        "timezone": truck.timezone,
        "location": location,
    }
    assert order["pickupTime"] == order["estimatedPickupTime"]
    assert order["smsStatus"] == "pending"
    [event] = read_rows(db, OrderEvent)
    assert (event.status, event.by) == ("pending", "customer")


def test_the_id_alone_shows_neither_phone_nor_mail_nor_surname(client, sandbox, intent):
    sandbox.pay(intent["paymentIntentId"], CARD)
    shown = verify(client, intent)
    order = shown.json()["order"]
    assert order["customerName"] == "Ada"
    assert "trackingToken" not in order
    for private in ("2133734253", "ada@example.com", "Lovelace"):
        assert private not in shown.text
    assert "trackingToken" in verify(client, intent, with_secret=True).json()["order"]


@pytest.mark.dialect
def test_fifty_verifications_at_once_make_one_order_and_one_text(client, db, sandbox, worker, intent):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda _: verify(client, intent), range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["order"]["_id"] for answer in answers}) == 1
    assert len(read_rows(db, Order)) == 1
    worker.run_once()
    assert len(sandbox.messages()) == 1


def test_confirm_is_the_same_call(client, sandbox, intent):
    sandbox.pay(intent["paymentIntentId"], CARD)
    first, second = verify(client, intent), verify(client, intent, path="confirm-payment")
    assert first.json()["order"]["_id"] == second.json()["order"]["_id"]


@pytest.mark.parametrize("intent_id", ["pi_unknown", "x" * 255, "'; drop table orders; --"])
def test_an_unknown_intent_is_absent_without_asking_the_provider(client, sandbox, intent_id):
    sandbox.fault("stripe", "error")
    answer = verify(client, {"paymentIntentId": intent_id})
    assert answer.status_code == 404
    assert answer.json()["error"] == "We couldn't find order details for this payment."


def test_a_webhook_alone_makes_the_order_and_its_text(client, db, sandbox, worker, wait_for, intent):
    sandbox.pay(intent["paymentIntentId"], CARD)
    wait_for(lambda: len(read_rows(db, Order)) == 1)
    worker.run_once()
    [text] = sandbox.messages()
    assert text["to"] == "+12133734253"
    assert "101" in text["body"]
    assert "STOP" in text["body"]


@pytest.mark.dialect
def test_a_webhook_sent_again_changes_nothing(client, db, sandbox, wait_for, intent):
    sandbox.pay(intent["paymentIntentId"], CARD)
    wait_for(lambda: len(read_rows(db, Order)) == 1)
    [event] = [e for e in sandbox.ledger()["events"] if e["type"] == "payment_intent.succeeded"]
    for _ in range(3):
        assert sandbox.post(f"/_sandbox/events/{event['id']}/resend").status_code < 300
    assert len(read_rows(db, Order)) == 1
    assert {one.kind for one in read_rows(db, OutboxMessage)} == {"order_confirmed_sms", "order_receipt_email"}


def test_the_reconciler_finds_a_payment_that_nobody_reported(client, db, sandbox, worker, intent):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    assert read_rows(db, Order) == []
    worker.run_once()
    assert len(read_rows(db, Order)) == 1
    worker.run_once()
    assert len(sandbox.messages()) == 1


@pytest.mark.dialect
def test_an_intent_that_nobody_pays_is_cancelled_after_two_hours(client, clock, db, sandbox, worker, intent):
    clock.advance(timedelta(hours=2, minutes=1))
    worker.run_once()
    assert [found["status"] for found in sandbox.ledger()["payment_intents"]] == ["canceled"]
    assert [checkout.status for checkout in read_rows(db, Checkout)] == ["cancelled"]


def test_an_intent_that_the_provider_forgot_holds_up_no_other(client, clock, db, sandbox, worker, truck, taco):
    forgotten, unpaid = (
        client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 1))).json()["paymentIntentId"]
        for _ in range(2)
    )
    lost = sa.update(Checkout).where(Checkout.payment_intent_id == forgotten)
    values = {"payment_intent_id": "pi_forgotten", "expires_at": clock.now()}
    db.write(lambda session: session.execute(lost.values(values)))
    clock.advance(timedelta(hours=2, seconds=1))
    worker.run_once()
    ended = {intent["id"]: intent["status"] for intent in sandbox.ledger()["payment_intents"]}
    assert ended[unpaid] == "canceled"
    statuses = {checkout.payment_intent_id: checkout.status for checkout in read_rows(db, Checkout)}
    assert statuses == {"pi_forgotten": "open", unpaid: "cancelled"}


def test_a_decline_then_a_good_card_make_one_order(client, db, sandbox, intent):
    assert sandbox.pay(intent["paymentIntentId"], DECLINED).status_code == 402
    assert verify(client, intent).json()["order"] is None
    assert sandbox.pay(intent["paymentIntentId"], CARD).status_code == 200
    assert verify(client, intent).json()["status"] == "succeeded"
    assert len(read_rows(db, Order)) == 1


def change(db, model, **values):
    db.write(lambda session: session.execute(sa.update(model).values(**values)))


@pytest.mark.parametrize(
    ("model", "values", "flag"),
    [
        (MenuItem, {"is_available": False}, "item_unavailable"),
        (Truck, {"is_active": False}, "truck_inactive"),
    ],
)
def test_once_money_has_moved_the_order_is_made_and_flagged(client, db, sandbox, intent, model, values, flag):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    change(db, model, **values)
    assert verify(client, intent).json()["order"]["total"] == 9.79
    assert read_rows(db, Order)[0].flags == [flag]


def test_a_deleted_menu_item_is_flagged(client, clock, db, sandbox, intent):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    change(db, MenuItem, archived_at=clock.now())
    verify(client, intent)
    assert "item_deleted" in read_rows(db, Order)[0].flags


def test_a_pickup_time_that_passed_while_paying_is_flagged_and_moved(client, clock, db, sandbox, intent):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    clock.advance(timedelta(hours=3))
    verify(client, intent)
    [order] = read_rows(db, Order)
    assert order.flags == ["pickup_passed"]
    assert order.estimated_pickup_at == clock.now() + timedelta(minutes=15)


def test_a_second_payment_for_the_same_things_is_flagged(client, db, sandbox, truck, taco):
    for _ in range(2):
        intent = client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 2))).json()
        sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
        verify(client, intent)
    orders = sorted(read_rows(db, Order), key=lambda order: order.order_number)
    assert [order.flags for order in orders] == [[], ["possible_duplicate"]]
    assert [order.order_number for order in orders] == [101, 102]


def test_a_later_price_never_changes_an_order(client, db, sandbox, intent):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    before = verify(client, intent).json()
    change(db, MenuItem, base_price_cents=1, name="Renamed")
    assert verify(client, intent).json() == before


def test_an_amount_that_is_not_the_checkouts_is_held_for_review(client, db, sandbox, intent):
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    change(db, Checkout, subtotal_cents=500, tax_cents=44, total_cents=544)
    answer = verify(client, intent)
    assert (answer.status_code, answer.json()["code"]) == (409, "payment_in_review")
    verify(client, intent)
    assert read_rows(db, Order) == []
    [review] = read_rows(db, PaymentReview)
    assert (review.payment_intent_id, review.reason) == (intent["paymentIntentId"], "different amount")
