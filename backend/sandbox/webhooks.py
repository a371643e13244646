"""Delivers events to the product: signed, at least once, and repeated until it responds with 2xx."""

import asyncio
import hashlib
import hmac
import json
import random
import time
from collections.abc import Coroutine, Iterator
from typing import Any

from sandbox.faults import Fault, Faults
from sandbox.http_client import post
from sandbox.settings import Settings
from sandbox.store import Record, Store

AT_ONCE = 16


def signature(secret: str, body: bytes, at: int) -> str:
    """Return the `Stripe-Signature` header of this body at this Unix time."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


class Webhooks:
    def __init__(self, store: Store, faults: Faults, settings: Settings) -> None:
        self._store = store
        self._faults = faults
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._held: list[Record] = []
        self._by_event: dict[str, list[Record]] = {}
        for delivery in store.all("delivery"):
            self._by_event.setdefault(delivery["event"], []).append(delivery)
        self._slots = asyncio.Semaphore(AT_ONCE)

    def endpoints(self, event_type: str) -> Iterator[Record]:
        """List the endpoints of this event type: the configured URL and the registered ones."""
        if self._settings.webhook_url:
            yield {
                "id": "we_seeded",
                "url": self._settings.webhook_url,
                "secret": self._settings.webhook_secret,
            }
        for endpoint in self._store.all("webhook_endpoint"):
            wanted = endpoint["enabled_events"]
            if endpoint["status"] == "enabled" and ("*" in wanted or event_type in wanted):
                yield endpoint

    def send(self, event: Record, endpoints: list[Record]) -> None:
        for endpoint in endpoints:
            key = f"{event['id']}:{endpoint['id']}"
            delivery = {
                "id": key, "event": event["id"], "type": event["type"], "url": endpoint["url"],
                "secret": endpoint["secret"], "open": True, "delivered": False, "attempts": [],
            }  # fmt: skip
            earlier = next((one for one in self.deliveries(event["id"]) if one["id"] == key), None)
            if earlier is None:
                self._by_event.setdefault(event["id"], []).append(delivery)
            else:
                earlier["open"] = True
                delivery = earlier
            self._store.put("delivery", key, delivery)
            self._spawn(self._deliver(delivery))

    def resume(self) -> None:
        """Resume the deliveries that a stop interrupted."""
        for delivery in self._store.all("delivery"):
            if delivery["open"]:
                self._spawn(self._deliver(delivery))

    def deliveries(self, event_id: str) -> list[Record]:
        """List the deliveries of an event, one per endpoint, with all `attempts`."""
        return list(self._by_event.get(event_id, []))

    def arrived(self, event_id: str) -> bool:
        """Whether the event was delivered to all its endpoints."""
        event = self._store.find("event", event_id)
        return event is not None and event["pending_webhooks"] == 0

    def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self._held.clear()

    def forget(self) -> None:
        """Delete all deliveries, for a reset."""
        self.stop()
        self._by_event.clear()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, delivery: Record) -> None:
        for wait in (0, *self._settings.retry_seconds):
            if wait:
                await asyncio.sleep(wait)
            fault = self._faults.take("webhooks", delivery["type"])
            if fault is not None and fault.mode == "shuffle":
                self._hold(delivery, fault)
                return
            if await self._attempt(delivery, fault):
                return
        self._close(delivery)

    async def _attempt(self, delivery: Record, fault: Fault | None) -> bool:
        """Try one delivery. Returns whether no further attempt is needed."""
        mode = fault.mode if fault is not None else None
        if mode == "drop":
            self._note(delivery, None, "dropped")
            self._close(delivery)
            return True
        if fault is not None and mode in ("delay", "timeout"):
            await asyncio.sleep(fault.seconds)
        if mode == "timeout":
            return self._note(delivery, None, "timed out")
        if mode == "error" and fault is not None:
            return self._note(delivery, fault.status, "refused by a fault")
        ok = await self._post(delivery, lost=mode in ("error_after", "reset_after"))
        if mode == "duplicate":
            ok = await self._post(delivery) or ok
        return ok

    async def _post(self, delivery: Record, *, lost: bool = False) -> bool:
        event = self._store.find("event", delivery["event"])
        body = json.dumps(event).encode()
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
            "Stripe-Signature": signature(delivery["secret"], body, int(time.time())),
        }
        try:
            async with self._slots:
                status = await post(delivery["url"], body, headers)
        except (OSError, ValueError, TimeoutError) as problem:
            return self._note(delivery, None, str(problem) or type(problem).__name__)
        if lost:
            return self._note(delivery, status, "answer lost by a fault")
        return self._note(delivery, status, None)

    def _note(self, delivery: Record, status: int | None, error: str | None) -> bool:
        ok = error is None and status is not None and 200 <= status < 300
        attempt = {"at": time.time(), "status": status, "ok": ok, "error": error}
        delivery["attempts"].append(attempt)
        if ok and not delivery["delivered"]:
            delivery["delivered"] = True
            self._settle(delivery["event"])
        delivery["open"] = delivery["open"] and not ok
        self._store.put("delivery", delivery["id"], delivery)
        return ok

    def _settle(self, event_id: str) -> None:
        event = self._store.find("event", event_id)
        if event is not None:
            event["pending_webhooks"] = max(0, event["pending_webhooks"] - 1)
            self._store.put("event", event_id, event)

    def _close(self, delivery: Record) -> None:
        delivery["open"] = False
        self._store.put("delivery", delivery["id"], delivery)

    def _hold(self, delivery: Record, fault: Fault) -> None:
        """Hold deliveries for a moment and send them in another order."""
        self._held.append(delivery)
        if len(self._held) == 1:
            self._spawn(self._release(fault.seconds))

    async def _release(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        held, self._held = self._held, []
        order = list(held)
        while len(held) > 1 and order == held:
            random.shuffle(order)
        for delivery in order:
            if not await self._attempt(delivery, None):
                self._spawn(self._deliver(delivery))
