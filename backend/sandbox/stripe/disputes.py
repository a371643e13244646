"""Disputes: the bank withdraws a payment because the cardholder complained."""

from typing import Any

from sandbox.clock import unix_now
from sandbox.errors import invalid
from sandbox.events import emit
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.balance import Movement, book
from sandbox.stripe.reader_cards import card_of

DISPUTE_FEE = 1500  # cents
DAYS_TO_ANSWER = 9
CLOSED = ("won", "lost")
STATUSES = ("needs_response", "under_review", *CLOSED)
EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation",
    "duplicate_charge_explanation", "duplicate_charge_id", "product_description", "receipt", "refund_policy",
    "refund_policy_disclosure", "refund_refusal_explanation", "service_date", "service_documentation",
    "shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation",
    "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip


def open_dispute(sandbox: Sandbox, charge: Record) -> Record:
    """Open a dispute, which withdraws the amount and a fee at once."""
    dispute_id = new_id("du_1")
    movement = Movement("adjustment", -charge["amount"], charge["currency"], dispute_id)
    booked = book(sandbox, movement, DISPUTE_FEE)
    return sandbox.save(
        {
            "id": dispute_id,
            "object": "dispute",
            "amount": charge["amount"],
            "balance_transactions": [booked],
            "charge": charge["id"],
            "created": unix_now(),
            "currency": charge["currency"],
            "enhanced_eligibility_types": [],
            "evidence": _evidence(),
            "evidence_details": _deadline(),
            "intended_submission_method": "manual",
            "is_charge_refundable": False,
            "livemode": False,
            "metadata": {},
            "payment_intent": charge["payment_intent"],
            "payment_method_details": _card(charge),
            "reason": "fraudulent",
            "status": "needs_response",
        }
    )


def decide(sandbox: Sandbox, dispute_id: str, status: str) -> Record:
    """Decide a dispute. A won one returns the amount and the fee."""
    if status not in STATUSES:
        raise invalid(f"status must be one of {', '.join(STATUSES)}.", param="status")
    dispute = sandbox.get("dispute", dispute_id)
    before, dispute["status"] = dispute["status"], status
    emit(sandbox, "charge.dispute.updated", sandbox.save(dispute))
    if status == "won" and before != "won":
        movement = Movement("adjustment", dispute["amount"], dispute["currency"], dispute_id)
        dispute["balance_transactions"].append(book(sandbox, movement, -DISPUTE_FEE))
        emit(sandbox, "charge.dispute.funds_reinstated", sandbox.save(dispute))
    if status in CLOSED:
        emit(sandbox, "charge.dispute.closed", dispute)
    return dispute


def has_won(sandbox: Sandbox, charge_id: str) -> bool:
    """Whether every dispute of the charge was decided for the platform."""
    return all(one["status"] == "won" for one in sandbox.store.all("dispute") if one["charge"] == charge_id)


def _evidence() -> dict[str, Any]:
    return {**dict.fromkeys(EVIDENCE), "enhanced_evidence": {}}


def _deadline() -> dict[str, Any]:
    return {
        "due_by": unix_now() + DAYS_TO_ANSWER * 86_400,
        "enhanced_eligibility": {},
        "has_evidence": False,
        "past_due": False,
        "submission_count": 0,
        "submission_method": "not_submitted",
    }


def _card(charge: Record) -> dict[str, Any]:
    brand = card_of(charge["payment_method_details"])["brand"]
    card = {"brand": brand, "case_type": "chargeback", "network": brand, "network_reason_code": "10.4"}
    return {"card": card, "type": "card"}
