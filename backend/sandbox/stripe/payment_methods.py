"""Payment methods of type card, created from card numbers or from names of test cards."""

import hashlib
from datetime import UTC, datetime
from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import ApiError, invalid, missing
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import cards

DEFAULT_NUMBER = "4242424242424242"
CHECKS = {"address_line1_check": None, "address_postal_code_check": None, "cvc_check": "pass"}


def create(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Create a payment method of type card. Its number is stored separately, because it decides what happens later."""
    if params.get("type", "card") != "card":
        raise invalid("Only payment methods of type card exist in this sandbox.", param="type")
    card = params.get("card")
    if not isinstance(card, dict):
        raise missing("card")
    number = _number(card)
    month, year = _expiry(card)
    method = sandbox.save(
        {
            "id": new_id("pm_1"),
            "object": "payment_method",
            "allow_redisplay": "unspecified",
            "billing_details": billing_details(params.get("billing_details")),
            "card": _card(number, month, year),
            "created": unix_now(),
            "customer": None,
            "customer_account": None,
            "livemode": False,
            "metadata": params.get("metadata") or {},
            "type": "card",
        }
    )
    sandbox.store.put("card_number", method["id"], {"number": number})
    return method


def resolve(sandbox: Sandbox, name: str) -> Record:
    """Return the payment method with this ID, or a new one for a test name such as pm_card_visa."""
    if name in cards.TOKENS:
        return create(sandbox, {"card": {"number": cards.TOKENS[name]}})
    return sandbox.get("payment_method", name, "payment_method")


def number_of(sandbox: Sandbox, method: Record) -> str:
    kept = sandbox.store.find("card_number", method["id"])
    return str(kept["number"]) if kept else DEFAULT_NUMBER


def billing_details(given: dict[str, Any] | None) -> dict[str, Any]:
    details: dict[str, Any] = dict.fromkeys(("address", "email", "name", "phone", "tax_id"))
    for name in details:
        details[name] = (given or {}).get(name) or None
    details["address"] = address(details["address"])
    return details


def address(given: dict[str, Any] | None) -> dict[str, Any]:
    names = ("city", "country", "line1", "line2", "postal_code", "state")
    return {name: (given or {}).get(name) or None for name in names}


def shipping(given: dict[str, Any] | None) -> dict[str, Any] | None:
    if not given:
        return None
    rest = {name: given.get(name) or None for name in ("carrier", "phone", "tracking_number")}
    return {"address": address(given.get("address")), "name": given.get("name") or "", **rest}


def _number(card: dict[str, Any]) -> str:
    token = card.get("token")
    if token:
        if token not in cards.SOURCES:
            raise invalid(f"No such token: '{token}'", code="resource_missing", param="card[token]")
        return cards.SOURCES[token]
    number = str(card.get("number") or "").replace(" ", "").replace("-", "")
    if not number:
        raise missing("card[number]")
    if not number.isdigit() or not 12 <= len(number) <= 19 or not cards.passes_luhn(number):
        raise ApiError(402, "card_error", "Your card number is incorrect.", code="incorrect_number", param="number")
    return number


def _expiry(card: dict[str, Any]) -> tuple[int, int]:
    today = datetime.now(UTC)
    try:
        month, year = int(card.get("exp_month") or 12), int(card.get("exp_year") or today.year + 8)
    except ValueError:
        month, year = 0, 0
    year = year + 2000 if 0 < year < 100 else year
    if not 1 <= month <= 12:
        message = "Your card's expiration month is invalid."
        raise ApiError(402, "card_error", message, code="invalid_expiry_month", param="exp_month")
    if (year, month) < (today.year, today.month) or year > today.year + 50:
        message = "Your card's expiration year is invalid."
        raise ApiError(402, "card_error", message, code="invalid_expiry_year", param="exp_year")
    return month, year


def _card(number: str, month: int, year: int) -> dict[str, Any]:
    brand = cards.brand(number)
    return {
        "brand": brand,
        "checks": dict(CHECKS),
        "country": "US",
        "display_brand": "american_express" if brand == "amex" else brand,
        "exp_month": month,
        "exp_year": year,
        "fingerprint": hashlib.sha256(number.encode()).hexdigest()[:16],
        "funding": "debit" if number == cards.TOKENS["pm_card_visa_debit"] else "credit",
        "generated_from": None,
        "last4": number[-4:],
        "networks": {"available": [brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": None,
    }


def register_domain(sandbox: Sandbox, name: str, *, enabled: bool) -> Record:
    """Register a domain, so that its pages may show wallets."""
    wallets = ("amazon_pay", "apple_pay", "google_pay", "klarna", "link", "paypal")
    domain = {"id": new_id("pmd_1"), "object": "payment_method_domain", "domain_name": name, "enabled": enabled}
    return sandbox.save(
        domain | {"created": unix_now(), "livemode": False} | {wallet: {"status": "active"} for wallet in wallets}
    )
