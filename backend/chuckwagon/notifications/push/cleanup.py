"""Deletes the devices of orders that are over, and what is known of old pushes."""

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.orders.board.status import CANCELLED, COMPLETED
from chuckwagon.orders.messages.pushes import ORDER_PUSH, STAFF_PUSH
from chuckwagon.orders.models import Order
from chuckwagon.push.models import OrderDevice

KEPT_AFTER_END = timedelta(hours=6)
KEPT_AFTER_PICKUP = timedelta(hours=24)  # of an order that was never closed
KEPT_RESULTS = timedelta(days=2)


def delete_ended(session: Session) -> None:
    """Delete the devices of orders that ended or were due some hours ago, and old outbox messages of pushes.

    Messages that wait stay.
    """
    now = clock.now()
    is_closed = sa.and_(Order.status.in_((CANCELLED, COMPLETED)), Order.updated_at < now - KEPT_AFTER_END)
    pickup_at = sa.func.coalesce(Order.estimated_pickup_at, Order.pickup_at, Order.created_at)
    over = sa.select(Order.id).where(
        Order.id.in_(sa.select(OrderDevice.order_id)), sa.or_(is_closed, pickup_at < now - KEPT_AFTER_PICKUP)
    )
    session.execute(_quietly(sa.delete(OrderDevice).where(OrderDevice.order_id.in_(over))))
    is_push = OutboxMessage.kind.in_((STAFF_PUSH, ORDER_PUSH))
    is_old = sa.and_(OutboxMessage.status != outbox.WAITING, OutboxMessage.finished_at < now - KEPT_RESULTS)
    session.execute(_quietly(sa.delete(OutboxMessage).where(is_push, is_old)))


def _quietly(statement: sa.Delete) -> sa.Delete:
    return statement.execution_options(synchronize_session=False)
