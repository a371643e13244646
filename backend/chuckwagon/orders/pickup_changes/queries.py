"""Queries of the changes of an order's plan."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import table_of
from chuckwagon.orders.board.status import CANCELLED, COMPLETED, READY
from chuckwagon.orders.erasure import in_batches
from chuckwagon.orders.messages.pushes import push_key
from chuckwagon.orders.messages.sms_status_queries import change_sms_kind
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_changes.models import LATE, MOVED, SLOT_CHANGED, TIME_CHANGED, PickupChange
from chuckwagon.push.models import OrderDevice

_changes, _orders = table_of(PickupChange), table_of(Order)
_later = table_of(PickupChange).alias("later_changes")
_REPLACED = sa.or_(
    sa.and_(_changes.c.kind == LATE, _later.c.kind.in_((LATE, SLOT_CHANGED))),
    sa.and_(_changes.c.kind == MOVED, _later.c.kind == MOVED),
    sa.and_(_changes.c.kind == TIME_CHANGED, _later.c.kind.in_((LATE, SLOT_CHANGED, TIME_CHANGED))),
)
# For a select of changes joined with their orders: what the change said is no longer so, because the order is closed
# or ready after all, or a later change says otherwise. A cancellation stays true.
IS_OVERTAKEN = sa.and_(
    _changes.c.kind.in_((LATE, MOVED, TIME_CHANGED)),
    sa.or_(
        sa.and_(_changes.c.kind == TIME_CHANGED, _changes.c.before == _changes.c.after),  # set back meanwhile
        _orders.c.status.in_((CANCELLED, COMPLETED)),
        sa.and_(_changes.c.kind != MOVED, _orders.c.status == READY),
        sa.exists().where(_later.c.order_id == _changes.c.order_id, _later.c.number > _changes.c.number, _REPLACED),
    ),
)


def find_last_disruption(session: Session, order_id: str) -> PickupChange | None:
    """The last change of an order by a disruption of its stop, or None."""
    query = sa.select(PickupChange).where(PickupChange.order_id == order_id, PickupChange.disruption_id.is_not(None))
    newest = query.order_by(PickupChange.number.desc()).limit(1)
    return session.scalars(newest.execution_options(populate_existing=True)).first()


def is_overtaken(session: Session, change_id: str) -> bool:
    """Whether an SMS about this change would no longer be true: the order is closed, it is ready and was said to be
    late, or a later change says otherwise.

    False for a change that does not exist.
    """
    joined = sa.select(_changes.c.id).join(_orders, _orders.c.id == _changes.c.order_id)
    return session.scalar(joined.where(_changes.c.id == change_id, IS_OVERTAKEN)) is not None


def list_changes(session: Session, order_ids: Sequence[str]) -> Sequence[Any]:
    """What the keys of the SMS about changes of these orders are made of."""
    columns = (PickupChange.order_id, PickupChange.kind, PickupChange.number)
    return session.execute(sa.select(*columns).where(PickupChange.order_id.in_(order_ids))).all()


def list_push_keys(session: Session, order_ids: Sequence[str]) -> list[str]:
    """The outbox keys of the pushes to the devices that are told about these orders."""
    keys: list[str] = []
    for ids in in_batches(order_ids):
        devices = sa.select(OrderDevice.order_id, OrderDevice.id).where(OrderDevice.order_id.in_(ids))
        told = [(order_id, device_id) for order_id, device_id in session.execute(devices)]
        keys += [push_key(order_id, kind, device_id) for order_id, device_id in told for kind in (READY, CANCELLED)]
        changes = sa.select(OrderDevice.id, PickupChange.order_id, PickupChange.kind, PickupChange.number)
        joined = changes.join(PickupChange, PickupChange.order_id == OrderDevice.order_id)
        for device_id, order_id, kind, number in session.execute(joined.where(OrderDevice.order_id.in_(ids))):
            keys.append(push_key(order_id, change_sms_kind(kind, number), device_id))
    return keys
