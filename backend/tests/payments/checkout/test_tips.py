"""A tip at the checkout: what is charged is what was shown, and all of the tip is the truck's."""

import random

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.ids import new_id
from chuckwagon.menu.models import MenuItem
from chuckwagon.orders.models import Order
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest, VerifyRequest, hash_request
from chuckwagon.payments.checkout.service import open_checkout
from chuckwagon.payments.fulfillment.service import verify_payment
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body, make_item
from tests.offers.factories import make_offer
from tests.payments.paid_orders import CARD, connect_account, take_tips


@pytest.fixture
def burrito(db, cast):
    return make_item(db, cast.truck, name="Burrito", price=1000)


@pytest.fixture
def send(client, cast, burrito):
    """Send a cart of so many burritos with a tip."""

    def post(tip_cents=0, quantity=1, **cart):
        body = checkout_body(cast.truck, (burrito, quantity), tip_cents=tip_cents)
        body["cart"] |= cart
        return client.post("/api/create-payment-intent", json=body)

    return post


def test_one_payment_has_the_final_amount_and_the_order_contains_the_tip(db, cast, client, sandbox, send, ask, rows):
    take_tips(db, cast.truck)
    made = send(185).json()
    assert (made["subtotal"], made["tax"], made["tip"], made["total"], made["amount"]) == (10, 0.88, 1.85, 12.73, 12.73)
    intent = made["paymentIntentId"]
    sandbox.pay(intent, CARD).raise_for_status()
    secret = {"payment_intent_id": intent, "payment_intent_client_secret": made["clientSecret"]}
    confirmed = client.post("/api/verify-payment", json=secret).json()["order"]
    [order] = rows(Order)
    assert (order.subtotal_cents, order.tax_cents, order.tip_cents, order.total_cents) == (1000, 88, 185, 1273)
    assert [one["amount_received"] for one in sandbox.ledger()["payment_intents"]] == [1273]
    assert (confirmed["tip"], confirmed["total"]) == (1.85, 12.73)
    tracked = client.get(f"/api/track/{confirmed['trackingToken']}").json()
    assert (tracked["tip"], tracked["total"]) == (1.85, 12.73)
    shown = ask("GET", f"/orders/{order.id}").json()
    assert (shown["tip"], shown["total"], shown["refundable"]) == (1.85, 12.73, 12.73)


def test_the_fee_is_computed_without_the_tip_and_the_transfer_contains_it(db, cast, sandbox, send):
    take_tips(db, cast.truck)
    connect_account(db, cast, sandbox, fee_bps=1000)
    sandbox.pay(send(500).json()["paymentIntentId"], CARD).raise_for_status()
    [transfer], [fee] = (sandbox.ledger()[name] for name in ("transfers", "application_fees"))
    assert (transfer["amount"], fee["amount"]) == (1588, 108)


def test_a_truck_without_tips_refuses_one(send, sandbox, rows):
    answer = send(100)
    assert (answer.status_code, answer.json()["code"]) == (409, "tips_off")
    assert (rows(Checkout), sandbox.ledger()["payment_intents"]) == ([], [])
    assert send(tip=0).json()["total"] == 10.88
    assert send(tip=None).status_code == 200


@pytest.mark.parametrize("tip", [-0.01, 0.001, 10.01, 1_000_001, "2"])
def test_a_tip_of_the_wrong_size_changes_nothing(db, cast, send, sandbox, rows, tip):
    take_tips(db, cast.truck)
    total = {"total": 10.88 + tip} if isinstance(tip, float) else {"total": None}
    answer = send(tip=tip, **total)
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"cart.tip"})
    assert (rows(Checkout), sandbox.ledger()["payment_intents"]) == ([], [])


def test_the_largest_tip_is_as_much_as_the_subtotal(db, cast, send):
    take_tips(db, cast.truck)
    assert send(1000).json()["total"] == 20.88
    sentence = "A tip on this order may be at most $10.00."
    assert send(1001).json()["fields"] == {"cart.tip": sentence}


def test_the_limits_of_an_order_are_those_without_its_tip(db, cast, client):
    take_tips(db, cast.truck)
    rose, lobster = make_item(db, cast.truck, "Mint", 40), make_item(db, cast.truck, "Lobster", 80_000)
    small = checkout_body(cast.truck, (rose, 1), tip_cents=40)
    assert client.post("/api/create-payment-intent", json=small).json()["reason"] == "total_out_of_range"
    large = checkout_body(cast.truck, (lobster, 2), tip_cents=50_000)
    assert client.post("/api/create-payment-intent", json=large).json()["total"] == 2240


