"""What a cart costs: priced from the menu once, and compared with the totals that the customer saw."""

from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import MIN_TOTAL_CENTS, to_cents
from chuckwagon.menu.cart_items import MenuItemState, load_cart_items
from chuckwagon.offers.discounts import OfferTerms, check_total
from chuckwagon.offers.queries import apply_offer, find_offer
from chuckwagon.orders.placement.pricing import (
    OrderTotals,
    PricedLine,
    check_tip,
    list_not_served,
    list_price_changes,
    max_tip_cents,
    price_cart,
    server_cart,
    total_lines,
)
from chuckwagon.payments.checkout import schemas
from chuckwagon.payments.checkout.errors import total_out_of_range
from chuckwagon.trucks.queries import CheckoutTruck

MAX_TOTAL_CENTS = 250_000


class PricesChanged(Conflict):
    code = "prices_changed"
    sentence = "Prices have changed. Please review your cart."


class CartInvalid(Conflict):
    code = "cart_invalid"
    sentence = "Something in your cart is no longer available. Please review your cart."


class PricedCart(msgspec.Struct, frozen=True):
    """The priced line items of a cart, with all that their prices were computed from."""

    truck_id: str
    terms: tuple[int, int | None, bool]
    takes_tips: bool
    items: dict[str, MenuItemState]
    lines: list[PricedLine]
    total: OrderTotals
    offer: OfferTerms | None = None


def price_checkout(
    session: Session,
    truck: CheckoutTruck,
    cart: schemas.CartIn,
    stop_id: str | None,
    earlier: PricedCart | None = None,
    served_at: datetime | None = None,
) -> PricedCart:
    """Price the cart; return `earlier` if menu, tax, tips, offer and what the stop has left are still the same.

    `served_at` is the pickup time, in UTC, by which meal times are checked; None leaves that to `require_served`.

    Raises CartInvalid for what cannot be sold, PricesChanged when a total differs by more than one cent from the one
    that the customer saw, TipsOff, OfferRefused, and InvalidInput for a tip or a total out of range.
    """
    ids = [item.menu_item_id for item in cart.items if is_id(item.menu_item_id)]
    items = load_cart_items(session, ids, stop_id)
    offer = find_offer(session, truck.id, cart.code)
    has_times = any(item.sale_times for item in items.values())
    if earlier is not None and (earlier.offer != offer or (has_times and served_at is not None)):
        earlier = None
    known = (truck.id, _terms_of(truck), truck.takes_tips, items)
    if earlier is not None and (earlier.truck_id, earlier.terms, earlier.takes_tips, earlier.items) == known:
        return earlier
    lines, total = _price_and_compare(truck, cart, items, offer, served_at)
    return PricedCart(*known, lines, total, offer)


def require_served(priced: PricedCart, pickup_at: datetime) -> None:
    """Raise CartInvalid where the meal times of a menu item leave out the pickup, in UTC."""
    if problems := list_not_served(priced.lines, priced.items, pickup_at):
        raise CartInvalid(problems=msgspec.to_builtins(problems))


def _terms_of(truck: CheckoutTruck) -> tuple[int, int | None, bool]:
    return truck.tax_rate_units, truck.reduced_tax_rate_units, truck.prices_include_tax


def _price_and_compare(
    truck: CheckoutTruck,
    cart: schemas.CartIn,
    items: dict[str, MenuItemState],
    offer: OfferTerms | None,
    served_at: datetime | None,
) -> tuple[list[PricedLine], OrderTotals]:
    cart_lines = [item.to_cart_line() for item in cart.items]
    lines, problems = price_cart(truck.id, cart_lines, items, served_at)
    if problems:
        raise CartInvalid(problems=msgspec.to_builtins(problems))
    tip = cart.tip_cents
    line_totals = [line.total_cents for line in lines]
    discount = apply_offer(offer, sum(line_totals)) if offer else 0
    total = total_lines(lines, truck, tip, discount)
    if not _totals_match(cart, total):
        raise _prices_changed(truck, cart, lines, total)
    check_tip(tip, total.subtotal_cents, "cart.tip", takes_tips=truck.takes_tips)
    check_total(total.subtotal_cents, discount, total.total_cents - tip)
    if not MIN_TOTAL_CENTS <= total.total_cents - tip <= MAX_TOTAL_CENTS:
        raise InvalidInput(total_out_of_range(MIN_TOTAL_CENTS, MAX_TOTAL_CENTS))
    return lines, total


def _prices_changed(
    truck: CheckoutTruck, cart: schemas.CartIn, lines: list[PricedLine], total: OrderTotals
) -> PricesChanged:
    """Build the error with the server's cart, and as much of the tip as the truck would take on its subtotal."""
    tip = min(total.tip_cents, max_tip_cents(total.subtotal_cents)) if truck.takes_tips else 0
    without_tip = total.total_cents - total.tip_cents
    offered = msgspec.structs.replace(total, tip_cents=tip, total_cents=without_tip + tip)
    body = server_cart(lines, offered, schemas.clean_instructions(cart))
    told = [None if item.total_price is None else to_cents(item.total_price) for item in cart.items]
    return PricesChanged(cart=body, problems=msgspec.to_builtins(list_price_changes(told, lines)))


def _totals_match(cart: schemas.CartIn, total: OrderTotals) -> bool:
    """Allow one cent of difference, because browsers may round differently."""
    shown = (cart.subtotal, cart.tax, cart.total)
    ours = (total.subtotal_cents, total.tax_cents, total.total_cents)
    return all(
        dollars is None or abs(to_cents(dollars) - cents) <= 1 for dollars, cents in zip(shown, ours, strict=True)
    )
