"""Payment intents: create, update, cancel and capture. `confirmation.py` confirms them."""

import re
from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import invalid
from sandbox.events import emit
from sandbox.ids import new_id, random_part
from sandbox.metadata import merged_metadata
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import charges, payment_methods
from sandbox.stripe.confirmation import complete_challenge, confirm
from sandbox.stripe.connect import accounts

__all__ = ["blank", "cancel", "capture", "complete_challenge", "confirm", "create", "get", "public_view", "update"]

MINIMUM_CENTS = 50
MAX_STATEMENT_LENGTH = 22
MAXIMUM_CENTS = 99_999_999
FINAL = ("succeeded", "canceled")
NOTES = {"metadata", "description"}
REASONS = ("duplicate", "fraudulent", "requested_by_customer", "abandoned")
COPIED = (
    "application_fee_amount", "description", "on_behalf_of", "receipt_email", "setup_future_usage",
    "shipping", "statement_descriptor", "statement_descriptor_suffix", "transfer_group",
)  # fmt: skip
# Fields that the publishable key and the client secret give access to.
PUBLIC_FIELDS = (
    "id", "object", "amount", "automatic_payment_methods", "canceled_at", "cancellation_reason",
    "capture_method", "client_secret", "confirmation_method", "created", "currency", "description",
    "last_payment_error", "livemode", "next_action", "payment_method", "payment_method_types", "processing",
    "receipt_email", "setup_future_usage", "shipping", "source", "status",
)  # fmt: skip


def public_view(intent: Record) -> Record:
    return {name: intent[name] for name in PUBLIC_FIELDS}


def get(sandbox: Sandbox, intent_id: str) -> Record:
    return sandbox.get("payment_intent", intent_id, "intent")


def get_with_secret(sandbox: Sandbox, intent_id: str, client_secret: str | None) -> Record:
    """Return the intent if the client secret is right. Raises Stripe's error otherwise."""
    intent = get(sandbox, intent_id)
    if client_secret != intent["client_secret"]:
        message = "The client_secret provided does not match any associated PaymentIntent on this account."
        raise invalid(message, code="payment_intent_invalid_parameter", param="client_secret")
    return intent


