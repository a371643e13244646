"""Fixtures: orders, their SMS, the worker, and the sandbox as Twilio and as push service."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pytest

from chuckwagon.customers.models import OptOut
from chuckwagon.db.database import Database
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id, new_secret
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck
from chuckwagon.worker.loop import Worker
from tests.sandbox_client import SandboxClient
from tests.servers import wait_until

PHONE = "+15551234567"
UNREACHABLE_URL = "http://127.0.0.1:9"  # a port where no server listens


@pytest.fixture
def environ(settings: Settings, database_url: str) -> dict[str, str]:
    """The settings as environment variables for another process."""
    return {
        "CHUCKWAGON_PORT": str(settings.port),
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_PUBLIC_URL": UNREACHABLE_URL,
    }


@pytest.fixture
def web(client: httpx.Client) -> httpx.Client:
    """The product over HTTP, at the URL that Twilio reports to."""
    return client


@pytest.fixture
def clock_at() -> Iterator[Callable[..., None]]:
    """Move the product's clock ahead of the real one, or stop it at an instant (UTC)."""

    def move(ahead: timedelta = timedelta(), *, stands_at: datetime | None = None) -> None:
        clock.set_time_source(lambda: stands_at or datetime.now(UTC) + ahead)

    yield move
    clock.set_time_source(None)


@dataclass
class SmsProvider:
    """The sandbox as Twilio: its messages and its faults."""

    http: httpx.Client

    def texts(self) -> list[dict[str, Any]]:
        return self.http.get("/_sandbox/messages").json()

    def misbehave(self, mode: str, **more: Any) -> None:
        fault = {"target": "twilio", "match": "Messages.json", "mode": mode, "times": 1, **more}
        self.http.post("/_sandbox/faults", json=fault).raise_for_status()

    def heal(self) -> None:
        self.http.delete("/_sandbox/faults").raise_for_status()

    def reply(self, phone: str, body: str) -> None:
        call = {"from": phone, "body": body}
        self.http.post("/_sandbox/messages/inbound", json=call).raise_for_status()


@pytest.fixture
def provider(sandbox: SandboxClient, settings: Settings) -> Iterator[SmsProvider]:
    with httpx.Client(base_url=f"http://127.0.0.1:{settings.sandbox_port}", timeout=60) as client:
        yield SmsProvider(client)


@dataclass
class SmsFixture:
    """Orders, their SMS and the worker."""

    db: Database
    settings: Settings

    def order(self, phone: str | None = PHONE, *, source: str = "online", queued: bool = True, **more: Any) -> Order:
        """Insert a paid order with its confirmation in the outbox. `more` are other columns."""
        said = {"typedBy": more.pop("typed_by")} if "typed_by" in more else {}
        order = _order(phone, source, **more)

        def place(session: Any) -> None:
            if session.get(Truck, order.truck_id) is None:
                session.add(
                    Truck(id=order.truck_id, name="Señor Smoke", slug="senor-smoke" + order.truck_id[23:].strip("a"))
                )
                session.flush()
            session.add(order)
            session.flush()
            if queued:
                self._leave(session, order, "confirmed", **said)

        self.db.write(place)
        return order

    def leave(self, order: Order, kind: str) -> None:
        self.db.write(lambda session: self._leave(session, order, kind))

    def _leave(self, session: Any, order: Order, kind: str, **said: Any) -> None:
        outbox.enqueue(session, f"order_{kind}_sms", f"order:{order.id}:{kind}_sms", {"orderId": order.id, **said})

    def work(self) -> None:
        """Process everything that is due, without periodic tasks."""
        Worker(self.db, self.settings, periodic_tasks=[]).run_once()

    def message(self, order: Order, kind: str = "confirmed") -> OrderSms | None:
        with self.db.reading() as session:
            return session.query(OrderSms).filter_by(order_id=order.id, kind=kind).one_or_none()

    def left(self, order: Order, kind: str = "confirmed") -> outbox.OutboxMessage:
        with self.db.reading() as session:
            found = outbox.find_message(session, f"order:{order.id}:{kind}_sms")
            assert found is not None
            return found

    def becomes(self, order: Order, status: str) -> None:
        """Wait until the order's confirmation has this status; fails after a timeout."""
        wait_until(lambda: (message := self.message(order)) and message.status == status)

    def opted_out(self) -> set[str]:
        with self.db.reading() as session:
            return {row.phone for row in session.query(OptOut)}


