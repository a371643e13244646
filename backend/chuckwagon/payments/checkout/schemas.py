"""Requests and responses of the checkout and of the confirmation page. Amounts are in dollars, in cents elsewhere."""

import hashlib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.clock import to_optional_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import EMAIL_INVALID, REQUIRED_FIELDS, UNPRINTABLE, Language, Sentence
from chuckwagon.kit.validation import (
    MAX_EMAIL_LENGTH,
    OPTIONAL_EMAIL_PATTERN,
    collapse_whitespace,
    has_control_characters,
    is_email,
    trimmed,
    us_e164,
    why_no_us_phone,
)
from chuckwagon.menu.schemas import MAX_OPTION_QUANTITY
from chuckwagon.offers.discounts import MAX_SENT_CODE_LENGTH, normalize_code
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_schemas import PickupPlace, to_pickup_place
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.order_insert import PlacedOrder
from chuckwagon.orders.placement.pricing import CartLine, read_tip_cents
from chuckwagon.orders.purchase import OrderTax, describe_taxes
from chuckwagon.orders.schemas import Status
from chuckwagon.orders.self_service_slots import read_contact_end
from chuckwagon.orders.tracking import OrderItemOut, to_order_item
from chuckwagon.payments.checkout.statements import FulfillmentTruck
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.schemas import Location

Dollars = Annotated[float, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=120)]
# Left out of the digest of a request without it, which releases without quantities have stored.
OptionQuantity = Annotated[int, Meta(ge=1, le=MAX_OPTION_QUANTITY)] | UnsetType
Email = Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH), trimmed(MAX_EMAIL_LENGTH, pattern=OPTIONAL_EMAIL_PATTERN)]
PAYMENT_MISSING = Sentence("Say which payment to verify: payment_intent_id is missing.", "payment_missing")


class SelectedOptionIn(Struct, rename="camel"):
    """An option chosen in the browser's cart, in a group that allows several. Its price is not used.

    How often it is taken is its `quantity`, or how often it is named.
    """

    name: Name | None = ""
    option_id: Annotated[str, Meta(max_length=64)] | None = None
    additional_price: Dollars | None = None
    quantity: OptionQuantity = UNSET


class GroupNameIn(Struct):
    """The group that a single choice belongs to."""

    name: Name | None = ""


class OptionChoiceIn(Struct, rename="camel"):
    """An option chosen in the browser's cart, in a group that allows one. Its price is not used."""

    name: Name | None = ""
    option_id: Annotated[str, Meta(max_length=64)] | None = None
    additional_price: Dollars | None = None
    selected_option: GroupNameIn | None = None


class CustomizationIn(Struct, rename="camel"):
    """The options and instructions of one line item."""

    selected_options: Annotated[list[SelectedOptionIn], Meta(max_length=300)] | None = None
    option_choices: Annotated[list[OptionChoiceIn], Meta(max_length=100)] | None = None
    special_instructions: Annotated[str, Meta(max_length=200)] | None = None


class CartItemIn(Struct, rename="camel"):
    """A line item of the browser's cart. Its prices are never charged.

    When the cart's sums are not the server's, `total_price` tells which line items have changed.
    """

    menu_item_id: str
    quantity: Annotated[int, Meta(ge=1, le=99)]
    base_price: Dollars | None = None
    total_price: Dollars | None = None
    customization: CustomizationIn | None = None

    def to_cart_line(self) -> CartLine:
        """Convert to the input of the pricing module. Raises InvalidInput for unprintable instructions."""
        chosen = self.customization or CustomizationIn()
        several = [
            CartChoice(option.name or "", option.option_id, quantity=option.quantity or 1)
            for option in chosen.selected_options or ()
        ]
        single = [
            CartChoice(option.name or "", option.option_id, group.name if (group := option.selected_option) else None)
            for option in chosen.option_choices or ()
        ]
        instructions = _clean_text(chosen.special_instructions, "cart.items.specialInstructions")
        return CartLine(self.menu_item_id, self.quantity, (*single, *several), instructions)


