"""What the checkout page sends and reads. Dollars here, cents everywhere else."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from chuckwagon.core.clock import to_iso
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.money import to_dollars
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.orders.models import Order, OrderLine
from chuckwagon.orders.phones import us_e164
from chuckwagon.orders.pricing import Choice, Line, Selection, Totals
from chuckwagon.trucks.models import Truck

Dollars = Annotated[float, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=120)]
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+")

REQUIRED = "Please fill in all required fields"
PHONE = "Please enter a valid 10-digit phone number"
EMAIL = "Please enter a valid email address"


class SelectedOptionIn(Struct, rename="camel"):
    """An option of a group that allows several."""

    name: Name = ""
    option_id: Annotated[str, Meta(max_length=64)] | None = None
    additional_price: Dollars | None = None


class GroupNameIn(Struct):
    """The group that a single choice belongs to."""

    name: Name = ""


class OptionChoiceIn(Struct, rename="camel"):
    """The option chosen from a group that allows one."""

    name: Name = ""
    option_id: Annotated[str, Meta(max_length=64)] | None = None
    additional_price: Dollars | None = None
    selected_option: GroupNameIn | None = None


class CustomizationIn(Struct, rename="camel"):
    """What was chosen for one line."""

    selected_options: Annotated[list[SelectedOptionIn], Meta(max_length=300)] | None = None
    option_choices: Annotated[list[OptionChoiceIn], Meta(max_length=100)] | None = None
    special_instructions: Annotated[str, Meta(max_length=200)] | None = None


class CartItemIn(Struct, rename="camel"):
    """One line of the browser's cart; its prices are compared, never believed."""

    menu_item_id: Annotated[str, Meta(max_length=64)]
    quantity: Annotated[int, Meta(ge=1, le=99)]
    base_price: Dollars | None = None
    total_price: Dollars | None = None
    customization: CustomizationIn | None = None

    def selection(self) -> Selection:
        """The line as the price routine takes it."""
        chosen = self.customization or CustomizationIn()
        several = [Choice(option.name, option.option_id) for option in chosen.selected_options or ()]
        single = [
            Choice(
                option.name, option.option_id, option.selected_option.name if option.selected_option else None
            )
            for option in chosen.option_choices or ()
        ]
        instructions = _clean(chosen.special_instructions, "cart.items.specialInstructions")
        return Selection(self.menu_item_id, self.quantity, (*single, *several), instructions)


class CartIn(Struct, rename="camel"):
    """The browser's cart with the totals it showed, in dollars."""

    items: Annotated[list[CartItemIn], Meta(min_length=1, max_length=50)]
    special_instructions: Annotated[str, Meta(max_length=500)] | None = None
    subtotal: Dollars | None = None
    tax: Dollars | None = None
    total: Dollars | None = None


class CustomerInfoIn(Struct, rename="camel"):
    """Who orders, and when it is picked up (`HH:MM` on the truck's clock)."""

    name: Annotated[str, Meta(max_length=80)] | None = None
    phone: Annotated[str, Meta(max_length=40)] | None = None
    email: Annotated[str, Meta(max_length=254)] | None = None
    pickup_time: Annotated[str, Meta(max_length=20)] | None = None


class TruckInfoIn(Struct, rename="camel"):
    """Only which truck; everything else about it comes from the database."""

    id: Annotated[str, Meta(max_length=64)] | None = field(name="_id", default=None)
    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    slug: Annotated[str, Meta(max_length=64)] | None = None


class PaymentIntentRequest(Struct, rename="camel"):
    """The body of POST /create-payment-intent."""

    cart: CartIn
    customer_info: CustomerInfoIn
    truck_info: TruckInfoIn


class Contact(Struct, frozen=True):
    """The customer after the rules of the form: phone in E.164."""

    name: str
    phone: str
    email: str | None
    pickup_time: str


def check_contact(given: CustomerInfoIn) -> Contact:
    """The form's rules, with its sentences. Raises InvalidInput naming every field that breaks one."""
    named = {"name": given.name, "phone": given.phone, "pickupTime": given.pickup_time}
    missing = [name for name, value in named.items() if not (value or "").strip()]
    if missing:
        raise InvalidInput(REQUIRED, fields={f"customerInfo.{name}": REQUIRED for name in missing})
    phone = us_e164(given.phone or "")
    if phone is None:
        raise InvalidInput(PHONE, fields={"customerInfo.phone": PHONE})
    email = (given.email or "").strip()
    if email and not _EMAIL.fullmatch(email):
        raise InvalidInput(EMAIL, fields={"customerInfo.email": EMAIL})
    name = one_line(_clean(given.name, "customerInfo.name") or "")
    return Contact(name, phone, email or None, (given.pickup_time or "").strip())


