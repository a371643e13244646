"""What the checkout and the confirmation page read. Dollars here, cents everywhere else."""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct, field

from chuckwagon.core.clock import to_iso
from chuckwagon.core.money import to_dollars
from chuckwagon.orders.lines import OrderItemOut, order_item
from chuckwagon.orders.models import Order
from chuckwagon.orders.placed import PlacedOrder
from chuckwagon.orders.pricing import Line, Modifier, Totals


class PaymentIntentAnswer(Struct, rename="camel"):
    """The answer of POST /create-payment-intent; amounts in dollars."""

    client_secret: str
    payment_intent_id: str
    amount: float
    subtotal: float
    tax: float
    total: float
    expires_at: str


def server_cart(lines: list[Line], totals: Totals, instructions: str | None) -> dict[str, Any]:
    """The cart as the server prices it, in the browser's own shape."""
    return {
        "items": [_server_item(line) for line in lines],
        "specialInstructions": instructions,
        "subtotal": to_dollars(totals.subtotal_cents),
        "tax": to_dollars(totals.tax_cents),
        "total": to_dollars(totals.total_cents),
    }


def _server_item(line: Line) -> dict[str, Any]:
    several = [modifier for modifier in line.modifiers if not modifier.single]
    single = [modifier for modifier in line.modifiers if modifier.single]
    return {
        "menuItemId": line.menu_item_id,
        "name": line.name,
        "quantity": line.quantity,
        "basePrice": to_dollars(line.base_price_cents),
        "totalPrice": to_dollars(line.total_cents),
        "customization": {
            "selectedOptions": [_option(modifier) for modifier in several],
            "optionChoices": [
                {**_option(modifier), "selectedOption": {"name": modifier.group_name}} for modifier in single
            ],
            "specialInstructions": line.special_instructions,
        },
    }


def _option(modifier: Modifier) -> dict[str, Any]:
    price = to_dollars(modifier.additional_price_cents)
    return {"optionId": modifier.option_id, "name": modifier.name, "additionalPrice": price}


class TruckNameOut(Struct):
    """The truck, for the page's links, and the IANA time zone of the pickup time."""

    name: str
    slug: str
    timezone: str


class ConfirmedOrder(Struct, rename="camel", omit_defaults=True):
    """What the confirmation page may show; never phone or e-mail."""

    id: str = field(name="_id")
    order_number: str
    status: str
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
    tracking_token: str | None = None


class VerifyAnswer(Struct):
    """The provider's status, and the order once it is `succeeded`."""

    status: str
    order: ConfirmedOrder | None


def confirmed_order(
    order: Order | PlacedOrder, truck: TruckNameOut, sms_status: Any, *, with_secret: bool
) -> ConfirmedOrder:
    """The order for its customer; the whole name and the tracking token only to who holds the secret."""
    name = order.customer_name
    return ConfirmedOrder(
        id=order.id,
        order_number=str(order.order_number),
        status=order.status,
        payment_status=order.payment_status,
        customer_name=name if with_secret else name.split(" ", 1)[0],
        items=[order_item(line) for line in order.lines],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        total=to_dollars(order.total_cents),
        pickup_time=_iso(order.pickup_at),
        estimated_pickup_time=_iso(order.estimated_pickup_at),
        truck=truck,
        sms_status=sms_status,
        tracking_token=order.tracking_token if with_secret else None,
    )


def _iso(instant: datetime | None) -> str | None:
    return to_iso(instant) if instant else None
