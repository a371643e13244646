"""Queries of pickup slots: what customers are offered, and how much of each slot is taken."""

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
from chuckwagon.schedule.slots.allocation import (
    ALWAYS_SLOT_MINUTES,
    EMPTY,
    Load,
    SlotCalendar,
    build_always_calendar,
    build_calendar,
    get_slot_state,
)
from chuckwagon.schedule.slots.alternatives import find_asap, list_offers
from chuckwagon.schedule.slots.statements import read_loads
from chuckwagon.trucks.checkout_truck import CheckoutTruck, find_checkout_truck
from chuckwagon.trucks.models import STOPS, Truck
from chuckwagon.trucks.queries import TRUCK_NOT_FOUND

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
