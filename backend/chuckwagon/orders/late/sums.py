"""Whether the sums of a late order add up among themselves. Pure rules, in cents; rates in units.

What was charged is kept, so a price or a tax that the menu does not have is no reason to refuse. Sums that contradict
each other are: it is unclear what was taken.
"""

from collections.abc import Sequence

from msgspec import Struct

from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.sentences import Sentence

SUM_DIFFERS = Sentence("This does not add up.", "sum_differs")
MAX_RATES = 2  # a place has a standard and a reduced rate


class LateOption(Struct, frozen=True):
    """A chosen option as it was charged."""

    option_id: str
    group_name: str
    name: str
    additional_price_cents: int
    quantity: int = 1


class LateLine(Struct, frozen=True):
    """A line item as it was charged; `unit_price_cents` includes the options."""

    menu_item_id: str
    name: str
    quantity: int
    unit_price_cents: int
    options: tuple[LateOption, ...]
    special_instructions: str | None


class LateTax(Struct, frozen=True):
    """The amount at one rate without tax, and the tax on it."""

    rate_units: int
    taxable_cents: int
    tax_cents: int


class LateSums(Struct, frozen=True):
    """What was charged in all. `taxes` are without those of which nothing was sold, higher rates first."""

    subtotal_cents: int
    taxes: tuple[LateTax, ...]
    tip_cents: int
    total_cents: int
    prices_include_tax: bool

    @property
    def tax_cents(self) -> int:
        """The tax at all rates."""
        return sum(tax.tax_cents for tax in self.taxes)

    @property
    def exempt_cents(self) -> int:
        """The part of the subtotal that is not taxed."""
        taxable = sum(tax.taxable_cents for tax in self.taxes)
        return self.subtotal_cents - taxable - (self.tax_cents if self.prices_include_tax else 0)


class OrderSumsDiffer(Conflict):
    """Lines, subtotal, taxes and total contradict each other; `fields` names what does not fit."""

    code = "order_sums_differ"
    sentence = "The sums of this order do not add up. Enter it as a sale of now, or discard it."


def check_sums(
    lines: Sequence[LateLine],
    subtotal_cents: int,
    taxes: Sequence[LateTax],
    tip_cents: int,
    total_cents: int,
    *,
    prices_include_tax: bool | None,
) -> LateSums:
    """The sums of a late order. Whether prices include tax is found from the total where it is not said.

    Raises OrderSumsDiffer.
    """
    tax, excluded = sum(one.tax_cents for one in taxes), subtotal_cents + tip_cents
    if prices_include_tax is None:
        prices_include_tax = total_cents == excluded != excluded + tax
    present = tuple(sorted((one for one in taxes if one.taxable_cents or one.tax_cents), key=lambda t: -t.rate_units))
    sums = LateSums(subtotal_cents, present, tip_cents, total_cents, prices_include_tax)
    problems = {
        f"lines.{index}.options": sum(option.additional_price_cents for option in line.options) > line.unit_price_cents
        for index, line in enumerate(lines)
    } | {
        "subtotal": subtotal_cents != sum(line.unit_price_cents * line.quantity for line in lines),
        "taxes": _contradicts(sums),
        "total": total_cents != excluded + (0 if prices_include_tax else tax),
    }
    wrong = {path: SUM_DIFFERS for path, is_wrong in problems.items() if is_wrong}
    if wrong:
        raise OrderSumsDiffer(fields=wrong)
    return sums


def _contradicts(sums: LateSums) -> bool:
    """Whether the taxes cannot be those of the subtotal: of rates, too much, or more than was sold."""
    rates = [tax.rate_units for tax in sums.taxes]
    is_odd = any(tax.tax_cents > tax.taxable_cents for tax in sums.taxes)
    return len(set(rates)) < len(rates) or len(rates) > MAX_RATES or is_odd or sums.exempt_cents < 0
