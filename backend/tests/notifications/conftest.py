"""A sandbox and the product's own routes, both served on free ports, with a database of their own."""

import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from chuckwagon.app import create_api
from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Base, Database
from chuckwagon.core.ids import new_id, new_secret
from chuckwagon.core.sqlite import sqlite_engine
from chuckwagon.notifications.models import Message, OptOut
from chuckwagon.orders.models import Order
from chuckwagon.settings import SANDBOX_KEYS, Settings, load_settings
from chuckwagon.trucks.models import Truck
from chuckwagon.worker import Worker
from sandbox.app import create_app as create_sandbox
from sandbox.settings import Settings as SandboxSettings

PHONE = "+15551234567"


def wait_for(condition: Callable[[], Any], seconds: float = 5) -> Any:
    """The first truthy value of the condition; fails at the deadline."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError("it did not happen in time")
        time.sleep(0.01)
    return value


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(app: Any, port: int) -> Callable[[], None]:
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="critical", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_for(lambda: server.started)

    def stop() -> None:
        server.should_exit = True
        thread.join()

    return stop


@pytest.fixture(scope="session")
def ports() -> tuple[int, int]:
    return free_port(), free_port()


@pytest.fixture(scope="session")
def sandbox_url(ports: tuple[int, int]) -> Iterator[str]:
    product, sandbox = ports
    settings = SandboxSettings(
        port=sandbox,
        public_url=f"http://127.0.0.1:{sandbox}",
        sms_inbound_url=f"http://localhost:{product}/api/sms/inbound",
        twilio_account_sid=SANDBOX_KEYS["TWILIO_ACCOUNT_SID"],
        twilio_auth_token=SANDBOX_KEYS["TWILIO_AUTH_TOKEN"],
    )
    stop = serve(create_sandbox(settings), sandbox)
    yield settings.public_url
    stop()


@pytest.fixture
def environ(ports: tuple[int, int], tmp_path: Path) -> dict[str, str]:
    product, sandbox = ports
    return {
        "CHUCKWAGON_PORT": str(product),
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(sandbox),
        "CHUCKWAGON_DATA_DIR": str(tmp_path),
    }


@pytest.fixture
def settings(environ: dict[str, str]) -> Settings:
    return load_settings(environ)


@pytest.fixture
def db(settings: Settings) -> Iterator[Database]:
    database = Database(settings.database)
    engine = sqlite_engine(database.url, read_only=False)
    Base.metadata.create_all(engine)
    engine.dispose()
    yield database
    database.close()


@pytest.fixture
def web(db: Database, settings: Settings, sandbox_url: str) -> Iterator[httpx.Client]:
    """The product, over HTTP, at the address that the provider reports to."""
    stop = serve(create_api(settings, db), settings.port)
    with httpx.Client(base_url=f"http://127.0.0.1:{settings.port}", timeout=10) as client:
        yield client
    stop()


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

    def reply(self, phone: str, body: str) -> None:
        call = {"from": phone, "body": body}
        self.http.post("/_sandbox/messages/inbound", json=call).raise_for_status()


@pytest.fixture
def provider(sandbox_url: str) -> Iterator[Provider]:
    with httpx.Client(base_url=sandbox_url, timeout=10) as client:
        client.post("/_sandbox/reset").raise_for_status()
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
        wait_for(lambda: (message := self.message(order)) and message.status == status)

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
def stage(db: Database, settings: Settings, provider: Provider) -> Stage:
    return Stage(db, settings)
