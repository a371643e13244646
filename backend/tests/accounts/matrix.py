"""Sample data of every kind, and for every route a request that an authorized user may make."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlsplit

import pyotp
import sqlalchemy as sa
import stripe
from twilio.request_validator import RequestValidator
from webauthn.helpers import bytes_to_base64url

from chuckwagon.accounts.models import NO_PASSWORD
from chuckwagon.accounts.own_sessions.service import public_id
from chuckwagon.accounts.second_factors.models import AUTHENTICATOR, AuthenticatorSetup, SecondFactor
from chuckwagon.accounts.second_factors.passkeys import challenges
from chuckwagon.accounts.sessions import open_session
from chuckwagon.db.database import Base
from chuckwagon.disruptions.models import Disruption
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.menu.csv.format import COLUMNS
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.orders.reservations.models import CONFIRMED, Reservation
from chuckwagon.payments.models import PaymentReview
from chuckwagon.schedule.models import Place, Stop, StopSeries
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import Truck
from chuckwagon.web.asgi import is_api_path
from tests.accounts.software_passkey import SoftwarePasskey
from tests.cast import PASSWORD, ROLES, Cast, bearer, make_user
from tests.factories import checkout_body, make_item, make_truck
from tests.media.corpus import corners, encoded
from tests.offers.factories import make_offer
from tests.orders.factories import add_order

CARD = "4242424242424242"
OTHER_PHONE = "+12133734254"
Json = dict[str, Any]
Request = Callable[["SampleData"], Json]


@dataclass(frozen=True)
class Case:
    """One kind of request: its route, the expected status for each caller, and a function that builds it.

    `answers` are those of the visitor, the own truck's admin, another truck's admin, an admin without a
    truck, and the superadmin. `traces`: whether an allowed request shows in the tables or at the providers.
    """

    method: str
    path: str
    answers: tuple[int, ...]
    request: Request = lambda _data: {}
    name: str = ""
    traces: bool = True

    @property
    def route(self) -> tuple[str, str]:
        return self.method, self.path


class SampleData:
    """The cast, signed in, with trucks, menus, orders, customers and providers."""

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

    def token_of(self, role: str) -> str:
        return self._tokens[role]

    def make_challenge(self, purpose: str, bound_to: str) -> bytes:
        return self._db.write(lambda session: challenges.make_challenge(session, purpose, bound_to))

    def open_second_session(self, role: str) -> str:
        """Returns its token."""
        return self._sign_in(role)

    def _sign_in(self, role: str) -> str:
        user = getattr(self.cast, role)
        return self._db.write(lambda session: open_session(session, user.id, is_remembered=False))

    def add_invited_user(self) -> str:
        """Add an account without a password."""
        return make_user(self._db, "invited@example.com", password_hash=NO_PASSWORD).id

    def _add_text(self) -> str:
        """Add an SMS about the other truck's order that Twilio has accepted and not yet reported on."""
        sid = f"SM{new_id()}"
        text = OrderSms(
            id=new_id(), order_id=self.other_order.id, kind="confirmed", to_phone=OTHER_PHONE, body="Hi",
            status="queued", provider_sid=sid, created_at=clock.now(), updated_at=clock.now(),
        )  # fmt: skip
        self._db.write(lambda session: session.add(text))
        return sid

    def headers(self, role: str | None) -> dict[str, str]:
        return {} if role is None else bearer(self._tokens[role])

    def send(self, case: Case, role: str | None, request: Json):
        """Send the request of the case as this role."""
        given = dict(request)
        path = case.path.format(**given.pop("address", {}))
        headers = self.headers(role) | given.pop("headers", {})
        return send_request(self._client, case.method, path, headers=headers, **given)

    def state(self) -> Json:
        """Every row of every table, every stored image, and the sandbox's state."""
        self._sandbox.wait_until_told()
        ledger = self._sandbox.ledger()
        del ledger["events"]  # delivery attempts do not depend on this request
        files = sorted(map(str, self.settings.uploads_dir.rglob("*")))
        return every_row(self._db) | {"files": files, "ledger": ledger, "texts": self._sandbox.messages()}

    def pay(self) -> str:
        """Pay an intent of the own truck of which the product is not notified."""
        made = self._client.post("/api/create-payment-intent", json=checkout_body(self.own, (self.taco, 2)))
        intent = made.json()["paymentIntentId"]
        self._sandbox.pay(intent, CARD, webhooks=False).raise_for_status()
        return intent

    def owe(self) -> str:
        """Add an unpaid counter order of the own truck."""
        unpaid = {"source": "counter", "payment_status": "unpaid", "customer_phone": None}
        return add_order(self._db, truck_id=self.own.id, **unpaid).id

    def hold_payment(self) -> str:
        """Add a held payment that matches no checkout."""
        review = PaymentReview(
            id=new_id(), payment_intent_id="pi_held", reason="unknown checkout", created_at=clock.now(),
            details={"amountReceivedCents": 500, "currency": "usd", "status": "succeeded"},
        )  # fmt: skip
        self._db.write(lambda session: session.add(review))
        return review.id

    def complete_order(self) -> None:
        """Complete the own truck's order."""
        done = sa.update(Order).where(Order.id == self.order.id).values(status="completed")
        self._db.write(lambda session: session.execute(done))

    def close_own_truck(self) -> None:
        closed = sa.update(Truck).where(Truck.id == self.own.id).values(is_active=False)
        self._db.write(lambda session: session.execute(closed))

    def get(self, path: str, role: str | None) -> Any:
        """GET a path of the API as this role."""
        answer = self._client.get(f"/api/{path}", headers=self.headers(role))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, role: str | None, body: Json) -> Json:
        """POST something that is made to a path of the API as this role."""
        answer = self._client.post(f"/api/{path}", json=body, headers=self.headers(role))
        assert answer.status_code == 201, answer.text
        return answer.json()

    def subscribe(self) -> Json:
        """Subscribe a browser at the sandbox's push service."""
        key = derive_public_key(self.settings.push_private_key)
        return self._sandbox.post("/push/subscriptions", json={"applicationServerKey": key}).json()

    def add_place(self) -> str:
        """Add a place of the own truck."""
        place = Place(truck_id=self.own.id, name="Pier 7", timezone="America/Los_Angeles", tax_rate_units=87_500)
        self._db.write(lambda session: session.add(place))
        return place.id

    def add_offer(self) -> str:
        """Add an offer of the own truck."""
        return make_offer(self._db, self.own.id).id

    def add_series(self) -> str:
        """Add a series of the own truck whose stops are to come."""
        days = {"weekdays": "mon", "from_date": date(2099, 1, 1), "produced_until": date(2098, 12, 31)}
        times = {"start_time": "11:00", "end_time": "14:00"}
        series = StopSeries(truck_id=self.own.id, place_id=self.add_place(), **days, **times, **DEFAULT_SETTINGS)
        self._db.write(lambda session: session.add(series))
        return series.id

    def add_stop(self) -> str:
        """Add a stop of the own truck, tomorrow."""
        starts_at = clock.now().replace(microsecond=0) + timedelta(days=1)
        span = {"starts_at": starts_at, "ends_at": starts_at + timedelta(hours=3)}
        stop = Stop(truck_id=self.own.id, place_id=self.add_place(), **span, **DEFAULT_SETTINGS)
        self._db.write(lambda session: session.add(stop))
        return stop.id

    def order_at_stop(self) -> tuple[str, str]:
        """Add an order at a stop of the own truck, paid online; returns its token and the start of the next slot."""
        stop_id = self.add_stop()
        with self._db.reading() as session:
            starts_at = session.get_one(Stop, stop_id).starts_at
        paid = {"payment_intent_id": f"pi_{stop_id}", "stop_id": stop_id, "slot_at": starts_at}
        order = add_order(self._db, truck_id=self.own.id, **paid)
        held = Reservation(
            id=order.id, truck_id=self.own.id, calendar_id=stop_id, stop_id=stop_id, status=CONFIRMED, position=0,
            slots=[], stock=[], is_online=True, is_over_capacity=False, created_at=clock.now(), updated_at=clock.now(),
        )  # fmt: skip
        self._db.write(lambda session: session.add(held))
        return order.tracking_token, to_iso(starts_at + timedelta(minutes=DEFAULT_SETTINGS["slot_minutes"]))

    def add_disruption(self) -> str:
        """Add a disruption of the own truck that has not started."""
        row = Disruption(
            id=new_id(), stop_id=self.add_stop(), truck_id=self.own.id, number=1, kind="cancelled", extend_end=False,
            sentence="", state="scheduled", actor_id=self.cast.truck_admin.id, actor_name="Ana", actor_role="admin",
            created_at=clock.now(), starts_at=clock.now(),
        )  # fmt: skip
        self._db.write(lambda session: session.add(row))
        return row.id

    def user_ids(self) -> list[str]:
        """Every user of the cast."""
        return [getattr(self.cast, role).id for role in ROLES]

    def add(self, rows: list[Base]) -> None:
        self._db.write(lambda session: session.add_all(rows))

    def add_factors(self, user_ids: list[str]) -> list[str]:
        """Add a second factor of each user; returns their IDs."""
        factors = [SecondFactor(id=new_id(), user_id=id_, kind=AUTHENTICATOR, name="Phone") for id_ in user_ids]
        ids = [factor.id for factor in factors]
        self.add(factors)
        return ids

    def open_account(self) -> None:
        body = {"truckId": self.own.id, "email": "ana@example.com", "businessType": "individual"}
        made = self._client.post("/api/stripe/connect/create-account", json=body, headers=self.headers("superadmin"))
        assert made.status_code == 200, made.text


