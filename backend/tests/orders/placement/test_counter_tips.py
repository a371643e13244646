"""Tips at the counter, and their limits."""

import json
from pathlib import Path

import pytest

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement import pricing
from tests.factories import make_item
from tests.payments.paid_orders import take_tips

LIMITS = json.loads((Path(__file__).parents[2] / "data" / "money_cases.json").read_text())["maxTip"]


@pytest.fixture
def burrito(db, cast):
    return make_item(db, cast.truck, name="Burrito", price=1000)


def sold(item, **more):
    line = {"menuItemId": item.id, "quantity": 1}
    return {"customerName": "Bo", "items": [line], "payment": "cash", **more}


@pytest.mark.parametrize("case", LIMITS, ids=lambda case: str(case["subtotalCents"]))
def test_the_largest_tip_is_the_subtotal_and_at_most_five_hundred_dollars(case):
    subtotal, limit = case["subtotalCents"], case["maxTipCents"]
    assert pricing.max_tip_cents(subtotal) == limit
    pricing.check_tip(limit, subtotal, "tip", takes_tips=True)
    with pytest.raises(InvalidInput):
        pricing.check_tip(limit + 1, subtotal, "tip", takes_tips=True)


@pytest.mark.parametrize("dollars", [-0.01, 0.001, 2.005, 1e9])
def test_a_tip_is_whole_cents_of_zero_or_more(dollars):
    with pytest.raises(InvalidInput) as caught:
        pricing.read_tip_cents(dollars, "cart.tip")
    assert set(caught.value.fields) == {"cart.tip"}


@pytest.mark.parametrize("payment", ["cash", "card", "unpaid"])
def test_the_counter_takes_a_tip_too(call, cast, db, burrito, payment):
    take_tips(db, cast.truck)
    answer = call("POST", "/orders", json=sold(burrito, payment=payment, tip=1.85, expectedTotal=12.73))
    assert answer.status_code == 201, answer.text
    order = answer.json()
    assert (order["subtotal"], order["tax"], order["tip"], order["total"]) == (10, 0.88, 1.85, 12.73)


@pytest.mark.parametrize(
    ("tip", "total", "status", "code"),
    [
        (1.85, 10.88, 409, "prices_changed"),  # the total that was told had no tip
        (10.01, None, 400, "invalid_input"),
        (-1, None, 400, "invalid_input"),
        (0.005, None, 400, "invalid_input"),
        ("1", None, 400, "invalid_input"),
    ],
)
def test_a_tip_that_was_not_agreed_to_or_is_too_large_makes_no_order(
    call, cast, db, rows, burrito, tip, total, status, code
):
    take_tips(db, cast.truck)
    answer = call("POST", "/orders", json=sold(burrito, tip=tip, expectedTotal=total))
    assert (answer.status_code, answer.json()["code"], rows(Order)) == (status, code, [])


def test_a_truck_without_tips_takes_none_at_the_counter(call, rows, burrito):
    answer = call("POST", "/orders", json=sold(burrito, tip=0.01))
    assert (answer.status_code, answer.json()["code"], rows(Order)) == (409, "tips_off", [])
    assert call("POST", "/orders", json=sold(burrito, tip=0)).json()["total"] == 10.88
