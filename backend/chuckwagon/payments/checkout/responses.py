"""Responses of the checkout and of the confirmation page. Amounts are in dollars here, in cents elsewhere."""

from datetime import datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.languages import Language
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.row_to_struct import copy_fields
from chuckwagon.orders.customer_line_items import OrderItemOut, to_order_item
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_place import PickupPlace, to_pickup_place
from chuckwagon.orders.placement.order_insert import PlacedOrder
from chuckwagon.orders.schemas import Status
from chuckwagon.orders.self_service.queries import read_contact_end


class EarlierPayment(Struct, rename="camel"):
    """A payment of the same attempt for another cart, made or being made a short time ago; the amount in dollars."""

    client_secret: str
    payment_intent_id: str
    total: float


class PaymentIntentAnswer(Struct, rename="camel"):
    """The response of POST /create-payment-intent; amounts in dollars.

    `pickup_at` is the instant of the pickup. `stop_id` and `place` are those of a truck that moves. A truck with
    pickup slots holds the one that starts at `slot_at` until `hold_expires_at`, as long as the use of an offer is held.
    `paid_before` is there when another cart of the attempt was paid, which the customer may not know.
    """

    client_secret: str
    payment_intent_id: str
    amount: float
    subtotal: float
    tax: float
    tip: float
    discount: float
    total: float
    expires_at: str
    pickup_at: str
    stop_id: str | UnsetType = UNSET
    place: PickupPlace | UnsetType = UNSET
    slot_at: str | UnsetType = UNSET
    hold_expires_at: str | UnsetType = UNSET
    offer_code: str | UnsetType = UNSET
    paid_before: EarlierPayment | UnsetType = UNSET


class TruckNameOut(Struct):
    """The truck, for links, and the IANA time zone of the pickup time."""

    name: str
    slug: str
    timezone: str


class ConfirmedOrder(Struct, rename="camel", omit_defaults=True):
    """The order as the confirmation page shows it, without phone and e-mail."""

    id: str = field(name="_id")
    order_number: str
    status: Status
    payment_status: str
    customer_name: str
    items: list[OrderItemOut]
    subtotal: float
    tax: float
    total: float
    pickup_time: str | None
    estimated_pickup_time: str | None
    truck: TruckNameOut
    sms_status: Literal["pending", "sent", "failed", "skipped"]
    language: Language
    tracking_token: str | None = None
    stop_id: str | None = None
    place: PickupPlace | None = None
    slot_at: str | None = None
    contact_until: str | None = None
    tip: float = 0
    discount: float = 0
    offer_code: str | None = None


class VerifyAnswer(Struct):
    """Stripe's status of the payment, and the order once the status is `succeeded`."""

    status: str
    order: ConfirmedOrder | None


def confirmed_order(
    order: Order | PlacedOrder, truck: TruckNameOut, sms_status: Any, *, with_secret: bool
) -> ConfirmedOrder:
    """Build the order for its customer. Only a caller that knows the secret gets the full name and tracking token."""
    name = order.customer_name
    return copy_fields(
        ConfirmedOrder,
        order,
        order_number=str(order.order_number),
        customer_name=name if with_secret else name.split(" ", 1)[0],
        items=[to_order_item(line) for line in order.lines],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        tip=to_dollars(order.tip_cents),
        discount=to_dollars(order.discount_cents),
        total=to_dollars(order.total_cents),
        pickup_time=_iso_or_none(order.pickup_at),
        estimated_pickup_time=_iso_or_none(order.estimated_pickup_at),
        truck=truck,
        sms_status=sms_status,
        tracking_token=order.tracking_token if with_secret else None,
        contact_until=read_contact_end(order.status, order.created_at) if with_secret else None,
        place=to_pickup_place(order),
        slot_at=_iso_or_none(order.slot_at),
    )


def _iso_or_none(instant: datetime | None) -> str | None:
    return to_iso(instant) if instant else None
