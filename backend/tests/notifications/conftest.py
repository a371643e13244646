"""Orders and their texts, as the tests of this folder read and move them."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pytest

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Database
from chuckwagon.core.ids import new_id, new_secret
from chuckwagon.notifications.models import Message, OptOut
from chuckwagon.orders.models import Order
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck
from chuckwagon.worker import Worker
from tests.sandbox_client import SandboxClient
from tests.servers import wait_until

PHONE = "+15551234567"
NOBODY = "http://127.0.0.1:9"  # an address where nothing listens


@pytest.fixture
def environ(settings: Settings, database_url: str) -> dict[str, str]:
    """The settings as another process of the product reads them."""
    return {
        "CHUCKWAGON_PORT": str(settings.port),
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_PUBLIC_URL": NOBODY,
    }


@pytest.fixture
def web(client: httpx.Client) -> httpx.Client:
    """The product, over HTTP, at the address that the provider reports to."""
    return client


@pytest.fixture
def clock_at() -> Iterator[Callable[..., None]]:
    """Move the product's clock ahead of the real one, or make it stand at an instant."""

    def move(ahead: timedelta = timedelta(), *, stands_at: datetime | None = None) -> None:
        clock.use(lambda: stands_at or datetime.now(UTC) + ahead)

    yield move
    clock.use(None)


@dataclass
class Provider:
    """The sandbox as the provider of texts: what it has, and how it misbehaves."""

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
def provider(sandbox: SandboxClient, settings: Settings) -> Iterator[Provider]:
    with httpx.Client(base_url=f"http://127.0.0.1:{settings.sandbox_port}", timeout=60) as client:
        yield Provider(client)


@dataclass
class Stage:
    """Orders, their texts and the worker, as the tests read and move them."""

    db: Database
    settings: Settings

    def order(self, phone: str | None = PHONE, *, source: str = "online", queued: bool = True) -> Order:
        """A paid order of a truck, with its confirmation left in the outbox."""
        order = _order(phone, source)

        def place(session: Any) -> None:
            if session.get(Truck, order.truck_id) is None:
                session.add(Truck(id=order.truck_id, name="Señor Smoke", slug="senor-smoke"))
                session.flush()
            session.add(order)
            session.flush()
            if queued:
                self._leave(session, order, "confirmed")

        self.db.write(place)
        return order

    def leave(self, order: Order, kind: str) -> None:
        self.db.write(lambda session: self._leave(session, order, kind))

    def _leave(self, session: Any, order: Order, kind: str) -> None:
        outbox.leave(session, f"order_{kind}_sms", f"order:{order.id}:{kind}_sms", {"orderId": order.id})

    def work(self) -> None:
        """Everything that is due, as the worker does it; nothing that comes round by the clock."""
        Worker(self.db, self.settings, periodics=[]).run_once()

    def message(self, order: Order, kind: str = "confirmed") -> Message | None:
        with self.db.reading() as session:
            return session.query(Message).filter_by(order_id=order.id, kind=kind).one_or_none()

    def left(self, order: Order, kind: str = "confirmed") -> outbox.OutboxMessage:
        with self.db.reading() as session:
            found = outbox.find(session, f"order:{order.id}:{kind}_sms")
            assert found is not None
            return found

    def becomes(self, order: Order, status: str) -> None:
        """Wait until the order's confirmation has this status; fails at the deadline."""
        wait_until(lambda: (message := self.message(order)) and message.status == status)

    def opted_out(self) -> set[str]:
        with self.db.reading() as session:
            return {row.phone for row in session.query(OptOut)}


def _order(phone: str | None, source: str) -> Order:
    instant = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
    return Order(
        id=new_id(), order_number=next(_numbers), truck_id="a" * 24,
        payment_intent_id=f"pi_{new_id()}", status="pending", payment_status="paid", source=source,
        customer_name="Zoë <b>", customer_phone=phone, subtotal_cents=1000, tax_cents=88, total_cents=1088,
        tax_rate_units=87_500, pickup_at=instant + timedelta(hours=6), flags=[], tracking_token=new_secret(),
        created_at=instant, updated_at=instant,
    )  # fmt: skip


_numbers = itertools.count(41)


@pytest.fixture
def stage(db: Database, settings: Settings, provider: Provider, request: pytest.FixtureRequest) -> Stage:
    """The provider's reports reach the product only in tests that serve it."""
    if "web" not in request.fixturenames:
        settings = msgspec.structs.replace(settings, public_url=NOBODY)
    return Stage(db, settings)
