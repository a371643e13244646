"""Metadata of a payment intent: a copy of the checkout, from which the order can be recovered.

Stripe limits the number and the length of values, so it contains only IDs, quantities, cents and the pickup time.
It never contains the customer's name, phone or notes. A cart that does not fit is left out, except for its totals.

    installation  the installation that made the payment, because several may share a Stripe account
    stopId        the stop at which the order is picked up, when the truck moves
    stopPlan      the version of the stop's plan that the customer agreed to
    totals        version,subtotal,tax,total,tax rate in units,pickup in minutes since 1970; with a tip, the tip
                  follows and the version is 2; with a discount, the tip and the discount, and the version is 3; with
                  several tax classes or prices with tax, version 4: tip, discount, exempt amount, 1 for prices with tax
                  or 0, and where a rate is reduced, it, what it taxes and its tax
    offer         ID and code of the offer that the discount is from
    source        counter, for a card on a reader; its amount may have a tip that is in no other value
    draftId       the draft at the counter that the order is made of
    orderId       the unpaid order that was placed before, and that this pays
    erased        set once the payer was erased; the cart is removed then
    cart1, …      the line items, split into parts: item*quantity*base price, *r for the tax class reduced or *e for
                  exempt, then +option*surcharge per option, and *quantity of one that is taken several times, whose
                  surcharge is that of all; an ID has 16 characters instead of 24; a line item ends with a semicolon

Why: docs/decisions/0020-provider-copy.md
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from chuckwagon.kit.decoding import convert, copy_fields
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import EXEMPT, REDUCED, STANDARD, TaxClass
from chuckwagon.offers.discounts import is_code
from chuckwagon.orders.placement.pricing import OrderTotals, PricedLine
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.settings_validation import MAX_STATEMENT_PREFIX_LENGTH
from chuckwagon.trucks.slugs import slug_from_name

VERSION, VERSION_WITH_TIP, VERSION_WITH_DISCOUNT, VERSION_WITH_TAXES = "1", "2", "3", "4"
NUMBER_COUNTS = {VERSION: (5,), VERSION_WITH_TIP: (6,), VERSION_WITH_DISCOUNT: (7,), VERSION_WITH_TAXES: (9, 12)}
TAX_LETTERS: dict[str, TaxClass] = {"r": REDUCED, "e": EXEMPT}
ERASED_KEY, INSTALLATION_KEY, STOP_KEY, OFFER_KEY = "erased", "installation", "stopId", "offer"
STOP_PLAN_KEY, SOURCE_KEY, COUNTER = "stopPlan", "source", "counter"
DRAFT_KEY, ORDER_KEY = "draftId", "orderId"
MAX_VALUE_LENGTH, MAX_CART_PARTS = 500, 5
MAX_STATEMENT_LENGTH = 22
MAX_NUMBER, MAX_PICKUP_MINUTES = 10**11, 10**8  # cents; minutes since 1970, in the year 2160


class MetadataOption(msgspec.Struct, frozen=True):
    """A chosen option, and what its pieces add to the price of one item, in cents."""

    option_id: str
    cents: int
    quantity: int = 1


class MetadataLine(msgspec.Struct, frozen=True):
    """A line item; the base price is in cents, without the options."""

    menu_item_id: str
    quantity: int
    base_price_cents: int
    options: tuple[MetadataOption, ...] = ()
    tax_class: TaxClass = STANDARD


class CheckoutMetadata(msgspec.Struct, frozen=True):
    """The content of the metadata: amounts in cents, pickup in minutes since 1970 (UTC).

    `lines` is empty where the cart did not fit, `stop_id` for a truck that does not move. `stop_plan_version` is also
    None for a payment of an older release.
    """

    checkout_id: str
    truck_id: str
    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tax_rate_units: int
    pickup_minutes: int
    lines: tuple[MetadataLine, ...] = ()
    installation: str = ""
    stop_id: str = ""
    tip_cents: int = 0
    discount_cents: int = 0
    offer_id: str = ""
    offer_code: str = ""
    stop_plan_version: int | None = None
    exempt_cents: int = 0
    prices_include_tax: bool = False
    reduced_tax_rate_units: int | None = None
    reduced_taxable_cents: int = 0
    reduced_tax_cents: int = 0
    source: str = "online"


def describe_checkout(checkout: CheckoutRow, installation: str) -> CheckoutMetadata:
    """The metadata that Stripe keeps of a checkout, still to be encoded: IDs, amounts, pickup time and cart lines.

    Holds nothing about the customer.
    """
    lines = convert(checkout.lines, list[PricedLine])
    return copy_fields(
        CheckoutMetadata,
        checkout,
        checkout_id=checkout.id,
        pickup_minutes=int(checkout.pickup_at.timestamp()) // 60,
        lines=tuple(_to_metadata_line(line) for line in lines),
        installation=installation,
        stop_id=checkout.stop_id or "",
        stop_plan_version=checkout.stop_plan_version if checkout.stop_id else None,
        offer_id=checkout.offer_id or "",
        offer_code=checkout.offer_code or "",
    )


def list_checkout_columns(copy: CheckoutMetadata) -> dict[str, Any]:
    """The columns of a checkout that the metadata has as they were. The pickup and the stop are still to be looked up.

    The reverse of `describe_checkout`.
    """
    return {
        "id": copy.checkout_id,
        "truck_id": copy.truck_id,
        "source": copy.source,
        **msgspec.structs.asdict(copy_fields(OrderTotals, copy)),
        "tax_rate_units": copy.tax_rate_units,
        "offer_id": copy.offer_id or None,
        "offer_code": copy.offer_code or None,
    }


def read_draft_id(metadata: Mapping[str, str]) -> str | None:
    """The draft that a payment at the counter is of; None without a valid one."""
    try:
        return str(UUID(metadata.get(DRAFT_KEY, "")))
    except ValueError:
        return None


@lru_cache(maxsize=1000)
def make_statement_suffix(truck_name: str, prefix: str) -> str:
    """Cut the name to what a statement has room for: 22 characters, less the account's prefix and `* `.

    Empty without a letter, which Stripe wants. An empty `prefix` counts as the longest one that Stripe allows.
    """
    room = MAX_STATEMENT_LENGTH - len("* ") - (len(prefix) or MAX_STATEMENT_PREFIX_LENGTH)
    suffix = slug_from_name(truck_name).replace("-", " ").upper()[:room].strip()
    return suffix if any(char.isalpha() for char in suffix) else ""


def _to_metadata_line(line: PricedLine) -> MetadataLine:
    options = tuple(MetadataOption(one.option_id, one.additional_price_cents, one.quantity) for one in line.modifiers)
    return MetadataLine(line.menu_item_id, line.quantity, line.base_price_cents, options, line.tax_class)


def encode_metadata(checkout: CheckoutMetadata) -> dict[str, str]:
    """Encode the checkout as at most 13 keys with at most 500 characters each. A cart that does not fit is left out."""
    version, added = _list_added_amounts(checkout)
    amounts = (checkout.subtotal_cents, checkout.tax_cents, checkout.total_cents, checkout.tax_rate_units)
    metadata = {
        "checkoutId": checkout.checkout_id,
        "truckId": checkout.truck_id,
        "totals": ",".join(map(str, (version, *amounts, checkout.pickup_minutes, *added))),
    }
    if checkout.installation:
        metadata[INSTALLATION_KEY] = checkout.installation
    if checkout.stop_id:
        metadata[STOP_KEY] = checkout.stop_id
    if checkout.stop_plan_version is not None:
        metadata[STOP_PLAN_KEY] = str(checkout.stop_plan_version)
    if checkout.source == COUNTER:
        metadata[SOURCE_KEY] = COUNTER
    if checkout.offer_id:
        metadata[OFFER_KEY] = f"{checkout.offer_id},{checkout.offer_code}"
    cart = "".join(map(_encode_line, checkout.lines)) if all(map(_has_valid_ids, checkout.lines)) else ""
    parts = [cart[at : at + MAX_VALUE_LENGTH] for at in range(0, len(cart), MAX_VALUE_LENGTH)]
    if len(parts) <= MAX_CART_PARTS:
        metadata |= {f"cart{number}": part for number, part in enumerate(parts, start=1)}
    return metadata


def _list_added_amounts(checkout: CheckoutMetadata) -> tuple[str, tuple[int, ...]]:
    """Return (version, amounts): the tip, the discount and the taxes as far as the version has them."""
    if checkout.exempt_cents or checkout.prices_include_tax or checkout.reduced_tax_rate_units is not None:
        amounts = (checkout.tip_cents, checkout.discount_cents, checkout.exempt_cents, int(checkout.prices_include_tax))
        if checkout.reduced_tax_rate_units is None:
            return VERSION_WITH_TAXES, amounts
        reduced = (checkout.reduced_tax_rate_units, checkout.reduced_taxable_cents, checkout.reduced_tax_cents)
        return VERSION_WITH_TAXES, (*amounts, *reduced)
    if checkout.discount_cents:
        return VERSION_WITH_DISCOUNT, (checkout.tip_cents, checkout.discount_cents)
    return (VERSION_WITH_TIP, (checkout.tip_cents,)) if checkout.tip_cents else (VERSION, ())


def cart_erasure_update(metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the metadata update that erases the cart. Stripe removes a key with an empty value."""
    names = (f"cart{number}" for number in range(1, MAX_CART_PARTS + 1))
    return {name: "" for name in names if name in metadata} | {ERASED_KEY: "1"}


