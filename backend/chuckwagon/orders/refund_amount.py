"""Counts the pieces that refunds return, and allocates an order's price, discount and tax to them, by tax rate.

Tax was rounded once for each rate, and the discount once, on the whole order. So a refund includes the tax on
everything refunded up to now, minus the tax in earlier refunds, and lacks the discount in the same way. The cents
always add up, and the last refund gets the rest. How much tax any refund gave back is in
`reporting/books/refund_facts.py`, because only reports ask.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from chuckwagon.kit.money import divide_cents
from chuckwagon.orders.purchase import find_line_rate, list_tax_parts

Quantities = Mapping[int, int]


class RefundOfLines(Protocol):
    """What a refund has of line items: `{index, quantity}` of each, or None for an amount."""

    @property
    def lines(self) -> list[dict[str, int]] | None: ...

    @property
    def status(self) -> str: ...


def count_refunded_pieces(refunds: Iterable[RefundOfLines]) -> Counter[int]:
    """The pieces by the index of the line item. One that failed does not count; a pending one does, for the kitchen."""
    pieces = Counter[int]()
    for refund in refunds:
        for line in (refund.lines or ()) if refund.status != "failed" else ():
            pieces[line["index"]] += line["quantity"]
    return pieces


class PaidPart(Struct, frozen=True):
    """What an order has at one rate, in cents: its lines' price, the tax on it, and the part of the discount.

    The tax is 0 where the price includes it.
    """

    subtotal_cents: int
    tax_cents: int
    discount_cents: int = 0


class PaidOrder(Struct, frozen=True):
    """An order's subtotal, tax and discount, and the unit price of each line item in cents.

    `parts` are those of its rates if it has several, and `part_of` has the part of each line item.
    """

    subtotal_cents: int
    tax_cents: int
    unit_prices: list[int]
    discount_cents: int = 0
    parts: Sequence[PaidPart] = ()
    part_of: Sequence[int] = ()


class PriorRefund(Struct, frozen=True):
    """An earlier refund of line items. `quantities` is keyed by the index of the line item."""

    quantities: dict[int, int]
    amount_cents: int


def compute_refund_cents(paid: PaidOrder, chosen: Quantities, earlier: Iterable[PriorRefund]) -> int:
    """The amount of a refund of these quantities (by line index) in cents: what was paid for them, tax included."""
    after, returned_cents = _price(paid, chosen), 0
    for refund in earlier:
        after += _price(paid, refund.quantities)
        returned_cents += refund.amount_cents
    parts = paid.parts or [PaidPart(paid.subtotal_cents, paid.tax_cents, paid.discount_cents)]
    return max(0, sum(_get_paid(part, after[index]) for index, part in enumerate(parts)) - returned_cents)


def _price(paid: PaidOrder, quantities: Quantities) -> Counter[int]:
    """The price of the quantities by part."""
    prices = Counter[int]()
    for index, quantity in quantities.items():
        prices[paid.part_of[index] if paid.part_of else 0] += paid.unit_prices[index] * quantity
    return prices


def _get_paid(part: PaidPart, cents: int) -> int:
    """What was paid for so many cents of the part: less their share of the discount, and with their tax."""
    return cents - get_share(part, part.discount_cents, cents) + get_share(part, part.tax_cents, cents)


def get_share(part: PaidPart, amount_cents: int, cents: int) -> int:
    """The share of the tax or of the discount in so many cents of the part's price, rounded half up."""
    if part.subtotal_cents == 0:
        return 0
    return (2 * amount_cents * cents + part.subtotal_cents) // (2 * part.subtotal_cents)


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
    rates = [find_line_rate(order, line.tax_class) for line in order.lines]
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
