"""Builds the slot calendar of a stop from its columns, or of a truck that is always open. No input or output."""

from datetime import UTC, datetime, timedelta
from typing import Protocol

from chuckwagon.schedule import states
from chuckwagon.schedule.slots.allocation import SlotCalendar

ALWAYS_SLOT_MINUTES = 10
ALWAYS_AHEAD_MINUTES = 26 * 60  # a time of day may mean tomorrow
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SlottedStop(states.StopTimes, Protocol):
    """The columns of a stop that decide its slots."""

    id: str
    slot_minutes: int
    slot_capacity: int | None
    walk_up_share: int


def build_calendar(stop: SlottedStop) -> SlotCalendar:
    """The slots from start and delay on; the last one ends with the stop, or before it."""
    opens_at = states.opens_at(stop)
    served = (states.closes_at(stop) - opens_at) // timedelta(minutes=1)
    return SlotCalendar(
        id=stop.id,
        origin_at=opens_at,
        minutes=stop.slot_minutes,
        last=served - stop.slot_minutes,
        capacity=stop.slot_capacity,
        walk_up_share=stop.walk_up_share,
    )


def build_always_calendar(truck_id: str, capacity: int, now: datetime) -> SlotCalendar:
    """The ten-minute slots of a truck that is always open: the running one and those of the next 26 hours."""
    minutes = (now - EPOCH) // timedelta(minutes=1)
    first = minutes - minutes % ALWAYS_SLOT_MINUTES
    return SlotCalendar(
        id=truck_id,
        origin_at=EPOCH,
        minutes=ALWAYS_SLOT_MINUTES,
        first=first,
        last=first + ALWAYS_AHEAD_MINUTES,
        capacity=capacity,
    )
