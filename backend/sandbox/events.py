"""Says what happened: stores an event and hands it to the deliveries."""

import json
from contextvars import ContextVar
from typing import Any

from sandbox.clock import unix_now
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record

API_VERSION = "2026-10-28.endive"

# The call that caused an event is named in it: (request id, idempotency key).
current_request: ContextVar[tuple[str | None, str | None]] = ContextVar("current_request", default=(None, None))


def emit(sandbox: Sandbox, event_type: str, subject: Record, *, account: str | None = None) -> Record:
    """Freezes the subject as it is now and delivers it to every endpoint that wants this type."""
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
    """Delivers a stored event once more, whether it has arrived before or not."""
    event = sandbox.get("event", event_id)
    sandbox.webhooks.send(event, list(sandbox.webhooks.endpoints(event["type"])))
    return event
