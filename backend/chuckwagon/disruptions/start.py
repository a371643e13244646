"""Starts a disruption: in one transaction the stop changes, open checkouts are released and the steps are written."""

from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import FieldChange
from chuckwagon.db.database import try_update_one
from chuckwagon.disruptions import audit_events, models, queries
from chuckwagon.disruptions.effects import DisruptionPlan, get_effect, list_stop_changes, read_plan_columns
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.disruptions.steps import APPLY_STEP, get_author, step_key
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.payments.checkout.checkouts_at_stop import expire_checkouts
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import CANCELLED, Place, Stop
from chuckwagon.schedule.queries import find_overlap
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
