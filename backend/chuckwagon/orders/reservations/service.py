"""Takes slot units and counted stock for checkouts and orders, and gives them back. What an order needs: `OrderNeeds`.

Domain functions: they take a session and never commit. Rows are changed in one order: the reservation, the slots in
ascending order, then the stock. Another order may be faster than a plan; then the statement that takes it changes
nothing, one of `CONFLICT_ERRORS` ends the transaction, and the caller plans again.

The unpaid checkouts of one network may hold only a part of a stop (docs/decisions/0051-unpaid-share.md).

Why: docs/decisions/0043-slots-by-conditional-statements.md
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.db import database
from chuckwagon.db.rate_limits import refuse_large_share
from chuckwagon.kit import clock
from chuckwagon.kit.sentences import Param
from chuckwagon.menu import stock_rows
from chuckwagon.menu.cart_items import MenuItemState, OptionState
from chuckwagon.offers.errors import OfferChanged
from chuckwagon.offers.uses import release_use
from chuckwagon.orders.models import FAILED, Order, OrderLine, Refund
from chuckwagon.orders.placement.pricing import CartProblem, PricedLine
from chuckwagon.orders.reservations import statements
from chuckwagon.orders.reservations.models import CONFIRMED, HELD, RELEASED
from chuckwagon.orders.reservations.statements import Held, ReservationRow
from chuckwagon.orders.status import NEXT_STATUSES, NOT_STARTED
from chuckwagon.schedule import slot_rows
from chuckwagon.schedule.checkout_stop import find_checkout_stop
from chuckwagon.schedule.slot_allocation import (
    EMPTY,
    Allocation,
    Load,
    SlotCalendar,
    build_always_calendar,
    build_calendar,
    count_free,
)
from chuckwagon.trucks.models import Truck


class OrderNeeds(Struct, frozen=True):
    """The kitchen units that line items need, and the pieces by the ID of each item and option, counted or not."""

    units: int
    stock: dict[str, int]


def sum_needs(lines: Sequence[PricedLine], items: Mapping[str, MenuItemState]) -> OrderNeeds:
    """What these line items need. An item that is no longer known needs one unit a piece."""
    units = sum(line.quantity * (item.prep_units if (item := items.get(line.menu_item_id)) else 1) for line in lines)
    stock: dict[str, int] = {}
    for line in lines:
        for subject_id, pieces in count_pieces(line).items():
            stock[subject_id] = stock.get(subject_id, 0) + pieces * line.quantity
    return OrderNeeds(units, stock)


def count_pieces(line: PricedLine | OrderLine) -> dict[str, int]:
    """The pieces that one item of the line needs, by the ID of the item and of each option."""
    pieces = {line.menu_item_id: 1} if line.menu_item_id else {}
    for one in line.modifiers:
        if one.option_id:
            pieces[one.option_id] = pieces.get(one.option_id, 0) + one.quantity
    return pieces


def find_shortages(
    lines: Sequence[PricedLine], items: Mapping[str, MenuItemState], own: Mapping[str, int]
) -> list[CartProblem]:
    """A problem for each line item of which not enough is left; empty when all are there.

    `own` are the pieces that this customer holds already, by the ID of the item or option.
    """
    needed: dict[str, int] = {}
    problems = []
    for index, line in enumerate(lines):
        pieces = count_pieces(line)
        for counted, left in _list_counted(line, items.get(line.menu_item_id)):
            needed[counted.id] = needed.get(counted.id, 0) + line.quantity * pieces[counted.id]
            available = max(0, left + own.get(counted.id, 0))
            if needed[counted.id] > available:
                problems.append(_describe(index, line, counted, available))
    return problems


def _list_counted(line: PricedLine, item: MenuItemState | None) -> Iterator[tuple[MenuItemState | OptionState, int]]:
    """The item and the options of this line that are counted, and how many are left of each."""
    if item is None:
        return
    if item.remaining is not None:
        yield item, item.remaining
    chosen = {modifier.option_id for modifier in line.modifiers}
    for group in item.option_groups:
        for option in group.options:
            if option.id in chosen and option.remaining is not None:
                yield option, option.remaining


def _describe(index: int, line: PricedLine, counted: MenuItemState | OptionState, left: int) -> CartProblem:
    """The problem of a line; with `left` in its values when some pieces are left, but not enough."""
    values: dict[str, Param] = {"left": left} if left else {}
    if isinstance(counted, MenuItemState):
        text = f"Only {left} left." if left else f"{counted.name} is sold out."
        return CartProblem(index, "item_sold_out", text, {"item": counted.name, **values})
    text = f"{counted.name}: only {left} left." if left else f"{counted.name} is sold out for {line.name}."
    values |= {"item": line.name, "option": counted.name, "optionId": counted.id}
    return CartProblem(index, "option_sold_out", text, values)


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
    gone = statements.try_release(session, reservation_id)
    if gone is not None:
        release_capacity(session, [gone])


def is_released(session: Session, reservation_id: str) -> bool:
    """Whether the reservation of a checkout or order was released; False when it had none."""
    known = statements.find_reservation(session, reservation_id)
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


def follow_refund(session: Session, order: Order, refund: Refund) -> None:
    """Make stock agree with what the kitchen reads: what is refunded is not to be made, unless the refund has failed.

    Pieces that are back in stock are given back, and taken again, sold or not, when the refund fails. The others have
    run out: no more of them are left, now or once the order is cancelled. The slot stays. The caller has locked the
    order's row. Repeating it changes nothing, and a closed order keeps what it has.
    """
    if refund.is_back_in_stock is None or not NEXT_STATUSES[order.status]:
        return
    is_to_be_made = refund.status == FAILED
    if is_to_be_made != bool(refund.stock):
        return
    found = statements.lock_confirmed(session, order.checkout_id or order.id)
    if found is None or found.stop_id is None:
        return
    held = Counter(dict(found.stock))
    if is_to_be_made:
        moved = Counter({str(one): int(count) for one, count in refund.stock or ()})
    else:
        moved = _count_pieces(order, refund) & held  # what the order does not hold is not given back twice
    is_over = _move_pieces(session, found, moved, 1 if is_to_be_made else -1, is_sold_again=refund.is_back_in_stock)
    stock = held + moved if is_to_be_made else held - moved
    statements.replace_stock(
        session, found.id, sorted(stock.items()), is_over_capacity=found.is_over_capacity or is_over
    )
    refund.stock = [] if is_to_be_made else [[one, count] for one, count in sorted(moved.items())]


def _move_pieces(
    session: Session, found: ReservationRow, pieces: Counter[str], sign: int, *, is_sold_again: bool
) -> bool:
    """Give back pieces (`sign` -1), or take them again (1). Returns whether more are taken than there are then."""
    changes = stock_rows.list_changes(found.stop_id or "", pieces.items(), sign)
    if not is_sold_again:
        stock_rows.change_in_all(session, changes)
        return False
    left = stock_rows.apply_changes(session, found.truck_id, changes, is_forced=True)
    return any(count < 0 for count in left.values())


def _count_pieces(order: Order, refund: Refund) -> Counter[str]:
    """The pieces of items and options that the refund names, by ID."""
    pieces = Counter[str]()
    for named in refund.lines or ():
        line = order.lines[named["index"]]
        for subject_id, count in count_pieces(line).items():
            pieces[subject_id] += count * named["quantity"]
    return pieces


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


class Holder(msgspec.Struct, frozen=True):
    """The network of the client that holds without having paid, and the percentage that it may hold; 0 for all."""

    network: str
    percent: int


class UnpaidShare:
    """What the unpaid checkouts of a holder have at a stop or truck, read before another one takes its part.

    The first one may take what one order may, whatever is left.
    """

    def __init__(self, session: Session, calendar_id: str, holder: Holder) -> None:
        self._percent = holder.percent
        self._held: Sequence[Held] = []
        if holder.percent > 0:
            self._held = statements.list_held_by(session, calendar_id, holder.network)

    def refuse_units(self, calendar: SlotCalendar, loads: Mapping[int, Load], earliest: datetime, units: int) -> None:
        """Raise TooManyUnpaid if these units are too many, of all slots from `earliest` on that online orders have."""
        if not self._held or calendar.capacity is None:
            return
        open_slots = [at for at in calendar.positions() if calendar.start_of(at) >= earliest]
        own = dict.fromkeys(open_slots, 0)
        for slots, _stock in self._held:
            for at, taken in slots:
                own[at] = own.get(at, 0) + taken
        held = sum(own[at] for at in open_slots)
        free = sum(count_free(calendar, loads.get(at, EMPTY)) or 0 for at in open_slots)
        refuse_large_share(held, units, held + free, self._percent)

    def refuse_pieces(self, needed: Sequence[tuple[str, int]], left: Mapping[str, int]) -> None:
        """Raise TooManyUnpaid if these pieces are too many. `left` is what is left of each counted subject after it."""
        for subject_id, count in needed if self._held else ():
            if subject_id in left:
                held = sum(pieces for _slots, stock in self._held for own, pieces in stock if own == subject_id)
                refuse_large_share(held, count, left[subject_id] + count + held, self._percent)


def lock_holder(session: Session, holder: Holder) -> None:
    """Make other checkouts of the network wait until the commit. A limit that counts the network does so, too."""
    if holder.percent > 0:
        database.lock_transaction(session, f"unpaid:{holder.network}")
