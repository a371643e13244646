"""Payment intents in the provider's words and in ours, and what its refusals mean."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from chuckwagon.core.errors import AppError, Unavailable

if TYPE_CHECKING:
    import stripe

REPLAYED, CONFLICT = "Idempotent-Replayed", 409
PRINTABLE = r"^[!-~]*$"
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern=PRINTABLE)]


class PaymentRefused(AppError):
    """Stripe understood the call and said no."""

    status = 409
    code = "payment_refused"
    sentence = "There was an error processing your order. Please try again."


class TransferRefused(PaymentRefused):
    """The account that the money was meant for cannot receive it."""


class ProviderFailed(Unavailable):
    """Stripe stores a failure of its own under the key, and answers every call under that key with it."""

    sentence = "The payment service is not available right now. Please try again."


class Intent(msgspec.Struct, frozen=True):
    """A payment intent; amounts in cents. Shared: part of it was meant for a seller's account."""

    id: Name
    status: str
    amount: int
    amount_received: int
    currency: str
    livemode: bool
    metadata: dict[str, str]
    client_secret: str = ""
    is_shared: bool = False
    has_fee: bool = False


def read_intent(found: Any) -> Intent:
    """The provider's payment intent."""
    return Intent(
        id=found.id,
        status=found.status,
        amount=found.amount,
        amount_received=found.amount_received or 0,
        currency=found.currency,
        livemode=bool(found.livemode),
        metadata=read_metadata(found),
        client_secret=found.client_secret or "",
        is_shared=bool(getattr(found, "transfer_data", None)),
        has_fee=bool(getattr(found, "application_fee_amount", None)),
    )


def read_metadata(found: Any) -> dict[str, str]:
    """What we wrote on an object of the provider."""
    return found.metadata.to_dict() if found.metadata else {}


def outage(error: "stripe.StripeError") -> Unavailable:
    """What a failure means for the call's idempotency key.

    Only a failure that Stripe read from under the key is over. A 409 `idempotency_key_in_use` says that the
    first call under the key is still executing, and any other failure may come from a proxy in between.
    """
    headers: Any = error.headers or {}
    is_stored = (error.http_status or 0) >= 500 and headers.get(REPLAYED) == "true"
    return ProviderFailed() if is_stored else Unavailable(ProviderFailed.sentence)


def payment_refusal(error: "stripe.StripeError") -> AppError:
    """What a refusal of a payment call means."""
    import stripe

    if isinstance(error, stripe.PermissionError) or error.http_status == CONFLICT:
        return Unavailable(ProviderFailed.sentence)
    is_transfer = isinstance(error, stripe.InvalidRequestError) and (
        error.code == "insufficient_capabilities_for_transfer"
        or (error.param or "").startswith("transfer_data")
    )
    return TransferRefused() if is_transfer else PaymentRefused()
