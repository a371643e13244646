"""Holds a pickup slot and counted stock for a checkout that is being saved, or again for one that was released."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.decoding import convert, copy_fields
from chuckwagon.menu.cart_items import load_cart_items
from chuckwagon.offers import uses
from chuckwagon.offers.discounts import OfferTerms
from chuckwagon.offers.errors import OfferChanged
from chuckwagon.offers.models import Offer
from chuckwagon.offers.queries import apply_offer
from chuckwagon.orders.placement.pricing import CartProblem, PricedLine
from chuckwagon.orders.reservations import errors, service, statements
from chuckwagon.orders.reservations.models import RELEASED
from chuckwagon.orders.reservations.service import (
    Holder,
    OrderNeeds,
    UnpaidShare,
    find_shortages,
    lock_holder,
    sum_needs,
)
from chuckwagon.orders.reservations.statements import ReservationRow
from chuckwagon.orders.self_service_slots import read_earliest
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.pickup import RequestedPickup
from chuckwagon.payments.checkout.pricing import CartInvalid, PricedCart
from chuckwagon.payments.checkout.statements import CheckoutRow, release_earlier
from chuckwagon.schedule import checkout_stop
from chuckwagon.schedule.checkout_stop import CheckoutStop, find_checkout_stop, lock_slots
from chuckwagon.schedule.errors import StopChanged, StopClosed
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.slot_allocation import (
    Allocation,
    Load,
    SlotCalendar,
    allocate_units,
    build_always_calendar,
    build_calendar,
    get_largest_order,
    list_fitting,
)
from chuckwagon.schedule.slot_rows import lock_truck_slots, read_loads
from chuckwagon.schedule.slots import list_alternatives
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import CheckoutTruck


class SlotHoldRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Which checkout holds the slot, until when, and the attempt whose earlier checkouts it may replace."""

    checkout_id: str
    expires_at: datetime
    holder: Holder
    replaces: str | None
    exclusive: bool
    """Whether all other checkouts at the stop wait for this one."""


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
    statements.insert_reservation(session, held)
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
        locked = checkout_stop.lock_slots(session, stop, exclusive=exclusive)
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
        raise errors.refuse_too_large(units, largest)
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
        raise errors.refuse_too_soon(instead)
    first = next(fitting, None)
    raise errors.refuse_full(instead, None if first is None else calendar.start_of(first))


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


class SlotUsage(msgspec.Struct, frozen=True):
    """The slots of the checkout's stop or truck, and what is taken of them."""

    calendar: SlotCalendar
    loads: Mapping[int, Load]


class RenewalPlan(msgspec.Struct, frozen=True):
    """How a checkout could take its slot again; `allocation` is None when the slot is full, `shortages` lacks stock."""

    calendar: SlotCalendar
    position: int
    needs: OrderNeeds
    allocation: Allocation | None
    shortages: list[CartProblem]


def renew_hold(
    session: Session, checkout: CheckoutRow, min_lead_minutes: int, holder: Holder, *, exclusive: bool = False
) -> None:
    """Hold the slot and stock of an unpaid checkout again, if they were released because its payment could not be made.

    Locks the stop, then the checkout; with `exclusive` other checkouts at the stop wait. Raises SlotFull, CartInvalid
    for lack of stock, TooManyUnpaid, StopClosed or StopChanged when the stop is gone or changed, or one of
    `service.CONFLICT_ERRORS` when another order was faster.
    """
    if checkout.slot_at is None:
        return
    lock_holder(session, holder)
    slots = _lock_slots(session, checkout, exclusive=exclusive)
    if checkout_statements.lock_open_checkout(session, checkout.id) is None:
        return
    known = statements.find_reservation(session, checkout.id)
    if known is None or known.status != RELEASED:
        return
    if slots is None:
        raise _refuse_changed(session, checkout)
    plan = _plan(session, checkout, convert(checkout.lines, list[PricedLine]), slots, known.position)
    if plan.allocation is None:
        raise _refuse_full(slots, plan, read_earliest(session, checkout.truck_id, min_lead_minutes))
    if plan.shortages:
        raise CartInvalid(problems=msgspec.to_builtins(plan.shortages))
    share = UnpaidShare(session, plan.calendar.id, holder)
    share.refuse_units(plan.calendar, slots.loads, clock.now(), plan.needs.units)
    held = service.build_reservation(
        checkout.id,
        checkout.truck_id,
        plan.calendar,
        plan.position,
        plan.allocation,
        plan.needs,
        is_online=True,
        hold_expires_at=checkout.expires_at,
        holder=holder.network,
    )
    share.refuse_pieces(held.stock, service.reserve(session, held, plan.calendar))
    statements.replace_reservation(session, held)


