"""Reading texts and what they are about."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.notifications.models import Message
from chuckwagon.notifications.templates import OrderFacts
from chuckwagon.orders.models import Order
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.status import UNPAID
from chuckwagon.trucks.models import Truck


def find_message(session: Session, order_id: str, kind: str) -> Message | None:
    """The one text of this kind for this order."""
    query = sa.select(Message).where(Message.order_id == order_id, Message.kind == kind)
    return session.scalars(query).one_or_none()


def has_sid(session: Session, sid: str) -> bool:
    """Whether the provider's id belongs to one of our texts."""
    return session.scalar(sa.select(Message.id).where(Message.provider_sid == sid)) is not None


def find_order_facts(session: Session, order_id: str) -> tuple[str | None, OrderFacts] | None:
    """The order's own phone, and what its texts may mention."""
    query = (
        sa.select(
            Order.customer_phone,
            Order.order_number,
            Truck.name,
            Order.total_cents,
            Truck.timezone,
            Order.created_at,
            sa.func.coalesce(Order.estimated_pickup_at, Order.pickup_at),
            Order.payment_status != UNPAID,
        )
        .join(Truck, Truck.id == Order.truck_id)
        .where(Order.id == order_id)
    )
    row = session.execute(query).one_or_none()
    return (row[0], OrderFacts(*row[1:])) if row else None


def find_order(session: Session, intent_id: str | None, order_id: str | None) -> Order | None:
    """The order of this payment or, where none is named, the one with this id."""
    return find_order_by_intent(session, intent_id) if intent_id else session.get(Order, order_id)
