"""Order tracking for customers, by token. Never shows a phone, an e-mail address or a staff name.

The tracking token also moves and cancels the order, so that only its customer is sent it. Staff and the printed receipt
have the view token (`make_view_token`), which opens the same page and nothing else. Line items are in dollars here; the
rows that they are made from hold cents.
"""

import hmac
import re
from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso, to_optional_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.money import to_dollars, to_rate_percent
from chuckwagon.kit.sentences import Language, Sentence
from chuckwagon.menu.translations import TranslatedLine, show_translations
from chuckwagon.orders.models import DUE, Order, OrderEvent, OrderLine, make_view_token, read_view_token
from chuckwagon.orders.pickup_changes import find_last_disruption
from chuckwagon.orders.pickup_schemas import PickupPlace, TrackedChange, to_pickup_place, to_tracked_change
from chuckwagon.orders.placement.order_insert import PlacedLine
from chuckwagon.orders.purchase import OrderTax, describe_taxes
from chuckwagon.orders.queries import list_effective_refunds
from chuckwagon.orders.refund_amount import count_refunded_pieces
from chuckwagon.orders.schemas import CounterPaymentMethod, OrderReader, PaymentStatus, Status, Tender, to_order_reader
from chuckwagon.orders.self_service_slots import Choices, read_choices, read_contact_end
from chuckwagon.realtime import change_log
from chuckwagon.realtime.broker import EncodedEvent, Topic
from chuckwagon.realtime.change_log import ChangeEvent
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.schemas import Stop
from chuckwagon.trucks.models import Truck
from chuckwagon.web.sse import encode_event


class ModifierOut(Struct, rename="camel"):
    """A chosen option, and what its `quantity` pieces added to the price of one item, in dollars.

    `freeQuantity` of the pieces were free.
    """

    group: str
    name: str
    additional_price: float
    # The defaults are for idempotent responses that were stored before these fields existed.
    quantity: int = 1
    free_quantity: int = 0


class OrderItemOut(TranslatedLine, rename="camel"):
    """A line item, with its prices in dollars at the time of purchase. `total_price` is for the whole quantity.

    `refunded_quantity` of it was refunded, or is about to be.
    """

    menu_item_id: str | None
    name: str
    quantity: int
    unit_price: float
    total_price: float
    customizations: list[ModifierOut]
    special_instructions: str | None
    # The default is for idempotent responses that were stored before this field existed.
    refunded_quantity: int = 0


def to_order_item(line: OrderLine | PlacedLine, refunded_quantity: int = 0) -> OrderItemOut:
    """The line item's JSON for customers."""
    return copy_fields(
        OrderItemOut,
        line,
        unit_price=to_dollars(line.unit_price_cents),
        total_price=to_dollars(line.total_cents),
        customizations=[
            ModifierOut(
                one.group_name, one.name, to_dollars(one.additional_price_cents), one.quantity, one.free_quantity
            )
            for one in line.modifiers
        ],
        allergens_not_stated=list(line.allergens_not_stated or ()),
        refunded_quantity=refunded_quantity,
        translations=show_translations(line.translations),
    )


ORDER_NOT_FOUND = Sentence("We could not find this order.", "order_not_found")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class TrackedStep(Struct):
    """One step of the status history."""

    status: Status
    at: str


class TrackedPlace(Struct):
    """The truck's location."""

    city: str
    state: str


class TrackedTruck(Struct, rename="camel"):
    """The truck, with its contact details; an archived one too."""

    id: str = field(name="_id")
    name: str
    slug: str
    phone: str
    location: TrackedPlace
    timezone: str
    image_url: str | None
    accent_hue: int | None
    is_active: bool
    is_deleted: bool


class TrackedOrder(Struct, rename="camel"):
    """The order for its customer, with their first name.

    `refunded` includes pending refunds, and `pay_out_due`, which staff have to pay out, in cash or to the card that
    they took at the counter (`paid_at_counter_by`). `place` is where the order is picked up, `stop` its stop as it is
    now.
    `change` is the last disruption that touched the order, `choices` what the customer may still do about the order.
    `language` is the one in which the customer ordered and gets SMS. Until `contactUntil` they may correct phone and
    e-mail address; null when that is over. `isViewOnly` for the token that only shows. `tender` is how it was paid, and
    `reader` has what the receipt of a card on a reader must show. `offlineNumber` is what the customer of an order that
    was taken without network was told.
    """

    id: str = field(name="_id")
    order_number: str
    status: Status
    payment_status: PaymentStatus
    customer_name: str
    items: list[OrderItemOut]
    subtotal: float
    tax: float
    tip: float
    discount: float
    offer_code: str | None
    total: float
    refunded: float
    tax_rate: float
    pickup_time: str | None
    estimated_pickup_time: str | None
    created_at: str
    updated_at: str
    steps: list[TrackedStep]
    truck: TrackedTruck
    stop_id: str | None
    place: PickupPlace | None
    slot_at: str | None
    stop: Stop | None
    change: TrackedChange | None
    choices: Choices | None
    language: Language
    version: int
    # The defaults are for idempotent responses that were stored before these fields existed.
    pay_out_due: float = 0
    paid_at_counter_by: CounterPaymentMethod | None = None
    contact_until: str | None = None
    is_view_only: bool = False
    tender: Tender = "online"
    reader: OrderReader | None = None
    taxes: list[OrderTax] = field(default_factory=list)
    exempt: float = 0
    prices_include_tax: bool = False
    offline_number: str | None = None


