"""Starts a disruption: in one transaction the stop changes, open checkouts are released and the steps are written.

An order whose payment succeeded after that was placed under an older plan of the stop. It is made as always, then
follows every change since.
"""

from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import FieldChange
from chuckwagon.db.database import try_update_one
from chuckwagon.disruptions import audit_events, models, queries
from chuckwagon.disruptions.effects import DisruptionPlan, get_effect, list_stop_changes, read_plan_columns
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.disruptions.steps import APPLY_STEP, apply_step, get_author, step_key
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations import statements as reservation_rows
from chuckwagon.orders.reservations.models import CONFIRMED
from chuckwagon.payments.checkout.statements import expire_checkouts
from chuckwagon.payments.models import Checkout
from chuckwagon.realtime import change_log
from chuckwagon.schedule.checkout_stop import find_checkout_stop, lock_plan
from chuckwagon.schedule.models import CANCELLED, Place, Stop
from chuckwagon.schedule.queries import find_overlap
from chuckwagon.schedule.slot_allocation import allocate_units, build_calendar
from chuckwagon.schedule.slot_rows import read_loads
from chuckwagon.trucks.queries import lock_truck

STEP_GAP = timedelta(milliseconds=20)


def start(session: Session, disruption_id: str) -> None:
    """Start a disruption that is scheduled; does nothing for one that was taken back or has started.

    If the stop is gone or cancelled, the disruption is withdrawn instead. That of an archived truck starts, because
    its paid orders still wait for it. Locks the truck and the stop.
    """
    row = session.get_one(Disruption, disruption_id)
    lock_truck(session, row.truck_id)
    stop = session.get(Stop, row.stop_id, with_for_update=True, populate_existing=True)
    is_possible = stop is not None and stop.status != CANCELLED
    state = models.STARTED if is_possible else models.WITHDRAWN
    is_scheduled = (Disruption.id == row.id, Disruption.state == models.SCHEDULED)
    started = sa.update(Disruption).where(*is_scheduled).values(state=state, started_at=clock.now())
    if not try_update_one(session, started):
        return
    session.refresh(row)
    if stop is not None and is_possible:
        _begin(session, row, stop)
    change_log.publish_change(session, row.truck_id, change_log.DISRUPTION, row.id)


def _begin(session: Session, row: Disruption, stop: Stop) -> None:
    plan = read_plan_columns(row)
    orders = queries.list_open_orders(session, stop.id)
    affected = [order.id for order in orders if get_effect(plan, order) is not None]
    changed = _change_stop(session, stop, plan)
    row.plan_version = stop.plan_version
    session.flush()
    expire_checkouts(session, stop.id)
    _insert_steps(session, row.id, affected)
    audit_events.record_started(session, get_author(row), row, changed)
    change_log.publish_change(session, stop.truck_id, change_log.STOP, stop.id)


def _change_stop(session: Session, stop: Stop, plan: DisruptionPlan) -> dict[str, FieldChange]:
    """Change the stop, and return what changed, for the audit log."""
    values = list_stop_changes(plan, stop)
    if plan.extend_end and _is_blocked(session, stop, values):
        values = {"delay_minutes": values["delay_minutes"]}  # another stop was added since; it keeps its time
    before = {name: getattr(stop, name) for name in values}
    for name, value in values.items():
        setattr(stop, name, value)
    stop.change_kind, stop.change_minutes = plan.kind, plan.minutes
    stop.change_sentence, stop.change_at = plan.sentence, clock.now()
    stop.version += 1
    stop.plan_version = stop.version
    session.flush()
    return {
        shown: FieldChange(_describe_value(session, name, before[name]), _describe_value(session, name, values[name]))
        for name, shown in _NAMES.items()
        if name in values
    }


def _is_blocked(session: Session, stop: Stop, values: dict[str, Any]) -> bool:
    end = values.get("ends_at") or values["ended_early_at"]
    return find_overlap(session, stop.truck_id, stop.starts_at, end, stop.id) is not None


_NAMES = {
    "delay_minutes": "delayMinutes",
    "ends_at": "endsAt",
    "ended_early_at": "endedEarlyAt",
    "place_id": "place",
    "status": "status",
}


def _describe_value(session: Session, name: str, value: Any) -> Any:
    return session.get_one(Place, value).name if name == "place_id" else value


def _insert_steps(session: Session, disruption_id: str, order_ids: list[str]) -> None:
    """Write a step for each order, with the outbox message by which the worker does it."""
    now = clock.now()
    fixed = {"disruption_id": disruption_id, "state": models.WAITING, "created_at": now, "updated_at": now}
    rows = [{"id": new_id(), "order_id": order_id, **fixed} for order_id in order_ids]
    if rows:
        session.execute(sa.insert(DisruptionStep), rows)
    for number, row in enumerate(rows):
        # The longest due comes first. So the first customers are told while the orders of the last are changed.
        payload, delay = {"stepId": row["id"]}, number * STEP_GAP
        outbox.enqueue_new(session, APPLY_STEP, step_key(str(row["id"])), payload, delay=delay)


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
