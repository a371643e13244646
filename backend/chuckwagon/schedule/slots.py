"""Queries of pickup slots: what customers are offered for an order of so many units, and how much of each is taken.

Which slot takes an order: `slot_allocation.py`. Taking units and giving them back: `slot_rows.py`.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.schedule import checkout_stop, states
from chuckwagon.schedule.checkout_stop import CheckoutStop
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.schemas import OfferedSlot, OfferedSlots, SlotLoad, SlotLoads
from chuckwagon.schedule.slot_allocation import (
    ALWAYS_SLOT_MINUTES,
    EMPTY,
    Load,
    Loads,
    SlotCalendar,
    SlotState,
    allocate_units,
    build_always_calendar,
    build_calendar,
    choose_offers,
    get_slot_state,
    list_fitting,
)
from chuckwagon.schedule.slot_rows import read_loads
from chuckwagon.trucks.models import STOPS, Truck
from chuckwagon.trucks.queries import TRUCK_NOT_FOUND, CheckoutTruck, find_checkout_truck

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
    is_served: Callable[[datetime], bool] = lambda _start: True,
) -> list[OfferedSlot]:
    """The slots to offer when the wanted one does not take the order: at most three that do.

    They are the next ones, and the nearest earlier ones where there are too few.
    """
    found = list_fitting(calendar, loads, units, earliest, now, is_online=is_online)
    fitting = [position for position in found if is_served(calendar.start_of(position))]
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


LISTED_ALWAYS_SLOTS = 3 * 60 // ALWAYS_SLOT_MINUTES


def list_offered_slots(
    session: Session, slug: str, stop_id: str | None, units: int, min_lead_minutes: int
) -> OfferedSlots:
    """The slots of a stop for an order of so many units; without `stop_id`, those of the present or next one.

    There are none while the stop takes no orders, and at a truck that is always open without a capacity. Raises
    NotFound for an unknown or inactive truck, and for a stop of another truck.
    """
    truck = find_checkout_truck(session, slug=slug)
    if truck is None:
        raise NotFound(TRUCK_NOT_FOUND)
    now = clock.now()
    lead = timedelta(minutes=max(truck.lead_at(now), min_lead_minutes))
    if truck.schedule_mode != STOPS:
        slots = _list_always(session, truck, units, lead)
        return OfferedSlots(None, truck.timezone, find_asap(slots), slots)
    stop = _find_stop(session, truck, stop_id)
    if stop is None:
        return OfferedSlots(None, truck.timezone, None, [])
    slots = []
    if states.takes_orders(stop, now):
        calendar = build_calendar(stop)
        slots = list_offers(calendar, read_loads(session, calendar), units, now + lead, now)
    return OfferedSlots(stop.id, stop.timezone, find_asap(slots), slots)


def _list_always(session: Session, truck: CheckoutTruck, units: int, lead: timedelta) -> list[OfferedSlot]:
    if truck.units_per_ten_minutes is None:
        return []
    now = clock.now()
    calendar = build_always_calendar(truck.id, truck.units_per_ten_minutes, now)
    return list_offers(calendar, read_loads(session, calendar), units, now + lead, now)


def _find_stop(session: Session, truck: CheckoutTruck, stop_id: str | None) -> CheckoutStop | None:
    if stop_id is None:
        return checkout_stop.find_coming_stop(session, truck.id, clock.now())
    stop = checkout_stop.find_checkout_stop(session, stop_id) if is_id(stop_id) else None
    if stop is None or stop.truck_id != truck.id:
        raise NotFound(STOP_NOT_FOUND)
    return stop


def list_slot_loads(session: Session, stop: Stop, timezone: str) -> SlotLoads:
    """Every slot of the stop, for staff."""
    calendar = build_calendar(stop)
    return _to_loads(session, stop.id, timezone, calendar, calendar.positions())


def list_slots_left(session: Session, stop: CheckoutStop, instant: datetime) -> list[SlotLoad]:
    """The running slot of the stop and those after it, for staff; none of a stop that has ended."""
    if states.get_phase(stop, instant) == states.ENDED:
        return []
    calendar = build_calendar(stop)
    loads, length = read_loads(session, calendar), timedelta(minutes=calendar.minutes)
    left = (at for at in calendar.positions() if calendar.start_of(at) + length > instant)
    return [_to_load(calendar, position, loads.get(position, EMPTY)) for position in left]


def list_always_loads(session: Session, truck_id: str) -> SlotLoads:
    """The slots of the next three hours of a truck that is always open, for staff.

    None of a truck with stops or without a capacity. Raises NotFound for an unknown or archived truck.
    """
    truck = session.get(Truck, truck_id)
    if truck is None or truck.archived_at is not None:
        raise NotFound(TRUCK_NOT_FOUND)
    if truck.schedule_mode == STOPS or truck.units_per_ten_minutes is None:
        return SlotLoads(None, truck.timezone, ALWAYS_SLOT_MINUTES, None, None, [])
    calendar = build_always_calendar(truck.id, truck.units_per_ten_minutes, clock.now())
    return _to_loads(session, None, truck.timezone, calendar, calendar.positions()[:LISTED_ALWAYS_SLOTS])


def _to_loads(
    session: Session, stop_id: str | None, timezone: str, calendar: SlotCalendar, positions: range
) -> SlotLoads:
    loads = read_loads(session, calendar)
    slots = [_to_load(calendar, position, loads.get(position, EMPTY)) for position in positions]
    return SlotLoads(stop_id, timezone, calendar.minutes, calendar.capacity, calendar.online_capacity, slots)


def _to_load(calendar: SlotCalendar, position: int, load: Load) -> SlotLoad:
    return SlotLoad(calendar.start_of(position), load.used, load.online, get_slot_state(calendar, load))
