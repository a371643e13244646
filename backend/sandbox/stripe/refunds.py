"""Refunds, immediate or pending, with the connected account's share if requested."""

import asyncio
from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import invalid
from sandbox.events import emit
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import cards, payment_methods
from sandbox.stripe.balance import Movement, book
from sandbox.stripe.connect import transfers
from sandbox.stripe.disputes import has_won

PENDING_SECONDS = 1.0
REASONS = ("duplicate", "fraudulent", "requested_by_customer")


def create(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    """Refund `amount` cents, or the remaining amount of the charge."""
    charge = _refundable_charge(sandbox, params)
    left = charge["amount_captured"] - charge["amount_refunded"]
    if left == 0:
        message = f"Charge {charge['id']} has already been refunded."
        raise invalid(message, code="charge_already_refunded")
    amount = params.get("amount", left)
    _check(sandbox, charge, params, amount, left)
    refund = _record(sandbox, charge, params, amount)
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] >= charge["amount_captured"]
    if params.get("reverse_transfer"):
        refund["transfer_reversal"] = transfers.reverse(sandbox, charge, refund)["id"]
    if params.get("refund_application_fee"):
        transfers.give_fee_back(sandbox, charge, refund)
    sandbox.save(charge)
    emit(sandbox, "refund.created", sandbox.save(refund))
    emit(sandbox, "charge.refunded", charge)
    if refund["status"] == "pending":
        settle_later(sandbox, refund)
    return refund


def settle_later(sandbox: Sandbox, refund: Record) -> None:
    loop = asyncio.get_running_loop()
    loop.call_later(PENDING_SECONDS, settle, sandbox, refund["id"])


def resume(sandbox: Sandbox) -> None:
    """Resume the refunds that were pending when the sandbox stopped."""
    for refund in sandbox.store.all("refund"):
        if refund["status"] == "pending":
            settle_later(sandbox, refund)


def settle(sandbox: Sandbox, refund_id: str) -> None:
    """End a pending refund as its card prescribes. Does nothing after a reset."""
    refund = sandbox.store.find("refund", refund_id)
    if refund is None or refund["status"] != "pending":
        return
    charge = sandbox.get("charge", refund["charge"])
    if _behaviour(sandbox, charge) == "pending_failure":
        _fail(sandbox, refund, charge)
        return
    refund["status"] = "succeeded"
    emit(sandbox, "refund.updated", sandbox.save(refund))


def _fail(sandbox: Sandbox, refund: Record, charge: Record) -> None:
    booked = book(sandbox, Movement("refund_failure", refund["amount"], refund["currency"], refund["id"]))
    refund.update(status="failed", failure_reason="unknown", failure_balance_transaction=booked["id"])
    charge["amount_refunded"] -= refund["amount"]
    charge["refunded"] = False
    sandbox.save(charge)
    emit(sandbox, "refund.failed", sandbox.save(refund))
    emit(sandbox, "refund.updated", refund)


def _refundable_charge(sandbox: Sandbox, params: dict[str, Any]) -> Record:
    intent_id = params.get("payment_intent")
    if intent_id:
        intent = sandbox.get("payment_intent", intent_id, "payment_intent")
        charge = sandbox.store.find("charge", intent["latest_charge"])
        if charge is None or not charge["captured"]:
            message = f"This PaymentIntent ({intent_id}) does not have a successful charge to refund."
            raise invalid(message)
        return charge
    if not params.get("charge"):
        message = "One of the following params should be provided for this request: payment_intent or charge."
        raise invalid(message, code="parameter_missing", validation=True)
    charge = sandbox.get("charge", params["charge"], "charge")
    if not charge["captured"]:
        raise invalid(f"Charge {charge['id']} cannot be refunded.", code="charge_not_refundable")
    return charge


def _check(sandbox: Sandbox, charge: Record, params: dict[str, Any], amount: int, left: int) -> None:
    if charge["disputed"] and not has_won(sandbox, charge["id"]):
        raise invalid(f"Charge {charge['id']} has been charged back.", code="charge_disputed")
    if amount < 1:
        message = "This value must be greater than or equal to 1."
        raise invalid(message, code="parameter_invalid_integer", param="amount", validation=True)
    if amount > left:
        wanted, possible = f"${amount / 100:.2f}", f"${left / 100:.2f}"
        message = f"Refund amount ({wanted}) is greater than unrefunded amount on charge ({possible})"
        raise invalid(message, param="amount")
    if params.get("reason") is not None and params["reason"] not in REASONS:
        raise invalid(f"Invalid reason: must be one of {', '.join(REASONS)}", param="reason")
    if params.get("reverse_transfer") and not charge.get("transfer"):
        raise invalid(f"Charge {charge['id']} has no associated transfer to reverse.", param="reverse_transfer")
    if params.get("refund_application_fee") and not charge["application_fee"]:
        message = f"Charge {charge['id']} has no application fee to refund."
        raise invalid(message, param="refund_application_fee")


def _behaviour(sandbox: Sandbox, charge: Record) -> str:
    method = sandbox.store.find("payment_method", charge["payment_method"])
    return cards.behaviour(payment_methods.number_of(sandbox, method)).refund if method else "succeeded"


def _record(sandbox: Sandbox, charge: Record, params: dict[str, Any], amount: int) -> Record:
    refund_id = new_id("re_3")
    booked = book(sandbox, Movement("refund", -amount, charge["currency"], refund_id))
    at_once = _behaviour(sandbox, charge) == "succeeded"
    refund = blank_refund(charge, params, amount, booked["id"])
    return sandbox.save(refund | {"id": refund_id, "status": "succeeded" if at_once else "pending"})


def blank_refund(charge: Record, params: dict[str, Any], amount: int, booked: str) -> Record:
    """Make a refund that has succeeded, without an ID and without storing it. `booked` is its balance transaction."""
    card = {"reference_status": "pending", "reference_type": "acquirer_reference_number", "type": "refund"}
    return {
        "id": "",
        "object": "refund",
        "amount": amount,
        "balance_transaction": booked,
        "charge": charge["id"],
        "created": unix_now(),
        "currency": charge["currency"],
        "customer": None,
        "customer_account": None,
        "destination_details": {"card": card, "type": "card"},
        "metadata": params.get("metadata") or {},
        "payment_intent": charge["payment_intent"],
        "payment_method": charge["payment_method"],
        "reason": params.get("reason"),
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": "succeeded",
        "transfer_reversal": None,
    }
