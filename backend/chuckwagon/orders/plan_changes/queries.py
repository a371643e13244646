"""Queries of the changes of an order's plan."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.orders.erasure import in_batches
from chuckwagon.orders.plan_changes.models import PlanChange
from chuckwagon.orders.sms_status import change_sms_kind, sms_key


def find_last_disruption(session: Session, order_id: str) -> PlanChange | None:
    """The last change of an order by a disruption of its stop, or None."""
    query = sa.select(PlanChange).where(PlanChange.order_id == order_id, PlanChange.disruption_id.is_not(None))
    newest = query.order_by(PlanChange.number.desc()).limit(1)
    return session.scalars(newest.execution_options(populate_existing=True)).first()


def list_change_sms_keys(session: Session, order_ids: Sequence[str]) -> list[str]:
    """The outbox keys of the SMS about changes of these orders."""
    keys: list[str] = []
    for ids in in_batches(order_ids):
        columns = (PlanChange.order_id, PlanChange.kind, PlanChange.number)
        rows = session.execute(sa.select(*columns).where(PlanChange.order_id.in_(ids)))
        keys += [sms_key(order_id, change_sms_kind(kind, number)) for order_id, kind, number in rows]
    return keys
