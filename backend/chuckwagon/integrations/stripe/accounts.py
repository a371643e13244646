"""Connected accounts in the provider's words (Accounts v2) and in ours."""

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from chuckwagon.core.errors import AppError, Conflict

if TYPE_CHECKING:
    import stripe

Business = Literal["individual", "company", "non_profit", "government_entity"]

INCLUDE = ["configuration.recipient", "requirements"]
UNKNOWN = ("not_found", "resource_missing", "account_invalid")


class AccountRefused(Conflict):
    """The provider understood the call and said no; its sentence is for the superadmin who reads it."""

    code = "account_refused"
    sentence = "The payment service did not accept this."


class AccountUnknown(Conflict):
    code = "account_unknown"
    sentence = "The payment service does not know this truck's payment account (any more)."


class AccountKeyReused(AccountRefused):
    """The key was used with other details before, and what came of that is not known here."""


class AccountKeyBusy(AccountRefused):
    """Another call with the same key is at work."""


class Account(msgspec.Struct, frozen=True):
    """What a connected account can do, and what its owner still has to hand in."""

    id: str
    transfers_active: bool
    payouts_active: bool
    past_due: list[str]
    currently_due: list[str]


def account_params(truck_id: str, name: str, email: str, business: Business) -> dict[str, Any]:
    """A seller whose share of each charge is transferred to it; it never charges cards itself."""
    transfers = {"stripe_balance": {"stripe_transfers": {"requested": True}}}
    return {
        "contact_email": email,
        "display_name": name,
        "dashboard": "express",
        "identity": {"country": "us", "entity_type": business},
        "defaults": {
            "currency": "usd",
            "responsibilities": {"fees_collector": "application", "losses_collector": "application"},
        },
        "configuration": {"recipient": {"capabilities": transfers}},
        "metadata": {"truckId": truck_id},
        "include": INCLUDE,
    }


def link_params(account_id: str, refresh_url: str, return_url: str) -> dict[str, Any]:
    """One visit to the hosted onboarding."""
    urls = {"refresh_url": refresh_url, "return_url": return_url}
    return {
        "account": account_id,
        "use_case": {"type": "account_onboarding", "account_onboarding": urls},
    }


def read_account(found: Any) -> Account:
    """The provider's account, asked for with `INCLUDE`; what is not there yet counts as not active."""
    whole = found.to_dict()
    balance = _dig(whole, "configuration", "recipient", "capabilities", "stripe_balance")
    due: dict[str, list[str]] = {"past_due": [], "currently_due": []}
    for entry in _dig(whole, "requirements").get("entries") or []:
        status = _dig(entry, "minimum_deadline").get("status")
        if status in due:
            due[status].append(entry.get("description") or "")
    return Account(
        id=whole["id"],
        transfers_active=_dig(balance, "stripe_transfers").get("status") == "active",
        payouts_active=_dig(balance, "payouts").get("status") == "active",
        **due,
    )


def account_refusal(error: "stripe.StripeError") -> AppError:
    """What a refusal of an account call means."""
    import stripe

    if isinstance(error, stripe.IdempotencyError):
        return AccountKeyBusy() if error.code == "idempotency_key_in_use" else AccountKeyReused()
    if error.code in UNKNOWN:
        return AccountUnknown()
    return AccountRefused((error.user_message or "")[:300] or None)


def _dig(found: Any, *path: str) -> dict[str, Any]:
    """The object at the path; an empty one where any step is missing."""
    for step in path:
        found = (found or {}).get(step)
    return found or {}
