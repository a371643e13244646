"""The slot and the counted stock of a late order, which are taken in any case: its food was handed out, or is promised.

Why: docs/decisions/0070-late-orders.md
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.menu.cart_items import MenuItemState
from chuckwagon.orders.placement.counter_slot import CounterStopChanged, read_slots
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.reservations import service, statements
from chuckwagon.orders.reservations.service import sum_needs
from chuckwagon.schedule.checkout_stop import CheckoutStop
from chuckwagon.schedule.models import CANCELLED
from chuckwagon.schedule.slot_allocation import SlotCalendar, allocate_units
from chuckwagon.schedule.slot_rows import SlotUnavailable
from chuckwagon.trucks.models import Truck

OVER_STOCK = "over_stock"  # the flag of a late order of which more was handed out than there was


class LateSlot(Struct, frozen=True):
    """The slot of a late order, None for one that has ended; `is_chosen` if the customer was told its time."""

    slot_at: datetime | None = None
    is_chosen: bool = False
    flags: tuple[str, ...] = ()


def take_late_slot(
    session: Session,
    truck: Truck,
    stop: CheckoutStop | None,
    order_id: str,
    cart: tuple[Sequence[PricedLine], Mapping[str, MenuItemState]],
    times: tuple[datetime | None, datetime],
    *,
    exclusive: bool,
) -> LateSlot:
    """Take the stock in full, and the units of the slot unless it has ended, with room or without.

    `cart` are the line items and the menu items by ID, `times` the slot that was chosen and when the order was taken.
    Holds of customers stay as they are. Raises one of `service.CONFLICT_ERRORS` when another order was faster.
    """
    wanted, taken_at = times
    try:
        found = read_slots(session, truck, stop, exclusive=exclusive)
    except CounterStopChanged:
        raise SlotUnavailable from None
    if found is None:
        return LateSlot()
    calendar, loads = found
    now, needs = clock.now(), sum_needs(*cart)
    chosen = calendar.find_position(wanted) if wanted else None
    position = _find_running(calendar, taken_at) if chosen is None else chosen
    is_over_now = position is None or _ends_at(calendar, position) <= now or _is_cancelled(stop)
    if is_over_now and stop is None:
        return LateSlot()
    position = max(calendar.first, calendar.last) if position is None else position
    units = 0 if is_over_now else needs.units
    allocation = allocate_units(calendar, loads, position, units, now, is_online=False)
    kept = service.build_reservation(
        order_id, truck.id, calendar, position, {position: units} if allocation is None else allocation, needs,
        is_online=False,
    )  # fmt: skip
    left = service.reserve(session, kept, calendar, forces_slots=True, forces_stock=True)
    is_short = any(count < 0 for count in left.values())
    statements.insert_reservation(
        session, msgspec.structs.replace(kept, is_over_capacity=allocation is None or is_short)
    )
    found_so = {service.OVER_CAPACITY: allocation is None, OVER_STOCK: is_short}
    slot_at = None if is_over_now else calendar.start_of(position)
    return LateSlot(
        slot_at, chosen is not None and slot_at is not None, tuple(name for name, is_so in found_so.items() if is_so)
    )


def _find_running(calendar: SlotCalendar, instant: datetime) -> int | None:
    """The slot that was running; None before the first and after the last one."""
    if instant < calendar.start_of(calendar.first):
        # A stop that had not begun sells for its first slot. The slots of a truck that is always open begin now.
        return calendar.first if calendar.first == 0 and calendar.first <= calendar.last else None
    return calendar.position_at(instant)


def _ends_at(calendar: SlotCalendar, position: int) -> datetime:
    return calendar.start_of(position) + timedelta(minutes=calendar.minutes)


def _is_cancelled(stop: CheckoutStop | None) -> bool:
    return stop is not None and stop.status == CANCELLED
