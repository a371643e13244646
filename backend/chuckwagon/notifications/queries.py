"""Reading texts and what they are about."""

from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core.db import table_of
from chuckwagon.core.prepared import Prepared
from chuckwagon.notifications.delivery import REFUSED
from chuckwagon.notifications.models import Message, StaffText
from chuckwagon.notifications.templates import OrderFacts
from chuckwagon.orders.models import Order
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.status import UNPAID
from chuckwagon.orders.tracking import tracking_address
from chuckwagon.trucks.models import Truck

_messages, _orders, _trucks = table_of(Message), table_of(Order), table_of(Truck)
_TEXT = Prepared(
    sa.select(*(_messages.c[name] for name in ("id", "to_phone", "body", "status", "provider_sid"))).where(
        _messages.c.order_id == sa.bindparam("order_id"), _messages.c.kind == sa.bindparam("kind")
    )
)
_FACTS = Prepared(
    sa.select(
        _orders.c.customer_phone,
        _orders.c.order_number,
        _trucks.c.name,
        _orders.c.total_cents,
        _trucks.c.timezone,
        _orders.c.created_at,
        sa.func.coalesce(_orders.c.estimated_pickup_at, _orders.c.pickup_at),
        _orders.c.payment_status != UNPAID,
        _trucks.c.sms_signature,
        _trucks.c.slug,
        _orders.c.tracking_token,
    )
    .join(_trucks, _trucks.c.id == _orders.c.truck_id)
    .where(_orders.c.id == sa.bindparam("order_id"))
    # Writing the text would wait for the order too, but with the whole day's budget held.
    .with_for_update(read=True, key_share=True, of=_orders)
)


class KnownText(msgspec.Struct, frozen=True):
    """A text about an order, as far as sending it asks."""

    id: str
    to_phone: str | None
    body: str
    status: str
    provider_sid: str | None = None


def find_message(session: Session, order_id: str, kind: str) -> KnownText | None:
    """The one text of this kind for this order."""
    row = _TEXT.first(session, {"order_id": order_id, "kind": kind})
    return None if row is None else KnownText(*row)


def has_sid(session: Session, sid: str) -> bool:
    """Whether the provider's id belongs to one of our texts."""
    return session.scalar(sa.select(Message.id).where(Message.provider_sid == sid)) is not None


def find_order_facts(session: Session, order_id: str, origin: str) -> tuple[str | None, OrderFacts] | None:
    """The order's own phone, and what its texts may mention. `origin` is that of the product's screens."""
    row = _FACTS.first(session, {"order_id": order_id})
    if row is None:
        return None
    phone, *facts, slug, token = row
    link = tracking_address(origin, slug, token)
    return phone, OrderFacts(*[*facts, link])


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
