"""Stripe's log of succeeded payments, read oldest first in pages of bounded size.

Stripe lists events newest first and keeps them for 30 days. In a period longer than one page, the oldest page
is found by bisection; each further page is the one after the newest event read so far. At most one page is
held in memory.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec

from chuckwagon.integrations.stripe.payment_intents import Intent, read_intent
from chuckwagon.observability.logging import log

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
