"""Queries of disruptions: the access check, their progress, and the orders of a stop."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import table_of
from chuckwagon.disruptions import models
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.disruptions.plan import OpenOrder
from chuckwagon.disruptions.progress import DONE, FAILED, PENDING, Outcome, StepFacts, read_outcome
from chuckwagon.disruptions.schemas import DisruptionAnswer, FailedStep, State
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.structs import copy_fields
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.board.cancellation import NOT_COMPLETED
from chuckwagon.orders.models import Order, OrderSms, Refund
from chuckwagon.orders.plan_changes.models import PlanChange
from chuckwagon.orders.plan_changes.queries import IS_OVERTAKEN
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND

DISRUPTION_NOT_FOUND = Sentence("We couldn't find this change of plan.", "disruption_not_found")

_steps, _orders, _outbox = table_of(DisruptionStep), table_of(Order), table_of(OutboxMessage)
_sms, _refunds, _changes = table_of(OrderSms), table_of(Refund), table_of(PlanChange)
_SMS_KEY = sa.literal("order:") + _steps.c.order_id + ":" + _steps.c.sms_kind + "_sms"
_REFUND_KEY = sa.literal("refund:") + _steps.c.order_id
_STEPS = (
    sa.select(
        _steps.c.id,
        _steps.c.disruption_id,
        _steps.c.order_id,
        _steps.c.state,
        _steps.c.reason,
        _steps.c.sms_kind,
        _outbox.c.status.label("outbox_status"),
        _sms.c.status.label("sms_status"),
        _sms.c.reason.label("sms_reason"),
        _refunds.c.status.label("refund_status"),
        sa.func.coalesce(IS_OVERTAKEN, sa.false()).label("is_overtaken"),
        _orders.c.order_number,
        _orders.c.customer_name,
        _orders.c.customer_phone,
    )
    .join(_orders, _orders.c.id == _steps.c.order_id)
    .outerjoin(_outbox, _outbox.c.key == _SMS_KEY)
    .outerjoin(_sms, sa.and_(_sms.c.order_id == _steps.c.order_id, _sms.c.kind == _steps.c.sms_kind))
    .outerjoin(_refunds, _refunds.c.key == _REFUND_KEY)
    .outerjoin(
        _changes,
        sa.and_(_changes.c.order_id == _steps.c.order_id, _changes.c.disruption_id == _steps.c.disruption_id),
    )
    .where(_steps.c.disruption_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(_orders.c.order_number)
)


class StepRow(Struct, frozen=True):
    """A step, how far it is, and the order that it belongs to."""

    id: str
    order_id: str
    order_number: int
    customer_name: str
    phone: str | None
    sms_kind: str | None
    outcome: Outcome


def get_stop_for(session: Session, actor: Actor, stop_id: str) -> Stop:
    """A stop for staff of its truck. Raises NotFound, NotAllowed."""
    stop = session.get(Stop, stop_id) if is_id(stop_id) else None
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.MANAGE_DISRUPTIONS, stop.truck_id)
    return stop


def get_disruption_for(session: Session, actor: Actor, disruption_id: str, *, lock: bool = False) -> Disruption:
    """A disruption for staff of its truck. Raises NotFound, NotAllowed."""
    options: dict[str, Any] = {"with_for_update": True, "populate_existing": True} if lock else {}
    found = session.get(Disruption, disruption_id, **options) if is_id(disruption_id) else None
    if found is None:
        raise NotFound(DISRUPTION_NOT_FOUND)
    authorize(actor, Action.MANAGE_DISRUPTIONS, found.truck_id)
    return found


def list_of_stop(session: Session, stop_id: str) -> list[DisruptionAnswer]:
    """The disruptions of a stop, newest first."""
    query = sa.select(Disruption).where(Disruption.stop_id == stop_id).order_by(Disruption.number.desc())
    return show_all(session, session.scalars(query).all())


def find_running(session: Session, stop_id: str) -> DisruptionAnswer | None:
    """The disruption of the stop that is scheduled or running. The caller has locked the stop."""
    return next((one for one in list_of_stop(session, stop_id) if one.state in ("scheduled", "running")), None)


def show(session: Session, row: Disruption) -> DisruptionAnswer:
    """The disruption with its progress."""
    return show_all(session, [row])[0]


def show_all(session: Session, rows: Sequence[Disruption]) -> list[DisruptionAnswer]:
    """The disruptions with their progress. Two selects for any number of them."""
    steps = list_steps(session, [row.id for row in rows])
    return [_to_answer(row, steps[row.id]) for row in rows]


def list_steps(session: Session, disruption_ids: Sequence[str]) -> dict[str, list[StepRow]]:
    """The steps by disruption, in the sequence of the order numbers."""
    found: dict[str, list[StepRow]] = defaultdict(list)
    if disruption_ids:
        for row in session.execute(_STEPS, {"ids": list(disruption_ids)}):
            facts = StepFacts(
                row.state,
                row.reason,
                row.sms_kind,
                row.outbox_status,
                row.sms_status,
                row.sms_reason,
                row.refund_status,
                bool(row.is_overtaken),
            )
            customer = (row.order_number, row.customer_name, row.customer_phone)
            step = StepRow(row.id, row.order_id, *customer, row.sms_kind, read_outcome(facts))
            found[row.disruption_id].append(step)
    return found


def _to_answer(row: Disruption, steps: Sequence[StepRow]) -> DisruptionAnswer:
    return copy_fields(
        DisruptionAnswer,
        row,
        by=row.actor_name,
        state=_read_state(row, steps),
        done=sum(step.outcome.progress == DONE for step in steps),
        total=len(steps),
        failed=[
            FailedStep(step.order_id, str(step.order_number), step.customer_name, step.phone, step.outcome.reason)
            for step in steps
            if step.outcome.progress == FAILED
        ],
    )


def _read_state(row: Disruption, steps: Sequence[StepRow]) -> State:
    if row.state == models.SCHEDULED:
        return "scheduled"
    if row.state == models.WITHDRAWN:
        return "withdrawn"
    return "running" if any(step.outcome.progress == PENDING for step in steps) else "done"


def list_open_orders(session: Session, stop_id: str, order_id: str | None = None) -> list[OpenOrder]:
    """The orders of a stop that are neither completed nor cancelled, first ordered first; or one of them."""
    is_refunded = (Refund.order_id == Order.id, Refund.status != "failed")
    refunded = sa.select(sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0)).where(*is_refunded).scalar_subquery()
    query = sa.select(
        Order.id,
        Order.status,
        sa.func.coalesce(Order.slot_at, Order.estimated_pickup_at, Order.pickup_at),
        Order.customer_phone,
        sa.case((Order.payment_status.in_(statuses.HOLDS_MONEY), Order.total_cents - refunded), else_=0),
    ).where(Order.stop_id == stop_id, Order.status.in_(NOT_COMPLETED))
    if order_id is not None:
        query = query.where(Order.id == order_id)
    return [
        OpenOrder(id=row[0], status=row[1], pickup_at=row[2], phone=row[3], left_cents=int(row[4]))
        for row in session.execute(query.order_by(Order.order_number))
    ]
