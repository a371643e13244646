"""Allocates an order's price and tax to the quantities of line items that a refund returns.

Tax was rounded once, on the whole order. So a refund includes the tax on everything refunded up to now, minus
the tax in earlier refunds. The cents always add up, and the last refund gets the rest.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

Quantities = Mapping[int, int]


class PaidOrder(Struct, frozen=True):
    """An order's subtotal and tax, and the unit price of each line item in cents."""

    subtotal_cents: int
    tax_cents: int
    unit_prices: list[int]


class PriorRefund(Struct, frozen=True):
    """An earlier refund of line items. `quantities` is keyed by the index of the line item."""

    quantities: dict[int, int]
    amount_cents: int


def compute_refund_cents(paid: PaidOrder, chosen: Quantities, earlier: Iterable[PriorRefund]) -> int:
    """The amount of a refund of these quantities (by line index) in cents, tax included."""
    wanted_cents, refunded_cents, tax_refunded = _price(paid, chosen), 0, 0
    for refund in earlier:
        price = _price(paid, refund.quantities)
        refunded_cents += price
        tax_refunded += refund.amount_cents - price
    return wanted_cents + max(0, _tax_on(paid, refunded_cents + wanted_cents) - tax_refunded)


def _price(paid: PaidOrder, quantities: Quantities) -> int:
    return sum(paid.unit_prices[index] * quantity for index, quantity in quantities.items())


def _tax_on(paid: PaidOrder, cents: int) -> int:
    """The tax on so many cents of the order's subtotal, rounded half up."""
    if paid.subtotal_cents == 0:
        return 0
    return (2 * paid.tax_cents * cents + paid.subtotal_cents) // (2 * paid.subtotal_cents)