def renew_offer_use(session: Session, checkout: CheckoutRow, hold_seconds: int, holder: Holder) -> None:
    """Hold the use of an unpaid checkout's offer again, if it was released because its payment could not be made.

    Locks the checkout. Raises OfferRefused when the code cannot be used now, or takes off another amount, and
    TooManyUnpaid.
    """
    if checkout.offer_id is None or checkout_statements.lock_open_checkout(session, checkout.id) is None:
        return
    if not uses.is_released(session, checkout.id):
        return
    terms = copy_fields(OfferTerms, session.get_one(Offer, checkout.offer_id))
    if apply_offer(terms, checkout.subtotal_cents) != checkout.discount_cents:
        raise OfferChanged
    timezone = checkout.place_timezone or session.get_one(Truck, checkout.truck_id).timezone
    hold = uses.UseHold(hold_seconds, timezone, holder.network, holder.percent)
    uses.renew_use(session, terms, checkout.id, checkout.customer_phone, hold)


def _lock_slots(session: Session, checkout: CheckoutRow, *, exclusive: bool) -> SlotUsage | None:
    """Lock the stop or truck, then read its slots.

    None when the plan of the stop is not the one that the customer agreed to, or the truck has no capacity any more.
    """
    if checkout.stop_id is None:
        lock_truck_slots(session, checkout.truck_id)
        return _read_slot_usage(session, checkout, statements.find_reservation(session, checkout.id))
    stop = find_checkout_stop(session, checkout.stop_id)
    if stop is None or stop.plan_version != checkout.stop_plan_version:
        return None
    locked = lock_slots(session, stop, exclusive=exclusive)
    return None if locked is None else SlotUsage(build_calendar(locked[0]), locked[1])


def _refuse_changed(session: Session, checkout: CheckoutRow) -> StopChanged | StopClosed:
    stop = find_stop(session, checkout.stop_id) if checkout.stop_id else None
    return StopClosed(stop=None) if stop is None else StopChanged(stop=stop)


def _refuse_full(slots: SlotUsage, plan: RenewalPlan, earliest: datetime) -> errors.SlotFull:
    """Return the error for the full slot, with the slots that take the order instead."""
    units, now = plan.needs.units, clock.now()
    instead = list_alternatives(slots.calendar, slots.loads, plan.position, units, earliest, now)
    first = next(list_fitting(slots.calendar, slots.loads, units, earliest, now), None)
    return errors.refuse_full(instead, None if first is None else slots.calendar.start_of(first))


def plan_renewal(
    session: Session,
    checkout: CheckoutRow,
    lines: Sequence[PricedLine],
    known: ReservationRow | None,
    moved: Sequence[ReservationRow] = (),
) -> RenewalPlan | None:
    """Plan to take the slot of a paid checkout again; stores nothing. None when the stop or the capacity is gone.

    `known` is its released reservation. `moved` are reservations that are given back at the same time.
    """
    slots = _read_slot_usage(session, checkout, known)
    if slots is None:
        return None
    position = known.position if known else _find_position(slots.calendar, checkout)
    return _plan(session, checkout, lines, slots, position, moved)


def _plan(
    session: Session,
    checkout: CheckoutRow,
    lines: Sequence[PricedLine],
    slots: SlotUsage,
    position: int,
    moved: Sequence[ReservationRow] = (),
) -> RenewalPlan:
    calendar = slots.calendar
    items = load_cart_items(session, [line.menu_item_id for line in lines], checkout.stop_id)
    needs = sum_needs(lines, items)
    loads = service.subtract_reservations(dict(slots.loads), calendar.id, moved)
    allocation = allocate_units(calendar, loads, position, needs.units, clock.now())
    shortages = find_shortages(lines, items, service.sum_reserved_stock(calendar.id, moved))
    return RenewalPlan(calendar, position, needs, allocation, shortages)


def _read_slot_usage(session: Session, checkout: CheckoutRow, known: ReservationRow | None) -> SlotUsage | None:
    calendar = _find_calendar(session, checkout, known)
    return None if calendar is None else SlotUsage(calendar, read_loads(session, calendar))


def _find_calendar(session: Session, checkout: CheckoutRow, known: ReservationRow | None) -> SlotCalendar | None:
    if known is not None:
        return service.find_calendar(session, known)
    stop = find_checkout_stop(session, checkout.stop_id) if checkout.stop_id else None
    return build_calendar(stop) if stop and stop.truck_id == checkout.truck_id else None


def _find_position(calendar: SlotCalendar, checkout: CheckoutRow) -> int:
    """The slot of a checkout that was recovered from its payment: the one that is running at its pickup."""
    position = calendar.position_at(checkout.slot_at) if checkout.slot_at else None
    return max(calendar.first, calendar.last) if position is None else position
