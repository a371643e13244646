"""Connected accounts in the format of Accounts v2, which fills only the fields that `include` names."""

from typing import Any

from sandbox.clock import iso
from sandbox.store import Record

INCLUDABLE = ("configuration.customer", "configuration.merchant", "configuration.recipient", "defaults",
              "future_requirements", "identity", "requirements")  # fmt: skip
DUE = (
    "business_profile.url", "external_account", "individual.dob", "individual.given_name",
    "individual.surname", "individual.id_number", "tos_acceptance",
)  # fmt: skip
STATUS = {
    "complete": "active",
    "currently_due": "restricted",
    "past_due": "restricted",
    "rejected": "rejected",
}


def v2_view(account: Record, include: list[str]) -> dict[str, Any]:
    view: dict[str, Any] = {
        "id": account["id"],
        "object": "v2.core.account",
        "applied_configurations": account["configurations"],
        "closed": False,
        "created": iso(account["created"]),
        "livemode": False,
        "metadata": account["metadata"],
    }
    optional = {"contact_email": "email", "display_name": "display_name", "dashboard": "dashboard"}
    view |= {name: account[own] for name, own in optional.items() if account[own]}
    if any(name.startswith("configuration.") for name in include):
        view["configuration"] = _configuration(account, include)
    if "requirements" in include:
        view["requirements"] = _requirements(account["state"])
    if "identity" in include:
        view["identity"] = _identity(account)
    if "defaults" in include:
        view["defaults"] = _defaults(account)
    return view


def _configuration(account: Record, include: list[str]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for name in ("customer", "merchant"):
        if f"configuration.{name}" in include and name in account["configurations"]:
            shown[name] = {"applied": True}
    if "configuration.recipient" in include and "recipient" in account["configurations"]:
        shown["recipient"] = {"applied": True, "capabilities": {"stripe_balance": _balance(account)}}
    return shown


def _balance(account: Record) -> dict[str, Any]:
    status = STATUS[account["state"]]
    details = {
        "restricted": [{"code": "requirements_past_due", "resolution": "provide_info"}],
        "rejected": [{"code": "rejected_other", "resolution": "contact_stripe"}],
    }.get(status, [])
    capability = {"status": status, "status_details": details}
    balance = {"payouts": dict(capability)}
    if account["wants_transfers"]:
        balance["stripe_transfers"] = dict(capability)
    return balance


def _requirements(state: str) -> dict[str, Any]:
    if state not in ("currently_due", "past_due"):
        return {"entries": []}
    entries = [_entry(description, state) for description in DUE]
    return {"entries": entries, "summary": {"minimum_deadline": {"status": state}}}


def _entry(description: str, status: str) -> dict[str, Any]:
    restricted = {
        "capability": "stripe_balance.stripe_transfers",
        "configuration": "recipient",
        "deadline": {"status": status},
    }
    return {
        "awaiting_action_from": "user",
        "description": description,
        "errors": [],
        "impact": {"restricts_capabilities": [restricted]},
        "minimum_deadline": {"status": status},
        "requested_reasons": [{"code": "routine_onboarding"}],
    }


def _identity(account: Record) -> dict[str, Any]:
    shown = {"country": account["country"]}
    if account["entity_type"]:
        shown["entity_type"] = account["entity_type"]
    return shown


def _defaults(account: Record) -> dict[str, Any]:
    return {
        "currency": account["currency"],
        "responsibilities": {
            "fees_collector": account["fees_collector"],
            "losses_collector": account["losses_collector"],
            "requirements_collector": "stripe",
        },
    }
