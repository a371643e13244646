"""Offer codes at the counter, by the rules of the checkout: terms, uses, once per phone."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock as kit_clock
from chuckwagon.offers.models import OfferUse
from chuckwagon.orders.erasure import OrderRef, anonymize_orders
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations.usage_check import check_offers
from tests.factories import make_item
from tests.offers.factories import make_offer, read_uses

PHONE, OTHER_PHONE = "(213) 373-4253", "(213) 373-4254"


@pytest.fixture
def feast(db, cast):
    return make_item(db, cast.truck, name="Feast", price=2000)


@pytest.fixture
def sell(call, feast):
    def send(code="TACO10", quantity=1, **more):
        items = [{"menuItemId": feast.id, "quantity": quantity}]
        body = {"customerName": "Bo", "items": items, "payment": "cash", "offerCode": code, **more}
        return call("POST", "/orders", json=body)

    return send


@pytest.mark.dialect
def test_the_code_comes_off_before_the_tax_and_counts_as_used(sell, db, cast):
    offer = make_offer(db, cast.truck.id)
    db.write(lambda session: session.execute(sa.text("UPDATE trucks SET takes_tips = true")))
    made = sell(" taco10 ", tip=1, expectedTotal=20.58).json()
    assert (made["subtotal"], made["discount"], made["tax"], made["tip"], made["total"]) == (20, 2, 1.58, 1, 20.58)
    assert (made["offerCode"], read_uses(db, offer)) == ("TACO10", 1)
    assert sell(None).json()["total"] == 21.75
    assert check_offers(db).is_consistent


def test_new_terms_are_told_as_a_new_total_before_the_money_is_taken(sell, db, cast, rows):
    make_offer(db, cast.truck.id, percent=20)
    refused = sell(expectedTotal=19.58).json()
    assert (refused["code"], refused["total"], refused["cart"]["discount"]) == ("prices_changed", 17.4, 4)
    assert rows(OfferUse) == []


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"code": "OTHER10"}, "offer_unknown"),
        ({"is_paused": True}, "offer_expired"),
        ({"ends_at": kit_clock.now() - timedelta(days=900)}, "offer_expired"),
        ({"min_subtotal_cents": 2001}, "offer_minimum"),
        ({"max_uses": 3, "uses": 3}, "offer_used_up"),
        ({"amount_cents": 1990}, "offer_total_too_small"),
    ],
)
def test_a_code_that_cannot_be_used_takes_no_order(sell, db, cast, rows, terms, code):
    make_offer(db, cast.truck.id, **terms)
    refused = sell()
    assert (refused.status_code, refused.json()["code"]) == (409, code)
    assert rows(Order) == rows(OfferUse) == []


def test_once_per_phone_needs_a_phone_and_follows_a_corrected_one(sell, db, cast, call, rows):
    make_offer(db, cast.truck.id, once_per_phone=True)
    refused = sell()
    assert (refused.status_code, refused.json()["reason"]) == (400, "offer_phone_required")
    assert list(refused.json()["fields"]) == ["customerPhone"]
    made = sell(customerPhone=PHONE).json()
    assert sell(customerPhone=PHONE).json()["code"] == "offer_used"
    call("POST", f"/orders/{made['_id']}/contact", json={"phone": OTHER_PHONE}).raise_for_status()
    assert sell(customerPhone=OTHER_PHONE).json()["code"] == "offer_used"
    again = sell(customerPhone=PHONE).json()
    ref = OrderRef(again["_id"], cast.truck.id, None, None)
    db.write(lambda session: anonymize_orders(session, [ref], set()))
    assert {use.id: use.phone_digest is None for use in rows(OfferUse)} == {made["_id"]: False, again["_id"]: True}


def test_a_cancelled_order_gives_its_use_back(sell, db, cast, call):
    offer = make_offer(db, cast.truck.id, max_uses=1)
    made = sell(payment="unpaid").json()
    assert sell().json()["code"] == "offer_used_up"
    call("PATCH", f"/orders/{made['_id']}", json={"status": "cancelled"}).raise_for_status()
    assert read_uses(db, offer) == 0
    assert sell().status_code == 201


@pytest.mark.dialect
def test_the_last_use_is_taken_once(sell, db, cast):
    offer = make_offer(db, cast.truck.id, max_uses=2)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: sell(), range(6)))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    assert read_uses(db, offer) == 2
    assert check_offers(db).is_consistent


def test_staff_are_told_what_a_code_takes_off_also_at_a_truck_that_is_closed(call, cast, db):
    make_offer(db, cast.truck.id, once_per_phone=True)
    db.write(lambda session: session.execute(sa.text("UPDATE trucks SET is_active = false")))
    path = f"/trucks/{cast.truck.id}/counter/offer-quote"
    quote = call("POST", path, json={"code": "taco10", "subtotal": 20}).json()
    assert quote == {
        "code": "TACO10", "percent": 10, "amount": None, "minSubtotal": 0, "discount": 2, "oncePerPhone": True,
    }  # fmt: skip
    for _ in range(12):  # no limit for what staff mistype
        assert call("POST", path, json={"code": "tacco10", "subtotal": 20}).json()["code"] == "offer_unknown"
