"""Deletes the devices of orders that are over, and what is known of old pushes, some hundred rows at a time."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, table_of
from chuckwagon.jobs.outbox import IS_PUSH, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.orders.board.status import CANCELLED, COMPLETED
from chuckwagon.orders.models import Order
from chuckwagon.push.models import OrderDevice

KEPT_AFTER_END = timedelta(hours=6)
KEPT_AFTER_PICKUP = timedelta(hours=24)  # of an order that was never closed
KEPT_RESULTS = timedelta(days=2)
BATCH_SIZE = 500
MAX_BATCHES = 100  # in one run; the next one goes on

_messages, _devices, _orders = table_of(OutboxMessage), table_of(OrderDevice), table_of(Order)


def has_ended(session: Session) -> bool:
    """Whether there is a device or a message to delete."""
    now = clock.now()
    return any(session.scalar(old.limit(1)) is not None for old in (_select_devices(now), _select_messages(now)))


def delete_ended(db: Database) -> None:
    """Delete the devices of orders that ended or were due some hours ago, and old outbox messages of pushes.

    Messages that wait stay. Each batch is a transaction, so that orders do not wait for it.
    """
    now = clock.now()
    for table, old in ((_devices, _select_devices(now)), (_messages, _select_messages(now))):
        for _ in range(MAX_BATCHES):
            if db.write(partial(_delete_batch, table=table, old=old.limit(BATCH_SIZE))) < BATCH_SIZE:
                break


def _delete_batch(session: Session, table: sa.Table, old: sa.Select[Any]) -> int:
    ids = session.scalars(old).all()
    session.execute(sa.delete(table).where(table.c.id.in_(ids)))
    return len(ids)


def _select_devices(now: datetime) -> sa.Select[Any]:
    is_closed = sa.and_(_orders.c.status.in_((CANCELLED, COMPLETED)), _orders.c.updated_at < now - KEPT_AFTER_END)
    pickup_at = sa.func.coalesce(_orders.c.estimated_pickup_at, _orders.c.pickup_at, _orders.c.created_at)
    joined = sa.select(_devices.c.id).join(_orders, _orders.c.id == _devices.c.order_id)
    return joined.where(sa.or_(is_closed, pickup_at < now - KEPT_AFTER_PICKUP))


def _select_messages(now: datetime) -> sa.Select[Any]:
    """A message that waits has no `finished_at`."""
    old = sa.select(_messages.c.id).where(IS_PUSH, _messages.c.finished_at < now - KEPT_RESULTS)
    return old.order_by(_messages.c.finished_at)