def test_a_tip_that_the_shown_total_lacks_is_not_charged(db, cast, send, rows):
    """A browser that names a tip but showed a total without it."""
    take_tips(db, cast.truck)
    answer = send(tip=2.0)
    assert (answer.status_code, answer.json()["code"], rows(Checkout)) == (409, "prices_changed", [])
    assert (answer.json()["cart"]["tip"], answer.json()["cart"]["total"]) == (2, 12.88)


def test_new_prices_come_with_as_much_of_the_tip_as_they_allow(db, cast, send, burrito):
    take_tips(db, cast.truck)
    cheaper = sa.update(MenuItem).where(MenuItem.id == burrito.id).values(base_price_cents=300)
    db.write(lambda session: session.execute(cheaper))
    cart = send(500).json()["cart"]
    assert (cart["subtotal"], cart["tax"], cart["tip"], cart["total"]) == (3, 0.26, 3, 6.26)
    db.write(lambda session: session.execute(sa.update(Truck).values(takes_tips=False)))
    cart = send(500).json()["cart"]
    assert (cart["tip"], cart["total"]) == (0, 3.26)


def test_a_request_without_a_tip_has_the_digest_of_earlier_releases(cast, burrito):
    body = checkout_body(cast.truck, (burrito, 1))
    assert b"tip" not in msgspec.json.encode(convert(body, PaymentIntentRequest))
    with_tip = checkout_body(cast.truck, (burrito, 1), tip_cents=1)
    digests = {hash_request(convert(one, PaymentIntentRequest)) for one in (body, with_tip)}
    assert len(digests) == 2


@pytest.mark.parametrize("count", [25, pytest.param(500, marks=pytest.mark.proof)])
def test_the_providers_amount_is_the_orders_total_for_random_carts(db, cast, sandbox, settings, rows, count):
    """The seed is fixed: the same carts each time. Prices, quantities, tax rates, offers, and tips up to their limits.

    Half of the carts have an offer of their own.
    """
    unlimited = msgspec.structs.replace(
        settings,
        limit_checkouts_per_address=0,
        limit_checkouts_per_phone=0,
        limit_verifications_per_address=0,
    )
    take_tips(db, cast.truck)
    items = [make_item(db, cast.truck, f"Item {number}") for number in range(3)]
    dice = random.Random(20_26)
    for _ in range(count):
        body, tip, discount = _random_cart(db, cast.truck, items, dice)
        made = open_checkout(db, unlimited, convert(body, PaymentIntentRequest), CheckoutRequestContext("test"))
        assert (made.total, made.tip, made.discount) == (body["cart"]["total"], tip / 100, discount / 100)
        sandbox.pay(made.payment_intent_id, CARD).raise_for_status()
        verified = verify_payment(db, unlimited, VerifyRequest(made.payment_intent_id), "test")
        assert (verified.order.tip, verified.order.discount) == (tip / 100, discount / 100)
    charged = {one["id"]: one["amount_received"] for one in sandbox.ledger()["payment_intents"]}
    orders = rows(Order)
    assert len(orders) == count
    assert {order.payment_intent_id: order.total_cents for order in orders} == charged
    assert any(order.tip_cents and order.discount_cents for order in orders)


def _random_cart(db, truck, items, dice):
    """Give menu and truck new prices, and return a cart as a browser would send it, with tip and discount in cents."""
    truck.tax_rate_units = dice.randrange(0, 200_001)
    for item in items:
        item.base_price_cents = dice.randrange(50, 4000)

    def write(session):
        session.execute(sa.update(Truck).where(Truck.id == truck.id).values(tax_rate_units=truck.tax_rate_units))
        for item in items:
            price = {"base_price_cents": item.base_price_cents}
            session.execute(sa.update(MenuItem).where(MenuItem.id == item.id).values(price))

    db.write(write)
    lines = [(item, dice.randrange(1, 6)) for item in dice.sample(items, dice.randrange(1, 4))]
    subtotal = sum(item.base_price_cents * quantity for item, quantity in lines)
    percents = [(subtotal * percent + 50) // 100 for percent in (15, 18, 20, 100)]
    tip = min(50_000, dice.choice([0, 1, dice.randrange(0, subtotal + 1), *percents]))
    percent = dice.randrange(1, 50)
    discount = (subtotal * percent + 50) // 100
    if subtotal - discount < 50 or dice.random() < 0.4:
        return checkout_body(truck, *lines, tip_cents=tip), tip, 0
    offer = make_offer(db, truck.id, f"OFFER{new_id()}"[:20].upper(), percent=percent)
    return checkout_body(truck, *lines, tip_cents=tip, offer=(offer.code, discount)), tip, discount
