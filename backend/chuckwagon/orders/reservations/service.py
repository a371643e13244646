"""Takes slot units and counted stock for checkouts and orders, and gives them back.

Domain functions: they take a session and never commit. Rows are changed in one order: the reservation, the slots in
ascending order, then the stock. Another order may be faster than a plan; then the statement that takes it changes
nothing, one of `CONFLICT_ERRORS` ends the transaction, and the caller plans again.

Why: docs/decisions/0043-slots-by-conditional-statements.md
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.menu.stock import rows as stock_rows
from chuckwagon.offers.refusals import OfferChanged
from chuckwagon.offers.uses import release_use
from chuckwagon.orders.board.status import NOT_STARTED
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations import rows
from chuckwagon.orders.reservations.models import CONFIRMED, HELD, RELEASED
from chuckwagon.orders.reservations.needs import OrderNeeds
from chuckwagon.orders.reservations.rows import ReservationRow
from chuckwagon.schedule.checkout_view import find_checkout_stop
from chuckwagon.schedule.slots import rows as slot_rows
from chuckwagon.schedule.slots.allocation import Allocation, Load, SlotCalendar
from chuckwagon.schedule.slots.calendars import build_always_calendar, build_calendar
from chuckwagon.trucks.models import Truck

T = TypeVar("T")
OPTIMISTIC_ATTEMPTS = 3
OVER_CAPACITY = "over_capacity"  # the flag of an order that was taken although it did not fit
CONFLICT_ERRORS = (slot_rows.SlotUnavailable, stock_rows.SoldOut, OfferChanged)


def retry_on_conflict(run: Callable[[bool], T]) -> T:
    """Run a transaction that takes slots or stock, and again when another order was faster than its plan.

    `run` gets False for the first `OPTIMISTIC_ATTEMPTS` times and True for the last one. With True it must lock the
    stop, so that its plan holds; what it raises then is not caught.
    """
    for _ in range(OPTIMISTIC_ATTEMPTS):
        try:
            return run(False)
        except CONFLICT_ERRORS:
            continue
    return run(True)


def build_reservation(
    reservation_id: str,
    truck_id: str,
    calendar: SlotCalendar,
    position: int,
    allocation: Allocation,
    needs: OrderNeeds,
    *,
    is_online: bool,
    hold_expires_at: datetime | None = None,
    holder: str | None = None,
) -> ReservationRow:
    """A new row, not inserted: held by a client until `hold_expires_at`, or confirmed without that instant.

    It has no stock at a truck that is always open.
    """
    is_stop = calendar.id != truck_id
    return ReservationRow(
        id=reservation_id,
        truck_id=truck_id,
        calendar_id=calendar.id,
        stop_id=calendar.id if is_stop else None,
        status=CONFIRMED if hold_expires_at is None else HELD,
        position=position,
        slots=sorted(allocation.items()),
        stock=sorted(needs.stock.items()) if is_stop else [],
        is_online=is_online,
        hold_expires_at=hold_expires_at,
        holder=holder,
        created_at=clock.now(),
        updated_at=clock.now(),
    )


def reserve(
    session: Session,
    new: ReservationRow,
    calendar: SlotCalendar,
    released: Sequence[ReservationRow] = (),
    *,
    forces_slots: bool = False,
    forces_stock: bool = False,
) -> dict[str, int]:
    """Take the slot units and stock of `new`, and give back those of `released` in the same statements.

    Returns what is left of each counted item and option that it took, by ID. The caller has marked `released` as
    released, and inserts the row of `new`. What is forced is taken although there is no room. Raises one of
    `CONFLICT_ERRORS` when there is none.
    """
    calendars = {one.calendar_id: found for one in released if (found := find_calendar(session, one))}
    changes = _list_slot_changes(new, 1)
    stock = _list_stock_changes(new, 1)
    for one in released:
        changes += _list_slot_changes(one, -1)
        stock += _list_stock_changes(one, -1)
    calendars[calendar.id] = calendar
    slot_rows.apply_changes(session, new.truck_id, changes, calendars, is_forced=forces_slots)
    return stock_rows.apply_changes(session, new.truck_id, stock, is_forced=forces_stock)


def release(session: Session, reservation_id: str) -> None:
    """Release a reservation with its slots and stock; does nothing when it was released before or is unknown."""
    gone = rows.try_release(session, reservation_id)
    if gone is not None:
        release_capacity(session, [gone])


def is_released(session: Session, reservation_id: str) -> bool:
    """Whether the reservation of a checkout or order was released; False when it had none."""
    known = rows.find_reservation(session, reservation_id)
    return known is not None and known.status == RELEASED


def release_capacity(session: Session, released: Sequence[ReservationRow]) -> None:
    """Give back the slots and stock of these reservations. The caller has marked their rows as released."""
    calendars = {one.calendar_id: found for one in released if (found := find_calendar(session, one))}
    slots = [change for one in released for change in _list_slot_changes(one, -1)]
    stock = [change for one in released for change in _list_stock_changes(one, -1)]
    for truck_id in {one.truck_id for one in released}:
        slot_rows.apply_changes(session, truck_id, slots, calendars)
        stock_rows.apply_changes(session, truck_id, stock)


def release_order(session: Session, order: Order, before: str) -> None:
    """Release what a cancelled order has taken: slot, stock, and the use of its offer. `before` is its earlier status.

    What was meant for a slot that has begun is gone. An order at the counter is for such a slot from the beginning, and
    its food is not gone while the kitchen has not started, because staff may have mistyped it.
    """
    is_to_come = order.slot_at is not None and order.slot_at > clock.now()
    if is_to_come or (order.source == "counter" and before in NOT_STARTED):
        release(session, order.checkout_id or order.id)
    if order.offer_code is not None:
        release_use(session, order.checkout_id or order.id)


def return_pieces(session: Session, order: Order, quantities: Mapping[int, int]) -> None:
    """Give back the counted stock of these quantities of an order's lines (by index), which are not to be made.

    The order keeps its slot. What it does not hold any more is not given back twice.
    """
    found = rows.lock_confirmed(session, order.checkout_id or order.id)
    if found is None or found.stop_id is None:
        return
    wanted = Counter[str]()
    for index, quantity in quantities.items():
        line = order.lines[index]
        for subject_id in filter(None, {line.menu_item_id, *(one.option_id for one in line.modifiers)}):
            wanted[subject_id] += quantity
    returned = {subject_id: min(count, wanted[subject_id]) for subject_id, count in found.stock if wanted[subject_id]}
    left = [(subject_id, count - returned.get(subject_id, 0)) for subject_id, count in found.stock]
    rows.replace_stock(session, found.id, [one for one in left if one[1] > 0])
    changes = stock_rows.list_changes(found.stop_id, returned.items(), -1)
    stock_rows.apply_changes(session, found.truck_id, changes)


def find_calendar(session: Session, reservation: ReservationRow) -> SlotCalendar | None:
    """The slots of a reservation's stop or truck; None when the stop is deleted or the truck has no capacity."""
    if reservation.stop_id is not None:
        stop = find_checkout_stop(session, reservation.stop_id)
        return build_calendar(stop) if stop else None
    truck = session.get(Truck, reservation.truck_id)
    if truck is None or truck.units_per_ten_minutes is None:
        return None
    return build_always_calendar(truck.id, truck.units_per_ten_minutes, clock.now())


def subtract_reservations(loads: dict[int, Load], calendar_id: str, held: Sequence[ReservationRow]) -> dict[int, Load]:
    """The loads of a calendar as they are once these reservations are given back."""
    left = dict(loads)
    for one in held:
        if one.calendar_id == calendar_id:
            for position, units in one.slots:
                left[position] = left.get(position, Load()).add(-units, is_online=one.is_online)
    return left


def sum_reserved_stock(stop_id: str, held: Sequence[ReservationRow]) -> dict[str, int]:
    """The pieces of the stop's stock that these reservations hold."""
    own: dict[str, int] = {}
    for one in held:
        for subject_id, count in one.stock if one.stop_id == stop_id else ():
            own[subject_id] = own.get(subject_id, 0) + count
    return own


def _list_slot_changes(one: ReservationRow, sign: int) -> list[slot_rows.UnitChange]:
    return slot_rows.list_changes(one.calendar_id, one.slots, is_online=one.is_online, sign=sign)


def _list_stock_changes(one: ReservationRow, sign: int) -> list[stock_rows.StockChange]:
    return stock_rows.list_changes(one.stop_id, one.stock, sign) if one.stop_id else []