def decode_metadata(metadata: Mapping[str, object]) -> CheckoutMetadata | None:
    """Decode metadata; None if it names no checkout, is malformed, or has sums that do not match."""
    values = {name: value for name, value in metadata.items() if isinstance(value, str)}
    if len(values) < len(metadata):
        return None
    checkout_id, truck_id = values.get("checkoutId", ""), values.get("truckId", "")
    version, *numbers = values.get("totals", "").split(",")
    if len(numbers) not in NUMBER_COUNTS.get(version, ()) or not (is_id(checkout_id) and is_id(truck_id)):
        return None
    cart = "".join(values.get(f"cart{number}", "") for number in range(1, MAX_CART_PARTS + 1))
    try:
        lines = tuple(_decode_line(text) for text in cart.split(";")[:-1])
        subtotal, tax, total, rate, pickup, *added = map(_parse_number, numbers)
        plan = _parse_number(values[STOP_PLAN_KEY]) if STOP_PLAN_KEY in values else None
    except ValueError:
        return None
    tip, discount, exempt, includes_tax = (*added, 0, 0, 0, 0)[:4]
    reduced_rate, reduced_taxable, reduced_tax = added[4:] or (None, 0, 0)
    offer_id, _, offer_code = values.get(OFFER_KEY, "").partition(",")
    has_offer = is_id(offer_id) and is_code(offer_code)
    checkout = CheckoutMetadata(
        checkout_id,
        truck_id,
        subtotal,
        tax,
        total,
        rate,
        pickup,
        lines,
        installation=values.get(INSTALLATION_KEY, ""),
        stop_id=values.get(STOP_KEY, ""),
        stop_plan_version=plan,
        tip_cents=tip,
        discount_cents=discount,
        offer_id=offer_id if has_offer else "",
        offer_code=offer_code if has_offer else "",
        exempt_cents=exempt,
        prices_include_tax=includes_tax == 1,
        reduced_tax_rate_units=reduced_rate,
        reduced_taxable_cents=reduced_taxable,
        reduced_tax_cents=reduced_tax,
        source=COUNTER if values.get(SOURCE_KEY) == COUNTER else "online",
    )
    return checkout if _totals_match(checkout) else None


