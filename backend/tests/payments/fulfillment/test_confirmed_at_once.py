"""A truck may let its orders be confirmed by themselves: new ones at once, but none that needs a person."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.menu.models import MenuItem
from chuckwagon.orders.models import Order, OrderCounter, OrderEvent
from chuckwagon.payments.fulfillment.service import fulfill_payment
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body
from tests.payments.paid_orders import CARD

PENDING, CONFIRMED = ("pending", "customer"), ("confirmed", "automatic")


@pytest.fixture(autouse=True)
def turned_on(ask, cast):
    def turn(is_on=True, **more):
        body = {"confirmsOrders": is_on, **more}
        answer = ask("PATCH", f"/trucks/{cast.truck.id}/settings", as_="truck_admin", json=body)
        assert answer.json()["settings"]["confirmsOrders"] is is_on
        return answer

    turn()
    return turn


@pytest.fixture
def start(client, cast, shop):
    """A checkout, and what pays it and shows its order's history."""

    def begin(phone="(213) 373-4100"):
        body = checkout_body(cast.truck, (shop.taco, 2))
        body["customerInfo"]["phone"] = phone
        intent = client.post("/api/create-payment-intent", json=body).json()["paymentIntentId"]

        def pay():
            shop.sandbox.pay(intent, CARD, webhooks=False).raise_for_status()
            answer = client.post("/api/verify-payment", json={"payment_intent_id": intent})
            return shop.shown(answer.json()["order"]["_id"])

        return pay

    return begin


def steps(order):
    return [(step["status"], step["by"]) for step in order["history"]]


def take(ask, shop, **more):
    body = {"customerName": "Bo", "items": [{"menuItemId": shop.taco.id, "quantity": 1}], "payment": "cash"}
    answer = ask("POST", "/orders", as_="truck_admin", json=body | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.dialect
def test_an_online_order_is_confirmed_by_the_setting_and_told_once(ask, shop, start, worker, sandbox, rows):
    order = start()()
    assert (order["status"], order["nextStatuses"]) == ("confirmed", ["preparing", "cancelled"])
    assert steps(order) == [PENDING, CONFIRMED]
    worker.run_once()
    [text] = sandbox.messages()
    assert f"we have your order #{order['orderNumber']}, $21.75 paid." in text["body"]
    assert len(sandbox.get("/_sandbox/emails").json()) == 1
    assert ask("GET", "/orders/counts").json() == {
        "pending": 0, "confirmed": 1, "preparing": 0, "ready": 0, "completed": 0, "cancelled": 0,
    }  # fmt: skip
    answer = ask("PATCH", f"/orders/{order['_id']}", as_="truck_admin", json={"status": "confirmed"})
    assert (answer.status_code, len(rows(OrderEvent))) == (200, 2)  # as a colleague's second press


def test_an_order_at_the_counter_is_confirmed_too_also_while_the_truck_is_paused(ask, cast, shop, turned_on):
    turned_on(acceptingOrders=False)
    for payment in ("cash", "unpaid"):
        order = take(ask, shop, payment=payment)
        assert steps(order) == [("pending", cast.truck_admin.name), CONFIRMED]
        assert order["status"] == "confirmed"


def test_it_is_off_until_the_truck_turns_it_on(ask, cast, shop, start, turned_on):
    turned_on(False)
    assert steps(start()()) == [PENDING]
    assert take(ask, shop)["status"] == "pending"


def change(db, statement):
    db.write(lambda session: session.execute(statement))


def test_what_no_longer_fits_waits_for_a_person(db, start):
    pay = start()
    change(db, sa.update(MenuItem).values(is_available=False))
    order = pay()
    assert (order["flags"], steps(order)) == (["item_unavailable"], [PENDING])


def test_the_same_order_twice_waits_for_a_person(start):
    first, second = start()(), start()()
    assert (steps(first), first["flags"]) == ([PENDING, CONFIRMED], [])
    assert (steps(second), second["flags"]) == ([PENDING], ["possible_duplicate"])


@pytest.mark.parametrize("kind", ["paused", "off"])
def test_an_order_that_was_being_paid_when_the_truck_paused_waits_for_a_person(db, clock, start, kind):
    pay = start()
    hour = timedelta(hours=1)
    values = {"paused_until": clock.now() + hour} if kind == "paused" else {"accepting_orders": False}
    change(db, sa.update(Truck).values(values))
    assert steps(pay()) == [PENDING]
    if kind == "paused":
        change(db, sa.update(Truck).values(paused_until=clock.now() - hour))
        assert steps(start("(213) 373-4101")()) == [PENDING, CONFIRMED]


def test_a_payment_that_was_held_for_review_waits_for_a_person(db, client, start, shop, rows):
    pay = start()
    with db.reading() as session:
        total = session.scalar(sa.select(Checkout.total_cents))
    change(db, sa.update(Checkout).values(total_cents=9999))
    with pytest.raises(KeyError):
        pay()
    assert rows(Order) == []
    change(db, sa.update(Checkout).values(total_cents=total))
    [checkout] = rows(Checkout)
    intent = checkout.payment_intent_id or ""
    client.post("/api/verify-payment", json={"payment_intent_id": intent})
    [order] = rows(Order)
    assert steps(shop.shown(order.id)) == [PENDING]


def test_an_order_that_is_found_later_waits_for_a_person(db, clock, settings, sandbox, client, cast, shop):
    body = checkout_body(cast.truck, (shop.taco, 2))
    intent = client.post("/api/create-payment-intent", json=body).json()["paymentIntentId"]
    sandbox.pay(intent, CARD, webhooks=False).raise_for_status()
    paid = stripe_gateway(settings).get_intent(intent)
    at = clock.now() - timedelta(minutes=20)
    found = db.write(lambda one: fulfill_payment(one, paid, expect_live=False, source="reconciler", paid_at=at))
    assert steps(shop.shown(found.id)) == [PENDING]


@pytest.mark.dialect
def test_a_cancellation_at_the_same_moment_comes_after_it_and_the_counts_hold(db, ask, shop, start, rows):
    orders = [start(f"(213) 373-42{number:02}")() for number in range(4)]
    with ThreadPoolExecutor(8) as pool:
        for order in orders:
            pool.submit(ask, "PATCH", f"/orders/{order['_id']}", as_="truck_admin", json={"status": "cancelled"})
            pool.submit(take, ask, shop)
            pool.submit(ask, "PATCH", f"/orders/{order['_id']}", as_="truck_admin", json={"status": "preparing"})
    for order in orders:
        after = shop.shown(order["_id"])
        assert [status for status, _ in steps(after)][:2] == ["pending", "confirmed"]
        assert steps(after)[-1][0] == after["status"]
    [counter] = rows(OrderCounter)
    statuses = [order.status for order in rows(Order)]
    assert {name: getattr(counter, name) for name in set(statuses)} == {
        name: statuses.count(name) for name in set(statuses)
    }
    assert (counter.pending, len(statuses)) == (0, 8)