def _order(phone: str | None, source: str, **more: Any) -> Order:
    instant = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
    return Order(
        id=new_id(), order_number=next(_numbers), truck_id=more.pop("truck_id", "a" * 24),
        payment_intent_id=f"pi_{new_id()}", status=more.pop("status", "pending"), source=source,
        payment_status=more.pop("payment_status", "paid"),
        customer_name="Zoë <b>", customer_phone=phone, subtotal_cents=1000, tax_cents=88,
        total_cents=1088 + more.get("tip_cents", 0) - more.get("discount_cents", 0),
        tax_rate_units=87_500, pickup_at=instant + timedelta(hours=6), flags=[], tracking_token=new_secret(),
        created_at=instant, updated_at=instant, **more,
    )  # fmt: skip


_numbers = itertools.count(41)


@pytest.fixture
def stage(db: Database, settings: Settings, provider: SmsProvider, request: pytest.FixtureRequest) -> SmsFixture:
    """Twilio's reports reach the product only in tests that use `web`."""
    if "web" not in request.fixturenames:
        settings = msgspec.structs.replace(settings, public_url=UNREACHABLE_URL)
    return SmsFixture(db, settings)


@dataclass
class PushService:
    """The sandbox's push service, and the product's worker."""

    db: Database
    settings: Settings
    sandbox: SandboxClient
    product: httpx.Client

    def subscribe(self) -> dict[str, Any]:
        key = derive_public_key(self.settings.push_private_key)
        made = self.sandbox.post("/push/subscriptions", json={"applicationServerKey": key})
        return made.raise_for_status().json()

    def add_staff_device(self, headers: dict[str, str], subscription: Any = None, **more: Any) -> httpx.Response:
        body = {"subscription": subscription or self.subscribe(), "name": "Tablet", **more}
        return self.product.post("/api/push/devices", json=body, headers=headers)

    def add_order_device(self, token: str, subscription: Any = None, **more: Any) -> httpx.Response:
        body = {"subscription": subscription or self.subscribe(), **more}
        return self.product.post(f"/api/track/{token}/devices", json=body)

    def end(self, subscription: dict[str, Any]) -> None:
        """The user forbids notifications: the endpoint answers 410 from now on."""
        sandbox_id = subscription["endpoint"].rsplit("/", 1)[1]
        self.sandbox.post(f"/_sandbox/push_subscriptions/{sandbox_id}", json={"state": "gone"}).raise_for_status()

    def work(self) -> None:
        """Process everything that is due, and what that makes due, without periodic tasks."""
        for _ in range(3):
            Worker(self.db, self.settings, periodic_tasks=[]).run_once()

    def received(self) -> list[dict[str, Any]]:
        return self.sandbox.get("/_sandbox/pushes").raise_for_status().json()

    def contents(self) -> list[tuple[str, str]]:
        """Title and body of everything that arrived."""
        return [(one["content"]["title"], one["content"]["body"]) for one in self.received()]

    def outbox(self, kind: str) -> list[OutboxMessage]:
        with self.db.reading() as session:
            return list(session.query(OutboxMessage).filter_by(kind=kind).order_by(OutboxMessage.id))

    def count_done(self, kind: str) -> int:
        with self.db.reading() as session:
            return session.query(OutboxMessage).filter_by(kind=kind, status="done").count()


@pytest.fixture
def pushes(db, settings, sandbox, client) -> PushService:
    return PushService(db, settings, sandbox, client)
