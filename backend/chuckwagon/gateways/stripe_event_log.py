"""Stripe's log of payments that succeeded, read oldest first in pages of bounded size.

Stripe lists events newest first and keeps them for 30 days. Of a span that is longer than one page, the
oldest page is found by halving the span; from there each page is the one that follows the newest event read
so far. No more than one page is held at a time.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec

from chuckwagon.core.logging import log
from chuckwagon.gateways.stripe_payments import Intent, read_intent

SUCCEEDED = "payment_intent.succeeded"
LOG_PAGE = 100


class PaidEvent(msgspec.Struct, frozen=True):
    """The event that a payment succeeded; `intent` is None when its content cannot be read."""

    id: str
    created: int
    intent_id: str
    intent: Intent | None

    @property
    def at(self) -> datetime:
        """When it succeeded, by the provider's clock."""
        return datetime.fromtimestamp(self.created, tz=UTC)


class LogPage(msgspec.Struct, frozen=True):
    """Some events, newest first, and whether the list goes on in the direction in which it is read."""

    events: list[PaidEvent]
    has_more: bool


class LogPart(msgspec.Struct, frozen=True):
    """Some events, oldest first. `is_next`: everything before them has been read."""

    events: list[PaidEvent]
    is_next: bool


class EventLog(Protocol):
    """What is asked of the gateway."""

    def succeeded_page(self, created: dict[str, int], **cursor: str) -> LogPage:
        """One page of a span of Unix seconds."""


def read_log_page(found: Any) -> LogPage:
    """The provider's page of events."""
    return LogPage([_read_event(event) for event in found.data], bool(found.has_more))


def _read_event(found: Any) -> PaidEvent:
    """An event that cannot be read must not hide the others of its page."""
    try:
        intent = read_intent(found.data.object)
        return PaidEvent(found.id, found.created, intent.id, intent)
    except Exception as error:  # noqa: BLE001 - of another version, or of another system on the account
        log.error("event_not_understood", event_id=found.id, reason=type(error).__name__)
        return PaidEvent(found.id, found.created, getattr(found.data.object, "id", ""), None)


def read_since(log_: EventLog, since: datetime) -> Iterator[LogPart]:
    """All payments that succeeded since then, in order, each page by a call with a time limit of its own.

    The pages that are read on the way to the oldest one come too, out of order and the newest one first: what
    has just been paid need not wait for a backlog. Raises PaymentRefused, Unavailable.
    """
    begin = int(since.timestamp())
    newest = log_.succeeded_page({"gte": begin})
    if not newest.has_more:
        yield LogPart(newest.events[::-1], is_next=True)
        return
    yield LogPart(newest.events[::-1], is_next=False)
    page = newest
    for page in _look_for_oldest(log_, begin, newest.events[-1].created):
        yield LogPart(page.events[::-1], is_next=False)
    yield LogPart(page.events[::-1], is_next=True)
    while page.events:
        page = log_.succeeded_page({"gte": begin}, ending_before=page.events[0].id)
        yield LogPart(page.events[::-1], is_next=True)
        if not page.has_more:
            return


def read_newest(log_: EventLog, since: datetime) -> Iterator[LogPart]:
    """The same events, newest page first."""
    begin = {"gte": int(since.timestamp())}
    page = log_.succeeded_page(begin)
    while page.events:
        yield LogPart(page.events[::-1], is_next=False)
        if not page.has_more:
            return
        page = log_.succeeded_page(begin, starting_after=page.events[-1].id)


def _look_for_oldest(log_: EventLog, low: int, high: int) -> Iterator[LogPage]:
    """Pages on the way to the oldest event, which is the last of the last page; it is at `high` or before."""
    while low < high:
        middle = (low + high) // 2
        page = log_.succeeded_page({"gte": low, "lte": middle})
        yield page
        if page.events and not page.has_more:
            return
        if page.events:
            high = page.events[-1].created
        else:
            low = middle + 1
    second = {"gte": low, "lte": low}
    page = log_.succeeded_page(second)
    yield page
    while page.has_more:
        page = log_.succeeded_page(second, starting_after=page.events[-1].id)
        yield page