def send_request(client, method: str, path: str, **given: Any):
    """Send one request. Of an event stream only the headers are read."""
    with client.stream(method, path, **given) as answer:
        if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            answer.read()
    return answer


def all_routes(app) -> set[tuple[str, str]]:
    """Every method and path of the API."""
    found = set()
    for route in app.api.routes:
        if is_api_path(route.path_format):
            found |= {(method, route.path_format) for method in route.methods - {"OPTIONS", "HEAD"}}
    return found


def every_row(db) -> dict[str, list[str]]:
    """Every row of every table."""
    with db.reading() as session:
        return {
            table.name: sorted(map(repr, session.execute(sa.select(table)))) for table in Base.metadata.sorted_tables
        }


def of_truck(body: Json | None = None, **more: Any) -> Request:
    """A request whose path names the own truck."""
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"truck_id": data.own.id, "slug": data.own.slug}, **given, **more}


def of_own_closed_truck(data: SampleData) -> Json:
    """A request about the own truck after it was deactivated."""
    data.close_own_truck()
    return {"address": {"truck_id": data.own.id, "slug": data.own.slug}}


def of_item(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"item_id": data.taco.id}, **given}


def of_option(data: SampleData) -> Json:
    [extras] = data.taco.option_groups
    address = {"item_id": data.taco.id, "option_id": extras.options[0].id}
    return {"address": address, "json": {"isAvailable": False}}


