"""Sample data of every kind, one signed-in cast around it, and what a request of each role leaves behind."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa

from chuckwagon.accounts.models import AUTHENTICATOR, EMAIL, EMAIL_LIFETIME, NO_PASSWORD, PasswordLink, SecondFactor
from chuckwagon.accounts.second_factors import passkeys
from chuckwagon.accounts.sessions import open_session
from chuckwagon.db.database import Base
from chuckwagon.disruptions.models import Disruption
from chuckwagon.drawer.models import DrawerSession
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.menu.imports import service as menu_imports
from chuckwagon.menu.imports.files import Sheet, Source
from chuckwagon.menu.models import OptionSet
from chuckwagon.orders.late.devices import note_device
from chuckwagon.orders.models import Order, OrderSms, Refund
from chuckwagon.orders.reservations.models import CONFIRMED, Reservation
from chuckwagon.payments.models import PaymentReview
from chuckwagon.schedule.models import Place, Stop, StopSeries
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import Truck
from chuckwagon.web.asgi import is_api_path
from tests.cast import ROLES, Cast, bearer, make_user
from tests.databases import every_row
from tests.factories import checkout_body, make_item, make_truck
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
        self._tokens = self.cast.sign_in_all()

    def token_of(self, role: str) -> str:
        return self._tokens[role]

    def make_challenge(self, purpose: str, bound_to: str) -> bytes:
        return self._db.write(lambda session: passkeys.make_challenge(session, purpose, bound_to))

    def open_second_session(self, role: str) -> str:
        """Returns its token."""
        return self._sign_in(role)

    def _sign_in(self, role: str) -> str:
        user = getattr(self.cast, role)
        return self._db.write(lambda session: open_session(session, user.id, is_remembered=False))

    def add_device(self) -> str:
        device_id = "a1b2c3d4-0000-4000-8000-000000000001"
        self._db.write(lambda session: note_device(session, self.own.id, device_id))
        return device_id

    def add_invited_user(self) -> str:
        """Add an account without a password."""
        return make_user(self._db, "invited@example.com", password_hash=NO_PASSWORD).id

    def add_pending_email(self, role: str) -> str:
        """Let a new address of the user wait for its link. Returns the link's token."""
        token, user = new_secret(), getattr(self.cast, role)
        link = PasswordLink(id=new_id(), kind=EMAIL, email=f"next_{user.email}", language="en", user_id=user.id)
        link.token_digest, link.created_at = hash_secret(token), clock.now()
        link.expires_at = link.created_at + EMAIL_LIFETIME
        self._db.write(lambda session: session.add(link))
        return token

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
        ledger = self._sandbox.wait_until_told()
        del ledger["events"]  # delivery attempts do not depend on this request
        files = sorted(map(str, self.settings.uploads_dir.rglob("*")))
        return every_row(self._db) | {"files": files, "ledger": ledger, "texts": self._sandbox.messages()}

    def pay(self) -> str:
        """Pay an intent of the own truck of which the product is not notified."""
        made = self._client.post("/api/create-payment-intent", json=checkout_body(self.own, (self.taco, 2)))
        intent = made.json()["paymentIntentId"]
        self._sandbox.pay(intent, CARD, webhooks=False).raise_for_status()
        return intent

    def add_drawer(self) -> str:
        """Open the own truck's drawer with $100; returns the ID of its session."""
        opened = DrawerSession(
            id=new_id(), truck_id=self.own.id, float_cents=10_000, opened_at=clock.now(), opened_by="Ana"
        )
        self._db.write(lambda session: session.add(opened))
        return opened.id

    def new_reader(self) -> dict[str, str]:
        """The body that registers a reader at the own truck, which gets an address for it."""
        address = {"line1": "1 Main St", "city": "Austin", "state": "TX", "postalCode": "78701"}
        of_own = sa.update(Truck).where(Truck.id == self.own.id).values(business_address=address)
        self._db.write(lambda session: session.execute(of_own))
        return {"truckId": self.own.id, "registrationCode": "simulated-wpe", "label": "Window"}

    def add_reader(self) -> str:
        """Register a reader at the own truck; returns its ID."""
        headers = self.headers("superadmin")
        made = self._client.post("/api/readers", json=self.new_reader(), headers=headers)
        return str(made.raise_for_status().json()["_id"])

    def add_counter_payment(self, body: dict[str, Any], *, is_off: bool = False) -> str:
        """Ask for a card on a reader, which may be switched off; returns the payment's ID."""
        asked = body | {"readerId": self.add_reader()}
        for reader in self._sandbox.get("/_sandbox/readers").json() if is_off else ():
            self._sandbox.post(f"/_sandbox/readers/{reader['id']}", json={"power": "off"})
        made = self._client.post("/api/counter-payments", json=asked, headers=self.headers("superadmin"))
        return str(made.raise_for_status().json()["_id"])

    def add_close(self) -> str:
        """Close the own truck's day; returns the ID of the close."""
        session_id, headers = self.add_drawer(), self.headers("truck_admin")
        count = {"counted": 100, "version": 1}
        closed = self._client.post(f"/api/drawer-sessions/{session_id}/close", json=count, headers=headers)
        return str(closed.json()["_id"])

    def owe(self) -> str:
        """Add an unpaid counter order of the own truck."""
        unpaid = {"source": "counter", "payment_status": "unpaid", "customer_phone": None}
        return add_order(self._db, truck_id=self.own.id, **unpaid).id

    def owe_back(self) -> tuple[str, str]:
        """Add a refund that is due at the own truck; returns the IDs of its order and of itself."""
        order = add_order(self._db, truck_id=self.own.id, source="counter", customer_phone=None, payment_status="paid")
        refund = Refund(
            id=new_id(), order_id=order.id, key=new_id(), method="window", amount_cents=1, reason="", status="due",
            created_at=clock.now(), updated_at=clock.now(),
        )  # fmt: skip
        self._db.write(lambda session: session.add(refund))
        return order.id, refund.id

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

    def make_own_truck_a_draft(self) -> None:
        draft = {"is_active": False, "is_draft": True, "tax_confirmed": True}
        self._db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == self.own.id).values(draft)))

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

    def add_option_set(self) -> str:
        """Add an option set of the own truck that no item uses."""
        limits = {"min_select": 0, "max_select": 1}
        options = [{"id": "f" * 24, "name": "Tofu", "cents": 0}]
        option_set = OptionSet(truck_id=self.own.id, name="Fillings", options=options, **limits)
        self._db.write(lambda session: session.add(option_set))
        return option_set.id

    def add_menu_import(self, *, confirmed: bool = False) -> str:
        """Add an import of one item for the own truck."""
        rows = [["name", "price"], ["Torta", "8.50"]]
        sheet = Sheet("menu.csv", "", rows, has_decimal_commas=False)
        found = menu_imports.store_source(self._db, self.own.id, ["menu.csv"], Source([sheet]))
        if confirmed:
            self._client.post(f"/api/menu-imports/{found.id}/confirm", headers=self.headers("superadmin"))
        return found.id

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
        if is_api_path(route.path_format) or route.path_format.startswith("/print/"):
            found |= {(method, route.path_format) for method in route.methods - {"OPTIONS", "HEAD"}}
    return found
