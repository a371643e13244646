"""Taxes of an order by rate: the parts, and the JSON that shows them."""

from types import SimpleNamespace

import pytest

from chuckwagon.orders.purchase import TaxPart, list_tax_parts


def bought(subtotal, tax, **more):
    """The columns of an order at 8.75%, of one class and without tax in its prices unless `more` says otherwise."""
    columns = {
        "discount_cents": 0,
        "exempt_cents": 0,
        "reduced_tax_rate_units": None,
        "reduced_taxable_cents": 0,
        "reduced_tax_cents": 0,
        "prices_include_tax": False,
    }
    return SimpleNamespace(tax_rate_units=87_500, subtotal_cents=subtotal, tax_cents=tax, **columns | more)


REDUCED = {"reduced_tax_rate_units": 20_000, "reduced_taxable_cents": 300, "reduced_tax_cents": 6}


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        (bought(1000, 88), [(87_500, 1000, 88)]),
        (bought(1000, 79, discount_cents=100), [(87_500, 900, 79)]),
        (bought(1000, 0, discount_cents=1000), []),
        (bought(1000, 0, exempt_cents=1000), []),
        (bought(1000, 59, exempt_cents=100, **REDUCED), [(87_500, 600, 53), (20_000, 300, 6)]),
        (bought(300, 6, **REDUCED), [(20_000, 300, 6)]),
        (bought(1000, 6, exempt_cents=700, **REDUCED | {"reduced_tax_rate_units": 90_000}), [(90_000, 300, 6)]),
        (bought(1000, 80, prices_include_tax=True), [(87_500, 920, 80)]),
        (bought(1306, 59, exempt_cents=100, prices_include_tax=True, **REDUCED), [(87_500, 847, 53), (20_000, 300, 6)]),
    ],
)
def test_the_parts_of_an_order_are_its_rates_the_highest_first(order, parts):
    assert list_tax_parts(order) == [TaxPart(*part) for part in parts]
