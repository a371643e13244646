"""What each refund of an order gives back at each rate: price, tax and tip. Values in, values out.

A refund of items gives back the tax of their own rates. One of an amount gives back tax in proportion to the order
without its tip, half up, divided among the rates by largest remainder, higher rates first; the tip goes last. Each is
computed on all that was given back up to it, so that the parts add up to the cent, and what returns the whole order
returns its whole tax.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from chuckwagon.kit.money import EXEMPT, REDUCED, divide_cents
from chuckwagon.orders.purchase import list_tax_parts
from chuckwagon.orders.refund_amount import PaidOrder, PaidPart, get_share


class RatePart(Struct, frozen=True):
    """What an order has at one rate, or exempt with a rate of None: amounts in cents.

    `price_cents` is the price of its lines as shown. `net_cents` is what is left after the discount, without tax.
    """

    rate_units: int | None
    price_cents: int
    discount_cents: int
    net_cents: int
    tax_cents: int


class TaxedOrder(Struct, frozen=True):
    """An order by rate, higher rates first and what is exempt last. `part_of` has the part of each line item."""

    parts: Sequence[RatePart]
    part_of: Sequence[int]
    unit_prices: Sequence[int]
    tip_cents: int = 0
    prices_include_tax: bool = False

    @property
    def goods_cents(self) -> int:
        """What was paid without the tip."""
        return sum(part.net_cents + part.tax_cents for part in self.parts)

    def to_paid_order(self) -> PaidOrder:
        """The same for the amount of a refund of items. Tax that prices include goes back with the price."""
        shown = [
            PaidPart(part.price_cents, 0 if self.prices_include_tax else part.tax_cents, part.discount_cents)
            for part in self.parts
        ]
        sums = (sum(part.subtotal_cents for part in shown), sum(part.tax_cents for part in shown))
        discount = sum(part.discount_cents for part in shown)
        return PaidOrder(*sums, list(self.unit_prices), discount, shown, self.part_of)


class RefundOfOrder(Struct, frozen=True):
    """A refund: its amount in cents, and the quantities by index of the line item, None for an amount."""

    amount_cents: int
    quantities: dict[int, int] | None = None


class RefundPart(Struct, frozen=True):
    """What a refund gives back, in cents: price without tax and tax by the parts of the order, and the tip."""

    net_cents: list[int]
    tax_cents: list[int]
    tip_cents: int


def read_taxed_order(order: Any) -> TaxedOrder:
    """The order with its line items by rate. `order` has the columns of an order, and `lines`."""
    recorded = {part.rate_units: part for part in list_tax_parts(order)}
    rates = [_rate_of(order, line.tax_class) for line in order.lines]
    shares = divide_cents(order.discount_cents, [line.total_cents for line in order.lines])
    ordered = sorted({*rates, *recorded}, key=lambda rate: -1 if rate is None else rate, reverse=True)
    if None in ordered or order.exempt_cents:
        ordered = [rate for rate in ordered if rate is not None] + [None]
    parts = []
    for rate in ordered:
        of_rate = [index for index, own in enumerate(rates) if own == rate]
        part = recorded.get(rate) if rate is not None else None
        parts.append(
            RatePart(
                rate,
                sum(order.lines[index].total_cents for index in of_rate),
                sum(shares[index] for index in of_rate),
                order.exempt_cents if rate is None else part.taxable_cents if part else 0,
                part.tax_cents if part else 0,
            )
        )
    prices = [line.unit_price_cents for line in order.lines]
    return TaxedOrder(parts, [ordered.index(rate) for rate in rates], prices, order.tip_cents, order.prices_include_tax)


def _rate_of(order: Any, tax_class: str) -> int | None:
    if tax_class == EXEMPT:
        return None
    is_reduced = tax_class == REDUCED and order.reduced_tax_rate_units is not None
    rate: int = order.reduced_tax_rate_units if is_reduced else order.tax_rate_units
    return rate


def split_refunds(order: TaxedOrder, refunds: Iterable[RefundOfOrder]) -> list[RefundPart]:
    """What each of an order's refunds gives back, in the order in which they were made. Failed ones are left out."""
    net_left, tax_left = [part.net_cents for part in order.parts], [part.tax_cents for part in order.parts]
    prices_back, returned_cents, found = [0] * len(order.parts), 0, []
    for refund in refunds:
        before, after = (
            min(cents, order.goods_cents) for cents in (returned_cents, returned_cents + refund.amount_cents)
        )
        goods, returned_cents = after - before, returned_cents + refund.amount_cents
        wanted_net, wanted_tax = list(net_left), _divide_tax(order, before, after, tax_left)
        if refund.quantities is not None:
            prices = list(prices_back)
            for index, quantity in refund.quantities.items():
                prices[order.part_of[index]] += order.unit_prices[index] * quantity
            wanted_net, wanted_tax = _price_items(order, prices_back, prices)
            prices_back = prices
        # A refund of an amount before or after one of items may leave less of a rate than the items have.
        tax = _fit(min(goods, sum(wanted_tax)), max(0, goods - sum(net_left)), wanted_tax, tax_left)
        if goods == sum(net_left) + sum(tax_left):
            tax = list(tax_left)
        net = _fit(goods - sum(tax), goods - sum(tax), wanted_net, net_left)
        net_left = [left - back for left, back in zip(net_left, net, strict=True)]
        tax_left = [left - back for left, back in zip(tax_left, tax, strict=True)]
        found.append(RefundPart(net, tax, refund.amount_cents - goods))
    return found


def _divide_tax(order: TaxedOrder, before: int, after: int, tax_left: Sequence[int]) -> list[int]:
    """The tax in an amount of the goods, by part: the share of all up to it less that of all before it."""
    whole = PaidPart(order.goods_cents, 0)
    tax = sum(part.tax_cents for part in order.parts)
    return divide_cents(min(get_share(whole, tax, after) - get_share(whole, tax, before), sum(tax_left)), tax_left)


def _price_items(order: TaxedOrder, before: Sequence[int], after: Sequence[int]) -> tuple[list[int], list[int]]:
    """Price without tax, and tax, by part, of items that take what was given back from `before` to `after`."""
    nets, taxes = [], []
    for part, earlier, later in zip(order.parts, before, after, strict=True):
        shown = PaidPart(part.price_cents, part.tax_cents, part.discount_cents)
        tax, discount = (
            get_share(shown, cents, later) - get_share(shown, cents, earlier)
            for cents in (part.tax_cents, part.discount_cents)
        )
        nets.append(later - earlier - discount - (tax if order.prices_include_tax else 0))
        taxes.append(tax)
    return nets, taxes


def _fit(most: int, least: int, wanted: Sequence[int], left: Sequence[int]) -> list[int]:
    """Take what is wanted of what is left: in all at least `least` and at most `most` cents, or all that is left."""
    taken = [max(0, min(want, have)) for want, have in zip(wanted, left, strict=True)]
    if sum(taken) > most:
        taken = divide_cents(most, taken)
    missing = min(least, sum(left)) - sum(taken)
    if missing > 0:
        rest = [have - took for have, took in zip(left, taken, strict=True)]
        taken = [took + more for took, more in zip(taken, divide_cents(missing, rest), strict=True)]
    return taken