class CartIn(Struct, rename="camel"):
    """The browser's cart with the totals that it showed, in dollars. `total` includes the `tip` and the discount.

    Of these amounts only the tip is the customer's to choose.
    """

    items: Annotated[list[CartItemIn], Meta(min_length=1, max_length=50)]
    special_instructions: Annotated[str, Meta(max_length=500)] | None = None
    subtotal: Dollars | None = None
    tax: Dollars | None = None
    total: Dollars | None = None
    # Left out of the digest of a request without it, which releases without tips have stored.
    tip: Dollars | UnsetType | None = UNSET
    # For the same reason. The discount itself is computed from the code.
    offer_code: Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH)] | UnsetType | None = UNSET

    @property
    def tip_cents(self) -> int:
        """The tip in cents. Raises InvalidInput for parts of a cent."""
        return read_tip_cents(None if isinstance(self.tip, UnsetType) else self.tip, "cart.tip")

    @property
    def code(self) -> str | None:
        """The code of an offer in capital letters, or None."""
        return normalize_code(None if isinstance(self.offer_code, UnsetType) else self.offer_code)


class CustomerInfoIn(Struct, rename="camel"):
    """The customer, and the pickup time (`HH:MM` on the truck's clock, or `asap`).

    At a truck that moves, `stop_id` is the stop, `stop_version` the version of it that the page shows, and `slot_at`
    the start of the pickup slot, or `asap`; a pickup time is not needed then.
    """

    name: Annotated[str, Meta(max_length=80)] | None = None
    phone: Annotated[str, Meta(max_length=40)] | None = None
    email: (
        Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH), trimmed(MAX_EMAIL_LENGTH, pattern=OPTIONAL_EMAIL_PATTERN)]
        | None
    ) = None
    pickup_time: Annotated[str, Meta(max_length=20)] | None = None
    # Left out of the digest of a request without them, which releases without stops have stored.
    stop_id: Annotated[str, Meta(max_length=64)] | UnsetType | None = UNSET
    stop_version: int | UnsetType | None = UNSET
    slot_at: Annotated[str, Meta(max_length=40)] | UnsetType | None = UNSET


class TruckInfoIn(Struct, rename="camel"):
    """The truck's ID or slug. Everything else about the truck is read from the database."""

    id: Annotated[str, Meta(max_length=64)] | None = field(name="_id", default=None)
    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    slug: Annotated[str, Meta(max_length=64)] | None = None


class PaymentIntentRequest(Struct, rename="camel", omit_defaults=True):
    """The body of POST /create-payment-intent. Without a `language` the order has the one of Accept-Language."""

    cart: CartIn
    customer_info: CustomerInfoIn
    truck_info: TruckInfoIn
    language: Language | None = None


class ValidatedCustomerInfo(Struct, frozen=True):
    """The validated customer; the phone is in E.164."""

    name: str
    phone: str
    email: str | None


def validate_contact(customer: CustomerInfoIn) -> ValidatedCustomerInfo:
    """Validate the customer's form. Raises InvalidInput with a sentence for each wrong field."""
    pickup = customer.slot_at if isinstance(customer.slot_at, str) and customer.slot_at else customer.pickup_time
    required = {"name": customer.name, "phone": customer.phone, "pickupTime": pickup}
    missing = [name for name, value in required.items() if not (value or "").strip()]
    if missing:
        raise InvalidInput(REQUIRED_FIELDS, fields={f"customerInfo.{name}": REQUIRED_FIELDS for name in missing})
    phone = us_e164(customer.phone or "")
    if phone is None:
        problem = why_no_us_phone(customer.phone or "")
        raise InvalidInput(problem, fields={"customerInfo.phone": problem})
    email = (customer.email or "").strip()
    if email and not is_email(email):
        raise InvalidInput(EMAIL_INVALID, fields={"customerInfo.email": EMAIL_INVALID})
    name = collapse_whitespace(_clean_text(customer.name, "customerInfo.name") or "")
    return ValidatedCustomerInfo(name, phone, email or None)


