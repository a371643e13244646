"""Chooses the pickup slot of an order from the calendar of a stop, or of a truck that is always open. Pure rules.

An order is put into one slot. What does not fit there spills into at most the three slots before it that have not
begun, nearest first, all or nothing: the food is cooked earlier and picked up on time.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Literal, Protocol

from msgspec import Struct

from chuckwagon.schedule import states

MAX_SPILLED_SLOTS = 3
FEW_PERCENT = 75  # from this share on, few places are left
SlotState = Literal["free", "few", "full"]


class Load(Struct, frozen=True):
    """The units that are taken of a slot: all of them, and those of online orders."""

    used: int = 0
    online: int = 0

    def add(self, units: int, *, is_online: bool) -> "Load":
        """Return the load with `units` more, or fewer if negative; those of online orders count in both sums."""
        return Load(self.used + units, self.online + (units if is_online else 0))


EMPTY = Load()
Loads = Mapping[int, Load]
Allocation = dict[int, int]
"""Units by the position of the slot from which they are taken."""


class SlotCalendar(Struct, frozen=True, kw_only=True):
    """The slots of a stop, or of a truck that is always open.

    A slot is named by its `position`: the minutes between `origin_at` and its start. `first` and `last` are the
    positions of the first and the last slot; there is no slot when `last` is before `first`. `capacity` is in units,
    None for an unlimited one; `walk_up_share` is the percentage that only orders at the counter may take.
    """

    id: str
    origin_at: datetime
    minutes: int
    first: int = 0
    last: int
    capacity: int | None
    walk_up_share: int = 0

    @property
    def online_capacity(self) -> int | None:
        """The units of one slot that online orders may take."""
        return None if self.capacity is None else self.capacity * (100 - self.walk_up_share) // 100

    def positions(self) -> range:
        """The positions of all slots, in minutes after `origin_at`."""
        return range(self.first, self.last + 1, self.minutes)

    def start_of(self, position: int) -> datetime:
        """When the slot at this position starts."""
        return self.origin_at + timedelta(minutes=position)

    def find_position(self, at: datetime) -> int | None:
        """The slot that starts at this instant, or None."""
        minutes, rest = divmod(at - self.origin_at, timedelta(minutes=1))
        return minutes if not rest and minutes in self.positions() else None

    def position_at(self, instant: datetime) -> int | None:
        """The position of the slot that is running; before the first slot that one, after the last one None."""
        minutes = max((instant - self.origin_at) // timedelta(minutes=1), self.first)
        found = self.first + (minutes - self.first) // self.minutes * self.minutes
        return found if found in self.positions() else None


def count_free(calendar: SlotCalendar, load: Load, *, is_online: bool = True) -> int | None:
    """The units that an online order, or one at the counter, can still take of a slot; None for any number."""
    if calendar.capacity is None or calendar.online_capacity is None:
        return None
    free = calendar.capacity - load.used
    return max(0, min(free, calendar.online_capacity - load.online) if is_online else free)


def get_slot_state(calendar: SlotCalendar, load: Load) -> SlotState:
    """How full a slot is for online orders, without the slots before it."""
    free, capacity = count_free(calendar, load), calendar.online_capacity
    if free is None or capacity is None:
        return "free"
    if free == 0:
        return "full"
    return "few" if (capacity - free) * 100 >= capacity * FEW_PERCENT else "free"


def allocate_units(
    calendar: SlotCalendar, loads: Loads, position: int, units: int, now: datetime, *, is_online: bool = True
) -> Allocation | None:
    """The units that an order for this slot needs, by the position of the slot; None when they do not fit.

    In ascending order. Stores nothing: `rows.apply_changes` takes the units.
    """
    allocation: Allocation = {}
    for place in _list_candidate_slots(calendar, position, now):
        if units == 0:
            break
        free = count_free(calendar, loads.get(place, EMPTY), is_online=is_online)
        taken = units if free is None else min(units, free)
        if taken:
            allocation[place] = taken
            units -= taken
    return dict(sorted(allocation.items())) if units == 0 else None


def _list_candidate_slots(calendar: SlotCalendar, position: int, now: datetime) -> Iterator[int]:
    """The slot, then the slots before it that have not begun, nearest first."""
    yield position
    for step in range(1, MAX_SPILLED_SLOTS + 1):
        earlier = position - step * calendar.minutes
        if earlier < calendar.first or calendar.start_of(earlier) <= now:
            return
        yield earlier


def list_fitting(
    calendar: SlotCalendar, loads: Loads, units: int, earliest: datetime, now: datetime, *, is_online: bool = True
) -> Iterator[int]:
    """The positions of the slots from `earliest` on that take an order of so many units, in ascending order."""
    for position in calendar.positions():
        if (
            calendar.start_of(position) >= earliest
            and allocate_units(calendar, loads, position, units, now, is_online=is_online) is not None
        ):
            yield position


def find_last_free(calendar: SlotCalendar, loads: Loads) -> datetime | None:
    """The start of the last slot that is not full for online orders; None when all are full."""
    free = (one for one in reversed(calendar.positions()) if get_slot_state(calendar, loads.get(one, EMPTY)) != "full")
    return next((calendar.start_of(position) for position in free), None)


def get_largest_order(calendar: SlotCalendar) -> int | None:
    """The units of the largest online order that this calendar takes when all is empty; None without a limit."""
    if calendar.online_capacity is None:
        return None
    return calendar.online_capacity * min(MAX_SPILLED_SLOTS + 1, len(calendar.positions()))


def choose_offers(fitting: list[int], wanted: int, count: int) -> list[int]:
    """At most `count` of the `fitting` positions: the next ones from `wanted` on, else the nearest earlier ones.

    In ascending order.
    """
    later = [position for position in fitting if position >= wanted][:count]
    earlier = [position for position in fitting if position < wanted]
    return earlier[max(0, len(earlier) - (count - len(later))) :] + later


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