def new_place(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "name": "Pier 7"}}


def of_place(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"place_id": data.add_place()}, **given}


def new_offer(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "code": "TACO10", "percent": 10}}


def of_offer(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"offer_id": data.add_offer()}, **given}


def offer_quote(data: SampleData) -> Json:
    data.add_offer()
    return {"json": {"slug": data.own.slug, "code": "taco10", "subtotal": 10}}


def new_stop(data: SampleData) -> Json:
    starts_at = clock.now() + timedelta(days=2)
    span = {"startsAt": to_iso(starts_at), "endsAt": to_iso(starts_at + timedelta(hours=3))}
    return {"json": {"truckId": data.own.id, "placeId": data.add_place(), **span}}


def new_series(data: SampleData) -> Json:
    """A series of the own truck."""
    times = {"weekdays": ["mon"], "startTime": "11:00", "endTime": "14:00", "fromDate": "2026-07-06"}
    return {"json": {"truckId": data.own.id, "placeId": data.add_place(), **times}}


def of_series(body: Json | None = None) -> Request:
    given = {"json": body} if body else {}
    return lambda data: {"address": {"series_id": data.add_series()}, **given}


def of_stop(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"stop_id": data.add_stop()}, **given}


def new_disruption(data: SampleData) -> Json:
    """A disruption as it was previewed."""
    given = {"address": {"stop_id": data.add_stop()}, "json": {"kind": "cancelled"}}
    preview = Case("POST", "/api/stops/{stop_id}/disruptions/preview", ())
    digest = data.send(preview, "superadmin", given).json()["digest"]
    return {**given, "json": {"kind": "cancelled", "digest": digest}}


def of_disruption(data: SampleData) -> Json:
    return {"address": {"disruption_id": data.add_disruption()}}


def of_order_at_a_stop(data: SampleData) -> Json:
    token, next_slot = data.order_at_stop()
    return {"address": {"token": token}, "json": {"slotAt": next_slot}}