def _totals_match(checkout: CheckoutMetadata) -> bool:
    lines = sum(
        line.quantity * (line.base_price_cents + sum(option.cents for option in line.options))
        for line in checkout.lines
    )
    left = checkout.subtotal_cents - checkout.discount_cents
    added_tax, inner_tax = (0, checkout.tax_cents) if checkout.prices_include_tax else (checkout.tax_cents, 0)
    return (
        left >= checkout.exempt_cents + checkout.reduced_taxable_cents + inner_tax
        and checkout.tax_cents >= checkout.reduced_tax_cents
        and checkout.total_cents == left + added_tax + checkout.tip_cents
        and (not checkout.lines or lines == checkout.subtotal_cents)
        and all(line.quantity > 0 and all(one.quantity > 0 for one in line.options) for line in checkout.lines)
        and checkout.pickup_minutes <= MAX_PICKUP_MINUTES
    )


def _has_valid_ids(line: MetadataLine) -> bool:
    return is_id(line.menu_item_id) and all(is_id(option.option_id) for option in line.options)


def _encode_line(line: MetadataLine) -> str:
    options = "".join(map(_encode_option, line.options))
    letter = "".join(f"*{letter}" for letter, one in TAX_LETTERS.items() if one == line.tax_class)
    return f"{_compact_id(line.menu_item_id)}*{line.quantity}*{line.base_price_cents}{letter}{options};"


def _encode_option(option: MetadataOption) -> str:
    quantity = f"*{option.quantity}" if option.quantity > 1 else ""
    return f"+{_compact_id(option.option_id)}*{option.cents}{quantity}"


def _decode_option(text: str) -> MetadataOption:
    """Decode an option. A release without quantities has written it without one."""
    option_id, cents, quantity = _split_fields(text if text.count("*") > 1 else f"{text}*1", 3)
    return MetadataOption(_expand_id(option_id), _parse_number(cents), _parse_number(quantity))


def _decode_line(text: str) -> MetadataLine:
    first, *options = text.split("+")
    tax_class = TAX_LETTERS.get(first[-1:], STANDARD) if first[-2:-1] == "*" else STANDARD
    item_id, quantity, base_price = _split_fields(first if tax_class == STANDARD else first[:-2], 3)
    chosen = tuple(map(_decode_option, options))
    return MetadataLine(_expand_id(item_id), _parse_number(quantity), _parse_number(base_price), chosen, tax_class)


def _split_fields(text: str, count: int) -> Sequence[str]:
    parts = text.split("*")
    if len(parts) != count:
        raise ValueError(text)
    return parts


def _parse_number(text: str) -> int:
    """Parse an unsigned whole number up to MAX_NUMBER. Raises ValueError for other formats that `int` accepts."""
    if not (text.isascii() and text.isdigit() and len(text) < 13 and int(text) <= MAX_NUMBER):
        raise ValueError(text)
    return int(text)


def _compact_id(identifier: str) -> str:
    return base64.urlsafe_b64encode(bytes.fromhex(identifier)).decode()


def _expand_id(text: str) -> str:
    try:
        found = base64.b64decode(text, altchars=b"-_", validate=True).hex()
    except binascii.Error as error:
        raise ValueError(text) from error
    if not is_id(found):
        raise ValueError(text)
    return found
