"""The slot and the counted stock of an order at the counter."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.pricing_query import MenuItemState, load_cart_items
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.placement.refusals import ItemsUnavailable
from chuckwagon.orders.reservations import refusals, rows, service
from chuckwagon.orders.reservations.needs import OrderNeeds, find_shortages, sum_needs
from chuckwagon.schedule import states
from chuckwagon.schedule.checkout_view import CheckoutStop, lock_slots
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.refusals import StopChanged
from chuckwagon.schedule.slots.allocation import EMPTY, Load, SlotCalendar, allocate_units
from chuckwagon.schedule.slots.calendars import build_always_calendar, build_calendar
from chuckwagon.schedule.slots.offers import list_alternatives
from chuckwagon.schedule.slots.rows import lock_truck_slots, read_loads
from chuckwagon.trucks.models import STOPS, Truck

SLOT_UNKNOWN = Sentence("Choose one of the pickup times.", "slot_invalid")


class CounterSlot(msgspec.Struct, frozen=True):
    """When the slot starts, None for a truck without slots and a stop that has ended.

    `flags` are the order's: `over_capacity` or none. `pickup_at` is None for an order that is made right away.
    """

    slot_at: datetime | None
    flags: list[str]
    pickup_at: datetime | None = None


class CounterSlotChoice(msgspec.Struct, frozen=True):
    """Which slot staff chose, None for the one that is running, and whether it may be filled above its capacity.

    With `exclusive`, other orders at the stop wait until the commit.
    """

    slot_at: datetime | None
    may_overfill: bool
    exclusive: bool


def reserve_counter_slot(
    session: Session,
    truck: Truck,
    stop: CheckoutStop | None,
    order_id: str,
    lines: Sequence[PricedLine],
    items: Mapping[str, MenuItemState],
    choice: CounterSlotChoice,
) -> CounterSlot:
    """Take the slot units and the counted stock that the order needs, and insert its reservation.

    Takes nothing for a truck without slots, and only stock of a stop that has ended. Raises ItemsUnavailable when stock
    is short, OverCapacity for a full slot that may not be overfilled, StopChanged when staff changed the stop
    meanwhile, InvalidInput for a time that starts no slot, or one of `service.CONFLICT_ERRORS` when another order was
    faster.
    """
    found, now = _read_slots(session, truck, stop, exclusive=choice.exclusive), clock.now()
    has_slots = found is not None and (stop is None or states.get_phase(stop, now) != states.ENDED)
    if choice.slot_at is not None and not has_slots:
        raise InvalidInput(SLOT_UNKNOWN, fields={"slotAt": SLOT_UNKNOWN})
    if found is None:
        return CounterSlot(None, [])
    calendar, loads = found
    if choice.exclusive:
        # The counts were read with the prices, before the stop was locked.
        items = load_cart_items(session, list(items), calendar.id)
    if problems := find_shortages(lines, items, {}):
        raise ItemsUnavailable(problems=msgspec.to_builtins(problems))
    needs, position = sum_needs(lines, items), _find_position(calendar, choice.slot_at)
    if not has_slots:
        needs = OrderNeeds(0, needs.stock)
    allocation = allocate_units(calendar, loads, position, needs.units, now, is_online=False)
    if allocation is None and not choice.may_overfill:
        start = calendar.start_of(position)
        offers = list_alternatives(calendar, loads, position, needs.units, start, now, is_online=False)
        used = loads.get(position, EMPTY).used
        raise refusals.refuse_over_capacity(calendar, position, used, needs.units, offers)
    is_over = allocation is None
    allocation = {position: needs.units} if allocation is None else allocation
    kept = service.build_reservation(order_id, truck.id, calendar, position, allocation, needs, is_online=False)
    kept = msgspec.structs.replace(kept, is_over_capacity=is_over)
    service.reserve(session, kept, calendar, forces_slots=is_over)
    rows.insert_reservation(session, kept)
    if not has_slots:
        return CounterSlot(None, [])
    slot_at = calendar.start_of(position)
    # What is to come is cooked for its slot, whether it was chosen or is the first one of a stop that has not opened.
    pickup_at = slot_at if choice.slot_at is not None or slot_at > now else None
    return CounterSlot(slot_at, [service.OVER_CAPACITY] if is_over else [], pickup_at)


def _read_slots(
    session: Session, truck: Truck, stop: CheckoutStop | None, *, exclusive: bool
) -> tuple[SlotCalendar, dict[int, Load]] | None:
    if stop is not None:
        locked = lock_slots(session, stop, exclusive=exclusive)
        if locked is None:
            raise StopChanged(stop=find_stop(session, stop.id))
        return build_calendar(locked[0]), locked[1]
    if truck.schedule_mode == STOPS or truck.units_per_ten_minutes is None:
        return None
    lock_truck_slots(session, truck.id)
    calendar = build_always_calendar(truck.id, truck.units_per_ten_minutes, clock.now())
    return calendar, read_loads(session, calendar)


def _find_position(calendar: SlotCalendar, slot_at: datetime | None) -> int:
    """The position of the chosen slot. Raises InvalidInput for a time at which no slot starts.

    Without a chosen time it is the running slot: the first one before it starts, the last one after all have ended.
    """
    if slot_at is None:
        running = calendar.position_at(clock.now())
        return max(calendar.first, calendar.last) if running is None else running
    position = calendar.find_position(slot_at)
    if position is None:
        raise InvalidInput(SLOT_UNKNOWN, fields={"slotAt": SLOT_UNKNOWN})
    return position
