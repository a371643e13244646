"""A street with something of everything, and for every route a request that the right person may make."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import stripe
from twilio.request_validator import RequestValidator

from chuckwagon.accounts.sessions import open_session
from chuckwagon.core import clock
from chuckwagon.core.db import Base
from chuckwagon.core.edge import is_api
from chuckwagon.core.ids import new_id
from chuckwagon.menu.menu_file import COLUMNS
from chuckwagon.notifications.models import Message
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import PaymentReview
from chuckwagon.trucks.models import Truck
from tests.cast import PASSWORD, ROLES, Cast, bearer
from tests.factories import cart_for, make_item, make_truck
from tests.orders.orders import add_order
from tests.uploads.corpus import corners, encoded

CARD = "4242424242424242"
OTHER_PHONE = "+12133734254"
Json = dict[str, Any]
Request = Callable[["Street"], Json]


@dataclass(frozen=True)
class Case:
    """One kind of request: its route, what each of the cast gets, and how it is made.

    `answers` are those of the visitor, the own truck's admin, another truck's admin, an admin without a
    truck, and the superadmin. `traces`: whether an allowed request shows in the tables or at the providers.
    """

    method: str
    path: str
    answers: tuple[int, ...]
    request: Request = lambda _street: {}
    name: str = ""
    traces: bool = True

    @property
    def route(self) -> tuple[str, str]:
        return self.method, self.path


class Street:
    """The cast with its trucks, menus, orders, customers and providers, everybody signed in already."""

    def __init__(self, db, client, sandbox, settings) -> None:
        self._db, self._client, self._sandbox, self.settings = db, client, sandbox, settings
        self.cast = Cast(db)
        self.own, self.other = self.cast.truck, self.cast.other_truck
        self.closed = make_truck(db, "Closed Truck", is_active=False)
        self.taco = make_item(db, self.own, "Taco", groups=[("Extras", 0, 1, [("Salsa", 50)])])
        self.cola = make_item(db, self.own, "Cola", position=1)
        self.elsewhere = make_item(db, self.other, "Soup")
        self.order = add_order(db, truck_id=self.own.id)
        self.other_order = add_order(db, truck_id=self.other.id, customer_phone=OTHER_PHONE)
        self.text = self._add_text()
        self._tokens = {role: self._sign_in(role) for role in ROLES}

    def _sign_in(self, role: str) -> str:
        user = getattr(self.cast, role)
        return self._db.write(lambda session: open_session(session, user.id, is_remembered=False))

    def _add_text(self) -> str:
        """A text about the other truck's order that the provider has taken and not reported on."""
        sid = f"SM{new_id()}"
        text = Message(
            id=new_id(), order_id=self.other_order.id, kind="confirmed", to_phone=OTHER_PHONE, body="Hi",
            status="queued", provider_sid=sid, created_at=clock.now(), updated_at=clock.now(),
        )  # fmt: skip
        self._db.write(lambda session: session.add(text))
        return sid

    def headers(self, role: str | None) -> dict[str, str]:
        return {} if role is None else bearer(self._tokens[role])

    def send(self, case: Case, role: str | None, request: Json):
        """The request of the case as somebody."""
        given = dict(request)
        path = case.path.format(**given.pop("address", {}))
        headers = self.headers(role) | given.pop("headers", {})
        return ask(self._client, case.method, path, headers=headers, **given)

    def state(self) -> Json:
        """Every row of every table, every stored picture, and what the providers know."""
        self._sandbox.wait_until_told()
        ledger = self._sandbox.ledger()
        del ledger["events"]  # how often one was tried says nothing about this request
        files = sorted(map(str, self.settings.uploads_dir.rglob("*")))
        return every_row(self._db) | {"files": files, "ledger": ledger, "texts": self._sandbox.messages()}

    def pay(self) -> str:
        """A paid intent for the own truck that nobody has heard of yet."""
        made = self._client.post("/api/create-payment-intent", json=cart_for(self.own, (self.taco, 2)))
        intent = made.json()["paymentIntentId"]
        self._sandbox.pay(intent, CARD, webhooks=False).raise_for_status()
        return intent

    def owe(self) -> str:
        """An order that the own truck took at the window and nobody has paid."""
        unpaid = {"source": "counter", "payment_status": "unpaid", "customer_phone": None}
        return add_order(self._db, truck_id=self.own.id, **unpaid).id

    def hold_payment(self) -> str:
        """A payment that fits no checkout."""
        review = PaymentReview(
            id=new_id(), payment_intent_id="pi_held", reason="unknown checkout", created_at=clock.now(),
            details={"amountReceivedCents": 500, "currency": "usd", "status": "succeeded"},
        )  # fmt: skip
        self._db.write(lambda session: session.add(review))
        return review.id

    def complete_order(self) -> None:
        """The own truck's order has been handed out."""
        done = sa.update(Order).where(Order.id == self.order.id).values(status="completed")
        self._db.write(lambda session: session.execute(done))

    def close_own_truck(self) -> None:
        closed = sa.update(Truck).where(Truck.id == self.own.id).values(is_active=False)
        self._db.write(lambda session: session.execute(closed))

    def get(self, path: str, role: str | None) -> Any:
        """What the API shows somebody."""
        answer = self._client.get(f"/api/{path}", headers=self.headers(role))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open_account(self) -> None:
        body = {"truckId": self.own.id, "email": "ana@example.com", "businessType": "individual"}
        made = self._client.post(
            "/api/stripe/connect/create-account", json=body, headers=self.headers("superadmin")
        )
        assert made.status_code == 200, made.text


