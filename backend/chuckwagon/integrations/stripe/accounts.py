"""Connected accounts (Accounts v2): parameters for Stripe and structs of ours."""

from typing import TYPE_CHECKING, Any

import msgspec

from chuckwagon.kit.errors import AppError, Conflict
from chuckwagon.kit.sentences import Sentence

if TYPE_CHECKING:
    import stripe

ACCOUNT_INCLUDE = ["configuration.recipient", "requirements"]
UNKNOWN_ACCOUNT_CODES = ("not_found", "resource_missing", "account_invalid")


class AccountRefused(Conflict):
    """Stripe understood the call and refused it. The sentence is shown to the superadmin."""

    code = "account_refused"
    sentence = "The payment service did not accept this."


class AccountUnknown(Conflict):
    code = "account_unknown"
    sentence = "The payment service does not know this truck's payment account (any more)."


class AccountKeyReused(AccountRefused):
    """The idempotency key was used before with other details, and the result of that call is not known here."""


class AccountKeyBusy(AccountRefused):
    """Another call with the same idempotency key is running."""


class ConnectedAccount(msgspec.Struct, frozen=True):
    """What a connected account can do, and what its owner still has to submit, in Stripe's words."""

    id: str
    transfers_active: bool
    payouts_active: bool
    past_due: list[str]
    currently_due: list[str]


def account_params(truck_id: str, name: str, email: str, business: str) -> dict[str, Any]:
    """Parameters of an account that receives a share of each charge by transfer and never charges cards itself."""
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
        "include": ACCOUNT_INCLUDE,
    }


def link_params(account_id: str, refresh_url: str, return_url: str) -> dict[str, Any]:
    """Parameters of a link to the hosted onboarding, good for one visit."""
    urls = {"refresh_url": refresh_url, "return_url": return_url}
    return {
        "account": account_id,
        "use_case": {"type": "account_onboarding", "account_onboarding": urls},
    }


def read_account(account: Any) -> ConnectedAccount:
    """Convert Stripe's account, fetched with `ACCOUNT_INCLUDE`. A missing capability counts as inactive."""
    data = account.to_dict()
    balance = _get_nested(data, "configuration", "recipient", "capabilities", "stripe_balance")
    due: dict[str, list[str]] = {"past_due": [], "currently_due": []}
    for entry in _get_nested(data, "requirements").get("entries") or []:
        status = _get_nested(entry, "minimum_deadline").get("status")
        if status in due:
            due[status].append(entry.get("description") or "")
    return ConnectedAccount(
        id=data["id"],
        transfers_active=_get_nested(balance, "stripe_transfers").get("status") == "active",
        payouts_active=_get_nested(balance, "payouts").get("status") == "active",
        **due,
    )


def to_account_error(error: "stripe.StripeError") -> AppError:
    """Convert the refusal of an account call.

    Returns AccountKeyBusy or AccountKeyReused for a refused idempotency key, AccountUnknown for an account that Stripe
    does not know, else AccountRefused with Stripe's own message.
    """
    import stripe

    if isinstance(error, stripe.IdempotencyError):
        return AccountKeyBusy() if error.code == "idempotency_key_in_use" else AccountKeyReused()
    if error.code in UNKNOWN_ACCOUNT_CODES:
        return AccountUnknown()
    words = (error.user_message or "")[:300]
    return AccountRefused(Sentence(words, "payment_service_says", words=words) if words else None)


def _get_nested(value: Any, *path: str) -> dict[str, Any]:
    """Return the object at the path, or an empty one where any step is missing."""
    for step in path:
        value = (value or {}).get(step)
    return value or {}
