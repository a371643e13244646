"""Webhook endpoints."""

from typing import Any
from urllib.parse import urlsplit

from sandbox.clock import unix_now
from sandbox.errors import invalid
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record


def create(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Create an endpoint. Only this response contains its signing secret."""
    if urlsplit(params["url"]).scheme not in ("http", "https"):
        raise invalid("Invalid URL: An explicit scheme (such as https) must be provided.", param="url")
    if not params["enabled_events"]:
        raise invalid("You must enable at least one event.", param="enabled_events")
    return sandbox.save(
        {
            "id": new_id("we_1"),
            "object": "webhook_endpoint",
            "api_version": params.get("api_version"),
            "application": None,
            "created": unix_now(),
            "description": params.get("description"),
            "enabled_events": params["enabled_events"],
            "livemode": False,
            "metadata": params.get("metadata") or {},
            "secret": new_id("whsec_", 32),
            "status": "enabled",
            "url": params["url"],
        }
    )


def update(sandbox: Sandbox, endpoint_id: str, params: dict[str, Any]) -> Record:
    endpoint = sandbox.get("webhook_endpoint", endpoint_id, "webhook_endpoint")
    for name in ("description", "enabled_events", "metadata", "url"):
        if name in params:
            endpoint[name] = params[name]
    if "disabled" in params:
        endpoint["status"] = "disabled" if params["disabled"] else "enabled"
    return public_view(sandbox.save(endpoint))


def delete(sandbox: Sandbox, endpoint_id: str) -> dict[str, Any]:
    sandbox.get("webhook_endpoint", endpoint_id, "webhook_endpoint")
    sandbox.store.delete("webhook_endpoint", endpoint_id)
    return {"id": endpoint_id, "object": "webhook_endpoint", "deleted": True}


def public_view(endpoint: Record) -> Record:
    return {name: value for name, value in endpoint.items() if name != "secret"}
