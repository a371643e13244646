"""Order tracking by token: the right fields, no contact details, and never another order."""

import contextlib
import json
import random
import string
import threading
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import LineModifier, Order, OrderLine, make_view_token
from chuckwagon.orders.service import add_refund
from chuckwagon.trucks.models import Truck

PLACED = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
PHONE, EMAIL, STAFF = "+12135550188", "grace@example.com", "Marisol at the counter"


@pytest.fixture
def follow(client):
    return lambda token: client.get(f"/api/track/{token}")


@pytest.fixture
def change(db):
    """Change rows of a model in another transaction."""

    def write(model, row_id, **values):
        db.write(lambda session: session.execute(sa.update(model).where(model.id == row_id).values(**values)))

    return write


TWO_TACOS = {
    "menuItemId": None,
    "name": "Taco",
    "quantity": 2,
    "unitPrice": 4.5,
    "totalPrice": 9.0,
    "customizations": [{"group": "Salsa", "name": "Verde", "additionalPrice": 0.5, "quantity": 1, "freeQuantity": 0}],
    "specialInstructions": None,
    "refundedQuantity": 0,
    "diets": None,
    "allergens": None,
    "allergensNotStated": [],
}


def shown_truck(truck):
    return {
        "_id": truck.id,
        "name": truck.name,
        "slug": truck.slug,
        "phone": "(213) 555-0100",
        "location": {"city": "Austin", "state": "TX"},
        "timezone": truck.timezone,
        "imageUrl": None,
        "accentHue": 30,
        "isActive": True,
        "isDeleted": False,
    }


PAID_ONLINE = {"offlineNumber": None, "tender": "online", "reader": None, "paidAtCounterBy": None}


def test_the_order_is_shown_with_its_prices_its_steps_and_its_truck(db, cast, follow, make_order, change):
    change(Truck, cast.truck.id, phone="(213) 555-0100", city="Austin", state="TX", accent_hue=30)
    order = make_order(
        lines=[("Taco", 2, 450)], created_at=PLACED, steps=[("confirmed", PLACED + timedelta(minutes=2))],
        status="confirmed", tax_cents=79, total_cents=979, tax_rate_units=87_500,
        pickup_at=PLACED + timedelta(minutes=30), estimated_pickup_at=PLACED + timedelta(minutes=40),
    )  # fmt: skip
    add_modifier(db, order)
    answer = follow(order.tracking_token)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.json() == {
        "_id": order.id,
        "orderNumber": str(order.order_number),
        "status": "confirmed",
        "paymentStatus": "paid",
        "customerName": "Ada",
        "items": [TWO_TACOS],
        "subtotal": 9.0,
        "tax": 0.79,
        "taxes": [{"rate": 8.75, "taxable": 9.0, "tax": 0.79}],
        "exempt": 0.0,
        "pricesIncludeTax": False,
        "tip": 0,
        "discount": 0,
        "offerCode": None,
        "total": 9.79,
        "refunded": 0.0,
        "payOutDue": 0.0,
        "taxRate": 8.75,
        "pickupTime": "2026-03-06T20:30:00.000Z",
        "estimatedPickupTime": "2026-03-06T20:40:00.000Z",
        "createdAt": "2026-03-06T20:00:00.000Z",
        "updatedAt": "2026-03-06T20:00:00.000Z",
        "steps": [
            {"status": "pending", "at": "2026-03-06T20:00:00.000Z"},
            {"status": "confirmed", "at": "2026-03-06T20:02:00.000Z"},
        ],
        "truck": shown_truck(cast.truck),
        "stopId": None,
        "place": None,
        "slotAt": None,
        "stop": None,
        "change": None,
        "choices": None,
        "language": "en",
        "version": 1,
        "contactUntil": None,
        "isViewOnly": False,
        **PAID_ONLINE,
    }


def add_modifier(db, order):
    salsa = {"position": 0, "option_id": None, "group_name": "Salsa", "name": "Verde"}

    def add(session):
        line_id = session.scalar(sa.select(OrderLine.id).where(OrderLine.order_id == order.id))
        session.add(LineModifier(id=new_id(), line_id=line_id, additional_price_cents=50, **salsa))

    db.write(add)