def of_stock(data: SampleData) -> Json:
    counts = [{"menuItemId": data.taco.id, "initial": 40}]
    return {"address": {"stop_id": data.add_stop()}, "json": {"counts": counts}}


def of_counted_item(data: SampleData) -> Json:
    return {"address": {"stop_id": data.add_stop()}, "json": {"menuItemId": data.taco.id, "remaining": 40}}


def of_order(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"order_id": data.order.id}, **given}


def of_unpaid_counter_order(data: SampleData) -> Json:
    return {"address": {"order_id": data.owe()}, "json": {"payment": "cash"}}


def of_token(data: SampleData) -> Json:
    return {"address": {"token": data.order.tracking_token}}


def new_order_device(data: SampleData) -> Json:
    return of_token(data) | {"json": {"subscription": data.subscribe()}}


def of_order_device(data: SampleData) -> Json:
    made = data.post(f"track/{data.order.tracking_token}/devices", None, new_order_device(data)["json"])
    return {"address": {"token": data.order.tracking_token, "device_id": made["_id"]}}


def renewed_device(data: SampleData) -> Json:
    old = new_order_device(data)["json"]
    data.post(f"track/{data.order.tracking_token}/devices", None, old)
    return {"json": {"oldEndpoint": old["subscription"]["endpoint"], "subscription": data.subscribe()}}


def new_staff_device(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "subscription": data.subscribe()}}


def of_staff_device(data: SampleData) -> Json:
    made = data.post("push/devices", "truck_admin", new_staff_device(data)["json"])
    return {"address": {"device_id": made["_id"]}}


def of_review(data: SampleData) -> Json:
    return {"address": {"review_id": data.hold_payment()}, "json": {"decision": "looked_at"}}


def of_customer(data: SampleData) -> Json:
    return {"address": {"customer_id": data.order.customer_id}}


def of_finished_customer(data: SampleData) -> Json:
    """A customer of the own truck without open orders."""
    data.complete_order()
    return of_customer(data)


def of_truck_query(data: SampleData) -> Json:
    """A list request whose query names the own truck."""
    return {"params": {"truckId": data.own.id}}


def new_item(data: SampleData) -> Json:
    return {"json": {"name": "Torta", "basePrice": 8.5, "truckId": data.own.id}}


def new_order_of_menu(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "itemIds": [data.cola.id, data.taco.id]}}


def menu_file(data: SampleData) -> Json:
    content = f"{','.join(COLUMNS)}\r\n,Torta,,,,8.50,yes,,,\r\n".encode()
    file = {"file": ("menu.csv", content, "text/csv")}
    return {"params": {"truckId": data.own.id}, "files": file, "data": {"confirm": "true"}}


def counter_order(data: SampleData) -> Json:
    line = {"menuItemId": data.taco.id, "quantity": 1, "optionIds": []}
    body = {"truckId": data.own.id, "customerName": "Ada", "items": [line], "payment": "cash"}
    return {"json": body}


def image_upload(_data: SampleData) -> Json:
    return {"files": {"file": ("a.png", encoded(corners((60, 40)), "PNG"))}, "data": {"folder": "trucks"}}


def csp_report(_data: SampleData) -> Json:
    body = {"csp-report": {"effective-directive": "script-src", "blocked-uri": "inline"}}
    return {"content": json.dumps(body), "headers": {"Content-Type": "application/csp-report"}}


def client_error(_data: SampleData) -> Json:
    return {"json": {"kind": "error", "name": "TypeError", "message": "x", "page": "/", "release": "index"}}


def checkout(data: SampleData) -> Json:
    return {"json": checkout_body(data.own, (data.taco, 2))}


def paid_checkout(data: SampleData) -> Json:
    return {"json": {"payment_intent_id": data.pay()}}


def order_sms(data: SampleData) -> Json:
    return {"json": {"orderId": data.order.id}}


def manual_sms(data: SampleData) -> Json:
    return {"json": {"phoneNumber": data.order.customer_phone, "message": "Your order is on the counter."}}


def unknown_link(_data: SampleData) -> Json:
    return {"json": {"token": "x", "password": "griddle-lantern-59"}}


def sign_in(_data: SampleData) -> Json:
    return {"json": {"email": "truck_admin@example.com", "password": PASSWORD}}


