"""What the checkout page sends. Dollars here, cents everywhere else."""

import hashlib
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from chuckwagon.core.addresses import is_email
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.orders.phones import us_e164
from chuckwagon.orders.pricing import Choice, Selection

Dollars = Annotated[float, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=120)]

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
    if email and not is_email(email):
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


def request_hash(request: PaymentIntentRequest) -> str:
    """Recognises the same request under the same idempotency key."""
    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()
