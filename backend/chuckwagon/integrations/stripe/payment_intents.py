"""Payment intents, refunds and disputes as structs, parameters for Stripe, and the meaning of Stripe's errors."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from chuckwagon.kit.errors import AppError, Unavailable
from chuckwagon.kit.sentences import Sentence

if TYPE_CHECKING:
    import stripe


REPLAYED_HEADER, CONFLICT = "Idempotent-Replayed", 409
PRINTABLE = r"^[!-~]*$"
StripeId = Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern=PRINTABLE)]


class PaymentRefused(AppError):
    """Stripe understood the call and refused it."""

    status = 409
    code = "payment_refused"
    sentence = "There was an error processing your order. Please try again."


class TransferRefused(PaymentRefused):
    """The connected account cannot receive transfers."""


class StripeFailureReplayed(Unavailable):
    """Stripe failed, and repeats the stored failure for every call with the same idempotency key."""

    sentence = "The payment service is not available right now. Please try again."
    reason = "payment_service_unavailable"


class StatementText(msgspec.Struct, frozen=True):
    """How a payment is named: the suffix on the card statement, and the description in Stripe's dashboard."""

    suffix: str
    description: str


class Intent(msgspec.Struct, frozen=True):
    """A payment intent, amounts in cents. `is_shared`: part of it goes to a connected account.

    `tip_cents` was chosen on a reader and is part of the amount. `failure_message` is why the last card was declined,
    and `decline_code` the bank's code for it, or else Stripe's.
    """

    id: StripeId
    status: str
    amount: int
    amount_received: int
    currency: str
    livemode: bool
    metadata: dict[str, str]
    client_secret: str = ""
    is_shared: bool = False
    has_fee: bool = False
    tip_cents: int = 0
    failure_message: str = ""
    decline_code: str = ""


def read_intent(intent: Any) -> Intent:
    """Convert Stripe's payment intent."""
    error = getattr(intent, "last_payment_error", None)
    return Intent(
        id=intent.id,
        status=intent.status,
        amount=intent.amount,
        amount_received=intent.amount_received or 0,
        currency=intent.currency,
        livemode=bool(intent.livemode),
        metadata=read_metadata(intent),
        client_secret=intent.client_secret or "",
        is_shared=bool(getattr(intent, "transfer_data", None)),
        has_fee=bool(getattr(intent, "application_fee_amount", None)),
        failure_message=getattr(error, "message", None) or "",
        decline_code=getattr(error, "decline_code", None) or getattr(error, "code", None) or "",
        tip_cents=getattr(getattr(getattr(intent, "amount_details", None), "tip", None), "amount", None) or 0,
    )


def read_metadata(stripe_object: Any) -> dict[str, str]:
    """Return the metadata of a Stripe object."""
    return stripe_object.metadata.to_dict() if stripe_object.metadata else {}


def to_unavailable(error: "stripe.StripeError") -> Unavailable:
    """Convert a failure: StripeFailureReplayed if Stripe repeats it under the idempotency key, else Unavailable.

    Only the first is final. A 409 `idempotency_key_in_use` means that the first call under the key is still running,
    and any other failure may come from a proxy in between.
    """
    headers: Any = error.headers or {}
    is_stored = (error.http_status or 0) >= 500 and headers.get(REPLAYED_HEADER) == "true"
    return (
        StripeFailureReplayed()
        if is_stored
        else Unavailable(Sentence(StripeFailureReplayed.sentence, StripeFailureReplayed.reason))
    )


def to_payment_error(error: "stripe.StripeError") -> AppError:
    """Convert the error with which Stripe refused a payment call.

    Missing permission and a 409 become Unavailable, because they say nothing about the payment; what concerns the
    connected account becomes TransferRefused, all else PaymentRefused.
    """
    import stripe

    if isinstance(error, stripe.PermissionError) or error.http_status == CONFLICT:
        return Unavailable(Sentence(StripeFailureReplayed.sentence, StripeFailureReplayed.reason))
    is_transfer = isinstance(error, stripe.InvalidRequestError) and (
        error.code == "insufficient_capabilities_for_transfer" or (error.param or "").startswith("transfer_data")
    )
    return TransferRefused() if is_transfer else PaymentRefused()


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
