"""Webhook events as structs, and the checks that the SDK's signature verification leaves out."""

import time
from datetime import datetime
from typing import Annotated, Any

import msgspec

from chuckwagon.integrations.stripe.payment_intents import PRINTABLE, Intent, StripeId, read_intent
from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import AppError

SIGNATURE_TOLERANCE_SECONDS = 300


class StripeSignatureInvalid(AppError):
    code = "signature_invalid"
    sentence = "The webhook signature is not valid."


class StripeEvent(msgspec.Struct, frozen=True):
    """A webhook event and the ID of its object.

    Only a payment intent is taken from the event itself. Refunds, disputes and accounts are fetched again, so that
    their events may arrive in any order.
    """

    id: StripeId
    type: Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=PRINTABLE)]
    created: int
    intent: Intent | None = None
    refunded_intent_id: StripeId | None = None
    dispute_id: StripeId | None = None
    account_id: StripeId | None = None
    connected_account: StripeId | None = None
    """The account that the event belongs to, if it is not the platform's own. It is not about our payments."""


class _EventObjectField(msgspec.Struct):
    """The field of an event that tells thin events from snapshot events."""

    object: str = ""


def is_thin_event(payload: bytes) -> bool:
    """Whether the event is one of Accounts v2, which contain only the ID of their object."""
    return decode_json(payload, _EventObjectField).object == "v2.core.event"


def read_snapshot_event(event: Any) -> StripeEvent:
    """Convert an event that contains its object."""
    subject, event_type = event.data.object, event.type
    is_refund = event_type.startswith(("refund.", "charge.refund"))  # charge.refunded, charge.refund.updated
    return StripeEvent(
        id=event.id,
        type=event_type,
        created=event.created,
        intent=read_intent(subject) if event_type.startswith("payment_intent.") else None,
        refunded_intent_id=subject.payment_intent if is_refund else None,
        dispute_id=subject.id if event_type.startswith("charge.dispute.") else None,
        account_id=subject.id if event_type == "account.updated" else None,
        connected_account=getattr(event, "account", None),
    )


def read_thin_event(event: Any) -> StripeEvent:
    """Convert an event that contains only the ID of its object."""
    subject = event.related_object
    is_account = subject is not None and subject.type == "v2.core.account"
    created = int(datetime.fromisoformat(event.created).timestamp())
    return StripeEvent(event.id, event.type, created, account_id=subject.id if is_account else None)


def refuse_future_signature(signature: str) -> None:
    """Refuse a timestamp ahead of our clock, because the SDK refuses only old ones. Raises StripeSignatureInvalid."""
    signed_at = read_signed_at(signature)
    if signed_at is None or signed_at - time.time() > SIGNATURE_TOLERANCE_SECONDS:
        raise StripeSignatureInvalid


def read_signed_at(signature: str) -> int | None:
    """Return the Unix time of the signature, by Stripe's clock; None without one."""
    timestamps = [int(part[2:]) for part in signature.split(",") if part.startswith("t=") and part[2:].isdigit()]
    return timestamps[0] if timestamps else None
