"""Stores events and passes them to the webhook deliveries."""

import json
from contextvars import ContextVar
from typing import Any

from sandbox.clock import unix_now
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record

API_VERSION = "2026-10-28.endive"

# Request ID and idempotency key of the call that caused the event, which names both.
current_request: ContextVar[tuple[str | None, str | None]] = ContextVar("current_request", default=(None, None))


def emit(sandbox: Sandbox, event_type: str, subject: Record, *, account: str | None = None) -> Record:
    """Store an event with a copy of the object, and deliver it to every endpoint that subscribes to its type."""
    endpoints = list(sandbox.webhooks.endpoints(event_type))
    request_id, key = current_request.get()
    event: dict[str, Any] = {
        "id": new_id("evt_"),
        "object": "event",
        "api_version": API_VERSION,
        "created": unix_now(),
        "data": {"object": json.loads(json.dumps(subject))},
        "livemode": False,
        "pending_webhooks": len(endpoints),
        "request": {"id": request_id, "idempotency_key": key},
        "type": event_type,
    }
    if account is not None:
        event["account"] = account
    sandbox.save(event)
    sandbox.webhooks.send(event, endpoints)
    return event


def resend(sandbox: Sandbox, event_id: str) -> Record:
    """Deliver a stored event again, whether or not it was delivered before."""
    event = sandbox.get("event", event_id)
    sandbox.webhooks.send(event, list(sandbox.webhooks.endpoints(event["type"])))
    return event