def ask(client, method: str, path: str, **given: Any):
    """One request; of an answer that has no end only its beginning."""
    with client.stream(method, path, **given) as answer:
        if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            answer.read()
    return answer


def all_routes(app) -> set[tuple[str, str]]:
    """Every method and address that the product answers."""
    found = set()
    for route in app.api.routes:
        if is_api(route.path_format):
            found |= {(method, route.path_format) for method in route.methods - {"OPTIONS", "HEAD"}}
    return found


def every_row(db) -> dict[str, list[str]]:
    """Every row of every table."""
    with db.reading() as session:
        return {
            table.name: sorted(map(repr, session.execute(sa.select(table))))
            for table in Base.metadata.sorted_tables
        }


def of_truck(body: Json | None = None, **more: Any) -> Request:
    """A request whose address names the own truck."""
    given = {"json": body} if body is not None else {}
    return lambda street: {"address": {"truck_id": street.own.id, "slug": street.own.slug}, **given, **more}


def of_own_closed_truck(street: Street) -> Json:
    """The own truck, taken off the street."""
    street.close_own_truck()
    return {"address": {"truck_id": street.own.id, "slug": street.own.slug}}


def of_item(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda street: {"address": {"item_id": street.taco.id}, **given}


def of_option(street: Street) -> Json:
    [extras] = street.taco.option_groups
    address = {"item_id": street.taco.id, "option_id": extras.options[0].id}
    return {"address": address, "json": {"isAvailable": False}}


def of_order(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda street: {"address": {"order_id": street.order.id}, **given}


def of_window_order(street: Street) -> Json:
    return {"address": {"order_id": street.owe()}, "json": {"payment": "cash"}}


def of_token(street: Street) -> Json:
    return {"address": {"token": street.order.tracking_token}}


def of_review(street: Street) -> Json:
    return {"address": {"review_id": street.hold_payment()}, "json": {"decision": "looked_at"}}


def of_customer(street: Street) -> Json:
    return {"address": {"customer_id": street.order.customer_id}}


def of_finished_customer(street: Street) -> Json:
    """A customer of the own truck who waits for nothing any more."""
    street.complete_order()
    return of_customer(street)


def asking(street: Street) -> Json:
    """A list for which the query names the own truck."""
    return {"params": {"truckId": street.own.id}}


def new_item(street: Street) -> Json:
    return {"json": {"name": "Torta", "basePrice": 8.5, "truckId": street.own.id}}


def new_order_of_menu(street: Street) -> Json:
    return {"json": {"truckId": street.own.id, "itemIds": [street.cola.id, street.taco.id]}}


def menu_file(street: Street) -> Json:
    content = f"{','.join(COLUMNS)}\r\n,Torta,,,,8.50,yes,,,\r\n".encode()
    file = {"file": ("menu.csv", content, "text/csv")}
    return {"params": {"truckId": street.own.id}, "files": file, "data": {"confirm": "true"}}


def counter_order(street: Street) -> Json:
    line = {"menuItemId": street.taco.id, "quantity": 1, "optionIds": []}
    body = {"truckId": street.own.id, "customerName": "Ada", "items": [line], "payment": "cash"}
    return {"json": body}


def picture(_street: Street) -> Json:
    return {"files": {"file": ("a.png", encoded(corners((60, 40)), "PNG"))}, "data": {"folder": "trucks"}}


def csp_report(_street: Street) -> Json:
    body = {"csp-report": {"effective-directive": "script-src", "blocked-uri": "inline"}}
    return {"content": json.dumps(body), "headers": {"Content-Type": "application/csp-report"}}


def client_error(_street: Street) -> Json:
    return {"json": {"kind": "error", "name": "TypeError", "message": "x", "page": "/", "release": "index"}}


def checkout(street: Street) -> Json:
    return {"json": cart_for(street.own, (street.taco, 2))}


def paid(street: Street) -> Json:
    return {"json": {"payment_intent_id": street.pay()}}


def order_text(street: Street) -> Json:
    return {"json": {"orderId": street.order.id}}


def text_to_customer(street: Street) -> Json:
    return {"json": {"phoneNumber": street.order.customer_phone, "message": "Your order is on the counter."}}


def sign_in(_street: Street) -> Json:
    return {"json": {"email": "truck_admin@example.com", "password": PASSWORD}}


def new_user(_street: Street) -> Json:
    body = {"email": "new@example.com", "name": "New", "password": "griddle-lantern-59", "role": "superadmin"}
    return {"json": body}


def of_user(street: Street) -> Json:
    return {"address": {"user_id": street.cast.other_admin.id}, "json": {"isActive": False}}


def new_account(street: Street) -> Json:
    return {"json": {"truckId": street.own.id, "email": "ana@example.com", "businessType": "individual"}}


def account_link(street: Street) -> Json:
    street.open_account()
    back = f"{street.settings.origin}/admin/trucks"
    return {"json": {"truckId": street.own.id, "refreshUrl": back, "returnUrl": back}}


def _event() -> bytes:
    found = {
        "id": "pi_1", "object": "payment_intent", "status": "succeeded", "amount": 979,
        "amount_received": 979, "currency": "usd", "livemode": False, "metadata": {}, "client_secret": None,
    }  # fmt: skip
    told = {"id": "evt_1", "object": "event", "type": "payment_intent.created", "created": 1}
    return json.dumps(told | {"data": {"object": found}}).encode()


def signed_event(street: Street) -> Json:
    stamp, secret = int(time.time()), street.settings.stripe_webhook_secret
    signature = stripe.WebhookSignature._compute_signature(f"{stamp}.{_event().decode()}", secret)
    return {"content": _event(), "headers": {"Stripe-Signature": f"t={stamp},v1={signature}"}}


def unsigned_event(_street: Street) -> Json:
    return {"content": _event(), "headers": {"Stripe-Signature": f"t={int(time.time())},v1={'0' * 64}"}}


def report(street: Street) -> dict[str, str]:
    return {"MessageSid": street.text, "MessageStatus": "delivered"}


def reply(_street: Street) -> dict[str, str]:
    return {"From": OTHER_PHONE, "To": "+15005550006", "Body": "STOP"}


def signed_form(path: str, form: Callable[[Street], dict[str, str]]) -> Request:
    def make(street: Street) -> Json:
        validator = RequestValidator(street.settings.twilio_auth_token)
        signature = validator.compute_signature(street.settings.origin + path, form(street))
        return {"data": form(street), "headers": {"X-Twilio-Signature": signature}}

    return make


def unsigned_form(form: Callable[[Street], dict[str, str]]) -> Request:
    return lambda street: {"data": form(street), "headers": {"X-Twilio-Signature": "bm8="}}
