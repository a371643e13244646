"""An order as whoever holds its token may follow it: never a phone, an e-mail or a name of the staff."""

import re
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.core import changes
from chuckwagon.core.changes import Seen
from chuckwagon.core.clock import to_iso
from chuckwagon.core.db import Database
from chuckwagon.core.errors import NotFound
from chuckwagon.core.event_stream import write_event
from chuckwagon.core.hub import Event, Topic
from chuckwagon.core.money import rate_percent, to_dollars
from chuckwagon.orders.lines import OrderItemOut, order_item
from chuckwagon.orders.models import Order, OrderEvent
from chuckwagon.orders.schemas import PaymentStatus, Status
from chuckwagon.orders.service import refunded_cents
from chuckwagon.trucks.models import Truck

ABSENT = "We could not find this order."
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class TrackedStep(Struct):
    """A status that the order reached, and when."""

    status: Status
    at: str


class TrackedPlace(Struct):
    """Where the truck is."""

    city: str
    state: str


class TrackedTruck(Struct, rename="camel"):
    """Who cooks, and how to reach them; shown to its customers even after it has left the street."""

    id: str = field(name="_id")
    name: str
    slug: str
    phone: str
    location: TrackedPlace
    timezone: str
    image_url: str | None
    accent_hue: int | None
    is_active: bool


class TrackedOrder(Struct, rename="camel"):
    """The order for its customer, by first name; `refunded` is what has gone back or is on its way."""

    id: str = field(name="_id")
    order_number: str
    status: Status
    payment_status: PaymentStatus
    customer_name: str
    items: list[OrderItemOut]
    subtotal: float
    tax: float
    total: float
    refunded: float
    tax_rate: float
    pickup_time: str | None
    estimated_pickup_time: str | None
    created_at: str
    updated_at: str
    steps: list[TrackedStep]
    truck: TrackedTruck


def tracking_address(origin: str, slug: str, token: str) -> str:
    """The screen that follows the order of this token."""
    return f"{origin}/{slug}/order/{token}"


def get_tracked(session: Session, token: str) -> Order:
    """The one order that this token opens. Raises NotFound."""
    query = sa.select(Order).where(Order.tracking_token == token)
    order = session.scalars(query).one_or_none() if _TOKEN.fullmatch(token) else None
    if order is None:
        raise NotFound(ABSENT)
    return order


def show_tracked(session: Session, order: Order) -> TrackedOrder:
    """The order as it is now, with its steps and its truck, archived or not."""
    truck = session.get_one(Truck, order.truck_id)
    reached = sa.select(OrderEvent).where(OrderEvent.order_id == order.id).order_by(OrderEvent.id)
    return TrackedOrder(
        id=order.id,
        order_number=str(order.order_number),
        status=order.status,  # type: ignore[arg-type]
        payment_status=order.payment_status,  # type: ignore[arg-type]
        customer_name=order.customer_name.split(" ", 1)[0],
        items=[order_item(line) for line in order.lines],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        total=to_dollars(order.total_cents),
        refunded=to_dollars(refunded_cents(session, order.id)),
        tax_rate=rate_percent(order.tax_rate_units),
        pickup_time=_iso(order.pickup_at),
        estimated_pickup_time=_iso(order.estimated_pickup_at),
        created_at=to_iso(order.created_at),
        updated_at=to_iso(order.updated_at),
        steps=[TrackedStep(step.status, to_iso(step.at)) for step in session.scalars(reached)],  # type: ignore[arg-type]
        truck=_truck(truck),
    )


def open_tracking(db: Database, token: str) -> Topic:
    """The order of this token and its truck, for as long as somebody likes to watch. Raises NotFound."""
    with db.reading() as session:
        order = get_tracked(session, token)
        return Topic(order.truck_id, render_tracking, subject_id=order.id)


def render_tracking(session: Session, topic: Topic, seen: Sequence[Seen]) -> list[Event]:
    """The order as it is now; of its truck only that something changed."""
    events = []
    for one in seen:
        if one.kind == changes.TRUCK:
            events.append(write_event(one.id, "truck", {}))
        elif one.kind == changes.ORDER and one.subject_id == topic.subject_id:
            order = session.get_one(Order, one.subject_id, populate_existing=True)
            events.append(write_event(one.id, "order", show_tracked(session, order)))
    return events


def _truck(truck: Truck) -> TrackedTruck:
    return TrackedTruck(
        id=truck.id,
        name=truck.name,
        slug=truck.slug,
        phone=truck.phone,
        location=TrackedPlace(truck.city, truck.state),
        timezone=truck.timezone,
        image_url=truck.image_url,
        accent_hue=truck.accent_hue,
        is_active=truck.is_active and truck.archived_at is None,
    )


def _iso(instant: datetime | None) -> str | None:
    return to_iso(instant) if instant else None
