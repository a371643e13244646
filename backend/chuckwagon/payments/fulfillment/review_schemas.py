"""Payments held for review, as superadmins see and decide them. Amounts are in dollars here, in cents elsewhere."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.openapi_constraints import trimmed
from chuckwagon.kit.row_to_struct import copy_fields
from chuckwagon.orders.models import Refund
from chuckwagon.payments.models import Checkout, PaymentReview

MAX_NOTE_LENGTH = 200


class DecisionRequest(Struct):
    """The body of POST /payments/reviews/{id}/decision."""

    decision: Annotated[str, Meta(max_length=20)]
    note: Annotated[str, Meta(max_length=1000), trimmed(MAX_NOTE_LENGTH)] | None = None


class ReviewRefund(Struct, rename="camel"):
    """A refund of a held payment, requested or made."""

    id: str = field(name="_id")
    amount: float
    status: Literal["pending", "succeeded", "failed"]
    failure: str | None
    by: str
    created_at: str


class HeldPayment(Struct, rename="camel"):
    """A payment without an order. Fields of its checkout are null when the checkout is unknown.

    It is `disputed` while its bank has the money; then nothing is refundable.
    """

    id: str = field(name="_id")
    payment_intent_id: str
    reason: str
    amount: float
    expected: float | None
    currency: str
    truck_id: str | None
    truck_name: str | None
    timezone: str | None
    customer_name: str | None
    customer_phone: str | None
    created_at: str
    decision: Literal["refund", "looked_at"] | None
    decided_by: str | None
    decided_at: str | None
    note: str | None
    refunds: list[ReviewRefund]
    refundable: float
    disputed: bool


class HeldPayments(Struct):
    """Undecided payments first, then the others, newest first."""

    reviews: list[HeldPayment]
    open: int


def to_held_payment(
    review: PaymentReview,
    refunds: list[Refund],
    checkout: Checkout | None,
    truck_name: str | None,
    timezone: str | None,
    *,
    is_disputed: bool,
) -> HeldPayment:
    """Build the response. `timezone` is the truck's; checkout, truck name and time zone are None if unknown."""
    return copy_fields(
        HeldPayment,
        review,
        amount=to_dollars(int(review.details.get("amountReceivedCents", 0))),
        expected=to_dollars(checkout.total_cents) if checkout else None,
        currency=str(review.details.get("currency", "usd")),
        truck_id=checkout.truck_id if checkout else None,
        truck_name=truck_name,
        timezone=timezone,
        customer_name=checkout.customer_name if checkout else None,
        customer_phone=checkout.customer_phone if checkout else None,
        created_at=to_iso(review.created_at),
        decided_at=to_iso(review.decided_at) if review.decided_at else None,
        refunds=[_to_review_refund(refund) for refund in refunds],
        refundable=0 if is_disputed else to_dollars(refundable_cents(review, refunds)),
        disputed=is_disputed,
    )


def _to_review_refund(refund: Refund) -> ReviewRefund:
    return ReviewRefund(
        id=refund.id,
        amount=to_dollars(refund.amount_cents),
        status=refund.status,  # type: ignore[arg-type]
        failure=refund.failure,
        by=refund.asked_by,
        created_at=to_iso(refund.created_at),
    )


def refundable_cents(review: PaymentReview, refunds: list[Refund]) -> int:
    """Return the cents of the payment that are neither refunded nor in a pending refund."""
    refunded = sum(refund.amount_cents for refund in refunds if refund.status != "failed")
    return int(review.details.get("amountReceivedCents", 0)) - refunded