def create(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Create an intent over `amount` cents. With `confirm` it is confirmed in the same call."""
    currency = str(params["currency"]).lower()
    _check_currency(currency)
    _check_amount(params["amount"], currency)
    _check_fee(params, params["amount"])
    _check_destination(sandbox, params.get("transfer_data"))
    _check_statement(params.get("statement_descriptor_suffix"))
    intent = blank(params, currency)
    method = params.get("payment_method")
    if method and not params.get("confirm"):
        intent["payment_method"] = payment_methods.resolve(sandbox, method)["id"]
        intent["status"] = "requires_confirmation"
    sandbox.save(intent)
    emit(sandbox, "payment_intent.created", intent)
    if params.get("confirm"):
        return confirm(sandbox, intent["id"], params)
    return intent


def update(sandbox: Sandbox, intent_id: str, params: dict[str, Any]) -> Record:
    intent = get(sandbox, intent_id)
    # After the payment, only metadata and description may change.
    if intent["status"] in (*FINAL, "processing") and set(params) - NOTES:
        message = f"This PaymentIntent could not be updated because it has a status of {intent['status']}."
        raise _unexpected(message, intent)
    if "amount" in params:
        _check_amount(params["amount"], intent["currency"])
    amount: int = params["amount"] if "amount" in params else intent["amount"]
    _check_fee(params, amount)
    if "metadata" in params:
        intent["metadata"] = merged_metadata(intent["metadata"], params["metadata"])
    for name in ("amount", *COPIED):
        if name in params:
            intent[name] = None if params[name] == "" else params[name]
    if "shipping" in params:
        intent["shipping"] = payment_methods.shipping(params["shipping"])
    if params.get("payment_method"):
        intent["payment_method"] = payment_methods.resolve(sandbox, params["payment_method"])["id"]
        intent["status"] = "requires_confirmation"
    return sandbox.save(intent)


def cancel(sandbox: Sandbox, intent_id: str, reason: str | None = None) -> Record:
    intent = get(sandbox, intent_id)
    if intent["status"] in FINAL:
        message = f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}."
        raise _unexpected(message, intent)
    if reason is not None and reason not in REASONS:
        raise invalid(f"Invalid cancellation_reason: must be one of {', '.join(REASONS)}", param="cancellation_reason")
    intent.update(
        status="canceled",
        canceled_at=unix_now(),
        cancellation_reason=reason,
        next_action=None,
        processing=None,
        amount_capturable=0,
    )
    emit(sandbox, "payment_intent.canceled", sandbox.save(intent))
    return intent


def capture(sandbox: Sandbox, intent_id: str, amount: int | None = None) -> Record:
    """Capture `amount` cents of the authorized amount, or all of it."""
    intent = get(sandbox, intent_id)
    if intent["status"] != "requires_capture":
        message = f"This PaymentIntent could not be captured because it has a status of {intent['status']}."
        raise _unexpected(message, intent)
    taken = intent["amount_capturable"] if amount is None else amount
    if not 1 <= taken <= intent["amount_capturable"]:
        message = "The amount to capture must be between 1 and the capturable amount."
        raise invalid(message, code="amount_too_large", param="amount_to_capture")
    charge = charges.settle(sandbox, sandbox.get("charge", intent["latest_charge"]), taken)
    intent.update(status="succeeded", amount_received=taken, amount_capturable=0)
    sandbox.save(intent)
    emit(sandbox, "charge.captured", charge)
    emit(sandbox, "payment_intent.succeeded", intent)
    return intent


def _check_statement(suffix: str | None) -> None:
    if not suffix:
        return
    length = len(charges.statement_descriptor(suffix))
    has_letter = any("A" <= char.upper() <= "Z" for char in suffix)
    if length > MAX_STATEMENT_LENGTH or not has_letter or not suffix.isascii() or set(suffix) & set("<>\\'\"*"):
        message = "The statement descriptor suffix is too long, has no letter, or has characters that are not allowed."
        raise invalid(message, param="statement_descriptor_suffix")


def _check_currency(currency: str) -> None:
    if not re.fullmatch(r"[a-z]{3}", currency):
        raise invalid(f"Invalid currency: {currency}.", param="currency", validation=True)


def _check_amount(amount: int, currency: str) -> None:
    if amount < 1:
        message = "This value must be greater than or equal to 1."
        raise invalid(message, code="parameter_invalid_integer", param="amount", validation=True)
    if currency == "usd" and amount < MINIMUM_CENTS:
        raise invalid("Amount must be at least $0.50 usd", code="amount_too_small", param="amount", validation=True)
    if amount > MAXIMUM_CENTS:
        message = "Amount must be no more than $999,999.99"
        raise invalid(message, code="amount_too_large", param="amount", validation=True)


def _check_fee(params: dict[str, Any], amount: int) -> None:
    fee = params.get("application_fee_amount")
    if fee is None:
        return
    if fee < 0 or fee > amount:
        message = "The application fee must be between 0 and the amount of the PaymentIntent."
        raise invalid(message, param="application_fee_amount", validation=True)


def _check_destination(sandbox: Sandbox, data: dict[str, Any] | None) -> None:
    if not data:
        return
    destination = data.get("destination")
    account = sandbox.store.find("account", destination)
    if account is None:
        message = f"No such destination: '{destination}'"
        raise invalid(message, code="resource_missing", param="transfer_data[destination]")
    if not accounts.can_receive_transfers(account):
        message = (
            "Your destination account needs to have at least one of the following capabilities enabled: "
            "transfers, crypto_transfers, legacy_payments"
        )
        raise invalid(message, code="insufficient_capabilities_for_transfer")


def _unexpected(message: str, intent: Record) -> Exception:
    return invalid(message, code="payment_intent_unexpected_state", payment_intent=intent)


def _automatic(params: dict[str, Any]) -> dict[str, Any] | None:
    given = params.get("automatic_payment_methods")
    if given is None:
        explicit = params.get("payment_method_types") or params.get("allowed_payment_method_types")
        return None if explicit else {"allow_redirects": "always", "enabled": True}
    if not given.get("enabled"):
        return None
    return {"allow_redirects": given.get("allow_redirects", "always"), "enabled": True}


def _card_options() -> dict[str, Any]:
    card = {
        "installments": None,
        "mandate_options": None,
        "network": None,
        "request_three_d_secure": "automatic",
    }
    return {"card": card}


def blank(params: dict[str, Any], currency: str) -> Record:
    """Make an intent over `amount` cents that no one has paid, without storing it."""
    intent_id = new_id("pi_3")
    allowed = params.get("allowed_payment_method_types") or params.get("payment_method_types")
    always_null = (
        "application", "canceled_at", "cancellation_reason", "customer", "customer_account",
        "excluded_payment_method_types", "last_payment_error", "latest_charge", "managed_payments",
        "next_action",
        "payment_method", "payment_method_configuration_details", "payment_record", "processing", "review",
        "source",
    )  # fmt: skip
    intent: Record = dict.fromkeys(always_null) | {name: params.get(name) or None for name in COPIED}
    intent |= {
        "id": intent_id,
        "object": "payment_intent",
        "allowed_payment_method_types": allowed,
        "amount": params["amount"],
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application_fee_amount": params.get("application_fee_amount"),
        "automatic_payment_methods": _automatic(params),
        "capture_method": params.get("capture_method", "automatic_async"),
        "client_secret": f"{intent_id}_secret_{random_part(25)}",
        "confirmation_method": params.get("confirmation_method", "automatic"),
        "created": unix_now(),
        "currency": currency,
        "livemode": False,
        "metadata": merged_metadata({}, params.get("metadata") or {}),
        "shipping": payment_methods.shipping(params.get("shipping")),
        "payment_method_options": _card_options(),
        "payment_method_types": allowed or ["card"],
        "status": "requires_payment_method",
    }
    if params.get("transfer_data"):
        intent["transfer_data"] = dict(params["transfer_data"])
    return intent
