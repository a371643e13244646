"""Tax by item and prices with tax: checkout, payment, order, receipt and refund have the same cents."""

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body, make_item
from tests.payments.paid_orders import CARD


@pytest.fixture
def cart(db, cast):
    """A burrito, a loaf at the reduced rate, and water that is exempt."""
    menu = (("Burrito", 900, "standard"), ("Loaf", 300, "reduced"), ("Water", 250, "exempt"))
    return [(make_item(db, cast.truck, name, price, tax_class=tax), 1) for name, price, tax in menu]


def set_tax(db, truck, **fields):
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == truck.id).values(**fields)))


ADDED = (14.5, 0.85, 15.35)
INSIDE = (14.5, 0.78, 14.5)


@pytest.mark.parametrize(
    ("includes", "totals", "taxes"),
    [
        (False, ADDED, [{"rate": 8.75, "taxable": 9.0, "tax": 0.79}, {"rate": 2.0, "taxable": 3.0, "tax": 0.06}]),
        (True, INSIDE, [{"rate": 8.75, "taxable": 8.28, "tax": 0.72}, {"rate": 2.0, "taxable": 2.94, "tax": 0.06}]),
    ],
)
def test_the_same_taxes_from_the_checkout_to_the_refund(
    db, cast, client, sandbox, cart, ask, rows, includes, totals, taxes
):
    set_tax(db, cast.truck, reduced_tax_rate_units=20_000, prices_include_tax=includes)
    made = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, *cart, totals=totals)).json()
    shown = {"taxes": taxes, "exempt": 2.5, "pricesIncludeTax": includes, "tax": totals[1], "total": totals[2]}
    assert {name: made[name] for name in shown} == shown
    intent = made["paymentIntentId"]
    sandbox.pay(intent, CARD).raise_for_status()
    secret = {"payment_intent_id": intent, "payment_intent_client_secret": made["clientSecret"]}
    confirmed = client.post("/api/verify-payment", json=secret).json()["order"]
    assert confirmed["taxes"] == taxes
    [order] = rows(Order)
    assert sandbox.ledger()["payment_intents"][0]["amount_received"] == order.total_cents
    for answer in (client.get(f"/api/track/{confirmed['trackingToken']}"), ask("GET", f"/orders/{order.id}")):
        assert {name: answer.json()[name] for name in shown} == shown
    body = {"items": [{"index": 2, "quantity": 1}], "reason": "Spilled"}
    refunded = ask("POST", f"/orders/{order.id}/refunds", json=body).json()
    assert refunded["refunds"][0]["amount"] == 2.5


@pytest.mark.parametrize(
    ("tax_class", "includes", "cents", "tax", "status"),
    [
        ("standard", False, 46, 4, 200),
        ("standard", False, 45, 4, 400),
        ("standard", True, 50, 4, 200),
        ("standard", True, 49, 4, 400),
        ("reduced", False, 49, 1, 200),
        ("reduced", False, 48, 1, 400),
        ("exempt", False, 50, 0, 200),
        ("exempt", False, 49, 0, 400),
    ],
)
def test_the_least_charge_is_half_a_dollar_with_the_tax_of_the_class(
    db, cast, client, sandbox, tax_class, includes, cents, tax, status
):
    set_tax(db, cast.truck, reduced_tax_rate_units=20_000, prices_include_tax=includes)
    item = make_item(db, cast.truck, "Penny candy", cents, tax_class=tax_class)
    totals = (cents / 100, tax / 100, (cents if includes else cents + tax) / 100)
    answer = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (item, 1), totals=totals))
    assert answer.status_code == status, answer.text
    assert status == 200 or answer.json()["code"] == "invalid_input"


def test_a_browser_that_adds_tax_to_prices_with_tax_is_told(db, cast, client, cart):
    set_tax(db, cast.truck, reduced_tax_rate_units=20_000, prices_include_tax=True)
    refused = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, *cart, totals=ADDED))
    assert (refused.status_code, refused.json()["code"], refused.json()["cart"]["total"]) == (
        409,
        "prices_changed",
        14.5,
    )
