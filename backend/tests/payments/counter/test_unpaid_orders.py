"""An order that was taken unpaid, by phone, and is paid with a card on a reader at pickup."""

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditActor
from chuckwagon.drawer.models import DayEvent
from chuckwagon.kit import clock
from chuckwagon.orders.models import CounterDraft, Order, OrderEvent, OrderLine
from chuckwagon.orders.status_changes import NOT_COMPLETED, try_cancel
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.trucks.models import Truck

pytestmark = pytest.mark.dialect


@pytest.fixture
def ordered(window):
    """Place an unpaid order of one item; returns it."""
    items = [{"menuItemId": window.item.id, "quantity": 1}]
    body = {"truckId": window.truck.id, "customerName": "Bo", "items": items, "payment": "unpaid"}
    return window.ask("POST", "/orders", json=body).json()


@pytest.fixture
def collect(window, ordered):
    def send(key="c1"):
        body = {"orderId": ordered["_id"], "readerId": window.reader["_id"]}
        return window.ask("POST", "/counter-payments", json=body, headers={"Idempotency-Key": key})

    return send


def kept_drafts(window):
    with window.db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(CounterDraft))


def test_the_card_pays_the_order_that_exists_with_the_tip_of_the_reader(window, collect, ordered, db, worker):
    db.write(lambda session: session.execute(sa.update(Truck).values(takes_tips=True)))
    payment = collect().json()
    assert (payment["state"], payment["paysOrderId"], payment["orderId"]) == ("waiting", ordered["_id"], None)
    assert collect().json()["_id"] == payment["_id"]
    window.press(action="tap", tip=200)
    paid = window.settle(payment)
    assert (paid["state"], paid["orderId"]) == ("paid", ordered["_id"])
    [order] = window.orders()
    assert (order.tender, order.payment_status, order.tip_cents) == ("reader", "paid", 200)
    assert [order.total_cents] == [one["amount"] for one in window.charges()]
    worker.run_once()
    assert (window.orders()[0].reader["last4"], kept_drafts(window)) == ("4242", 0)


def test_while_a_card_is_asked_for_nothing_else_pays_the_order(window, collect, ordered):
    collect()
    cash = window.ask("POST", f"/orders/{ordered['_id']}/payment", json={"payment": "cash"})
    assert [cash.json()["code"], collect(key="c2").json()["code"]] == ["payment_running"] * 2
    assert window.orders()[0].payment_status == "unpaid"


def test_an_order_that_is_paid_is_refused_with_its_state(window, collect, ordered):
    window.ask("POST", f"/orders/{ordered['_id']}/payment", json={"payment": "cash"})
    refused = collect()
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_conflict")
    assert refused.json()["order"]["_id"] == ordered["_id"]


@pytest.mark.parametrize(
    ("name", "state", "payment_status"), [("cancel", "cancelled", "unpaid"), ("cash", "cash", "paid")]
)
def test_it_can_be_cancelled_or_paid_in_cash_instead(window, collect, ordered, name, state, payment_status):
    payment = collect().json()
    assert window.act(payment, name).json()["state"] == state
    [order] = window.orders()
    assert (order.payment_status, order.tender) == (payment_status, "cash" if name == "cash" else "unpaid")
    assert (window.charges(), kept_drafts(window)) == ([], 0)


def test_staff_cannot_cancel_an_order_while_a_card_is_asked_for_it(window, collect, ordered):
    payment = collect().json()
    gone = {"status": "cancelled", "version": ordered["version"]}
    refused = window.ask("PATCH", f"/orders/{ordered['_id']}", json=gone)
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_running")
    assert window.orders()[0].status == ordered["status"]
    window.act(payment, "cancel")
    assert window.ask("PATCH", f"/orders/{ordered['_id']}", json=gone).status_code == 200


def test_a_charge_for_an_order_that_was_cancelled_meanwhile_is_held_for_review(window, collect, ordered, db):
    """By a disruption of its stop, which does not wait for a card."""
    payment = collect().json()
    author = AuditActor(None, "Chuckwagon", "system")
    assert db.write(lambda session: try_cancel(session, ordered["_id"], NOT_COMPLETED, author, "Chuckwagon"))
    window.press(action="tap")
    ended = window.settle(payment)
    assert (ended["state"], ended["reason"]) == ("cancelled", "in_review")
    with window.db.reading() as session:
        [review] = session.scalars(sa.select(PaymentReview))
    assert review.reason == "the order was paid or cancelled meanwhile"


def test_an_order_whose_charge_is_held_for_review_is_not_charged_again_until_it_is_decided(window, collect):
    window.sandbox.fault("webhooks", "drop")
    payment = collect().json()
    window.tap_for_another_total()
    assert window.settle(payment)["reason"] == "in_review"
    refused = collect(key="c2")
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_in_review")
    assert (len(window.charges()), window.orders()[0].payment_status, kept_drafts(window)) == (1, "unpaid", 0)
    window.decide_reviews("refund")
    assert collect(key="c2").json()["state"] == "waiting"


def lose_all(window, *tables):
    """Charge the card without a word of it, and lose the payment."""
    window.sandbox.fault("webhooks", "drop")
    window.press(action="tap")
    window.forget(CounterPayment, Checkout, CounterDraft, *tables)


def test_a_payment_that_is_recovered_from_stripe_pays_the_order_that_exists(window, collect, ordered):
    since = clock.now()
    collect()
    lose_all(window)
    assert window.recover(since) == ["order recovered"]
    [order] = window.orders()
    assert (order.id, order.tender, order.payment_status) == (ordered["_id"], "reader", "paid")
    assert [order.total_cents] == [one["amount"] for one in window.charges()]


def test_an_order_that_is_lost_with_its_payment_comes_back_with_its_lines(window, collect, ordered):
    since = clock.now()
    collect()
    lose_all(window, DayEvent, OrderEvent, OrderLine, Order)
    assert window.recover(since) == ["order recovered"]
    [order] = window.orders()
    assert (order.tender, order.source, order.total_cents) == ("reader", "counter", window.charges()[0]["amount"])
    assert [(one.name, one.quantity) for one in order.lines] == [("Taco", 1)]


def test_the_counter_lists_the_readers_of_the_truck(window):
    counter = window.ask("GET", f"/trucks/{window.truck.id}/counter").json()
    assert [one["label"] for one in counter["readers"]] == ["Window"]
    other = window.ask("GET", f"/trucks/{window.cast.other_truck.id}/counter").json()
    assert other["readers"] == []
