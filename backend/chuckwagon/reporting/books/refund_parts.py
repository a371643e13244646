"""What a refund gives back: the price and the tax at each rate, what is not taxed, and the tip.

- A refund of items has the price of the items, less their discount, and the tax at their own rate.
- A refund of an amount has tax in proportion to the order without its tip, half up, divided among the rates by largest
  remainder, higher rates first; the tip comes last.

Both are cumulative: a part is what is given back up to now, less what earlier refunds have given back. So the parts of
a refund are its amount, and a full refund gives back the whole tax.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from chuckwagon.kit.money import divide_cents
from chuckwagon.orders.purchase import list_tax_parts


class NetAndTax(NamedTuple):
    """What an order or a refund has at one rate, in cents: the price without tax, and the tax on it."""

    net: int
    tax: int


class PaidParts(Struct, frozen=True):
    """Where the total of an order, or the amount of a refund, belongs, in cents. `rates` is keyed by rate in units."""

    rates: Mapping[int, NetAndTax]
    exempt: int
    tip: int
    prices_include_tax: bool = False

    @property
    def tax(self) -> int:
        return sum(part.tax for part in self.rates.values())

    @property
    def net(self) -> int:
        """The price without tax, taxed or not."""
        return self.exempt + sum(part.net for part in self.rates.values())

    @property
    def total(self) -> int:
        return self.net + self.tax + self.tip


class SoldLine(NamedTuple):
    """A line item: the shown price of one piece in cents, how many, and its rate in units (None: not taxed)."""

    unit_cents: int
    quantity: int
    rate: int | None


class GivenBack(NamedTuple):
    """A refund: its amount in cents, and the pieces by the index of the line item; empty for an amount."""

    cents: int
    pieces: Mapping[int, int]


def paid_parts(order: Any) -> PaidParts:
    """Where the total of an order belongs."""
    rates = {part.rate_units: NetAndTax(part.taxable_cents, part.tax_cents) for part in list_tax_parts(order)}
    return PaidParts(rates, order.exempt_cents, order.tip_cents, order.prices_include_tax)


def split_refunds(paid: PaidParts, lines: Sequence[SoldLine], refunds: Iterable[GivenBack]) -> list[PaidParts]:
    """The parts of each refund of an order, in the order in which they were made."""
    state = _Returned(paid, lines)
    return [state.add(refund) for refund in refunds]


class _Returned:
    """What is left of an order, part by part. `None` is the key of what is not taxed."""

    def __init__(self, paid: PaidParts, lines: Sequence[SoldLine]) -> None:
        self._keys: list[int | None] = [*sorted(paid.rates, reverse=True), None]
        self._paid_net = {key: paid.rates[key].net if key is not None else paid.exempt for key in self._keys}
        self._paid_tax = {key: paid.rates[key].tax if key is not None else 0 for key in self._keys}
        self._left_net, self._left_tax, self._left_tip = dict(self._paid_net), dict(self._paid_tax), paid.tip
        # What is open to refunds of an amount: the order, less what refunds of items have given back.
        self._open_net, self._open_tax, self._by_amount = dict(self._paid_net), dict(self._paid_tax), 0
        self._lines, self._includes_tax = lines, paid.prices_include_tax
        self._gross = {key: sum(line.unit_cents * line.quantity for line in lines if line.rate == key)
                       for key in self._keys}  # fmt: skip
        self._gross_back = dict.fromkeys(self._keys, 0)

    def add(self, refund: GivenBack) -> PaidParts:
        before = dict(self._left_net), dict(self._left_tax), self._left_tip
        rest = refund.cents
        if refund.pieces:
            rest -= self._take_items(refund.pieces, rest)
        if rest > 0:
            self._take_amount(rest)
        net = {key: before[0][key] - self._left_net[key] for key in self._keys}
        tax = {key: before[1][key] - self._left_tax[key] for key in self._keys}
        rates = {key: NetAndTax(net[key], tax[key]) for key in self._keys if key is not None}
        return PaidParts(rates, net[None], before[2] - self._left_tip)

    def _take_items(self, pieces: Mapping[int, int], limit: int) -> int:
        """Take the price and the tax of the pieces, at most `limit` and what is left; returns how much it was."""
        for index, count in pieces.items():
            if index < len(self._lines):
                line = self._lines[index]
                self._gross_back[line.rate] = self._gross_back.get(line.rate, 0) + line.unit_cents * count
        taken = 0
        for key in self._keys:
            gross, gross_back, tax = self._gross[key], self._gross_back[key], self._paid_tax[key]
            inner_tax = tax if self._includes_tax else 0
            discount = gross - self._paid_net[key] - inner_tax
            tax_back = _share(tax, gross_back, gross)
            net_back = gross_back - _share(discount, gross_back, gross) - (tax_back if self._includes_tax else 0)
            for back, paid, left, still_open in (
                (tax_back, self._paid_tax, self._left_tax, self._open_tax),
                (net_back, self._paid_net, self._left_net, self._open_net),
            ):
                cents = max(0, min(back - (paid[key] - still_open[key]), left[key], limit - taken))
                left[key] -= cents
                still_open[key] -= cents
                taken += cents
        return taken

    def _take_amount(self, cents: int) -> None:
        base = sum(self._open_net.values()) + sum(self._open_tax.values())
        left = sum(self._left_net.values()) + sum(self._left_tax.values())
        of_order = min(cents, left)
        self._left_tip -= cents - of_order
        self._by_amount += of_order
        is_all = of_order == left
        taxes = sum(self._open_tax.values())
        tax_back = taxes if is_all else _share(taxes, self._by_amount, base)
        tax_target = divide_cents(tax_back, [self._open_tax[key] for key in self._keys])
        net_target = divide_cents(self._by_amount - tax_back, [self._open_net[key] for key in self._keys])
        cells = [
            (kept, key, 0 if is_all else still_open[key] - target[index])
            for kept, still_open, target in (
                (self._left_tax, self._open_tax, tax_target),
                (self._left_net, self._open_net, net_target),
            )
            for index, key in enumerate(self._keys)
        ]
        # What is given back stays so: where the target is below it, the other parts give less now.
        taken = [max(0, kept[key] - aim) for kept, key, aim in cells]
        excess = divide_cents(sum(taken) - of_order, taken)
        for (kept, key, _aim), cents, too_much in zip(cells, taken, excess, strict=True):
            kept[key] -= cents - too_much


def _share(amount: int, part: int, whole: int) -> int:
    """The part of the amount that belongs to `part` of `whole`, half up; all of it for the whole."""
    return (2 * amount * part + whole) // (2 * whole) if whole else 0
