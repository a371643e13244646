"""Queries of disruptions: access check, progress, the orders of a stop, what forbids to change it, disagreements."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import table_of
from chuckwagon.disruptions import models
from chuckwagon.disruptions.effects import OpenOrder
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.disruptions.schemas import DisruptionAnswer, DuePayOut, FailedStep, State
from chuckwagon.disruptions.steps import DONE, FAILED, PENDING, StepFacts, StepOutcome, read_outcome
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders import models as plan_changes
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import DUE, Order, OrderSms, PickupChange, Refund
from chuckwagon.orders.pickup_changes import IS_OVERTAKEN
from chuckwagon.orders.status import CANCELLED
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.payments.usage import OrderedStopUsage
from chuckwagon.schedule import models as schedule
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.usage import UNUSED, UsedStop

MAX_LISTED = 20
UNFINISHED_FOR = timedelta(days=1)  # then the calls that were not made are of no more use
DISRUPTION_NOT_FOUND = Sentence("We couldn't find this change of plan.", "disruption_not_found")
_steps, _orders, _outbox = table_of(DisruptionStep), table_of(Order), table_of(OutboxMessage)
_sms, _refunds, _changes = table_of(OrderSms), table_of(Refund), table_of(PickupChange)
_disruptions = table_of(Disruption)
_SMS_KEY = sa.literal("order:") + _steps.c.order_id + ":" + _steps.c.sms_kind + "_sms"
_REFUNDED_CENTS = (
    sa.select(sa.func.coalesce(sa.func.sum(_refunds.c.amount_cents), 0))
    .where(_refunds.c.order_id == _orders.c.id, _refunds.c.status != "failed")
    .scalar_subquery()
)
_IS_REFUND_REFUSED = sa.and_(
    _changes.c.kind.in_((plan_changes.ENDS_EARLY, plan_changes.STOP_CANCELLED)),
    _orders.c.status == statuses.CANCELLED,
    _orders.c.payment_status.in_(statuses.HOLDS_MONEY),
    _orders.c.total_cents > _REFUNDED_CENTS,
)
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
        sa.func.coalesce(_IS_REFUND_REFUSED, sa.false()).label("is_refund_refused"),
        sa.func.coalesce(IS_OVERTAKEN, sa.false()).label("is_overtaken"),
        _orders.c.status.in_((statuses.CANCELLED, statuses.COMPLETED)).label("is_closed"),
        _orders.c.order_number,
        _orders.c.customer_name,
        _orders.c.customer_phone,
    )
    .join(_orders, _orders.c.id == _steps.c.order_id)
    .outerjoin(_outbox, _outbox.c.key == _SMS_KEY)
    .outerjoin(_sms, sa.and_(_sms.c.order_id == _steps.c.order_id, _sms.c.kind == _steps.c.sms_kind))
    .outerjoin(
        _changes,
        sa.and_(_changes.c.order_id == _steps.c.order_id, _changes.c.disruption_id == _steps.c.disruption_id),
    )
    .where(_steps.c.disruption_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(_orders.c.order_number)
)
_PAY_OUTS = (
    sa.select(
        _steps.c.disruption_id,
        _steps.c.order_id,
        _orders.c.order_number,
        _orders.c.customer_name,
        _orders.c.customer_phone,
        _orders.c.window_method,
        _refunds.c.id.label("refund_id"),
        _refunds.c.amount_cents,
    )
    .join(_orders, _orders.c.id == _steps.c.order_id)
    .join(_refunds, _refunds.c.order_id == _orders.c.id)
    .join(_disruptions, _disruptions.c.id == _steps.c.disruption_id)
    .where(
        _steps.c.disruption_id.in_(sa.bindparam("ids", expanding=True)),
        _steps.c.state == models.APPLIED,
        _disruptions.c.kind.in_((models.ENDS_EARLY, models.CANCELLED)),
        _refunds.c.status == DUE,
    )
    .order_by(_orders.c.order_number, _refunds.c.created_at)
)


class StepRow(Struct, frozen=True):
    """A step, how far it is, and the order that it belongs to."""

    id: str
    order_id: str
    order_number: int
    customer_name: str
    phone: str | None
    sms_kind: str | None
    is_changed: bool
    outcome: StepOutcome


def get_stop_for(session: Session, actor: Actor, stop_id: str) -> Stop:
    """A stop for staff of its truck. Raises NotFound, NotAllowed."""
    stop = session.get(Stop, stop_id) if is_id(stop_id) else None
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.MANAGE_DISRUPTIONS, stop.truck_id)
    return stop


def get_disruption_for(session: Session, actor: Actor, disruption_id: str, *, lock: bool = False) -> Disruption:
    """A disruption for staff of its truck. Raises NotFound, NotAllowed.

    `lock` locks its row until the transaction ends.
    """
    options: dict[str, Any] = {"with_for_update": True, "populate_existing": True} if lock else {}
    found = session.get(Disruption, disruption_id, **options) if is_id(disruption_id) else None
    if found is None:
        raise NotFound(DISRUPTION_NOT_FOUND)
    authorize(actor, Action.MANAGE_DISRUPTIONS, found.truck_id)
    return found


def list_newest_of_stop(session: Session, stop_id: str) -> list[DisruptionAnswer]:
    """The newest disruptions of a stop as JSON, newest first, at most MAX_LISTED."""
    query = sa.select(Disruption).where(Disruption.stop_id == stop_id).order_by(Disruption.number.desc())
    return build_answers(session, session.scalars(query.limit(MAX_LISTED)).all())


def list_unfinished(session: Session, truck_id: str) -> list[DisruptionAnswer]:
    """The disruptions of a truck that are scheduled, under way or have left something to do, newest first.

    Only those of the last day, and of them the newest MAX_LISTED. Withdrawn ones are left out.
    """
    since = clock.now() - UNFINISHED_FOR
    query = sa.select(Disruption).where(
        Disruption.truck_id == truck_id, Disruption.created_at > since, Disruption.state != models.WITHDRAWN
    )
    newest = session.scalars(query.order_by(Disruption.created_at.desc()).limit(MAX_LISTED)).all()
    return [one for one in build_answers(session, newest) if one.state != "done" or one.failed or one.pay_outs]


def find_blocking(session: Session, stop_id: str) -> Disruption | None:
    """The disruption of the stop for which the next one has to wait: it is scheduled, or has orders to change.

    SMS and refunds that are still on the way do not block. The caller has locked the stop. None if nothing blocks.
    """
    has_waiting = sa.exists().where(
        DisruptionStep.disruption_id == Disruption.id, DisruptionStep.state == models.WAITING
    )
    is_blocking = sa.or_(Disruption.state == models.SCHEDULED, sa.and_(Disruption.state == models.STARTED, has_waiting))
    query = sa.select(Disruption).where(Disruption.stop_id == stop_id, is_blocking)
    return session.scalars(query.order_by(Disruption.number.desc()).limit(1)).first()


def build_answer(session: Session, row: Disruption) -> DisruptionAnswer:
    """The JSON of a disruption, with its progress."""
    return build_answers(session, [row])[0]


def build_answers(session: Session, rows: Sequence[Disruption]) -> list[DisruptionAnswer]:
    """The JSON of disruptions with their progress, in the same order. Three selects for any number of them."""
    ids = [row.id for row in rows]
    steps, pay_outs = list_steps(session, ids), _list_due_pay_outs(session, ids)
    return [_to_answer(row, steps[row.id], pay_outs[row.id]) for row in rows]


def _list_due_pay_outs(session: Session, disruption_ids: Sequence[str]) -> dict[str, list[DuePayOut]]:
    """The refunds that staff have to pay out because a disruption cancelled their orders, keyed by disruption ID."""
    found: dict[str, list[DuePayOut]] = defaultdict(list)
    if disruption_ids:
        for row in session.execute(_PAY_OUTS, {"ids": list(disruption_ids)}):
            found[row.disruption_id].append(
                DuePayOut(
                    row.order_id,
                    str(row.order_number),
                    row.customer_name,
                    row.customer_phone,
                    row.refund_id,
                    to_dollars(row.amount_cents),
                    row.window_method,
                )
            )
    return found


def list_steps(session: Session, disruption_ids: Sequence[str]) -> dict[str, list[StepRow]]:
    """The steps, keyed by disruption ID, in the sequence of the order numbers."""
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
                bool(row.is_refund_refused),
                bool(row.is_overtaken),
                bool(row.is_closed),
            )
            customer = (row.order_number, row.customer_name, row.customer_phone)
            is_changed = row.state != models.WAITING
            step = StepRow(row.id, row.order_id, *customer, row.sms_kind, is_changed, read_outcome(facts))
            found[row.disruption_id].append(step)
    return found


def _to_answer(row: Disruption, steps: Sequence[StepRow], pay_outs: list[DuePayOut]) -> DisruptionAnswer:
    return copy_fields(
        DisruptionAnswer,
        row,
        by=row.actor_name,
        state=_read_state(row, steps),
        seconds_left=max(0.0, (row.starts_at - clock.now()).total_seconds()) if row.state == models.SCHEDULED else 0.0,
        allows_next=row.state != models.SCHEDULED and all(step.is_changed for step in steps),
        done=sum(step.outcome.progress == DONE for step in steps),
        total=len(steps),
        failed=[
            FailedStep(
                step.order_id,
                str(step.order_number),
                step.customer_name,
                step.phone,
                step.outcome.problem,
                step.outcome.reason,
            )
            for step in steps
            if step.outcome.progress == FAILED
        ],
        pay_outs=pay_outs,
    )


def _read_state(row: Disruption, steps: Sequence[StepRow]) -> State:
    if row.state == models.SCHEDULED:
        return "scheduled"
    if row.state == models.WITHDRAWN:
        return "withdrawn"
    return "running" if any(step.outcome.progress == PENDING for step in steps) else "done"


def list_open_orders(session: Session, stop_id: str, order_id: str | None = None) -> list[OpenOrder]:
    """The orders of a stop that are neither completed nor cancelled, first ordered first; or one of them.

    `pickup_at` counts the delays that have not reached the order yet, because its slot has moved already.
    """
    of_order = (DisruptionStep.order_id == Order.id, Disruption.kind == models.LATE)
    is_missing = DisruptionStep.state.in_((models.WAITING, models.FAILED))
    missed = sa.select(sa.func.coalesce(sa.func.sum(Disruption.minutes), 0)).join(
        DisruptionStep, DisruptionStep.disruption_id == Disruption.id
    )
    query = sa.select(
        Order.id,
        Order.status,
        sa.func.coalesce(Order.slot_at, Order.estimated_pickup_at, Order.pickup_at),
        Order.customer_phone,
        _left_cents(),
        missed.where(*of_order, is_missing).scalar_subquery(),
        Order.payment_intent_id.is_(None),
    ).where(Order.stop_id == stop_id, Order.status.in_(NOT_COMPLETED))
    if order_id is not None:
        query = query.where(Order.id == order_id)
    return [
        OpenOrder(
            id=row[0],
            status=row[1],
            pickup_at=_add(row[2], row[5]),
            phone=row[3],
            left_cents=int(row[4]),
            is_paid_at_counter=bool(row[6]),
        )
        for row in session.execute(query.order_by(Order.order_number))
    ]


def sum_due_refunds(session: Session, row: Disruption, order_ids: Sequence[str]) -> int:
    """What another try of the disruption at these orders refunds, in cents."""
    is_due = Order.status == statuses.CANCELLED
    if row.kind in (models.CANCELLED, models.ENDS_EARLY):
        is_due |= Order.status.in_(NOT_COMPLETED)
    query = sa.select(sa.func.coalesce(sa.func.sum(_left_cents()), 0))
    return int(session.execute(query.where(Order.id.in_(order_ids), is_due)).scalar_one())


def _left_cents() -> sa.ColumnElement[int]:
    """What can still be refunded of the selected order."""
    is_refunded = (Refund.order_id == Order.id, Refund.status != "failed")
    refunded = sa.select(sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0)).where(*is_refunded).scalar_subquery()
    return sa.case((Order.payment_status.in_(statuses.HOLDS_MONEY), Order.total_cents - refunded), else_=0)


def _add(pickup_at: datetime | None, minutes: int) -> datetime | None:
    return None if pickup_at is None else pickup_at + timedelta(minutes=int(minutes))


class DisruptionStopUsage(OrderedStopUsage):
    """Adds disruptions that have not started to the usage by orders and checkouts."""

    def read(self, session: Session, stop_ids: Collection[str]) -> dict[str, UsedStop]:
        """The usage of the stops that have any, keyed by stop ID."""
        used = super().read(session, stop_ids)
        is_waiting = (Disruption.stop_id.in_(stop_ids), Disruption.state == models.SCHEDULED)
        for stop_id in session.scalars(sa.select(Disruption.stop_id).where(*is_waiting)):
            used[stop_id] = msgspec.structs.replace(used.get(stop_id, UNUSED), is_changing=True)
        return used

    def is_relocation_target(self, session: Session, place_id: str) -> bool:
        """Whether a change of plan that waits for its start moves a stop to the place."""
        is_waiting = (Disruption.place_id == place_id, Disruption.state == models.SCHEDULED)
        return session.scalar(sa.select(sa.literal(1)).where(*is_waiting).limit(1)) is not None


OVERDUE = timedelta(minutes=10)


def find_problems(session: Session) -> list[str]:
    """Sentences about disruptions that are stuck, or whose steps and orders do not agree."""
    return [*_find_stuck(session), *_find_disagreements(session)]


def _find_stuck(session: Session) -> Iterator[str]:
    limit = clock.now() - OVERDUE
    unstarted = (Disruption.state == models.SCHEDULED, Disruption.starts_at < limit)
    if count := _count(session, sa.select(Disruption.id).where(*unstarted)):
        yield f"{count} changes of plan should have started more than ten minutes ago"
    waiting = (DisruptionStep.state == models.WAITING, DisruptionStep.updated_at < limit)
    if count := _count(session, sa.select(DisruptionStep.id).where(*waiting)):
        yield f"{count} orders have been waiting for their change of plan for more than ten minutes"


def _find_disagreements(session: Session) -> Iterator[str]:
    steps = sa.select(DisruptionStep.id).join(Disruption, Disruption.id == DisruptionStep.disruption_id)
    applied = DisruptionStep.state == models.APPLIED
    recorded = sa.exists().where(
        PickupChange.order_id == DisruptionStep.order_id, PickupChange.disruption_id == DisruptionStep.disruption_id
    )
    if count := _count(session, steps.where(applied, ~recorded)):
        yield f"{count} orders were changed without a record of it"
    closes = Disruption.kind.in_((models.ENDS_EARLY, models.CANCELLED))
    is_open = (Order.id == DisruptionStep.order_id, Order.status != CANCELLED)
    if count := _count(session, steps.join(Order, sa.and_(*is_open)).where(applied, closes)):
        yield f"{count} orders are open although their stop was cancelled or ended before them"
    has_step = sa.exists().where(DisruptionStep.disruption_id == Disruption.id, DisruptionStep.order_id == Order.id)
    at_cancelled = (Disruption.kind == models.CANCELLED, Disruption.state == models.STARTED, ~has_step)
    left = sa.select(Order.id).join(Disruption, Disruption.stop_id == Order.stop_id)
    # Staff may put a stop back once it has no orders; later ones belong there.
    left = left.join(Stop, sa.and_(Stop.id == Order.stop_id, Stop.status == schedule.CANCELLED))
    old = Order.created_at < clock.now() - OVERDUE
    if count := _count(session, left.where(*at_cancelled, Order.status.in_(NOT_COMPLETED), old)):
        yield f"{count} open orders are for a stop that was cancelled"


def _count(session: Session, query: sa.Select[str]) -> int:
    return session.scalar(sa.select(sa.func.count()).select_from(query.subquery())) or 0
