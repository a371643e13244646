"""Refunds and disputes in the provider's words and in ours."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from chuckwagon.core.errors import AppError
from chuckwagon.gateways.stripe_payments import Name, PaymentRefused, payment_refusal, read_metadata

if TYPE_CHECKING:
    import stripe

# What has come back with a refund: the seller's share of it, and of our fee so far.
REFUND_DETAILS = ["transfer_reversal", "charge.application_fee"]
FAILED = ("failed", "canceled")
LONGEST_REASON = 200


class RefundRefused(PaymentRefused):
    """The provider will not send this money back, now or later; its sentence is for the staff."""

    code = "refund_refused"
    sentence = "The payment service refused this refund."


class RefundMade(msgspec.Struct, frozen=True, kw_only=True):
    """A refund at the provider, in cents; `refund_id` is ours, if the call that asked for it was.

    `status` is pending, succeeded or failed. `fee_back_cents` is what all refunds of the payment together
    have given back of our fee.
    """

    id: Name
    intent_id: str
    refund_id: str
    status: str
    amount_cents: int
    created_at: datetime
    failure: str | None = None
    reversed_cents: int = 0
    fee_back_cents: int = 0


class DisputeSeen(msgspec.Struct, frozen=True):
    """A dispute as the provider knows it now, in cents; `status` is the provider's word."""

    id: Name
    intent_id: str
    amount_cents: int
    reason: str
    status: str
    created_at: datetime


def refund_params(
    intent_id: str, amount_cents: int, refund_id: str, *, reverse_transfer: bool, with_fee: bool
) -> dict[str, Any]:
    """Money of a payment back, and with it the seller's share and our fee in proportion."""
    params: dict[str, Any] = {
        "payment_intent": intent_id,
        "amount": amount_cents,
        "metadata": {"refundId": refund_id},
        "expand": REFUND_DETAILS,
    }
    params |= {"reverse_transfer": True} if reverse_transfer else {}
    params |= {"refund_application_fee": True} if with_fee else {}
    return params


def read_refund(found: Any) -> RefundMade:
    """The provider's refund, asked for with `REFUND_DETAILS`."""
    whole = found.to_dict()
    charge = whole.get("charge")
    fee = charge.get("application_fee") if isinstance(charge, dict) else None
    return RefundMade(
        id=whole["id"],
        intent_id=whole.get("payment_intent") or "",
        refund_id=read_metadata(found).get("refundId", ""),
        status=_status(whole.get("status")),
        amount_cents=whole["amount"],
        created_at=_instant(whole["created"]),
        failure=(whole.get("failure_reason") or "").replace("_", " ")[:LONGEST_REASON] or None,
        reversed_cents=(whole.get("transfer_reversal") or {}).get("amount", 0),
        fee_back_cents=(fee or {}).get("amount_refunded", 0),
    )


def read_dispute(found: Any) -> DisputeSeen:
    """The provider's dispute."""
    whole = found.to_dict()
    return DisputeSeen(
        id=whole["id"],
        intent_id=whole.get("payment_intent") or "",
        amount_cents=whole["amount"],
        reason=(whole.get("reason") or "").replace("_", " ")[:LONGEST_REASON],
        status=whole["status"],
        created_at=_instant(whole["created"]),
    )


def refund_refusal(error: "stripe.StripeError") -> AppError:
    """What a refusal of a refund means: for good, unless it is about the key or our permission."""
    import stripe

    if not isinstance(error, stripe.InvalidRequestError):
        return payment_refusal(error)
    return RefundRefused((error.user_message or "")[:LONGEST_REASON] or None)


def _status(status: str | None) -> str:
    if status in FAILED:
        return "failed"
    return "succeeded" if status == "succeeded" else "pending"


def _instant(unix: int) -> datetime:
    return datetime.fromtimestamp(unix, tz=UTC)
