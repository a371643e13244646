"""Fixtures: the sandbox as push service, browsers that subscribe to it, and a worker that sends."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from chuckwagon.db.database import Database
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.settings import Settings
from chuckwagon.worker.loop import Worker
from tests.sandbox_client import SandboxClient


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
