"""Confirmation of a payment intent: success, 3-D Secure challenge or decline."""

from typing import Any

from sandbox.errors import ApiError, invalid
from sandbox.events import emit
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import cards, charges, payment_methods
from sandbox.stripe.cards import Decline

CONFIRMABLE = ("requires_payment_method", "requires_confirmation", "requires_action")
NOT_AUTHENTICATED = (
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
)


def confirm(sandbox: Sandbox, intent_id: str, params: dict[str, Any]) -> Record:
    """Charge the given or attached card. Raises the 402 error of a decline.

    With `use_stripe_sdk` a browser script shows the challenge. Otherwise the response contains a redirect.
    """
    intent = sandbox.get("payment_intent", intent_id, "intent")
    _check_confirmable(intent)
    method = _method(sandbox, intent, params)
    if params.get("receipt_email"):
        intent["receipt_email"] = params["receipt_email"]
    if params.get("shipping"):
        intent["shipping"] = payment_methods.shipping(params["shipping"])
    intent["payment_method"] = method["id"]
    card = cards.behaviour(payment_methods.number_of(sandbox, method))
    if card.challenge:
        return _ask_for_challenge(sandbox, intent, params)
    error = _charge(sandbox, intent, method, challenged=False)
    if error is not None:
        raise ApiError(402, **_error_arguments(error), payment_intent=intent)
    return intent


def complete_challenge(sandbox: Sandbox, intent_id: str, client_secret: str, *, ok: bool) -> Record:
    """Apply the result of the 3-D Secure challenge. Returns the intent, which may be declined now."""
    intent = sandbox.get("payment_intent", intent_id, "intent")
    if client_secret != intent["client_secret"] or intent["status"] != "requires_action":
        message = "This PaymentIntent is not waiting for an authentication."
        raise invalid(message, code="payment_intent_unexpected_state", payment_intent=intent)
    method = sandbox.get("payment_method", intent["payment_method"])
    if ok:
        _charge(sandbox, intent, method, challenged=True)
    else:
        code = "payment_intent_authentication_failure"
        refusal = invalid(NOT_AUTHENTICATED, code=code, payment_method=method)
        _back_to_start(sandbox, intent, refusal.error)
    return intent


def move_to(sandbox: Sandbox, intent_id: str, status: str) -> Record:
    """Change the intent's status as a slow bank does: processing, then succeeded or failed."""
    intent = sandbox.get("payment_intent", intent_id, "intent")
    if intent["status"] == status:
        return intent
    if intent["status"] not in (*CONFIRMABLE, "processing"):
        message = f"This PaymentIntent is {intent['status']} and cannot become {status}."
        raise invalid(message, code="payment_intent_unexpected_state", payment_intent=intent)
    method = _method(sandbox, intent, {"payment_method": intent["payment_method"] or "pm_card_visa"})
    intent["payment_method"] = method["id"]
    if status == "processing":
        intent.update(status=status, next_action=None, last_payment_error=None, processing={"type": "card"})
        emit(sandbox, "payment_intent.processing", sandbox.save(intent))
    elif status == "succeeded":
        _take_money(sandbox, intent, method, challenged=False)
    elif status == "requires_payment_method":
        _decline(sandbox, intent, method, cards.GENERIC_DECLINE)
    else:
        message = "status must be one of processing, succeeded, requires_payment_method."
        raise invalid(message, param="status")
    return intent


def charge(sandbox: Sandbox, intent: Record, method: Record) -> dict[str, Any] | None:
    """Charge the card that was held to a reader. Return the error of a decline, or None."""
    return _charge(sandbox, intent, method, challenged=False)


def _check_confirmable(intent: Record) -> None:
    if intent["status"] in CONFIRMABLE:
        return
    message = f"This PaymentIntent's status is {intent['status']}, so it cannot be confirmed."
    if intent["status"] == "succeeded":
        message = (
            "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        )
    raise invalid(message, code="payment_intent_unexpected_state", payment_intent=intent)


def _method(sandbox: Sandbox, intent: Record, params: dict[str, Any]) -> Record:
    if params.get("payment_method_data"):
        return payment_methods.create(sandbox, params["payment_method_data"])
    name = params.get("payment_method") or intent["payment_method"]
    if not name:
        message = "You cannot confirm this PaymentIntent because it's missing a payment method."
        raise invalid(message, code="payment_intent_unexpected_state", payment_intent=intent)
    return payment_methods.resolve(sandbox, name)


def _ask_for_challenge(sandbox: Sandbox, intent: Record, params: dict[str, Any]) -> Record:
    url = f"{sandbox.settings.public_url}/3ds/{intent['id']}?client_secret={intent['client_secret']}"
    if params.get("use_stripe_sdk"):
        action = {
            "type": "use_stripe_sdk",
            "use_stripe_sdk": {"type": "three_d_secure_redirect", "stripe_js": url},
        }
    else:
        redirect = {"url": url, "return_url": params.get("return_url")}
        action = {"type": "redirect_to_url", "redirect_to_url": redirect}
        sandbox.store.put("return_url", intent["id"], {"url": params.get("return_url")})
    intent.update(status="requires_action", next_action=action, last_payment_error=None)
    emit(sandbox, "payment_intent.requires_action", sandbox.save(intent))
    return intent


def _charge(sandbox: Sandbox, intent: Record, method: Record, *, challenged: bool) -> dict[str, Any] | None:
    """Charge the card. Return the error of a decline, or None if it was charged or authorized."""
    card = cards.behaviour(payment_methods.number_of(sandbox, method))
    if card.decline is not None:
        return _decline(sandbox, intent, method, card.decline)
    charge = _take_money(sandbox, intent, method, challenged=challenged)
    if card.disputed:
        charges.dispute(sandbox, charge)
    return None


def _take_money(sandbox: Sandbox, intent: Record, method: Record, *, challenged: bool) -> Record:
    captured = intent["capture_method"] != "manual"
    charge = charges.succeed(sandbox, intent, method, captured=captured, challenged=challenged)
    intent.update(
        status="succeeded" if captured else "requires_capture",
        latest_charge=charge["id"],
        amount_received=intent["amount"] if captured else 0,
        amount_capturable=0 if captured else intent["amount"],
        next_action=None,
        last_payment_error=None,
        processing=None,
    )
    event = "payment_intent.succeeded" if captured else "payment_intent.amount_capturable_updated"
    emit(sandbox, event, sandbox.save(intent))
    return charge


def _decline(sandbox: Sandbox, intent: Record, method: Record, decline: Decline) -> dict[str, Any]:
    charge = charges.fail(sandbox, intent, method, decline)
    intent["latest_charge"] = charge["id"]
    error = ApiError(
        402,
        "card_error",
        decline.message,
        charge=charge["id"],
        code=decline.code,
        decline_code=decline.reason,
        payment_method=method,
    ).error
    _back_to_start(sandbox, intent, error)
    return error


def _back_to_start(sandbox: Sandbox, intent: Record, error: dict[str, Any]) -> None:
    intent.update(
        status="requires_payment_method",
        last_payment_error=error,
        payment_method=None,
        next_action=None,
        processing=None,
    )
    emit(sandbox, "payment_intent.payment_failed", sandbox.save(intent))


def _error_arguments(error: dict[str, Any]) -> dict[str, Any]:
    return {"kind": error["type"], **{name: value for name, value in error.items() if name != "type"}}
