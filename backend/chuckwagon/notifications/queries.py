"""Reading texts and what they are about."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.notifications.delivery import REFUSED
from chuckwagon.notifications.models import Message, StaffText
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
            Truck.sms_signature,
        )
        .join(Truck, Truck.id == Order.truck_id)
        .where(Order.id == order_id)
    )
    row = session.execute(query).one_or_none()
    return (row[0], OrderFacts(*row[1:])) if row else None


def find_order(session: Session, intent_id: str | None, order_id: str | None) -> Order | None:
    """The order of this payment or, where none is named, the one with this id."""
    return find_order_by_intent(session, intent_id) if intent_id else session.get(Order, order_id)


def has_ordered_since(session: Session, phone: str, truck_id: str, since: datetime) -> bool:
    """Whether the phone's owner ordered from the truck at or after the instant."""
    mine = (Order.customer_phone == phone, Order.created_at >= since, Order.truck_id == truck_id)
    return session.scalar(sa.select(Order.id).where(*mine).limit(1)) is not None


def find_truck_of(session: Session, phone: str) -> tuple[str, str] | None:
    """Name and phone of the truck that the phone's owner ordered from last."""
    query = sa.select(Truck.name, Truck.phone).join(Order, Order.truck_id == Truck.id)
    newest = query.where(Order.customer_phone == phone).order_by(Order.created_at.desc()).limit(1)
    row = session.execute(newest).one_or_none()
    return (row.name, row.phone) if row else None


def find_staff_text(session: Session, user_id: str, key: str) -> StaffText | None:
    """What the user sent under this idempotency key."""
    mine = sa.select(StaffText).where(StaffText.user_id == user_id, StaffText.idempotency_key == key)
    return session.scalars(mine).one_or_none()


def find_unfinished(
    session: Session, user_id: str, phone: str, body: str, since: datetime
) -> StaffText | None:
    """The same words of the user to the phone, whose answer never reached anybody."""
    query = sa.select(StaffText).where(
        StaffText.user_id == user_id,
        StaffText.to_phone == phone,
        StaffText.body == body,
        StaffText.status != REFUSED,
        StaffText.held_until.is_not(None),
        StaffText.created_at > since,
    )
    return session.scalars(query.order_by(StaffText.created_at.desc()).limit(1)).one_or_none()


def list_counted(session: Session, *whose: sa.ColumnElement[bool]) -> list[datetime]:
    """When the texts of a user or to a phone were sent, newest first; refused ones do not count."""
    query = sa.select(StaffText.created_at).where(StaffText.status != REFUSED, *whose)
    return list(session.scalars(query.order_by(StaffText.created_at.desc())))
