"""Connected accounts, stored once and returned in the format of Accounts v1 or v2."""

from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import invalid
from sandbox.events import emit
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect.account_v1 import v1_view

STATES = ("complete", "currently_due", "past_due", "rejected")


def get(sandbox: Sandbox, account_id: str) -> Record:
    return sandbox.get("account", account_id, "account")


def can_receive_transfers(account: Record) -> bool:
    return bool(account["state"] == "complete" and account["wants_transfers"])


def create_v2(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Create a recipient of destination charges with Accounts v2, before its onboarding."""
    configuration = params.get("configuration") or {}
    recipient = configuration.get("recipient")
    balance = ((recipient or {}).get("capabilities") or {}).get("stripe_balance") or {}
    defaults = params.get("defaults") or {}
    responsibilities = defaults.get("responsibilities") or {}
    identity = params.get("identity") or {}
    return _keep(
        sandbox,
        {
            "version": "v2",
            "email": params.get("contact_email"),
            "display_name": params.get("display_name"),
            "dashboard": params.get("dashboard"),
            "country": (identity.get("country") or "us").lower(),
            "entity_type": identity.get("entity_type"),
            "currency": defaults.get("currency") or "usd",
            "fees_collector": responsibilities.get("fees_collector", "stripe"),
            "losses_collector": responsibilities.get("losses_collector", "stripe"),
            "configurations": [name for name in ("customer", "merchant", "recipient") if name in configuration],
            "wants_transfers": bool((balance.get("stripe_transfers") or {}).get("requested")),
            "capabilities": ["transfers"] if balance else [],
            "metadata": params.get("metadata") or {},
            "v1": {},
        },
    )


def create_v1(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Create an account with Accounts v1, as the fixtures of Stripe's CLI do."""
    capabilities = sorted(params.get("capabilities") or {"card_payments": {}, "transfers": {}})
    kind = params.get("type") or "none"
    return _keep(
        sandbox,
        {
            "version": "v1",
            "email": params.get("email"),
            "display_name": None,
            "dashboard": {"express": "express", "standard": "full"}.get(kind, "none"),
            "country": (params.get("country") or "US").lower(),
            "entity_type": params.get("business_type"),
            "currency": params.get("default_currency") or "usd",
            "fees_collector": "application",
            "losses_collector": "application",
            "configurations": ["merchant", "recipient"],
            "wants_transfers": "transfers" in capabilities,
            "capabilities": capabilities,
            "metadata": params.get("metadata") or {},
            "v1": {"type": kind, "business_profile": params.get("business_profile") or {}},
        },
    )


def update_v1(sandbox: Sandbox, account_id: str, params: dict[str, Any]) -> Record:
    account = get(sandbox, account_id)
    if "email" in params:
        account["email"] = params["email"] or None
    if params.get("metadata"):
        account["metadata"] = {k: v for k, v in {**account["metadata"], **params["metadata"]}.items() if v}
    if params.get("business_profile"):
        profile = account["v1"].get("business_profile") or {}
        account["v1"]["business_profile"] = {**profile, **params["business_profile"]}
    if params.get("capabilities"):
        account["capabilities"] = sorted({*account["capabilities"], *params["capabilities"]})
        account["wants_transfers"] = "transfers" in account["capabilities"]
    return _changed(sandbox, account)


def set_state(sandbox: Sandbox, account_id: str, state: str) -> Record:
    """Set the state that onboarding or a review leads to: complete, currently_due, past_due or rejected."""
    if state not in STATES:
        raise invalid(f"state must be one of {', '.join(STATES)}.", param="state")
    account = get(sandbox, account_id)
    account["state"] = state
    account["submitted"] = account["submitted"] or state != "currently_due"
    return _changed(sandbox, account)


def _keep(sandbox: Sandbox, fields: dict[str, Any]) -> Record:
    # Stripe's IDs have 21 characters: acct_1 and fifteen more.
    account = {"id": new_id("acct_1", 15), "object": "account", "created": unix_now(), **fields}
    account |= {"state": "currently_due", "submitted": False}
    return sandbox.save(account)


def _changed(sandbox: Sandbox, account: Record) -> Record:
    sandbox.save(account)
    emit(sandbox, "account.updated", v1_view(account), account=account["id"])
    return account
