"""The provider's copy of a checkout: enough to make the order again when our own books are lost.

It travels in the payment intent's metadata, which holds few and short texts: ids, quantities, cents and the
pickup time. No name, phone or note of the customer is in it. A cart that does not fit leaves its totals only.

    installation  whose payment it is, where several installations share the provider's account
    totals  version,subtotal,tax,total,tax rate in units,pickup in minutes since 1970
    erased  only once the payer asked to be forgotten; the lines are gone then
    cart1…  the lines, cut into pieces: item*quantity*base price, then +option*surcharge for each option;
            ids are 16 characters instead of 24; a line ends with a semicolon
"""

import base64
import binascii
from collections.abc import Mapping, Sequence

import msgspec

from chuckwagon.core.ids import is_id

VERSION = "1"
ERASED, INSTALLATION = "erased", "installation"
LONGEST_VALUE, MOST_PIECES = 500, 5
LARGEST_NUMBER, LATEST_PICKUP = 10**11, 10**8  # cents; minutes, in the year 2160


class CopiedOption(msgspec.Struct, frozen=True):
    """A chosen option and its surcharge in cents."""

    option_id: str
    cents: int


class CopiedLine(msgspec.Struct, frozen=True):
    """A line of the cart; the base price is in cents, without the options."""

    menu_item_id: str
    quantity: int
    base_price_cents: int
    options: tuple[CopiedOption, ...] = ()


class CheckoutCopy(msgspec.Struct, frozen=True):
    """What the metadata tells; amounts in cents, the pickup in minutes since 1970. No lines: too many."""

    checkout_id: str
    truck_id: str
    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tax_rate_units: int
    pickup_minutes: int
    lines: tuple[CopiedLine, ...] = ()
    installation: str = ""


def encode(copy: CheckoutCopy) -> dict[str, str]:
    """The copy as metadata: at most 9 keys of at most 500 characters."""
    numbers = (copy.subtotal_cents, copy.tax_cents, copy.total_cents, copy.tax_rate_units)
    metadata = {
        "checkoutId": copy.checkout_id,
        "truckId": copy.truck_id,
        "totals": ",".join([VERSION, *map(str, numbers), str(copy.pickup_minutes)]),
    }
    if copy.installation:
        metadata[INSTALLATION] = copy.installation
    cart = "".join(map(_write_line, copy.lines)) if all(map(_is_short, copy.lines)) else ""
    pieces = [cart[at : at + LONGEST_VALUE] for at in range(0, len(cart), LONGEST_VALUE)]
    if len(pieces) <= MOST_PIECES:
        metadata |= {f"cart{number}": piece for number, piece in enumerate(pieces, start=1)}
    return metadata


def without_cart(metadata: Mapping[str, str]) -> dict[str, str]:
    """What to change of some metadata when its payer is forgotten; the provider takes an empty value off."""
    pieces = (f"cart{number}" for number in range(1, MOST_PIECES + 1))
    return {name: "" for name in pieces if name in metadata} | {ERASED: "1"}


def decode(metadata: Mapping[str, object]) -> CheckoutCopy | None:
    """The copy in some metadata; None where there is none, or one that was changed and cannot be true."""
    texts = {name: value for name, value in metadata.items() if isinstance(value, str)}
    if len(texts) < len(metadata):
        return None
    checkout_id, truck_id = texts.get("checkoutId", ""), texts.get("truckId", "")
    version, *numbers = texts.get("totals", "").split(",")
    if version != VERSION or len(numbers) != 5 or not (is_id(checkout_id) and is_id(truck_id)):
        return None
    cart = "".join(texts.get(f"cart{number}", "") for number in range(1, MOST_PIECES + 1))
    try:
        lines = tuple(_read_line(text) for text in cart.split(";")[:-1])
        subtotal, tax, total, rate, pickup = map(_number, numbers)
    except ValueError:
        return None
    installation = texts.get(INSTALLATION, "")
    copy = CheckoutCopy(checkout_id, truck_id, subtotal, tax, total, rate, pickup, lines, installation)
    return copy if _adds_up(copy) else None


def _adds_up(copy: CheckoutCopy) -> bool:
    lines = sum(
        line.quantity * (line.base_price_cents + sum(option.cents for option in line.options))
        for line in copy.lines
    )
    return (
        copy.subtotal_cents + copy.tax_cents == copy.total_cents
        and (not copy.lines or lines == copy.subtotal_cents)
        and all(line.quantity > 0 for line in copy.lines)
        and copy.pickup_minutes <= LATEST_PICKUP
    )


def _is_short(line: CopiedLine) -> bool:
    return is_id(line.menu_item_id) and all(is_id(option.option_id) for option in line.options)


def _write_line(line: CopiedLine) -> str:
    options = "".join(f"+{_short(option.option_id)}*{option.cents}" for option in line.options)
    return f"{_short(line.menu_item_id)}*{line.quantity}*{line.base_price_cents}{options};"


def _read_line(text: str) -> CopiedLine:
    first, *options = text.split("+")
    item, quantity, base = _parts(first, 3)
    pairs = [_parts(option, 2) for option in options]
    chosen = tuple(CopiedOption(_long(option), _number(cents)) for option, cents in pairs)
    return CopiedLine(_long(item), _number(quantity), _number(base), chosen)


def _parts(text: str, count: int) -> Sequence[str]:
    parts = text.split("*")
    if len(parts) != count:
        raise ValueError(text)
    return parts


def _number(text: str) -> int:
    """A whole number of the copy. Raises ValueError for anything else that `int` would take."""
    if not (text.isascii() and text.isdigit() and len(text) < 13 and int(text) <= LARGEST_NUMBER):
        raise ValueError(text)
    return int(text)


def _short(identifier: str) -> str:
    return base64.urlsafe_b64encode(bytes.fromhex(identifier)).decode()


def _long(text: str) -> str:
    try:
        found = base64.b64decode(text, altchars=b"-_", validate=True).hex()
    except binascii.Error as error:
        raise ValueError(text) from error
    if not is_id(found):
        raise ValueError(text)
    return found
