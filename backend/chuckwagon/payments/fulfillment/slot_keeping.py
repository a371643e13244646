"""Keeps what a paid checkout holds for its order. Money has moved, so nothing is refused here, only flagged."""

from collections.abc import Sequence

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.menu.pricing_query import load_cart_items
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.reservations import rows, service
from chuckwagon.orders.reservations.models import KEPT
from chuckwagon.orders.reservations.needs import Needs, find_shortages, sum_needs
from chuckwagon.orders.reservations.rows import ReservationRow
from chuckwagon.payments.checkout.checkout_rows import CheckoutRow
from chuckwagon.payments.checkout.slot_hold import release_earlier
from chuckwagon.schedule.checkout_view import find_checkout_stop
from chuckwagon.schedule.slots.calendars import build_calendar
from chuckwagon.schedule.slots.choice import SlotCalendar, plan_taking
from chuckwagon.schedule.slots.rows import read_loads

OVER_CAPACITY = "over_capacity"


def keep_slot(session: Session, checkout: CheckoutRow, lines: Sequence[PricedLine]) -> list[str]:
    """Keep the checkout's slot and stock; returns the flags that the order gets.

    What was released before the payment arrived is taken again. Where it does not fit any more, it is taken anyway
    and the order gets the flag `over_capacity`.
    """
    if checkout.slot_at is None or rows.try_keep(session, checkout.id):
        return []
    known = rows.find_reservation(session, checkout.id)
    calendar = _find_calendar(session, checkout, known)
    if calendar is None:
        return []
    # A newer checkout of the attempt, which can no longer be paid, may have taken over what this one held.
    moved = release_earlier(session, checkout.truck_id, checkout.attempt)
    items = load_cart_items(session, [line.menu_item_id for line in lines], checkout.stop_id)
    needs = sum_needs(lines, items)
    position = known.position if known else _find_position(calendar, checkout)
    loads = service.without(read_loads(session, calendar), calendar.id, moved)
    taking = plan_taking(calendar, loads, position, needs.units, clock.now())
    is_short = bool(find_shortages(lines, items, service.sum_own_stock(calendar.id, moved)))
    kept = _build(checkout, calendar, position, taking or {}, needs)
    if taking is not None and not is_short and _try_take(session, kept, calendar, moved):
        _store(session, kept, known)
        return []
    forced = _build(checkout, calendar, position, {position: needs.units} if needs.units else {}, needs)
    forced = service.mark_over_capacity(forced)
    service.take(session, forced, calendar, moved, is_forced=True)
    _store(session, forced, known)
    return [OVER_CAPACITY]


def _try_take(session: Session, kept: ReservationRow, calendar: SlotCalendar, moved: Sequence[ReservationRow]) -> bool:
    """Take what fits. False, and nothing taken, when another customer was faster."""
    try:
        with session.begin_nested():
            service.take(session, kept, calendar, moved)
    except service.Missed:
        return False
    return True


def _build(
    checkout: CheckoutRow, calendar: SlotCalendar, position: int, taking: dict[int, int], needs: Needs
) -> ReservationRow:
    return service.build_reservation(checkout.id, checkout.truck_id, calendar, position, taking, needs, is_online=True)


def _store(session: Session, kept: ReservationRow, known: ReservationRow | None) -> None:
    if known is None:
        rows.insert_reservation(session, kept)
    else:
        rows.replace_reservation(session, msgspec.structs.replace(kept, status=KEPT, created_at=known.created_at))


def _find_calendar(session: Session, checkout: CheckoutRow, known: ReservationRow | None) -> SlotCalendar | None:
    if known is not None:
        return service.find_calendar(session, known)
    stop = find_checkout_stop(session, checkout.stop_id) if checkout.stop_id else None
    return build_calendar(stop) if stop and stop.truck_id == checkout.truck_id else None


def _find_position(calendar: SlotCalendar, checkout: CheckoutRow) -> int:
    """The slot of a checkout that was recovered from its payment: the one that is running at its pickup."""
    position = calendar.position_at(checkout.slot_at) if checkout.slot_at else None
    return max(calendar.first, calendar.last) if position is None else position
