"""Lists of the v1 API and their filters."""

from typing import Any

from sandbox.parameters import Shape
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect.account_v1 import v1_view
from sandbox.stripe.lists import page
from sandbox.stripe.webhook_endpoints import public_view

LISTED: dict[str, dict[str, Shape]] = {
    "accounts": {},
    "application_fees": {"charge": "text"},
    "balance_transactions": {"currency": "text", "source": "text", "type": "text"},
    "charges": {"customer": "text", "payment_intent": "text", "transfer_group": "text"},
    "disputes": {"charge": "text", "payment_intent": "text"},
    "events": {"delivery_success": "flag", "type": "text", "types": "list"},
    "payment_intents": {"customer": "text"},
    "payment_method_domains": {"domain_name": "text", "enabled": "flag"},
    "refunds": {"charge": "text", "payment_intent": "text"},
    "transfers": {"destination": "text", "transfer_group": "text"},
    "webhook_endpoints": {},
}
SPECIAL = ("delivery_success", "types", "created", "ending_before", "expand", "limit", "starting_after")


def list_objects(sandbox: Sandbox, collection: str, params: dict[str, Any]) -> Record:
    wanted = {name: value for name, value in params.items() if name not in SPECIAL}

    def keep(record: Record) -> bool:
        if any(not _matches(record.get(name), value) for name, value in wanted.items()):
            return False
        return collection != "events" or _event_wanted(sandbox, record, params)

    listed = page(sandbox, collection.removesuffix("s"), params, f"/v1/{collection}", keep)
    views = {"accounts": v1_view, "webhook_endpoints": public_view}
    if collection in views:
        listed["data"] = [views[collection](record) for record in listed["data"]]
    return listed


def _matches(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, str) and wanted.endswith(".*"):
        return str(value).startswith(wanted[:-1])
    return bool(value == wanted)


def _event_wanted(sandbox: Sandbox, event: Record, params: dict[str, Any]) -> bool:
    types = params.get("types")
    if types and not any(_matches(event["type"], one) for one in types):
        return False
    if "delivery_success" not in params:
        return True
    return sandbox.webhooks.arrived(event["id"]) is params["delivery_success"]