def new_user(_data: SampleData) -> Json:
    body = {"email": "new@example.com", "name": "New", "password": "griddle-lantern-59", "role": "superadmin"}
    return {"json": body}


def new_authenticator(data: SampleData) -> Json:
    """The code of a set-up that every user has started with the same secret."""
    secret = pyotp.random_base32()
    over = clock.now() + timedelta(minutes=30)
    setups = [AuthenticatorSetup(user_id=id_, secret=secret, expires_at=over) for id_ in data.user_ids()]
    data.add(setups)
    return {"json": {"code": pyotp.TOTP(secret).at(clock.now())}}


def of_own_factor(data: SampleData) -> Json:
    """A factor of the own truck's admin."""
    [factor_id] = data.add_factors([data.cast.truck_admin.id])
    return {"address": {"factor_id": factor_id}}


def with_factors(data: SampleData) -> Json:
    """A request of users who all have a second factor."""
    data.add_factors(data.user_ids())
    return {"address": {"user_id": data.cast.other_admin.id}}


def new_invitation(_data: SampleData) -> Json:
    return {"json": {"email": "new@example.com", "name": "New", "role": "superadmin", "language": "en"}}


def of_invited_user(data: SampleData) -> Json:
    return {"address": {"user_id": data.add_invited_user()}}


def new_passkey(data: SampleData) -> Json:
    """The answer to a challenge for the own truck's admin."""
    session_id = hash_secret(data.token_of("truck_admin"))
    challenge = data.make_challenge(challenges.ADD, session_id)
    origin = data.settings.origin
    key = SoftwarePasskey(origin, urlsplit(origin).hostname or "")
    return {"json": {"credential": key.create({"challenge": bytes_to_base64url(challenge)})}}


def named_factor(data: SampleData) -> Json:
    return of_own_factor(data) | {"json": {"name": "New Name"}}


def with_two_sessions(data: SampleData) -> Json:
    for role in ROLES:
        data.open_second_session(role)
    return {}


def of_second_session(data: SampleData) -> Json:
    """Another session of the own truck's admin."""
    return {"address": {"session_id": public_id(hash_secret(data.open_second_session("truck_admin")))}}


def of_user(data: SampleData) -> Json:
    return {"address": {"user_id": data.cast.other_admin.id}, "json": {"isActive": False}}


def new_account(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "email": "ana@example.com", "businessType": "individual"}}


def account_link(data: SampleData) -> Json:
    data.open_account()
    back = f"{data.settings.origin}/admin/trucks"
    return {"json": {"truckId": data.own.id, "refreshUrl": back, "returnUrl": back}}


def _event() -> bytes:
    found = {
        "id": "pi_1", "object": "payment_intent", "status": "succeeded", "amount": 979,
        "amount_received": 979, "currency": "usd", "livemode": False, "metadata": {}, "client_secret": None,
    }  # fmt: skip
    told = {"id": "evt_1", "object": "event", "type": "payment_intent.created", "created": 1}
    return json.dumps(told | {"data": {"object": found}}).encode()


def signed_event(data: SampleData) -> Json:
    stamp, secret = int(time.time()), data.settings.stripe_webhook_secret
    signature = stripe.WebhookSignature._compute_signature(f"{stamp}.{_event().decode()}", secret)
    return {"content": _event(), "headers": {"Stripe-Signature": f"t={stamp},v1={signature}"}}


def unsigned_event(_data: SampleData) -> Json:
    return {"content": _event(), "headers": {"Stripe-Signature": f"t={int(time.time())},v1={'0' * 64}"}}


def delivery_report(data: SampleData) -> dict[str, str]:
    return {"MessageSid": data.text, "MessageStatus": "delivered"}


def inbound_sms(_data: SampleData) -> dict[str, str]:
    return {"From": OTHER_PHONE, "To": "+15005550006", "Body": "STOP"}


def signed_form(path: str, form: Callable[[SampleData], dict[str, str]]) -> Request:
    def make(data: SampleData) -> Json:
        validator = RequestValidator(data.settings.twilio_auth_token)
        signature = validator.compute_signature(data.settings.origin + path, form(data))
        return {"data": form(data), "headers": {"X-Twilio-Signature": signature}}

    return make


def unsigned_form(form: Callable[[SampleData], dict[str, str]]) -> Request:
    return lambda data: {"data": form(data), "headers": {"X-Twilio-Signature": "bm8="}}
