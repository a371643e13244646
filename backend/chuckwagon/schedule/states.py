"""The state of a stop at an instant: pure functions, because a stored state would be wrong a moment later."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Protocol

from chuckwagon.schedule.models import CANCELLED

UPCOMING, OPEN, ENDED = "upcoming", "open", "ended"
AFTER = timedelta(microseconds=1)


class StopTimes(Protocol):
    """The columns of a stop that decide its state."""

    starts_at: datetime
    ends_at: datetime
    status: str
    delay_minutes: int
    ended_early_at: datetime | None
    preorder_minutes: int
    last_order_minutes: int


def opens_at(stop: StopTimes) -> datetime:
    """When the truck starts to serve, delay included."""
    return stop.starts_at + timedelta(minutes=stop.delay_minutes)


def closes_at(stop: StopTimes) -> datetime:
    """When the truck stops serving: the planned end, or an earlier one if the stop ended early."""
    return stop.ended_early_at or stop.ends_at


def last_order_at(stop: StopTimes) -> datetime:
    """The last instant at which an order is taken."""
    return closes_at(stop) - timedelta(minutes=stop.last_order_minutes)


def orders_open_at(stop: StopTimes) -> datetime:
    """The first instant at which an order is taken."""
    return stop.starts_at - timedelta(minutes=stop.preorder_minutes)


def get_state(stop: StopTimes, instant: datetime) -> str:
    """`cancelled`, `ended`, `open` or `upcoming`. The end belongs to `ended`, the start to `open`."""
    return CANCELLED if stop.status == CANCELLED else get_phase(stop, instant)


def get_phase(stop: StopTimes, instant: datetime) -> str:
    """`ended`, `open` or `upcoming`, for a cancelled stop as if it were not."""
    if instant >= closes_at(stop):
        return ENDED
    return OPEN if instant >= opens_at(stop) else UPCOMING


def takes_orders(stop: StopTimes, instant: datetime) -> bool:
    """True between the start of pre-orders and the last order, both included. The truck may still be paused."""
    is_served = get_state(stop, instant) in (OPEN, UPCOMING)
    return is_served and orders_open_at(stop) <= instant <= last_order_at(stop)


def list_boundaries(stop: StopTimes) -> Iterator[datetime]:
    """Every instant from which an answer about the stop reads differently.

    An order at the very instant of the last order is taken, so the answer changes just after it.
    """
    yield stop.ends_at  # a cancelled stop is shown until its planned end
    if stop.status == CANCELLED:
        return
    yield orders_open_at(stop)
    yield opens_at(stop)
    yield last_order_at(stop) + AFTER
    yield closes_at(stop)
