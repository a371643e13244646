"""Takes payments of the past into the books: a charge each, with refunds and disputes. No webhook tells of them."""

from typing import Any

from sandbox.errors import invalid
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import payment_intents, payment_methods
from sandbox.stripe.balance import Movement, book, processing_fee
from sandbox.stripe.charges import blank_charge
from sandbox.stripe.disputes import open_dispute
from sandbox.stripe.refunds import blank_refund

MAX_PAYMENTS = 2000
CARD = "pm_card_visa"


def bring_in(sandbox: Sandbox, payments: Any) -> int:
    """Add the payments that are not known yet, in the given order. Returns how many there were."""
    if not isinstance(payments, list) or len(payments) > MAX_PAYMENTS:
        raise invalid(f"payments must be a list of at most {MAX_PAYMENTS}.", param="payments")
    new = [one for one in payments if sandbox.store.find("payment_intent", one["id"]) is None]
    if new:
        with sandbox.store.at_once():
            method = payment_methods.resolve(sandbox, CARD)
            for payment in new:
                _bring_in(sandbox, payment, method)
    return len(new)


def _bring_in(sandbox: Sandbox, payment: dict[str, Any], method: Record) -> None:
    created, amount = payment["created"], payment["amount"]
    intent = payment_intents.blank({"amount": amount, "metadata": payment["metadata"]}, "usd")
    intent.update(id=payment["id"], client_secret=payment["secret"], created=created, payment_method=method["id"])
    charge = blank_charge(sandbox, intent, method)
    charge.update(created=created, captured=True, amount_captured=amount)
    charge["balance_transaction"] = _book(sandbox, Movement("charge", amount, "usd", charge["id"]), created, amount)
    intent.update(status="succeeded", latest_charge=charge["id"], amount_received=amount)
    sandbox.save(intent)
    sandbox.save(charge)
    for refund in payment["refunds"]:
        _refund(sandbox, charge, refund)
    if payment["dispute"]:
        _dispute(sandbox, charge, payment["dispute"])


def _book(sandbox: Sandbox, movement: Movement, created: int, charged: int = 0) -> str:
    booked = book(sandbox, movement, processing_fee(charged) if charged else 0)
    booked.update(created=created, available_on=created, status="available")
    return str(sandbox.save(booked)["id"])


def _refund(sandbox: Sandbox, charge: Record, given: dict[str, Any]) -> None:
    movement = Movement("refund", -given["amount"], "usd", given["id"])
    booked = _book(sandbox, movement, given["created"])
    refund = blank_refund(charge, {}, given["amount"], booked)
    refund.update(id=given["id"], created=given["created"], status="succeeded")
    charge["amount_refunded"] += given["amount"]
    charge["refunded"] = charge["amount_refunded"] >= charge["amount_captured"]
    sandbox.save(refund)
    sandbox.save(charge)


def _dispute(sandbox: Sandbox, charge: Record, given: dict[str, Any]) -> None:
    charge["disputed"] = True
    sandbox.save(charge)
    opened = open_dispute(sandbox, charge)
    sandbox.store.delete("dispute", opened["id"])
    opened.update(id=given["id"], created=given["created"])
    if "due_by" in given:
        opened["evidence_details"]["due_by"] = given["due_by"]
    sandbox.save(opened)