def _clean(text: str | None, path: str) -> str | None:
    if text is None or not text.strip():
        return None
    if has_control_characters(text):
        sentence = "This text holds characters that cannot be printed."
        raise InvalidInput(sentence, fields={path: sentence})
    return text.strip()


def clean_instructions(cart: CartIn) -> str | None:
    """The order's instructions, trimmed. Raises InvalidInput for unprintable characters."""
    return _clean(cart.special_instructions, "cart.specialInstructions")


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
    several = [m for m in line.modifiers if not m.single]
    single = [m for m in line.modifiers if m.single]

    def option(modifier: Any) -> dict[str, Any]:
        price = to_dollars(modifier.additional_price_cents)
        return {"optionId": modifier.option_id, "name": modifier.name, "additionalPrice": price}

    return {
        "menuItemId": line.menu_item_id,
        "name": line.name,
        "quantity": line.quantity,
        "basePrice": to_dollars(line.base_price_cents),
        "totalPrice": to_dollars(line.total_cents),
        "customization": {
            "selectedOptions": [option(m) for m in several],
            "optionChoices": [{**option(m), "selectedOption": {"name": m.group_name}} for m in single],
            "specialInstructions": line.special_instructions,
        },
    }


class VerifyRequest(Struct):
    """The body of POST /verify-payment and /confirm-payment; either spelling of the id."""

    payment_intent_id: Annotated[str, Meta(max_length=255)] | None = None
    payment_intent_client_secret: Annotated[str, Meta(max_length=255)] | None = None
    camel_id: Annotated[str, Meta(max_length=255)] | None = field(name="paymentIntentId", default=None)

    @property
    def intent_id(self) -> str:
        """The id that was sent. Raises InvalidInput when there is none."""
        found = (self.payment_intent_id or self.camel_id or "").strip()
        if not found:
            sentence = "Say which payment to verify: payment_intent_id is missing."
            raise InvalidInput(sentence, fields={"payment_intent_id": sentence})
        return found


class ModifierOut(Struct, rename="camel"):
    """A chosen option with the price that was paid."""

    group: str
    name: str
    additional_price: float


class OrderItemOut(Struct, rename="camel"):
    """A line of the order as it was paid, in dollars."""

    menu_item_id: str | None
    name: str
    quantity: int
    unit_price: float
    total_price: float
    customizations: list[ModifierOut]
    special_instructions: str | None


class TruckNameOut(Struct):
    """The truck, for the page's links."""

    name: str
    slug: str


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


def confirmed_order(order: Order, truck: Truck, sms_status: Any, *, with_secret: bool) -> ConfirmedOrder:
    """The order for its customer; the whole name and the tracking token only to who holds the secret."""
    name = order.customer_name
    return ConfirmedOrder(
        id=order.id,
        order_number=str(order.order_number),
        status=order.status,
        payment_status=order.payment_status,
        customer_name=name if with_secret else name.split(" ", 1)[0],
        items=[_item(line) for line in order.lines],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        total=to_dollars(order.total_cents),
        pickup_time=_iso(order.pickup_at),
        estimated_pickup_time=_iso(order.estimated_pickup_at),
        truck=TruckNameOut(truck.name, truck.slug),
        sms_status=sms_status,
        tracking_token=order.tracking_token if with_secret else None,
    )


def _item(line: OrderLine) -> OrderItemOut:
    return OrderItemOut(
        menu_item_id=line.menu_item_id,
        name=line.name,
        quantity=line.quantity,
        unit_price=to_dollars(line.unit_price_cents),
        total_price=to_dollars(line.total_cents),
        customizations=[
            ModifierOut(m.group_name, m.name, to_dollars(m.additional_price_cents)) for m in line.modifiers
        ],
        special_instructions=line.special_instructions,
    )


def _iso(instant: datetime | None) -> str | None:
    return to_iso(instant) if instant else None


def request_hash(request: PaymentIntentRequest) -> str:
    """Recognises the same request under the same idempotency key."""
    import hashlib

    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()
