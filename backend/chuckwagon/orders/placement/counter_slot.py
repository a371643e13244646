"""The stop, the slot and the counted stock of an order at the counter, and why such an order is refused.

Screen and orders read the same list, so that they mean the same stop, its tax rate and its slots.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.drawer.queries import Drawer, find_open_drawer
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_optional_percent, to_rate_percent
from chuckwagon.kit.sentences import REQUIRED_FIELDS, Sentence
from chuckwagon.menu.cart_items import MenuItemState, load_cart_items
from chuckwagon.menu.queries import MenuPrices, read_prices
from chuckwagon.orders.placement.pricing import PricedLine, TaxTerms
from chuckwagon.orders.reservations import errors, service, statements
from chuckwagon.orders.reservations.service import OrderNeeds, find_shortages, sum_needs
from chuckwagon.printers.queries import PrinterView, list_printers
from chuckwagon.schedule import states
from chuckwagon.schedule.checkout_stop import CheckoutStop, find_checkout_stop, list_counter_stops, lock_slots
from chuckwagon.schedule.errors import StopChanged, StopClosed
from chuckwagon.schedule.queries import STOP_NOT_FOUND, find_stop, find_stops
from chuckwagon.schedule.schemas import SlotLoad, Stop
from chuckwagon.schedule.slot_allocation import (
    EMPTY,
    Load,
    SlotCalendar,
    allocate_units,
    build_always_calendar,
    build_calendar,
)
from chuckwagon.schedule.slot_rows import lock_truck_slots, read_loads
from chuckwagon.schedule.slots import list_alternatives, list_slots_left
from chuckwagon.trucks.models import STOPS, Truck


class CounterStop(Stop, rename="camel", kw_only=True):
    """A stop that orders at the counter can be for, with the tax rates of its place, in percent.

    `slots` are the running one and those after it; none of a stop that has ended, whose orders are for right away.
    """

    tax_rate: float
    reduced_tax_rate: float | None
    prices_include_tax: bool
    slots: list[SlotLoad]


class CounterTerms(Struct, rename="camel"):
    """What the counter prices and takes orders by. The first stop is meant unless another is chosen.

    The tax beside `stops` is the truck's own, for orders without a stop; rates are in percent. `drawer` is null while
    none is open. `pricesVersion` changes with each price of the menu, surcharge, tax class and rate.
    """

    tax_rate: float
    reduced_tax_rate: float | None
    prices_include_tax: bool
    stops: list[CounterStop]
    takes_tips: bool
    tip_presets: list[int]
    drawer: Drawer | None
    prices_version: str
    printers: list[PrinterView]


class ChosenStop(Struct, frozen=True):
    """The stop that an order names, and the version of it for which the screen has priced; None for what it leaves."""

    id: str | None = None
    version: int | None = None


class PricedCounter(Struct, frozen=True):
    """The terms of a counter, with the prices behind their version, and the stops whose rates are in it."""

    terms: CounterTerms
    menu: MenuPrices
    stops: list[CheckoutStop]


def read_counter_terms(session: Session, truck: Truck) -> PricedCounter:
    """Read the counter of a truck; one that is always open has no stops."""
    listed, menu = _list_stops(session, truck), read_prices(session, truck.id)
    stops, taxes = _show(session, listed), _describe_terms(truck)
    rates = [(one.id, one.tax_rate, one.reduced_tax_rate, one.prices_include_tax) for one in stops]
    terms = CounterTerms(
        **taxes,
        stops=stops,
        prices_version=menu.compute_version((*taxes.values(), *rates)),
        takes_tips=truck.takes_tips,
        tip_presets=truck.tip_presets,
        drawer=find_open_drawer(session, truck.id),
        printers=list_printers(session, truck.id),
    )
    return PricedCounter(terms, menu, listed)


def _describe_terms(terms: TaxTerms) -> dict[str, Any]:
    return {
        "tax_rate": to_rate_percent(terms.tax_rate_units),
        "reduced_tax_rate": to_optional_percent(terms.reduced_tax_rate_units),
        "prices_include_tax": terms.prices_include_tax,
    }


def choose_counter_stop(session: Session, truck: Truck, chosen: ChosenStop) -> CheckoutStop | None:
    """The stop that the order names, else the first one at which the counter sells; None without one.

    Raises NotFound for an unknown stop and one of another truck, StopClosed for one at which the counter does not sell
    now, CounterStopChanged for another version, with the stop as the counter reads it, and InvalidInput for a version
    alone.
    """
    stops = _list_stops(session, truck)
    if chosen.id is None and chosen.version is None:
        return stops[0] if stops else None
    if chosen.id is None:
        raise InvalidInput(REQUIRED_FIELDS, fields={"stopId": REQUIRED_FIELDS})
    stop = next((one for one in stops if one.id == chosen.id), None)
    if stop is None:
        known = find_checkout_stop(session, chosen.id) if is_id(chosen.id) else None
        if known is None or known.truck_id != truck.id:
            raise NotFound(STOP_NOT_FOUND)
        raise StopClosed(stop=find_stop(session, known.id))
    if chosen.version not in (None, stop.version):
        raise _refuse_changed(session, stop.id)
    return stop


class CounterStopChanged(StopChanged):
    """The stop, its place or its tax rates are not those that the screen priced by; `stop` has the present ones."""

    sentence = "This stop or its tax has changed. Please check the total before you take the money."
    reason = "counter_stop_changed"


def _refuse_changed(session: Session, stop_id: str) -> CounterStopChanged:
    """The error with the stop as the counter reads it, which the screen takes over; null when it was deleted."""
    present = find_checkout_stop(session, stop_id)
    return CounterStopChanged(stop=_show(session, [present])[0] if present else None)


def _list_stops(session: Session, truck: Truck) -> list[CheckoutStop]:
    return list_counter_stops(session, truck.id, clock.now()) if truck.schedule_mode == STOPS else []


def _show(session: Session, stops: list[CheckoutStop]) -> list[CounterStop]:
    shown, instant = find_stops(session, [stop.id for stop in stops]), clock.now()
    return [
        CounterStop(
            **msgspec.structs.asdict(shown[stop.id]) | _describe_terms(stop),
            slots=list_slots_left(session, stop, instant),
        )
        for stop in stops
    ]


class ItemsUnavailable(Conflict):
    """A menu item or option cannot be sold as requested; `problems` names the line items."""

    code = "cart_invalid"
    sentence = "Something in this order is not available."
    reason = "order_items_unavailable"


class CounterPricesChanged(Conflict):
    """The total differs from the one that the customer was told.

    `total` is the current one in dollars, `cart` has the server's prices, `problems` names the lines that changed.
    """

    code = "prices_changed"
    sentence = "Prices have changed. Please check the total before you take the money."
    reason = "order_prices_changed"


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

    With `exclusive`, other orders at the stop wait until the commit. With `hold_expires_at` the slot is only held.
    """

    slot_at: datetime | None
    may_overfill: bool
    exclusive: bool
    hold_expires_at: datetime | None = None


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
    is short, OverCapacity for a full slot that may not be overfilled, CounterStopChanged when staff changed the stop
    meanwhile, InvalidInput for a time that starts no slot, or one of `service.CONFLICT_ERRORS` when another order was
    faster.
    """
    found, now = read_slots(session, truck, stop, exclusive=choice.exclusive), clock.now()
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
        raise _refuse_over_capacity(calendar, loads, position, needs.units, now)
    is_over = allocation is None
    allocation = {position: needs.units} if allocation is None else allocation
    until = choice.hold_expires_at
    kept = service.build_reservation(
        order_id, truck.id, calendar, position, allocation, needs, is_online=False, hold_expires_at=until
    )
    kept = msgspec.structs.replace(kept, is_over_capacity=is_over)
    service.reserve(session, kept, calendar, forces_slots=is_over)
    statements.insert_reservation(session, kept)
    if not has_slots:
        return CounterSlot(None, [])
    slot_at = calendar.start_of(position)
    # What is to come is cooked for its slot, whether it was chosen or is the first one of a stop that has not opened.
    pickup_at = slot_at if choice.slot_at is not None or slot_at > now else None
    return CounterSlot(slot_at, [service.OVER_CAPACITY] if is_over else [], pickup_at)


def _refuse_over_capacity(
    calendar: SlotCalendar, loads: Mapping[int, Load], position: int, units: int, now: datetime
) -> Conflict:
    start = calendar.start_of(position)
    offers = list_alternatives(calendar, loads, position, units, start, now, is_online=False)
    return errors.refuse_over_capacity(calendar, position, loads.get(position, EMPTY).used, units, offers)


def read_slots(
    session: Session, truck: Truck, stop: CheckoutStop | None, *, exclusive: bool
) -> tuple[SlotCalendar, dict[int, Load]] | None:
    """Lock the slots of the stop, else of a truck that is always open, and read what is taken; None without slots.

    Raises CounterStopChanged when staff changed the stop since it was read.
    """
    if stop is not None:
        locked = lock_slots(session, stop, exclusive=exclusive)
        if locked is None:
            raise _refuse_changed(session, stop.id)
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
