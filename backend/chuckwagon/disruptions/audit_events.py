"""Audit events of disruptions."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import AuditActor, FieldChange, record
from chuckwagon.disruptions.models import Disruption

SCHEDULED, WITHDRAWN = "disruption.scheduled", "disruption.withdrawn"
STARTED, RETRIED = "disruption.started", "disruption.retried"


def record_scheduled(session: Session, actor: Actor, row: Disruption, orders: int) -> None:
    """Record a new disruption, with the number of orders that it touches."""
    details = {name: value for name, value in _plan_details(row).items() if value not in (None, "", False)}
    _record(session, actor.author, SCHEDULED, row, {**details, "orders": orders})


def record_withdrawn(session: Session, actor: Actor, row: Disruption) -> None:
    """Record that staff withdrew a disruption before it started."""
    _record(session, actor.author, WITHDRAWN, row, {"kind": row.kind})


def record_started(session: Session, author: AuditActor, row: Disruption, changed: dict[str, FieldChange]) -> None:
    """Record that a disruption started, with what changed of the stop, keyed by JSON name."""
    _record(session, author, STARTED, row, {"kind": row.kind, **changed})


def record_retried(session: Session, actor: Actor, row: Disruption, steps: int) -> None:
    """Record that failed steps are tried again."""
    _record(session, actor.author, RETRIED, row, {"kind": row.kind, "orders": steps})


def _plan_details(row: Disruption) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "minutes": row.minutes,
        "extendEnd": row.extend_end,
        "placeId": row.place_id,
        "endsAt": row.ends_at,
        "sentence": row.sentence,
    }


def _record(session: Session, author: AuditActor, action: str, row: Disruption, details: dict[str, Any]) -> None:
    record(session, author, action, row.id, truck_id=row.truck_id, details={"stop": row.stop_id, **details})
