"""An order by tax rate, so that a refund of items gives back the tax of their own rates. Values in, values out.

How much tax any refund gave back is in `reporting/books/refund_parts.py`, because only reports ask.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from chuckwagon.kit.money import EXEMPT, REDUCED, divide_cents
from chuckwagon.orders.purchase import list_tax_parts
from chuckwagon.orders.refund_amount import PaidOrder, PaidPart


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