def _clean_text(text: str | None, path: str) -> str | None:
    if text is None or not text.strip():
        return None
    if has_control_characters(text):
        raise InvalidInput(UNPRINTABLE, fields={path: UNPRINTABLE})
    return text.strip()


def clean_instructions(cart: CartIn) -> str | None:
    """Return the order's instructions, trimmed. Raises InvalidInput for unprintable characters."""
    return _clean_text(cart.special_instructions, "cart.specialInstructions")


class VerifyRequest(Struct):
    """The body of POST /verify-payment and /confirm-payment. The ID may be in camel or snake case."""

    payment_intent_id: Annotated[str, Meta(max_length=255)] | None = None
    payment_intent_client_secret: Annotated[str, Meta(max_length=255)] | None = None
    camel_id: Annotated[str, Meta(max_length=255)] | None = field(name="paymentIntentId", default=None)

    @property
    def intent_id(self) -> str:
        """The ID of the payment intent. Raises InvalidInput when it is missing."""
        found = (self.payment_intent_id or self.camel_id or "").strip()
        if not found:
            raise InvalidInput(PAYMENT_MISSING, fields={"payment_intent_id": PAYMENT_MISSING})
        return found


def hash_request(request: PaymentIntentRequest) -> str:
    """Return a digest that shows whether two requests with one idempotency key are the same.

    A request without a language has the digest that releases without languages have stored.
    """
    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()


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
    # Always there. A browser may have kept an answer of a release that did not have them.
    taxes: list[OrderTax] | UnsetType = UNSET
    exempt: float | UnsetType = UNSET
    prices_include_tax: bool | UnsetType = UNSET


class PlacePosition(Struct):
    """Where a place is, in degrees."""

    latitude: float
    longitude: float


class TruckNameOut(Struct):
    """The truck, for links, where it is, and the IANA time zone of the pickup time."""

    name: str
    slug: str
    timezone: str
    location: Location


class ConfirmedOrder(Struct, rename="camel", omit_defaults=True):
    """The order as the confirmation page shows it, without phone and e-mail.

    `position` is that of `place`, where staff have set it and the stop is still there.
    """

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
    position: PlacePosition | None = None
    slot_at: str | None = None
    contact_until: str | None = None
    tip: float = 0
    discount: float = 0
    offer_code: str | None = None
    taxes: list[OrderTax] = field(default_factory=list)
    exempt: float = 0
    prices_include_tax: bool = False


class VerifyAnswer(Struct):
    """Stripe's status of the payment, and the order once the status is `succeeded`."""

    status: str
    order: ConfirmedOrder | None


def name_truck(truck: Truck | FulfillmentTruck, order: Order | PlacedOrder) -> TruckNameOut:
    """The truck with the time zone of the order's place."""
    timezone = order.place_timezone or truck.timezone
    return TruckNameOut(truck.name, truck.slug, timezone, Location(truck.city, truck.state))


def to_position(latitude: float | None, longitude: float | None) -> PlacePosition | None:
    """The position; None where it is not known."""
    return None if latitude is None or longitude is None else PlacePosition(latitude, longitude)


def confirmed_order(
    order: Order | PlacedOrder,
    truck: TruckNameOut,
    position: PlacePosition | None,
    sms_status: Any,
    *,
    with_secret: bool,
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
        pickup_time=to_optional_iso(order.pickup_at),
        estimated_pickup_time=to_optional_iso(order.estimated_pickup_at),
        truck=truck,
        sms_status=sms_status,
        tracking_token=order.tracking_token if with_secret else None,
        contact_until=read_contact_end(order.status, order.created_at) if with_secret else None,
        place=to_pickup_place(order),
        position=position,
        slot_at=to_optional_iso(order.slot_at),
        **describe_taxes(order),
    )
