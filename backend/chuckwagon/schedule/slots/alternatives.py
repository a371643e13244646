"""What customers are offered: the slots of a calendar for an order of so many units. No input or output."""

from collections.abc import Iterable
from datetime import datetime

from chuckwagon.schedule.schemas import OfferedSlot
from chuckwagon.schedule.slots.allocation import (
    EMPTY,
    Loads,
    SlotCalendar,
    SlotState,
    allocate_units,
    choose_offers,
    get_slot_state,
    list_fitting,
)

MAX_ALTERNATIVES = 3


def list_offers(
    calendar: SlotCalendar, loads: Loads, units: int, earliest: datetime, now: datetime
) -> list[OfferedSlot]:
    """The slots that start at `earliest` or later, each as free, few or full for an order of `units`."""
    return [
        _to_offer(calendar, loads, position, units, now)
        for position in calendar.positions()
        if calendar.start_of(position) >= earliest
    ]


def list_alternatives(
    calendar: SlotCalendar,
    loads: Loads,
    wanted: int,
    units: int,
    earliest: datetime,
    now: datetime,
    *,
    is_online: bool = True,
) -> list[OfferedSlot]:
    """The slots to offer when the wanted one does not take the order: at most three that do.

    They are the next ones, and the nearest earlier ones where there are too few.
    """
    fitting = list(list_fitting(calendar, loads, units, earliest, now, is_online=is_online))
    chosen = choose_offers(fitting, wanted, MAX_ALTERNATIVES)
    return [_to_offer(calendar, loads, one, units, now, is_online=is_online) for one in chosen]


def find_asap(offers: Iterable[OfferedSlot]) -> datetime | None:
    """The start of the first slot that takes the order; None without one."""
    return next((offer.at for offer in offers if offer.state != "full"), None)


def _to_offer(
    calendar: SlotCalendar, loads: Loads, position: int, units: int, now: datetime, *, is_online: bool = True
) -> OfferedSlot:
    """The slot with its state for the order. One that is full itself but spills into earlier slots is `few`."""
    fits = allocate_units(calendar, loads, position, units, now, is_online=is_online) is not None
    own = get_slot_state(calendar, loads.get(position, EMPTY))
    state: SlotState = "full" if not fits else "free" if own == "free" else "few"
    return OfferedSlot(calendar.start_of(position), state)
