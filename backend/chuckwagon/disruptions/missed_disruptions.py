"""Applies disruptions to an order whose payment succeeded after they had started.

Its customer agreed to an older plan of the stop. The order is made as always, then follows every change since.
"""

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.disruptions import models, queries
from chuckwagon.disruptions.effects import get_effect, read_plan_columns
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.disruptions.steps import apply_step
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations import rows as reservation_rows
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations.models import CONFIRMED
from chuckwagon.payments.models import Checkout
from chuckwagon.schedule.checkout_view import find_checkout_stop, lock_plan
from chuckwagon.schedule.slots.allocation import allocate_units
from chuckwagon.schedule.slots.calendars import build_calendar
from chuckwagon.schedule.slots.rows import read_loads


def apply_missed(session: Session, order_id: str) -> None:
    """Apply the missing steps of an order, in the sequence of the disruptions. Locks the stop's plan.

    Does nothing for an order without a stop or a checkout.
    """
    order = session.get_one(Order, order_id)
    if order.stop_id is None or order.checkout_id is None:
        return
    lock_plan(session, order.stop_id)  # a disruption that starts now takes the order itself
    checkout = session.get_one(Checkout, order.checkout_id)
    for row in _list_missed(session, order, checkout):
        _apply_disruption(session, row, order)
    _move_reservation(session, session.get_one(Order, order_id, populate_existing=True))


def _list_missed(session: Session, order: Order, checkout: Checkout) -> list[Disruption]:
    """The disruptions since the plan that the customer agreed to, for which the order has no step.

    A checkout that was recovered from its payment does not know that plan, only when it was made.
    """
    is_newer = Disruption.plan_version > checkout.stop_plan_version
    if checkout.stop_plan_version is None:
        is_newer = Disruption.started_at >= checkout.created_at
    has_step = sa.exists().where(DisruptionStep.disruption_id == Disruption.id, DisruptionStep.order_id == order.id)
    missed = (
        Disruption.stop_id == order.stop_id,
        Disruption.state == models.STARTED,
        is_newer,
        ~has_step,
    )
    return list(session.scalars(sa.select(Disruption).where(*missed).order_by(Disruption.number)))


def _apply_disruption(session: Session, row: Disruption, order: Order) -> None:
    found = queries.list_open_orders(session, row.stop_id, order.id)
    if not found or get_effect(read_plan_columns(row), found[0]) is None:
        return
    step = DisruptionStep(
        id=new_id(),
        disruption_id=row.id,
        order_id=order.id,
        state=models.WAITING,
        created_at=clock.now(),
        updated_at=clock.now(),
    )
    session.add(step)
    session.flush()
    apply_step(session, step.id)


def _move_reservation(session: Session, order: Order) -> None:
    """Take the slot of the order's time, if the order has another one, even where it is full.

    That is so after a recovery from the payment: with the time that was paid for, at a stop whose slots had moved
    already. The caller has locked the stop's plan.
    """
    own = reservation_rows.find_reservation(session, order.checkout_id or order.id)
    stop = find_checkout_stop(session, order.stop_id) if order.stop_id else None
    if own is None or own.status != CONFIRMED or stop is None or order.slot_at is None:
        return
    calendar = build_calendar(stop)
    position = calendar.position_at(order.slot_at)
    if position is None or position == own.position:
        return
    gone = reservation_rows.try_release(session, own.id)  # as it is now: a refund may have changed its stock meanwhile
    if gone is None:
        return
    units = sum(count for _position, count in gone.slots)
    loads = reservations.subtract_reservations(read_loads(session, calendar), calendar.id, [gone])
    allocation = allocate_units(calendar, loads, position, units, clock.now())
    kept = msgspec.structs.replace(
        gone,
        status=CONFIRMED,
        position=position,
        slots=sorted((allocation or {position: units}).items()) if units else [],
        is_over_capacity=gone.is_over_capacity or allocation is None,  # its stock moves with it
        updated_at=clock.now(),
    )
    reservations.reserve(session, kept, calendar, [gone], forces_slots=True, forces_stock=True)
    reservation_rows.replace_reservation(session, kept)
