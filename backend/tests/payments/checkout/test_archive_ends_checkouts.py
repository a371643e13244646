"""Archiving a truck ends its open checkouts; an order that is paid after that is reported to the superadmin."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock as product_clock
from chuckwagon.orders.models import Order
from chuckwagon.payments.metrics import ORPHANED
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body

CARD = "4242424242424242"


@pytest.fixture
def intent(client, shop, cast):
    return client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 1))).json()


def archive(ask, truck):
    assert ask("DELETE", f"/trucks/{truck.id}").status_code in (200, 204)


def test_an_open_checkout_cannot_be_paid_any_more(ask, cast, worker, sandbox, intent, rows, clock):
    archive(ask, cast.truck)
    worker.run_once()
    clock.advance(timedelta(minutes=1))
    worker.run_once()
    [made] = sandbox.ledger()["payment_intents"]
    assert made["status"] == "canceled"
    assert rows(Order) == []


def test_a_payment_that_is_being_made_meanwhile_is_cancelled_too(ask, cast, worker, sandbox, intent, rows, clock, db):
    """A checkout closed before its intent is stored would leave the payment payable forever."""

    def store(intent_id):
        db.write(lambda session: session.execute(sa.update(Checkout).values(payment_intent_id=intent_id)))

    store(None)  # Stripe has not answered yet
    archive(ask, cast.truck)
    worker.run_once()
    clock.advance(timedelta(seconds=25))
    worker.run_once()
    assert [checkout.status for checkout in rows(Checkout)] == ["open"]
    store(intent["paymentIntentId"])
    clock.advance(timedelta(seconds=25))
    worker.run_once()
    [made] = sandbox.ledger()["payment_intents"]
    assert made["status"] == "canceled"


def test_a_checkout_whose_payment_was_never_made_is_closed(ask, cast, worker, intent, rows, clock, db):
    db.write(lambda session: session.execute(sa.update(Checkout).values(payment_intent_id=None)))
    archive(ask, cast.truck)
    worker.run_once()
    clock.advance(timedelta(minutes=2))
    worker.run_once()
    assert [checkout.status for checkout in rows(Checkout)] == ["cancelled"]


def test_another_trucks_checkout_stays_open(ask, cast, worker, sandbox, intent, clock):
    archive(ask, cast.other_truck)
    worker.run_once()
    clock.advance(timedelta(minutes=1))
    worker.run_once()
    [made] = sandbox.ledger()["payment_intents"]
    assert made["status"] == "requires_payment_method"


def test_what_was_paid_in_the_same_moment_is_an_order_that_the_superadmin_is_told_of(cast, sandbox, intent, rows, db):
    before = ORPHANED.value()
    truck = sa.update(Truck).where(Truck.id == cast.truck.id)
    db.write(lambda session: session.execute(truck.values(archived_at=product_clock.now())))
    sandbox.pay(intent["paymentIntentId"], CARD)
    sandbox.wait_until_told()
    [order] = rows(Order)
    assert "truck_inactive" in order.flags
    assert ORPHANED.value() == before + 1