def get_order_by_token(session: Session, token: str) -> Order:
    """The order with this tracking token, which may act on it. Raises NotFound, also for a view token."""
    query = sa.select(Order).where(Order.tracking_token == token)
    order = session.scalars(query).one_or_none() if _TOKEN.fullmatch(token) else None
    if order is None:
        raise NotFound(ORDER_NOT_FOUND)
    return order


def find_viewed_order(session: Session, token: str) -> tuple[Order, bool]:
    """The order that a tracking or a view token shows, and whether it is only shown. Raises NotFound."""
    try:
        return get_order_by_token(session, token), False
    except NotFound:
        order = session.get(Order, read_view_token(token)) if _TOKEN.fullmatch(token) else None
        if order is None:
            raise
        return order, _is_view_token(order, token)


def _is_view_token(order: Order, token: str | None) -> bool:
    """Whether the token only shows the order. Raises NotFound for one that does not even that, or no longer."""
    if token == order.tracking_token:
        return False
    if not hmac.compare_digest(make_view_token(order.id, order.tracking_token), token or ""):
        raise NotFound(ORDER_NOT_FOUND)
    return True


def read_tracked_order(session: Session, token: str) -> TrackedOrder:
    """The order's JSON by either token. Raises NotFound."""
    order, is_view_only = find_viewed_order(session, token)
    return load_tracked_order(session, order, is_view_only=is_view_only)


def load_tracked_order(session: Session, order: Order, *, is_view_only: bool = False) -> TrackedOrder:
    """The order's JSON for its customer, with its steps and truck. Who may only look is offered no choices."""
    truck = session.get_one(Truck, order.truck_id)
    stop = find_stop(session, order.stop_id) if order.stop_id else None
    change = find_last_disruption(session, order.id)
    refunds = list_effective_refunds(session, order.id)
    refunded = count_refunded_pieces(refunds)
    history = sa.select(OrderEvent).where(OrderEvent.order_id == order.id).order_by(OrderEvent.id)
    return copy_fields(
        TrackedOrder,
        order,
        order_number=str(order.order_number),
        customer_name=order.customer_name.split(" ", 1)[0],
        items=[to_order_item(line, refunded[index]) for index, line in enumerate(order.lines)],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        tip=to_dollars(order.tip_cents),
        discount=to_dollars(order.discount_cents),
        total=to_dollars(order.total_cents),
        refunded=to_dollars(sum(refund.amount_cents for refund in refunds)),
        pay_out_due=to_dollars(sum(refund.amount_cents for refund in refunds if refund.status == DUE)),
        paid_at_counter_by=order.window_method,
        tax_rate=to_rate_percent(order.tax_rate_units),
        pickup_time=to_optional_iso(order.pickup_at),
        estimated_pickup_time=to_optional_iso(order.estimated_pickup_at),
        created_at=to_iso(order.created_at),
        updated_at=to_iso(order.updated_at),
        steps=[TrackedStep(step.status, to_iso(step.at)) for step in session.scalars(history)],  # type: ignore[arg-type]
        truck=_truck(truck, order.place_timezone),
        place=to_pickup_place(order),
        slot_at=to_optional_iso(order.slot_at),
        stop=stop,
        change=to_tracked_change(change),
        choices=None if is_view_only else read_choices(session, order, truck, stop, change),
        contact_until=None if is_view_only else read_contact_end(order.status, order.created_at),
        is_view_only=is_view_only,
        reader=to_order_reader(order),
        **describe_taxes(order),
    )


def open_tracking(db: Database, token: str) -> Topic:
    """The topic of the order of either token, which ends with the token. Raises NotFound."""
    with db.reading() as session:
        order, _is_view_only = find_viewed_order(session, token)
        return Topic(order.truck_id, render_tracking, subject_id=order.id, token=token)


def render_tracking(session: Session, topic: Topic, changes: Sequence[ChangeEvent]) -> list[EncodedEvent]:
    """Encoded events: the order with its current state, a stop of the truck with its ID, the truck without content.

    Changes of other orders are left out. Raises NotFound once the order has another token.
    """
    events = []
    for change in changes:
        if change.kind == change_log.TRUCK:
            events.append(encode_event(change.id, "truck", {}))
        elif change.kind == change_log.STOP:
            events.append(encode_event(change.id, "stop", {"stopId": change.subject_id}))
        elif change.kind == change_log.ORDER and change.subject_id == topic.subject_id:
            order = session.get_one(Order, change.subject_id, populate_existing=True)
            is_view_only = _is_view_token(order, topic.token)
            events.append(
                encode_event(change.id, "order", load_tracked_order(session, order, is_view_only=is_view_only))
            )
    return events


def _truck(truck: Truck, place_timezone: str | None) -> TrackedTruck:
    return copy_fields(
        TrackedTruck,
        truck,
        location=TrackedPlace(truck.city, truck.state),
        timezone=place_timezone or truck.timezone,
        is_active=truck.is_active and truck.archived_at is None,
        is_deleted=truck.archived_at is not None,
    )