def test_neither_phone_nor_e_mail_nor_anybody_of_the_staff_is_in_it(cast, call, follow, make_order, change):
    change(Truck, cast.truck.id, owner_name="Olga Owner", owner_email="olga@example.com")
    order = make_order(customer_name="Grace Hopper", customer_phone=PHONE, customer_email=EMAIL)
    assert call("PATCH", f"/orders/{order.id}/status", json={"status": "confirmed"}).status_code == 200
    given = call("POST", f"/orders/{order.id}/refunds", json={"amount": 1, "reason": "Sorry, Grace Hopper"})
    assert given.status_code == 201
    text = json.dumps(follow(order.tracking_token).json())
    staff_name = call("GET", f"/orders/{order.id}").json()["history"][-1]["by"]
    secrets = ["Hopper", PHONE, PHONE[2:], EMAIL, staff_name, "Olga", "olga@", "Sorry", order.tracking_token]
    assert [secret for secret in secrets if secret in text] == []
    assert json.loads(text)["customerName"] == "Grace"


def test_what_staff_do_is_seen_at_once(call, follow, make_order):
    order = make_order()
    for status in ("confirmed", "preparing", "ready", "completed"):
        assert call("PATCH", f"/orders/{order.id}/status", json={"status": status}).status_code == 200
        assert follow(order.tracking_token).json()["status"] == status
    shown = follow(order.tracking_token).json()
    assert [step["status"] for step in shown["steps"]] == [
        "pending", "confirmed", "preparing", "ready", "completed",
    ]  # fmt: skip
    assert all(set(step) == {"status", "at"} for step in shown["steps"])
    assert shown["version"] == 5


@pytest.mark.dialect
def test_refunded_is_what_went_back_or_is_on_its_way(db, follow, make_order, change):
    order = make_order(payment_intent_id="pi_1")

    def refund(cents, lines=None):
        given = {"reason": "x", "asked_by": STAFF, "lines": lines}
        return db.write(lambda session: add_refund(session, session.get_one(Order, order.id), cents, **given).id)

    def read():
        shown = follow(order.tracking_token).json()
        return shown["refunded"], [item["refundedQuantity"] for item in shown["items"]]

    refund(200)
    failed = refund(300, [{"index": 0, "quantity": 1}])
    assert read() == (5.0, [1])
    db.write(
        lambda session: session.execute(sa.text("UPDATE refunds SET status = 'failed' WHERE id = :id"), {"id": failed})
    )
    assert read() == (2.0, [0])


@pytest.mark.parametrize("gone", [{"is_active": False}, {"archived_at": PLACED}])
def test_an_order_stays_readable_after_its_truck_has_left(cast, follow, make_order, change, gone):
    order = make_order()
    change(Truck, cast.truck.id, **gone)
    answer = follow(order.tracking_token)
    assert answer.status_code == 200
    assert answer.json()["truck"]["isActive"] is False


def test_an_app_installed_from_the_page_of_an_order_opens_that_page(client, cast, make_order):
    order = make_order(customer_name="Grace Hopper", customer_phone=PHONE)
    answer = client.get(f"/api/track/{order.tracking_token}/manifest")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/manifest+json")
    assert answer.headers["cache-control"] == "no-store"
    of_truck = client.get(f"/api/trucks/by-slug/{cast.truck.slug}/manifest").json()
    assert answer.json() == {**of_truck, "start_url": f"/{cast.truck.slug}/order/{order.tracking_token}"}
    assert client.get(f"/api/track/{'x' * 43}/manifest").status_code == 404


def test_no_token_opens_another_order(cast, follow, make_order):
    orders = [
        make_order(truck_id=(cast.truck, cast.other_truck)[place % 2].id, customer_name=f"Customer{place} Example")
        for place in range(30)
    ]
    assert len({order.tracking_token for order in orders}) == len(orders)
    for place, order in enumerate(orders):
        shown = follow(order.tracking_token).json()
        assert (shown["_id"], shown["customerName"]) == (order.id, f"Customer{place}")


