"""Taxes by rate: of a cart, of its order, and of items that go back.

Carts agree with the table of cases that the front end's tests use too.
"""

import json
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import TAX_CLASSES, to_rate_units
from chuckwagon.orders.placement.pricing import sum_lines
from chuckwagon.orders.purchase import TaxPart, list_tax_parts
from chuckwagon.orders.refund_amount import compute_refund_cents, read_taxed_order

CASES = json.loads((Path(__file__).parents[1] / "data" / "money_cases.json").read_text())["taxes"]


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


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_cart_agrees_with_the_shared_table(case):
    totals = total_of(case)
    assert (totals.subtotal_cents, totals.tax_cents, totals.exempt_cents, totals.total_cents) == (
        case["subtotalCents"],
        case["taxCents"],
        case["exemptCents"],
        case["totalCents"],
    )
    parts = list_tax_parts(as_order(totals, to_rate_units(case["taxRate"]), []))
    assert parts == [TaxPart(to_rate_units(one["rate"]), one["taxableCents"], one["taxCents"]) for one in case["taxes"]]


def total_of(case):
    return sum_lines(
        [line["cents"] for line in case["lines"]],
        to_rate_units(case["taxRate"]),
        case["tipCents"],
        case["discountCents"],
        classes=[line["taxClass"] for line in case["lines"]],
        reduced_rate_units=None if case["reducedTaxRate"] is None else to_rate_units(case["reducedTaxRate"]),
        prices_include_tax=case["pricesIncludeTax"],
    )


def as_order(totals, rate, lines):
    made = [
        SimpleNamespace(unit_price_cents=price, total_cents=price * quantity, tax_class=tax_class)
        for price, quantity, tax_class in lines
    ]
    return SimpleNamespace(**msgspec.structs.asdict(totals), tax_rate_units=rate, lines=made)


LINES = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(1, 3), st.sampled_from(TAX_CLASSES)), min_size=1, max_size=5
)
RATES = st.integers(0, 200_000)


@st.composite
def sold(draw):
    """An order of random lines, and the lines."""
    lines = draw(LINES)
    totals = [price * quantity for price, quantity, _ in lines]
    rate, reduced = draw(RATES), draw(st.none() | RATES)
    paid = sum_lines(
        totals,
        rate,
        draw(st.integers(0, 2000)),
        draw(st.integers(0, sum(totals))),
        classes=[tax_class for _, _, tax_class in lines],
        reduced_rate_units=reduced,
        prices_include_tax=draw(st.booleans()),
    )
    return as_order(paid, rate, lines), lines


@given(sold())
def test_the_parts_of_any_cart_are_its_total(order_and_lines):
    order, _lines = order_and_lines
    parts = list_tax_parts(order)
    net = sum(part.taxable_cents for part in parts) + order.exempt_cents
    tax = sum(part.tax_cents for part in parts)
    assert (net + tax + order.tip_cents, tax) == (order.total_cents, order.tax_cents)
    assert all(part.taxable_cents > 0 <= part.tax_cents for part in parts)
    taxed = read_taxed_order(order)
    assert sum(part.net_cents + part.tax_cents for part in taxed.parts) == order.total_cents - order.tip_cents
    assert sum(part.price_cents - part.discount_cents for part in taxed.parts) == (
        order.subtotal_cents - order.discount_cents
    )


MIXED = [(900, 1, "standard"), (300, 1, "reduced"), (250, 1, "exempt")]


def mixed(*, discount=0, tip=0, includes=False):
    totals = sum_lines(
        [900, 300, 250], 87_500, tip, discount, classes=[line[2] for line in MIXED], reduced_rate_units=20_000,
        prices_include_tax=includes,
    )  # fmt: skip
    return read_taxed_order(as_order(totals, 87_500, MIXED))


@pytest.mark.parametrize(("chosen", "amount"), [({0: 1}, 979), ({1: 1}, 306), ({2: 1}, 250), ({0: 1, 2: 1}, 1229)])
def test_items_go_back_with_the_tax_of_their_own_rate(chosen, amount):
    assert compute_refund_cents(mixed(tip=200).to_paid_order(), chosen, []) == amount


def test_items_at_prices_with_tax_go_back_at_their_price():
    assert compute_refund_cents(mixed(includes=True).to_paid_order(), {0: 1}, []) == 900
