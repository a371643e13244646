"""Counts the pieces that refunds return, and allocates an order's price, discount and tax to them.

Tax was rounded once for each rate, and the discount once, on the whole order. So a refund includes the tax on
everything refunded up to now, minus the tax in earlier refunds, and lacks the discount in the same way. The cents
always add up, and the last refund gets the rest.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
