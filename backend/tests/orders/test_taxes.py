"""Taxes by rate: of a cart, of its order, and of what refunds give back.

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
from chuckwagon.orders.refund_amount import PriorRefund, compute_refund_cents
from chuckwagon.orders.refund_taxes import RefundOfOrder, read_taxed_order, split_refunds

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
    assert taxed.goods_cents == order.total_cents - order.tip_cents
    assert sum(part.price_cents - part.discount_cents for part in taxed.parts) == (
        order.subtotal_cents - order.discount_cents
    )


@given(sold(), st.data())
def test_refunds_of_any_kind_add_up_and_the_whole_order_returns_its_whole_tax(order_and_lines, data):
    order, lines = order_and_lines
    taxed = read_taxed_order(order)
    left, pieces, refunds = order.total_cents, [quantity for _, quantity, _ in lines], []
    while left and len(refunds) < 5:
        amount, quantities = data.draw(st.integers(1, left)), None
        if data.draw(st.booleans()):
            quantities = {index: data.draw(st.integers(0, count)) for index, count in enumerate(pieces) if count}
            prior = [PriorRefund(one.quantities, one.amount_cents) for one in refunds if one.quantities]
            amount = min(left, compute_refund_cents(taxed.to_paid_order(), quantities, prior)) or left
            pieces = [count - quantities.get(index, 0) for index, count in enumerate(pieces)]
        refunds.append(RefundOfOrder(amount, quantities))
        left -= amount
    refunds.append(RefundOfOrder(left)) if left else None
    found = split_refunds(taxed, refunds)
    for refund, part in zip(refunds, found, strict=True):
        assert sum(part.net_cents) + sum(part.tax_cents) + part.tip_cents == refund.amount_cents
        assert min(*part.net_cents, *part.tax_cents, part.tip_cents) >= 0
    for index, part in enumerate(taxed.parts):
        assert sum(one.net_cents[index] for one in found) == part.net_cents
        assert sum(one.tax_cents[index] for one in found) == part.tax_cents
    assert sum(one.tip_cents for one in found) == order.tip_cents


MIXED = [(900, 1, "standard"), (300, 1, "reduced"), (250, 1, "exempt")]


def mixed(*, discount=0, tip=0, includes=False):
    totals = sum_lines(
        [900, 300, 250], 87_500, tip, discount, classes=[line[2] for line in MIXED], reduced_rate_units=20_000,
        prices_include_tax=includes,
    )  # fmt: skip
    return read_taxed_order(as_order(totals, 87_500, MIXED))


@pytest.mark.parametrize(
    ("chosen", "amount", "net", "tax"),
    [
        ({0: 1}, 979, [900, 0, 0], [79, 0, 0]),
        ({1: 1}, 306, [0, 300, 0], [0, 6, 0]),
        ({2: 1}, 250, [0, 0, 250], [0, 0, 0]),
        ({0: 1, 2: 1}, 1229, [900, 0, 250], [79, 0, 0]),
    ],
)
def test_items_go_back_with_the_tax_of_their_own_rate(chosen, amount, net, tax):
    order = mixed(tip=200)
    assert compute_refund_cents(order.to_paid_order(), chosen, []) == amount
    [part] = split_refunds(order, [RefundOfOrder(amount, chosen)])
    assert (part.net_cents, part.tax_cents, part.tip_cents) == (net, tax, 0)


def test_items_at_prices_with_tax_go_back_at_their_price():
    order = mixed(includes=True)
    assert compute_refund_cents(order.to_paid_order(), {0: 1}, []) == 900
    [part] = split_refunds(order, [RefundOfOrder(900, {0: 1})])
    assert (part.net_cents, part.tax_cents) == ([828, 0, 0], [72, 0, 0])


def test_an_amount_takes_tax_in_proportion_and_the_tip_last():
    order = mixed(tip=200)  # 15.35 without the tip, 85 cents of it tax: 79 and 6
    first, second, third = split_refunds(order, [RefundOfOrder(500), RefundOfOrder(1100), RefundOfOrder(135)])
    assert (first.tax_cents, sum(first.net_cents), first.tip_cents) == ([26, 2, 0], 472, 0)
    assert (second.tax_cents, second.tip_cents) == ([53, 4, 0], 65)
    assert (third.tax_cents, third.net_cents, third.tip_cents) == ([0, 0, 0], [0, 0, 0], 135)
