"""Webhook events in the provider's words and in ours, and the checks that its signature leaves to us."""

import time
from datetime import datetime
from typing import Annotated, Any

import msgspec

from chuckwagon.core.errors import AppError
from chuckwagon.gateways.stripe_payments import PRINTABLE, Intent, Name, read_intent

SIGNATURE_TOLERANCE_SECONDS = 300


class SignatureInvalid(AppError):
    code = "signature_invalid"
    sentence = "The webhook signature is not valid."


class Event(msgspec.Struct, frozen=True):
    """A webhook event and what it is about.

    Only a payment intent is taken from the event itself; refunds, disputes and accounts are read again, so
    that it does not matter in which order the news of them arrive.
    """

    id: Name
    type: Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=PRINTABLE)]
    created: int
    intent: Intent | None = None
    refunded_intent_id: Name | None = None
    dispute_id: Name | None = None
    account_id: Name | None = None
    connected_account: Name | None = None
    """Whose event it is, where it is not the platform's own: it says nothing about our money."""


class _Kind(msgspec.Struct):
    object: str = ""


def is_thin(payload: bytes) -> bool:
    """Accounts v2 tell only that something has changed, in another shape than the other events."""
    return msgspec.json.decode(payload, type=_Kind).object == "v2.core.event"


def read_snapshot_event(found: Any) -> Event:
    """An event that holds its object."""
    about, topic = found.data.object, found.type
    is_refund = topic.startswith(("refund.", "charge.refund"))  # charge.refunded, charge.refund.updated
    return Event(
        id=found.id,
        type=topic,
        created=found.created,
        intent=read_intent(about) if topic.startswith("payment_intent.") else None,
        refunded_intent_id=about.payment_intent if is_refund else None,
        dispute_id=about.id if topic.startswith("charge.dispute.") else None,
        account_id=about.id if topic == "account.updated" else None,
        connected_account=getattr(found, "account", None),
    )


def read_thin_event(found: Any) -> Event:
    """An event that only names its object."""
    about = found.related_object
    is_account = about is not None and about.type == "v2.core.account"
    created = int(datetime.fromisoformat(found.created).timestamp())
    return Event(found.id, found.type, created, account_id=about.id if is_account else None)


def refuse_future(signature: str) -> None:
    """The SDK refuses old signatures only; a timestamp ahead of us is as wrong. Raises SignatureInvalid."""
    stamp = signed_at(signature)
    if stamp is None or stamp - time.time() > SIGNATURE_TOLERANCE_SECONDS:
        raise SignatureInvalid


def signed_at(signature: str) -> int | None:
    """When the provider signed, by its own clock."""
    stamps = [int(part[2:]) for part in signature.split(",") if part.startswith("t=") and part[2:].isdigit()]
    return stamps[0] if stamps else None
