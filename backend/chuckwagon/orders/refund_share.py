"""What pieces of an order were paid for, tax included, to the cent.

Tax was rounded once, on the whole order. So each refund of lines gets the tax that is due on all pieces
given back so far, less what the refunds before have taken: the cents always add up, and the last one takes
the rest.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

Quantities = Mapping[int, int]


class Paid(Struct, frozen=True):
    """An order in cents: its subtotal, its tax, and the price of one piece of each line."""

    subtotal_cents: int
    tax_cents: int
    unit_prices: list[int]


class Back(Struct, frozen=True):
    """A refund of lines that was asked for before: pieces by line, and its amount in cents."""

    quantities: dict[int, int]
    amount_cents: int


def share_cents(paid: Paid, chosen: Quantities, earlier: Iterable[Back]) -> int:
    """What the chosen pieces come to after the refunds of lines before them."""
    wanted, before, tax_taken = _price(paid, chosen), 0, 0
    for back in earlier:
        price = _price(paid, back.quantities)
        before += price
        tax_taken += back.amount_cents - price
    return wanted + max(0, _tax_on(paid, before + wanted) - tax_taken)


def _price(paid: Paid, quantities: Quantities) -> int:
    return sum(paid.unit_prices[index] * quantity for index, quantity in quantities.items())


def _tax_on(paid: Paid, cents: int) -> int:
    """The order's tax in proportion, half up."""
    if paid.subtotal_cents == 0:
        return 0
    return (2 * paid.tax_cents * cents + paid.subtotal_cents) // (2 * paid.subtotal_cents)
