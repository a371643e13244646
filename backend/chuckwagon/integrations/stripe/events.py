"""Stripe's events: webhooks with the checks that the SDK leaves out, and the log of succeeded payments, oldest first.

Stripe lists events newest first and keeps them for 30 days. In a period longer than one page, the oldest page
is found by bisection; each further page is the one after the newest event read so far. At most one page is
held in memory.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Protocol

import msgspec

from chuckwagon.integrations.stripe.payment_intents import PRINTABLE, Intent, StripeId, read_intent
from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import AppError
from chuckwagon.observability.logging import log

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
    reader_intent_id: StripeId | None = None
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
        reader_intent_id=_find_reader_intent(subject) if event_type.startswith("terminal.reader.action_") else None,
        connected_account=getattr(event, "account", None),
    )


def _find_reader_intent(reader: Any) -> str | None:
    """The intent of a reader's action; None for another kind of action."""
    asked = (reader.to_dict().get("action") or {}).get("process_payment_intent") or {}
    intent = asked.get("payment_intent")
    return intent if intent is None or isinstance(intent, str) else str(intent["id"])


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


SUCCEEDED = "payment_intent.succeeded"
LOG_PAGE_SIZE = 100


class PaymentSucceededEvent(msgspec.Struct, frozen=True):
    """The event of a succeeded payment; `intent` is None when its content cannot be read."""

    id: str
    created: int
    intent_id: str
    intent: Intent | None

    @property
    def at(self) -> datetime:
        """When the payment succeeded, by Stripe's clock, in UTC."""
        return datetime.fromtimestamp(self.created, tz=UTC)


class NewestFirstPage(msgspec.Struct, frozen=True):
    """Events, newest first, and whether the list continues in the direction in which it is read."""

    events: list[PaymentSucceededEvent]
    has_more: bool


class OldestFirstPage(msgspec.Struct, frozen=True):
    """Events, oldest first. `is_next`: all events before these have been read."""

    events: list[PaymentSucceededEvent]
    is_next: bool


class EventPageFetcher(Protocol):
    """The part of the gateway that fetches pages of events."""

    def succeeded_page(self, created: dict[str, int], **cursor: str) -> NewestFirstPage:
        """Fetch one page of a range of Unix seconds."""


def read_log_page(page: Any) -> NewestFirstPage:
    """Convert a page of Stripe's events."""
    return NewestFirstPage([_read_event(event) for event in page.data], bool(page.has_more))


def _read_event(event: Any) -> PaymentSucceededEvent:
    """Convert an event. One that cannot be read must not hide the others of its page."""
    try:
        intent = read_intent(event.data.object)
        return PaymentSucceededEvent(event.id, event.created, intent.id, intent)
    except Exception as error:  # noqa: BLE001 - of another API version, or of another system on the account
        log.error("event_not_understood", event_id=event.id, reason=type(error).__name__)
        return PaymentSucceededEvent(event.id, event.created, getattr(event.data.object, "id", ""), None)


def read_since(fetcher: EventPageFetcher, since: datetime) -> Iterator[OldestFirstPage]:
    """Yield all payments that succeeded since then, each page by a call with its own time limit.

    Pages read during the bisection are yielded too, out of order and newest first, so that a recent payment does
    not wait for a backlog. Raises PaymentRefused, Unavailable.
    """
    begin = int(since.timestamp())
    newest = fetcher.succeeded_page({"gte": begin})
    if not newest.has_more:
        yield OldestFirstPage(newest.events[::-1], is_next=True)
        return
    yield OldestFirstPage(newest.events[::-1], is_next=False)
    page = newest
    for page in _bisect_to_oldest(fetcher, begin, newest.events[-1].created):
        yield OldestFirstPage(page.events[::-1], is_next=False)
    yield OldestFirstPage(page.events[::-1], is_next=True)
    while page.events:
        page = fetcher.succeeded_page({"gte": begin}, ending_before=page.events[0].id)
        yield OldestFirstPage(page.events[::-1], is_next=True)
        if not page.has_more:
            return


def read_newest(fetcher: EventPageFetcher, since: datetime) -> Iterator[OldestFirstPage]:
    """Yield all payments that succeeded since then, newest page first; each page is oldest first.

    `is_next` is always false. Raises PaymentRefused, Unavailable.
    """
    begin = {"gte": int(since.timestamp())}
    page = fetcher.succeeded_page(begin)
    while page.events:
        yield OldestFirstPage(page.events[::-1], is_next=False)
        if not page.has_more:
            return
        page = fetcher.succeeded_page(begin, starting_after=page.events[-1].id)


def _bisect_to_oldest(fetcher: EventPageFetcher, low: int, high: int) -> Iterator[NewestFirstPage]:
    """Yield the pages of the bisection. The last event of the last page is the oldest; it is at `high` or before."""
    while low < high:
        middle = (low + high) // 2
        page = fetcher.succeeded_page({"gte": low, "lte": middle})
        yield page
        if page.events and not page.has_more:
            return
        if page.events:
            high = page.events[-1].created
        else:
            low = middle + 1
    one_second = {"gte": low, "lte": low}
    page = fetcher.succeeded_page(one_second)
    yield page
    while page.has_more:
        page = fetcher.succeeded_page(one_second, starting_after=page.events[-1].id)
        yield page
