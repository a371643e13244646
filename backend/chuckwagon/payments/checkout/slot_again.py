"""Takes again what a checkout had held, after it was released."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.menu.pricing_query import load_cart_items
from chuckwagon.orders.placement.pricing import CartProblem, PricedLine
from chuckwagon.orders.reservations import refusals, rows, service
from chuckwagon.orders.reservations.models import RELEASED
from chuckwagon.orders.reservations.needs import Needs, find_shortages, sum_needs
from chuckwagon.orders.reservations.rows import ReservationRow
from chuckwagon.orders.self_service.slots import read_earliest
from chuckwagon.payments.checkout import checkout_rows
from chuckwagon.payments.checkout.cart_prices import CartInvalid
from chuckwagon.payments.checkout.checkout_rows import CheckoutRow
from chuckwagon.schedule.checkout_view import find_checkout_stop
from chuckwagon.schedule.refusals import StopClosed
from chuckwagon.schedule.slots.calendars import build_calendar
from chuckwagon.schedule.slots.choice import SlotCalendar, Taking, list_fitting, plan_taking
from chuckwagon.schedule.slots.offers import list_instead
from chuckwagon.schedule.slots.rows import read_loads


class PlanAgain(msgspec.Struct, frozen=True):
    """How a checkout could take its slot again; `taking` is None when the slot is full, `shortages` lacks stock."""

    calendar: SlotCalendar
    position: int
    needs: Needs
    taking: Taking | None
    shortages: list[CartProblem]


def hold_again(session: Session, checkout: CheckoutRow, min_lead_minutes: int) -> None:
    """Hold the slot of an unpaid checkout that was released because its payment could not be made.

    The checkout is locked first: a request beside this one may hold the slot already, or close the checkout.
    Raises SlotFull, StopClosed, CartInvalid, or one of `service.Missed`.
    """
    if checkout.slot_at is None or checkout_rows.lock_open_checkout(session, checkout.id) is None:
        return
    known = rows.find_reservation(session, checkout.id)
    if known is None or known.status != RELEASED:
        return
    plan = plan_again(session, checkout, msgspec.convert(checkout.lines, list[PricedLine]), known)
    if plan is None:
        raise StopClosed(stop=None)
    if plan.taking is None:
        raise _refuse_full(session, plan, read_earliest(session, checkout.truck_id, min_lead_minutes))
    if plan.shortages:
        raise CartInvalid(problems=msgspec.to_builtins(plan.shortages))
    held = service.build_reservation(
        checkout.id,
        checkout.truck_id,
        plan.calendar,
        plan.position,
        plan.taking,
        plan.needs,
        is_online=True,
        hold_expires_at=checkout.expires_at,
    )
    service.take(session, held, plan.calendar)
    rows.replace_reservation(session, held)


def _refuse_full(session: Session, plan: PlanAgain, earliest: datetime) -> refusals.SlotFull:
    """The refusal of the slot, with those that take the order instead."""
    loads, units, now = read_loads(session, plan.calendar), plan.needs.units, clock.now()
    instead = list_instead(plan.calendar, loads, plan.position, units, earliest, now)
    first = next(list_fitting(plan.calendar, loads, units, earliest, now), None)
    return refusals.refuse_full(instead, None if first is None else plan.calendar.start_of(first))


def plan_again(
    session: Session,
    checkout: CheckoutRow,
    lines: Sequence[PricedLine],
    known: ReservationRow | None,
    moved: Sequence[ReservationRow] = (),
) -> PlanAgain | None:
    """Plan to take the slot again. `moved` are reservations that are given back at the same time.

    None when the stop is gone.
    """
    calendar = _find_calendar(session, checkout, known)
    if calendar is None:
        return None
    items = load_cart_items(session, [line.menu_item_id for line in lines], checkout.stop_id)
    needs = sum_needs(lines, items)
    position = known.position if known else _find_position(calendar, checkout)
    loads = service.without(read_loads(session, calendar), calendar.id, moved)
    taking = plan_taking(calendar, loads, position, needs.units, clock.now())
    shortages = find_shortages(lines, items, service.sum_own_stock(calendar.id, moved))
    return PlanAgain(calendar, position, needs, taking, shortages)


def _find_calendar(session: Session, checkout: CheckoutRow, known: ReservationRow | None) -> SlotCalendar | None:
    if known is not None:
        return service.find_calendar(session, known)
    stop = find_checkout_stop(session, checkout.stop_id) if checkout.stop_id else None
    return build_calendar(stop) if stop and stop.truck_id == checkout.truck_id else None


def _find_position(calendar: SlotCalendar, checkout: CheckoutRow) -> int:
    """The slot of a checkout that was recovered from its payment: the one that is running at its pickup."""
    position = calendar.position_at(checkout.slot_at) if checkout.slot_at else None
    return max(calendar.first, calendar.last) if position is None else position
