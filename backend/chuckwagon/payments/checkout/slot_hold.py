"""Holds a pickup slot and counted stock for a checkout that is being saved."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.menu.pricing_query import load_cart_items
from chuckwagon.orders.reservations import refusals, rows, service
from chuckwagon.orders.reservations.needs import find_shortages, sum_needs
from chuckwagon.orders.reservations.unpaid_share import Holder, UnpaidShare
from chuckwagon.payments.checkout.cart_prices import CartInvalid, PricedCart
from chuckwagon.payments.checkout.replaced_checkouts import release_earlier
from chuckwagon.payments.checkout.requested_pickup import RequestedPickup
from chuckwagon.schedule import checkout_view
from chuckwagon.schedule.checkout_view import CheckoutStop
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.refusals import StopChanged, StopClosed
from chuckwagon.schedule.slots.allocation import Load, SlotCalendar, allocate_units, get_largest_order, list_fitting
from chuckwagon.schedule.slots.calendars import build_always_calendar, build_calendar
from chuckwagon.schedule.slots.offers import list_alternatives
from chuckwagon.schedule.slots.rows import lock_truck_slots, read_loads
from chuckwagon.trucks.checkout_view import CheckoutTruck


class SlotHoldRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Which checkout holds the slot, until when, and the attempt whose earlier checkouts it may replace."""

    checkout_id: str
    expires_at: datetime
    holder: Holder
    replaces: str | None
    exclusive: bool
    """Keeps all other checkouts at the stop waiting, so that none can be faster."""


class SlotAvailability(msgspec.Struct, frozen=True):
    """The slots, what is taken of them, and from when on they may be chosen."""

    calendar: SlotCalendar
    loads: Mapping[int, Load]
    earliest: datetime
    now: datetime


def hold_slot(
    session: Session,
    truck: CheckoutTruck,
    stop: CheckoutStop | None,
    requested: RequestedPickup,
    priced: PricedCart,
    hold: SlotHoldRequest,
    lead_minutes: int,
) -> datetime | None:
    """Take a slot and the counted stock, insert the reservation, and return when the slot starts; None without slots.

    Earlier checkouts of the attempt hand over what they hold. Raises SlotFull, SlotTooSoon, OrderTooLarge, CartInvalid
    for lack of stock, TooManyUnpaid, StopChanged when the stop was changed or no slot starts at the time, StopClosed
    after its last slot, or one of `service.CONFLICT_ERRORS` when another customer was faster.
    """
    slots = _read_slots(session, truck, stop, requested, timedelta(minutes=lead_minutes), exclusive=hold.exclusive)
    if slots is None:
        return None
    replaced = release_earlier(session, truck.id, hold.replaces)
    calendar = slots.calendar
    # The counts were read with the prices, before the stop was locked. The last try must not rely on them.
    items = load_cart_items(session, list(priced.items), calendar.id) if hold.exclusive else priced.items
    if problems := find_shortages(priced.lines, items, service.sum_reserved_stock(calendar.id, replaced)):
        raise CartInvalid(problems=msgspec.to_builtins(problems))
    needs = sum_needs(priced.lines, items)
    loads = service.subtract_reservations(dict(slots.loads), calendar.id, replaced)
    slots = msgspec.structs.replace(slots, loads=loads)
    position = _choose(session, slots, requested, needs.units)
    share = UnpaidShare(session, calendar.id, hold.holder)
    share.refuse_units(calendar, loads, slots.earliest, needs.units)
    allocation = allocate_units(calendar, loads, position, needs.units, slots.now) or {}
    held = service.build_reservation(
        hold.checkout_id,
        truck.id,
        calendar,
        position,
        allocation,
        needs,
        is_online=True,
        hold_expires_at=hold.expires_at,
        holder=hold.holder.network,
    )
    share.refuse_pieces(held.stock, service.reserve(session, held, calendar, replaced))
    rows.insert_reservation(session, held)
    return calendar.start_of(position)


def _read_slots(
    session: Session,
    truck: CheckoutTruck,
    stop: CheckoutStop | None,
    requested: RequestedPickup,
    lead: timedelta,
    *,
    exclusive: bool,
) -> SlotAvailability | None:
    """Lock the stop and read its slots; None for a truck that is always open without a capacity. Raises StopChanged."""
    now = clock.now()
    if stop is not None:
        locked = checkout_view.lock_slots(session, stop, exclusive=exclusive)
        if locked is None:
            raise StopChanged(stop=find_stop(session, stop.id))
        calendar = build_calendar(locked[0])
        return SlotAvailability(calendar, locked[1], _find_earliest(calendar, requested, now + lead), now)
    if truck.units_per_ten_minutes is None:
        return None
    lock_truck_slots(session, truck.id)
    calendar = build_always_calendar(truck.id, truck.units_per_ten_minutes, now)
    return SlotAvailability(
        calendar, read_loads(session, calendar), _find_earliest(calendar, requested, now + lead), now
    )


def _find_earliest(calendar: SlotCalendar, requested: RequestedPickup, ready_at: datetime) -> datetime:
    """From when on a slot may start. A time of day, once it is late enough, may be in a slot that starts before it."""
    running = calendar.position_at(ready_at) if requested.pickup_at is not None else None
    return ready_at if running is None else calendar.start_of(running)


def _choose(session: Session, slots: SlotAvailability, requested: RequestedPickup, units: int) -> int:
    """The position of the slot that takes the order.

    Raises OrderTooLarge, StopClosed after the last slot, StopChanged, SlotTooSoon, or SlotFull.
    """
    calendar = slots.calendar
    largest = get_largest_order(calendar)
    if largest is not None and units > largest:
        raise refusals.refuse_too_large(units, largest)
    if not calendar.positions() or calendar.start_of(calendar.positions()[-1]) < slots.earliest:
        raise StopClosed(stop=find_stop(session, calendar.id))
    wanted = _find_wanted(session, calendar, requested)
    is_too_soon = wanted is not None and calendar.start_of(wanted) < slots.earliest
    fitting = list_fitting(calendar, slots.loads, units, slots.earliest, slots.now)
    if wanted is None:
        found = next(fitting, None)
    else:
        found = (
            None if is_too_soon or allocate_units(calendar, slots.loads, wanted, units, slots.now) is None else wanted
        )
    if found is not None:
        return found
    instead = list_alternatives(calendar, slots.loads, wanted or calendar.first, units, slots.earliest, slots.now)
    if is_too_soon:
        raise refusals.refuse_too_soon(instead)
    first = next(fitting, None)
    raise refusals.refuse_full(instead, None if first is None else calendar.start_of(first))


def _find_wanted(session: Session, calendar: SlotCalendar, requested: RequestedPickup) -> int | None:
    """The position of the slot that was asked for; None for the first that takes the order.

    Raises StopChanged when no slot starts at that time.
    """
    if requested.slot_at is not None:
        position = calendar.find_position(requested.slot_at)
        if position is None:
            raise StopChanged(stop=find_stop(session, calendar.id))
        return position
    if requested.pickup_at is None or requested.is_asap:
        return None
    position = calendar.position_at(requested.pickup_at)
    return calendar.last if position is None else position
