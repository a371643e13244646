"""Counts the pieces that refunds return, and allocates an order's price, discount and tax to them.

Tax and discount were rounded once, on the whole order. So a refund includes the tax on everything refunded up to
now, minus the tax in earlier refunds, and lacks the discount in the same way. The cents always add up, and the last
refund gets the rest.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

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


class PaidOrder(Struct, frozen=True):
    """An order's subtotal, tax and discount, and the unit price of each line item in cents."""

    subtotal_cents: int
    tax_cents: int
    unit_prices: list[int]
    discount_cents: int = 0


class PriorRefund(Struct, frozen=True):
    """An earlier refund of line items. `quantities` is keyed by the index of the line item."""

    quantities: dict[int, int]
    amount_cents: int


def compute_refund_cents(paid: PaidOrder, chosen: Quantities, earlier: Iterable[PriorRefund]) -> int:
    """The amount of a refund of these quantities (by line index) in cents: what was paid for them, tax included."""
    before_cents, returned_cents = 0, 0
    for refund in earlier:
        before_cents += _price(paid, refund.quantities)
        returned_cents += refund.amount_cents
    after_cents = before_cents + _price(paid, chosen)
    return max(0, _get_paid(paid, after_cents) - returned_cents)


def _price(paid: PaidOrder, quantities: Quantities) -> int:
    return sum(paid.unit_prices[index] * quantity for index, quantity in quantities.items())


def _get_paid(paid: PaidOrder, cents: int) -> int:
    """What was paid for so many cents of the order's subtotal: less their share of the discount, and with their tax."""
    return cents - _share(paid, paid.discount_cents, cents) + _share(paid, paid.tax_cents, cents)


def _share(paid: PaidOrder, amount_cents: int, cents: int) -> int:
    """The share of the tax or of the discount in so many cents of the order's subtotal, rounded half up."""
    if paid.subtotal_cents == 0:
        return 0
    return (2 * amount_cents * cents + paid.subtotal_cents) // (2 * paid.subtotal_cents)
