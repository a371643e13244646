"""What a disruption does to a stop and to each of its orders. Pure rules: values in, values out."""

from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from msgspec import Struct

from chuckwagon.disruptions.models import CANCELLED, ENDS_EARLY, LATE, MOVED
from chuckwagon.orders import models as plan_changes
from chuckwagon.orders import status as statuses
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.schedule import models as schedule
from chuckwagon.schedule import states

Effect = Literal["new_time", "new_place", "refund"]
UNCOOKED = (statuses.PENDING, statuses.CONFIRMED, statuses.PREPARING)  # a later time is of use to them
CHANGE_KINDS = {
    LATE: plan_changes.LATE,
    MOVED: plan_changes.MOVED,
    ENDS_EARLY: plan_changes.ENDS_EARLY,
    CANCELLED: plan_changes.STOP_CANCELLED,
}


class UnknownKind(ValueError):
    """A kind of disruption for which the code has no branch."""


class DisruptionPlan(Struct, frozen=True, kw_only=True):
    """A checked change of plan. Fields that do not belong to its kind are None, false or empty."""

    kind: str
    minutes: int | None = None
    extend_end: bool = False
    place_id: str | None = None
    ends_at: datetime | None = None
    sentence: str = ""


class DisruptionPlanColumns(Protocol):
    """The columns that a stored disruption and its plan have in common."""

    kind: Any
    minutes: Any
    extend_end: Any
    place_id: Any
    ends_at: Any
    sentence: Any


class OpenOrder(Struct, frozen=True, kw_only=True):
    """An order of the stop that is neither completed nor cancelled. `left_cents` can still be refunded.

    One that was paid at the counter is paid out by staff.
    """

    id: str
    status: str
    pickup_at: datetime | None
    phone: str | None
    left_cents: int
    is_paid_at_counter: bool = False


def read_plan_columns(row: DisruptionPlanColumns) -> DisruptionPlan:
    """The plan of a stored disruption."""
    return DisruptionPlan(**{name: getattr(row, name) for name in DisruptionPlan.__struct_fields__})


def get_effect(plan: DisruptionPlan, order: OpenOrder) -> Effect | None:
    """What the order gets; None for an order that stays as it is.

    An order that is due exactly at the new end of the stop is refunded.
    """
    if order.status not in NOT_COMPLETED:
        return None
    if plan.kind == LATE:
        return "new_time" if order.status in UNCOOKED else None
    if plan.kind == MOVED:
        return "new_place"
    if plan.kind == CANCELLED:
        return "refund"
    if plan.kind != ENDS_EARLY:
        raise UnknownKind(plan.kind)
    is_after = plan.ends_at is not None and order.pickup_at is not None and order.pickup_at >= plan.ends_at
    return "refund" if is_after else None


def list_stop_changes(plan: DisruptionPlan, stop: schedule.Stop) -> dict[str, Any]:
    """The columns of the stop that change, each with its new value. Changes nothing."""
    if plan.kind == LATE:
        delay = timedelta(minutes=plan.minutes or 0)
        changed: dict[str, Any] = {"delay_minutes": stop.delay_minutes + (plan.minutes or 0)}
        return changed | _extend(stop, delay) if plan.extend_end else changed
    if plan.kind == MOVED:
        return {"place_id": plan.place_id}
    if plan.kind == ENDS_EARLY:
        return {"ended_early_at": plan.ends_at}
    if plan.kind == CANCELLED:
        return {"status": schedule.CANCELLED}
    raise UnknownKind(plan.kind)


def _extend(stop: schedule.Stop, delay: timedelta) -> dict[str, Any]:
    """The columns of a later end. An early end that reaches the planned one is cleared."""
    end = states.closes_at(stop) + delay
    if stop.ended_early_at is None:
        return {"ends_at": end}
    return {"ended_early_at": end} if end < stop.ends_at else {"ends_at": end, "ended_early_at": None}
