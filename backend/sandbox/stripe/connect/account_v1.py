"""Connected accounts in the format of Accounts v1."""

from typing import Any

from sandbox.store import Record

DUE = (
    "business_profile.url", "external_account", "individual.dob.day", "individual.dob.month",
    "individual.dob.year", "individual.first_name", "individual.last_name", "individual.ssn_last_4",
    "tos_acceptance.date", "tos_acceptance.ip",
)  # fmt: skip
SUPPORT = (
    "mcc", "minority_owned_business_designation", "name", "product_description",
    "specified_commercial_transactions_act_url", "support_address", "support_email", "support_phone",
    "support_url", "url",
)  # fmt: skip


def v1_view(account: Record) -> dict[str, Any]:
    complete = account["state"] == "complete"
    profile = account["v1"].get("business_profile") or {}
    return {
        "id": account["id"],
        "object": "account",
        "business_profile": {name: profile.get(name) for name in SUPPORT},
        "business_type": account["entity_type"],
        "capabilities": dict.fromkeys(account["capabilities"], "active" if complete else "inactive"),
        "charges_enabled": complete,
        "controller": _controller(account),
        "country": account["country"].upper(),
        "created": account["created"],
        "default_currency": account["currency"],
        "details_submitted": account["submitted"],
        "email": account["email"],
        "external_accounts": {
            "object": "list",
            "data": [],
            "has_more": False,
            "url": f"/v1/accounts/{account['id']}/external_accounts",
        },
        "future_requirements": _requirements([], [], None),
        "metadata": account["metadata"],
        "payouts_enabled": complete,
        "requirements": _due(account["state"]),
        "settings": _settings(account),
        "tos_acceptance": {"date": account["created"] if account["submitted"] else None},
        "type": account["v1"].get("type") or ("express" if account["dashboard"] == "express" else "none"),
    }


def _due(state: str) -> dict[str, Any]:
    if state == "complete":
        return _requirements([], [], None)
    if state == "rejected":
        return _requirements([], [], "rejected.other")
    past = list(DUE) if state == "past_due" else []
    return _requirements(list(DUE), past, "requirements.past_due")


def _requirements(due: list[str], past: list[str], reason: str | None) -> dict[str, Any]:
    return {
        "alternatives": [],
        "current_deadline": None,
        "currently_due": due,
        "disabled_reason": reason,
        "errors": [],
        "eventually_due": due,
        "past_due": past,
        "pending_verification": [],
    }


def _controller(account: Record) -> dict[str, Any]:
    fees = account["fees_collector"]
    return {
        "fees": {"payer": "account" if fees == "stripe" else fees},
        "is_controller": True,
        "losses": {"payments": account["losses_collector"]},
        "requirement_collection": "stripe",
        "stripe_dashboard": {"type": account["dashboard"] or "none"},
        "type": "application",
    }


def _settings(account: Record) -> dict[str, Any]:
    prefix = dict.fromkeys(("statement_descriptor_prefix_kana", "statement_descriptor_prefix_kanji"))
    payments = dict.fromkeys(("statement_descriptor", "statement_descriptor_kana", "statement_descriptor_kanji"))
    decline = {"avs_failure": False, "cvc_failure": False}
    return {
        "branding": dict.fromkeys(("icon", "logo", "primary_color", "secondary_color")),
        "card_payments": {"decline_on": decline, "statement_descriptor_prefix": None, **prefix},
        "dashboard": {"display_name": account["display_name"], "timezone": "Etc/UTC"},
        "payments": {**payments, **prefix},
        "payouts": {
            "debit_negative_balances": True,
            "schedule": {"delay_days": 2, "interval": "daily"},
            "statement_descriptor": None,
        },
    }
