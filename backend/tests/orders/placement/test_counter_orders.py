"""Counter orders: priced by the server, numbered like online orders, placed once for each idempotency key."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.customers.models import Customer
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.models import Order, OrderEvent
from chuckwagon.trucks.models import Truck
from tests.cast import ROLES
from tests.factories import make_item

GROUPS = [("Size", 1, 1, [("Small", 0), ("Large", 150)]), ("Extras", 0, 2, [("Salsa", 50), ("Guac", 225)])]


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck, name="Taco", price=450, groups=GROUPS)


@pytest.fixture
def water(db, cast):
    return make_item(db, cast.truck, name="Water", price=200)


def body_of(*items, **more):
    return {"customerName": "Bo", "items": list(items), "payment": "cash", **more}


def line(item, quantity=1, options=(), **more):
    return {"menuItemId": item.id, "quantity": quantity, "optionIds": list(options), **more}


def option(item, group, index):
    return item.option_groups[group].options[index].id


@pytest.mark.dialect
def test_the_server_prices_it_and_the_payment_says_what_is_owed(call, cast, rows, taco, water):
    items = (line(taco, 2, [option(taco, 0, 1), option(taco, 1, 0)]), line(water, 1))
    for payment, status in (("cash", "paid"), ("card", "paid"), ("unpaid", "unpaid")):
        answer = call("POST", "/orders", json=body_of(*items, payment=payment, total=0.01))
        assert answer.status_code == 201, answer.text
        order = answer.json()
        assert (order["paymentStatus"], order["status"], order["source"]) == (status, "pending", "counter")
        assert order["tender"] == payment
    assert order["orderNumber"] == "103"
    assert [(item["unitPrice"], item["totalPrice"]) for item in order["items"]] == [(6.5, 13), (2, 2)]
    assert [one["name"] for one in order["items"][0]["customizations"]] == ["Large", "Salsa"]
    assert (order["subtotal"], order["tax"], order["total"], order["taxRate"]) == (15, 1.31, 16.31, 8.75)
    assert (order["pickupTime"], order["estimatedPickupTime"]) == (None, None)
    assert [(step["status"], step["by"]) for step in order["history"]] == [("pending", cast.truck_admin.name)]
    truck = {"name": cast.truck.name, "slug": cast.truck.slug, "timezone": cast.truck.timezone}
    assert order["truck"] == truck
    assert rows(Customer) == []
    assert rows(OutboxMessage) == []


def test_it_says_how_and_by_whom_it_was_paid(call, cast, clock, water):
    for method in ("cash", "card"):
        paid = call("POST", "/orders", json=body_of(line(water), payment=method)).json()
        assert paid["windowPayment"] == {
            "method": method, "at": paid["createdAt"], "by": cast.truck_admin.name,
        }  # fmt: skip
    unpaid = call("POST", "/orders", json=body_of(line(water), payment="unpaid")).json()
    assert unpaid["windowPayment"] is None


def test_another_total_than_the_customer_was_told_takes_no_order(call, rows, water):
    headers = {"Idempotency-Key": "told"}
    refused = call("POST", "/orders", json=body_of(line(water), expectedTotal=2.17), headers=headers)
    assert (refused.status_code, refused.json()["code"], refused.json()["total"]) == (409, "prices_changed", 2.18)
    items = (line(water, 2, unitPrice=1.5), line(water, unitPrice=2))
    cart = call("POST", "/orders", json=body_of(*items, expectedTotal=5)).json()
    assert [(one["line"], one["code"], one["message"]) for one in cart["problems"]] == [
        (0, "price_changed", "Water now comes to $4.00."),
    ]
    assert (cart["total"], cart["cart"]["subtotal"], cart["cart"]["tax"]) == (6.53, 6, 0.53)
    assert [one["basePrice"] for one in cart["cart"]["items"]] == [2, 2]
    assert rows(Order) == []
    right = call("POST", "/orders", json=body_of(line(water), expectedTotal=2.18), headers=headers)
    assert (right.status_code, right.json()["total"]) == (201, 2.18)


@pytest.mark.parametrize("closed", [{"accepting_orders": False}, {"is_active": False}])
def test_the_window_stays_open_while_the_truck_is_closed_online(call, db, cast, water, closed):
    db.write(lambda session: session.execute(sa.update(Truck).values(closed)))
    assert call("POST", "/orders", json=body_of(line(water))).status_code == 201


def test_a_phone_makes_a_customer_and_brings_the_texts(call, rows, water, worker, sandbox):
    asked = body_of(line(water), customerPhone="(213) 373-4253", payment="unpaid")
    order = call("POST", "/orders", json=asked).json()
    assert order["customerPhone"] == "+12133734253"
    assert [customer.id for customer in rows(Customer)] == [order["customerId"]]
    worker.run_once()
    [text] = sandbox.messages()
    assert "$2.18 to pay at the counter" in text["body"]
    assert "Reply STOP" in text["body"]


@pytest.mark.dialect
def test_one_key_takes_one_order(call, rows, water):
    headers = {"Idempotency-Key": "window-1"}
    send = lambda _=None: call("POST", "/orders", json=body_of(line(water)), headers=headers)  # noqa: E731
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(send, range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert len(rows(Order)) == len(rows(OrderEvent)) == 1
    other = call("POST", "/orders", json=body_of(line(water, 2)), headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len(rows(Order)) == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"customerName": " "}, "customerName"),
        ({"customerName": "x" * 81}, "customerName"),
        ({"customerName": "\u202e"}, "customerName"),
        ({"customerPhone": "12345"}, "customerPhone"),
        ({"customerPhone": "(876) 555-0100"}, "customerPhone"),
        ({"payment": "later"}, "payment"),
        ({"payment": None}, "payment"),
        ({"items": []}, "items"),
        ({"items": None}, "items"),
        ({"expectedTotal": -1}, "expectedTotal"),
        ({"expectedTotal": 1e300}, "expectedTotal"),
        ({"quantity": 0}, "items.0.quantity"),
        ({"unitPrice": -1}, "items.0.unitPrice"),
        ({"quantity": 100}, "items.0.quantity"),
        ({"quantity": 10**14}, "items.0.quantity"),
        ({"specialInstructions": "x" * 501}, "specialInstructions"),
        ({"lineInstructions": "x" * 201}, "items.0.specialInstructions"),
    ],
)
def test_bad_input_names_its_field_and_takes_no_order(call, rows, water, change, field):
    asked = body_of(line(water))
    if change.keys() & {"quantity", "unitPrice"}:
        asked["items"][0] |= change
    elif "lineInstructions" in change:
        asked["items"][0]["specialInstructions"] = change["lineInstructions"]
    else:
        asked |= change
    answer = call("POST", "/orders", json=asked)
    assert (answer.status_code, list(answer.json().get("fields", {}))) == (400, [field])
    assert rows(Order) == []


def test_what_cannot_be_sold_is_named_by_line(call, db, cast, rows, taco, water):
    gone = make_item(db, cast.truck, name="Soup", is_available=False)
    foreign = make_item(db, cast.other_truck, name="Pizza")
    items = (line(water), line(gone), line(foreign), line(taco), {"menuItemId": "x", "quantity": 1})
    answer = call("POST", "/orders", json=body_of(*items))
    assert (answer.status_code, answer.json()["code"]) == (409, "cart_invalid")
    assert [(one["line"], one["code"]) for one in answer.json()["problems"]] == [
        (1, "item_sold_out"),
        (2, "item_gone"),
        (3, "too_few_options"),
        (4, "item_gone"),
    ]
    assert rows(Order) == []


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("is_complete", [True, False])
def test_only_the_staff_of_the_truck_take_its_orders(call, cast, rows, water, role, is_complete):
    asked = {"truckId": cast.truck.id} | (body_of(line(water)) if is_complete else {})
    answer = call("POST", "/orders", role, json=asked)
    if role in ("truck_admin", "superadmin"):
        assert answer.status_code == (201 if is_complete else 400)
        assert len(rows(Order)) == is_complete
    else:
        assert answer.status_code == (401 if role is None else 403)
        assert (rows(Order), rows(Customer), rows(OutboxMessage)) == ([], [], [])


def test_a_superadmin_says_for_which_truck(call, water):
    answer = call("POST", "/orders", "superadmin", json=body_of(line(water)))
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["truckId"])
    unknown = body_of(line(water), truckId="0" * 24)
    assert call("POST", "/orders", "superadmin", json=unknown).status_code == 404
