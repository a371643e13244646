"""Parameter `expand[]`: replaces IDs in responses by the objects."""

from typing import Any

from sandbox.errors import invalid
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect.account_v1 import v1_view

KINDS = {
    "latest_charge": "charge",
    "charge": "charge",
    "source_transaction": "charge",
    "payment_intent": "payment_intent",
    "payment_method": "payment_method",
    "balance_transaction": "balance_transaction",
    "failure_balance_transaction": "balance_transaction",
    "transfer": "transfer",
    "transfer_reversal": "transfer_reversal",
    "application_fee": "application_fee",
    "source_refund": "refund",
    "destination": "account",
    "account": "account",
}
ON_REQUEST = {"refunds"}  # lists that are absent unless expanded
DEEPEST = 4


def expand(sandbox: Sandbox, answer: Record, paths: list[str]) -> Record:
    """Return a copy of the response with the objects of these paths. Stored objects do not change."""
    for path in paths:
        parts = path.split(".")
        if len(parts) > DEEPEST:
            raise invalid("You cannot expand more than 4 levels of a property", param="expand", validation=True)
        answer = _spell_out(sandbox, answer, parts, path)
    return answer


def _spell_out(sandbox: Sandbox, holder: Record, parts: list[str], path: str) -> Record:
    name, rest = parts[0], parts[1:]
    if name == "data" and isinstance(holder.get("data"), list):
        return {**holder, "data": [_spell_out(sandbox, one, rest, path) for one in holder["data"]]}
    if holder.get("object") == "charge" and name in ON_REQUEST:
        return {**holder, "refunds": _refunds(sandbox, holder)}
    if name not in holder or (name not in KINDS and not isinstance(holder[name], dict)):
        raise invalid(f"This property cannot be expanded ({path}).", param="expand", validation=True)
    inner = _object(sandbox, name, holder[name])
    if inner is not None and rest:
        inner = _spell_out(sandbox, inner, rest, path)
    return {**holder, name: inner}


def _object(sandbox: Sandbox, name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    found = sandbox.store.find(KINDS[name], value)
    if found is None:
        return value
    return v1_view(found) if KINDS[name] == "account" else found


def _refunds(sandbox: Sandbox, charge: Record) -> dict[str, Any]:
    data = [one for one in sandbox.store.newest("refund") if one["charge"] == charge["id"]]
    return {"object": "list", "data": data, "has_more": False, "url": f"/v1/charges/{charge['id']}/refunds"}