def test_nothing_near_a_token_opens_anything(follow, make_order):
    draw = random.Random(7)
    for token in [make_order().tracking_token for _ in range(10)]:
        place = draw.randrange(len(token))
        others = [one for one in string.ascii_letters + string.digits + "-_" if one != token[place]]
        near = [
            token[:place] + draw.choice(others) + token[place + 1 :],
            token[:-1],
            token + "A",
            token.swapcase(),
            token[::-1],
        ]
        for wrong in near:
            answer = follow(wrong)
            assert (answer.status_code, answer.json()["error"]) == (404, "We could not find this order.")


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "%00",
        "%00" * 43,
        "A" * 42 + "%00",
        "%25" * 43,
        "_" * 43,
        "%F0%9F%8C%AE" * 43,
        "' OR 1=1 --",
        "A" * 3000,
    ],
)
def test_a_malformed_token_is_like_an_unknown_one(follow, make_order, token):
    make_order()
    assert follow(token).status_code == 404


def test_neither_the_id_nor_the_number_of_an_order_opens_it(follow, make_order):
    order = make_order(payment_intent_id="pi_1")
    for known in (order.id, order.order_number, order.payment_intent_id):
        assert follow(known).status_code == 404


def test_a_crowd_that_looks_again_and_again_is_not_refused(follow, make_order):
    order = make_order()
    assert {follow(order.tracking_token).status_code for _ in range(150)} == {200}


class StreamClient(threading.Thread):
    """A client of a stream, which collects its events as (event, data)."""

    def __init__(self, client, path):
        super().__init__(daemon=True)
        self.events = []
        self._client, self._path = client, path
        self.start()

    def run(self):
        with (
            contextlib.suppress(httpx.HTTPError),
            self._client.stream("GET", self._path, timeout=60) as answer,
        ):
            name = ""
            for line in answer.iter_lines():
                field, _, value = line.partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    self.events.append((name, json.loads(value)))

    def names(self):
        return [name for name, _data in self.events]


@pytest.fixture
def listen(settings, client):
    """Connect to the stream of a token, with a separate connection."""
    with contextlib.ExitStack() as stack:

        def connect(token):
            own = stack.enter_context(httpx.Client(base_url=client.base_url))
            return StreamClient(own, f"/api/track/{token}/stream")

        yield connect


def test_each_customer_hears_of_the_own_order_only(cast, call, listen, make_order, wait_for):
    mine, theirs = make_order(customer_name="Ada One"), make_order(customer_name="Bob Two")
    my, their = listen(mine.tracking_token), listen(theirs.tracking_token)
    seen = listen(make_view_token(mine.id, mine.tracking_token))
    wait_for(lambda: my.events and their.events and seen.events)
    assert my.events == [("hello", {"resumed": False})]
    for status in ("confirmed", "preparing", "ready"):
        assert call("PATCH", f"/orders/{mine.id}/status", json={"status": status}).status_code == 200
        wait_for(lambda status=status: my.events[-1][1].get("status") == status)
    assert {data["_id"] for name, data in my.events if name == "order"} == {mine.id}
    assert my.events[-1][1] == call("GET", f"/track/{mine.tracking_token}", None).json()
    wait_for(
        lambda: (
            seen.events[-1]
            == ("order", {**my.events[-1][1], "choices": None, "contactUntil": None, "isViewOnly": True})
        )
    )
    changed = call("PATCH", f"/trucks/{cast.truck.id}/settings", json={"leadMinutes": 30})
    assert changed.status_code == 200
    wait_for(lambda: "truck" in their.names())
    assert their.events[1:] == [("truck", {})]


def test_an_unknown_token_opens_no_stream(client, make_order):
    make_order()
    for wrong in ("A" * 43, "x", "%00"):
        assert client.get(f"/api/track/{wrong}/stream").status_code == 404
