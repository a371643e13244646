"""Payment intents as structs, and the meaning of Stripe's errors."""

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
