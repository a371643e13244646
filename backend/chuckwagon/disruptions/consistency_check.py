"""Compares disruptions with their orders, for `chuckwagon doctor`."""

from collections.abc import Iterator
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.disruptions import models
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.kit import clock
from chuckwagon.orders.models import Order, PickupChange
from chuckwagon.orders.status import CANCELLED
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.schedule import models as schedule
from chuckwagon.schedule.models import Stop

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
