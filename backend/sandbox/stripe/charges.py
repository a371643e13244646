"""Charges: attempts to charge a card, successful or not."""

from typing import Any

from sandbox.clock import unix_now
from sandbox.events import emit
from sandbox.ids import new_id
from sandbox.metadata import merged_metadata
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import payment_methods
from sandbox.stripe.balance import Movement, book, processing_fee
from sandbox.stripe.cards import Decline
from sandbox.stripe.connect.transfers import share
from sandbox.stripe.disputes import open_dispute
from sandbox.stripe.reader_cards import reader_charge_details

DESCRIPTOR, DESCRIPTOR_PREFIX = "CHUCKWAGON SANDBOX", "CHUCKWAGON"


def succeed(sandbox: Sandbox, intent: Record, method: Record, *, captured: bool, challenged: bool) -> Record:
    charge = sandbox.save(blank_charge(sandbox, intent, method, challenged=challenged))
    if captured:
        settle(sandbox, charge, intent["amount"])
    emit(sandbox, "charge.succeeded", charge)
    return charge


def settle(sandbox: Sandbox, charge: Record, amount: int) -> Record:
    """Capture `amount` cents, and transfer the share of a destination charge to its connected account."""
    charge.update(captured=True, amount_captured=amount)
    movement = Movement("charge", amount, charge["currency"], charge["id"], charge["description"])
    charge["balance_transaction"] = book(sandbox, movement, processing_fee(amount))["id"]
    share(sandbox, charge)
    return sandbox.save(charge)


def update(sandbox: Sandbox, charge_id: str, params: dict[str, Any]) -> Record:
    """Update metadata and description of a charge. Amounts cannot change."""
    charge = sandbox.get("charge", charge_id)
    if "metadata" in params:
        charge["metadata"] = merged_metadata(charge["metadata"], params["metadata"])
    if "description" in params:
        charge["description"] = params["description"] or None
    emit(sandbox, "charge.updated", sandbox.save(charge))
    return charge


def fail(sandbox: Sandbox, intent: Record, method: Record, decline: Decline) -> Record:
    charge = blank_charge(sandbox, intent, method)
    charge.update(
        paid=False,
        status="failed",
        failure_code=decline.code,
        failure_message=decline.message,
        outcome=_outcome(decline),
        receipt_url=None,
    )
    sandbox.save(charge)
    emit(sandbox, "charge.failed", charge)
    return charge


def dispute(sandbox: Sandbox, charge: Record) -> None:
    charge["disputed"] = True
    sandbox.save(charge)
    opened = open_dispute(sandbox, charge)
    emit(sandbox, "charge.dispute.created", opened)
    emit(sandbox, "charge.dispute.funds_withdrawn", opened)


def statement_descriptor(suffix: str | None) -> str:
    """What the cardholder's statement shows for a payment."""
    return f"{DESCRIPTOR_PREFIX}* {suffix}" if suffix else DESCRIPTOR


def _outcome(decline: Decline | None) -> dict[str, Any]:
    return {
        "advice_code": None,
        "network_advice_code": None,
        "network_decline_code": None,
        "network_status": "approved_by_network" if decline is None else "declined_by_network",
        "reason": None if decline is None else decline.reason or decline.code,
        "risk_level": "normal",
        "risk_score": 12,
        "seller_message": "Payment complete." if decline is None else "The bank declined the payment.",
        "type": "authorized" if decline is None else "issuer_declined",
    }


def _card_details(intent: Record, method: Record, *, challenged: bool) -> dict[str, Any]:
    card = method["card"]
    copied = ("brand", "checks", "country", "exp_month", "exp_year", "fingerprint", "funding", "last4")
    return {name: card[name] for name in copied} | {
        "amount_authorized": intent["amount"],
        "authorization_code": "123456",
        "electronic_commerce_indicator": None,
        "extended_authorization": {"status": "disabled"},
        "incremental_authorization": {"status": "unavailable"},
        "installments": None,
        "mandate": None,
        "multicapture": {"status": "unavailable"},
        "network": card["brand"],
        "network_token": {"used": False},
        "network_transaction_id": None,
        "overcapture": {"maximum_amount_capturable": intent["amount"], "status": "unavailable"},
        "regulated_status": card["regulated_status"],
        "three_d_secure": _authentication() if challenged else None,
        "transaction_link_id": None,
        "wallet": None,
    }


def _authentication() -> dict[str, Any]:
    return {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": new_id("", 36),
        "version": "2.2.0",
    }


def blank_charge(sandbox: Sandbox, intent: Record, method: Record, *, challenged: bool = False) -> Record:
    """Make a charge that was authorized and not captured, without storing it."""
    charge_id = new_id("ch_3")
    kind = method["type"]
    details = (
        reader_charge_details(intent, method)
        if kind == "card_present"
        else _card_details(intent, method, challenged=challenged)
    )
    share_with = intent.get("transfer_data")
    copied = (
        "amount", "application", "application_fee_amount", "currency", "customer", "description", "metadata",
        "on_behalf_of", "receipt_email", "shipping", "statement_descriptor", "statement_descriptor_suffix",
        "transfer_group",
    )  # fmt: skip
    return {name: intent[name] for name in copied} | {
        "id": charge_id,
        "object": "charge",
        "amount_captured": 0,
        "amount_refunded": 0,
        "application_fee": None,
        "balance_transaction": None,
        "billing_details": payment_methods.billing_details(method["billing_details"]),
        "calculated_statement_descriptor": statement_descriptor(intent["statement_descriptor_suffix"]),
        "captured": False,
        "created": unix_now(),
        "disputed": False,
        "failure_balance_transaction": None,
        "failure_code": None,
        "failure_message": None,
        "fraud_details": {},
        "livemode": False,
        "metadata": dict(intent["metadata"]),
        "outcome": _outcome(None),
        "paid": True,
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "payment_method_details": {kind: details, "type": kind},
        "receipt_number": None,
        "receipt_url": f"{sandbox.settings.public_url}/receipts/{charge_id}",
        "refunded": False,
        "review": None,
        "source": None,
        "source_transfer": None,
        "status": "succeeded",
        "transfer_data": None if share_with is None else _transfer_data(share_with),
    }


def _transfer_data(data: Record) -> dict[str, Any]:
    return {"amount": data.get("amount"), "destination": data["destination"]}
