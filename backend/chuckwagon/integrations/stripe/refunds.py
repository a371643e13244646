"""Refunds and disputes: parameters for Stripe and structs of ours."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, StripeId, read_metadata, to_payment_error
from chuckwagon.kit.errors import AppError
from chuckwagon.kit.sentences import Sentence

if TYPE_CHECKING:
    import stripe

# Expands the truck's share that a refund returned, and the part of our fee returned so far.
REFUND_DETAILS = ["transfer_reversal", "charge.application_fee"]
FAILED_STATUSES = ("failed", "canceled")
MAX_REASON_LENGTH = 200


class RefundRefused(PaymentRefused):
    """Stripe refuses this refund for good. The sentence is shown to staff."""

    code = "refund_refused"
    sentence = "The payment service refused this refund."


class StripeRefund(msgspec.Struct, frozen=True, kw_only=True):
    """A refund at Stripe, amounts in cents. `refund_id` is our ID, or empty for a refund made in the dashboard.

    `status` is pending, succeeded or failed. `fee_back_cents` is the part of our fee that all refunds of the
    payment together have returned.
    """

    id: StripeId
    intent_id: str
    refund_id: str
    status: str
    amount_cents: int
    created_at: datetime
    failure: str | None = None
    reversed_cents: int = 0
    fee_back_cents: int = 0


class StripeDispute(msgspec.Struct, frozen=True):
    """A dispute as Stripe reports it now, in cents; `status` is Stripe's.

    `answer_by` is the last moment to answer it, None when it takes no answer any more.
    """

    id: StripeId
    intent_id: str
    amount_cents: int
    reason: str
    status: str
    created_at: datetime
    answer_by: datetime | None = None


def refund_params(
    intent_id: str, amount_cents: int, refund_id: str, *, reverse_transfer: bool, with_fee: bool
) -> dict[str, Any]:
    """Parameters of a refund that also returns the truck's share and our fee in proportion."""
    params: dict[str, Any] = {
        "payment_intent": intent_id,
        "amount": amount_cents,
        "metadata": {"refundId": refund_id},
        "expand": REFUND_DETAILS,
    }
    params |= {"reverse_transfer": True} if reverse_transfer else {}
    params |= {"refund_application_fee": True} if with_fee else {}
    return params


def read_refund(refund: Any) -> StripeRefund:
    """Convert Stripe's refund, fetched with `REFUND_DETAILS`."""
    data = refund.to_dict()
    charge = data.get("charge")
    fee = charge.get("application_fee") if isinstance(charge, dict) else None
    return StripeRefund(
        id=data["id"],
        intent_id=data.get("payment_intent") or "",
        refund_id=read_metadata(refund).get("refundId", ""),
        status=_to_refund_status(data.get("status")),
        amount_cents=data["amount"],
        created_at=_to_datetime(data["created"]),
        failure=(data.get("failure_reason") or "").replace("_", " ")[:MAX_REASON_LENGTH] or None,
        reversed_cents=(data.get("transfer_reversal") or {}).get("amount", 0),
        fee_back_cents=(fee or {}).get("amount_refunded", 0),
    )


def read_dispute(dispute: Any) -> StripeDispute:
    """Convert a dispute object of the Stripe SDK; the amount is in cents, `created_at` in UTC."""
    data = dispute.to_dict()
    due_by = (data.get("evidence_details") or {}).get("due_by")
    return StripeDispute(
        id=data["id"],
        intent_id=data.get("payment_intent") or "",
        amount_cents=data["amount"],
        reason=(data.get("reason") or "").replace("_", " ")[:MAX_REASON_LENGTH],
        status=data["status"],
        created_at=_to_datetime(data["created"]),
        answer_by=_to_datetime(due_by) if due_by else None,
    )


def to_refund_error(error: "stripe.StripeError") -> AppError:
    """Convert an invalid request to RefundRefused, which is final, with Stripe's own message.

    Errors about the idempotency key or our permissions are converted by `to_payment_error`.
    """
    import stripe

    if not isinstance(error, stripe.InvalidRequestError):
        return to_payment_error(error)
    words = (error.user_message or "")[:MAX_REASON_LENGTH]
    return RefundRefused(Sentence(words, "payment_service_says", words=words) if words else None)


def _to_refund_status(status: str | None) -> str:
    if status in FAILED_STATUSES:
        return "failed"
    return "succeeded" if status == "succeeded" else "pending"


def _to_datetime(unix: int) -> datetime:
    return datetime.fromtimestamp(unix, tz=UTC)
