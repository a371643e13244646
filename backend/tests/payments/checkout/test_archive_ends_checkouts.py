"""Archiving a truck ends its open orders and checkouts; what is paid after that is refunded, too."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.cli import doctor
from chuckwagon.kit import clock as product_clock
from chuckwagon.monitoring import GaugeReader
from chuckwagon.orders.models import Order
from chuckwagon.payments.metrics import ORPHANED
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body
from tests.metrics import gauge_values, metric_value

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


def test_open_orders_are_cancelled_refunded_and_told_once_the_user_knows_them(
    ask, shop, cast, worker, sandbox, rows, clock, client
):
    order_id, _ = shop.buy()
    shop.buy(quantity=1)
    worker.run_once()
    truck = f"/trucks/{cast.truck.id}"
    found = ask("GET", f"{truck}/open-orders", as_="truck_admin").json()
    assert found == {"orders": 2, "total": 32.63, "refundTotal": 32.63, "checkouts": 0, "stops": 0}
    refused = ask("DELETE", f"{truck}?orders=1")
    assert (refused.status_code, refused.json()["code"], refused.json()["openOrders"]) == (
        409,
        "truck_has_orders",
        found,
    )
    assert ask("GET", "/trucks").json()[0]["name"] == "Other Truck"
    assert ask("DELETE", f"{truck}?orders=2").status_code == 200
    for _ in range(3):
        worker.run_once()
        clock.advance(timedelta(minutes=1))
    orders = rows(Order)
    assert [(order.status, order.payment_status) for order in orders] == [("cancelled", "refunded")] * 2
    assert sorted(refund["amount"] for refund in sandbox.ledger()["refunds"]) == [1088, 2175]
    assert sum("cancelled" in text["body"] for text in sandbox.messages()) == 2
    written = [row for row in rows(AuditEvent) if row.subject_id == order_id]
    assert {row.actor_id for row in written} == {cast.superadmin.id}


@pytest.mark.dialect
def test_what_is_paid_after_the_deletion_is_refunded_and_its_customer_reads_only_that(
    ask, cast, sandbox, intent, rows, db, worker, settings
):
    before = metric_value(ORPHANED)
    truck = sa.update(Truck).where(Truck.id == cast.truck.id)
    db.write(lambda session: session.execute(truck.values(archived_at=product_clock.now())))
    sandbox.pay(intent["paymentIntentId"], CARD)
    sandbox.wait_until_told()
    [order] = rows(Order)
    assert "truck_inactive" in order.flags
    assert metric_value(ORPHANED) == before + 1
    gauges = gauge_values(GaugeReader(db, settings))
    assert gauges["chuckwagon_open_orders_of_deleted_trucks"] == {(): 1}
    assert not doctor._check_deleted_trucks(settings).is_ok
    for _ in range(3):
        worker.run_once()
    [order] = rows(Order)
    assert (order.status, order.payment_status) == ("cancelled", "refunded")
    first = sandbox.messages()[0]["body"]
    assert "cancelled" in first
    assert not any("we have your order" in text["body"] for text in sandbox.messages())
    assert doctor._check_deleted_trucks(settings).is_ok
