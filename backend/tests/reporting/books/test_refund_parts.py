"""The tax part of refunds: the parts add up to the cent, and a full refund gives back the whole tax."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import compute_tax_cents, divide_cents
from chuckwagon.reporting.books.refund_facts import GivenBack, NetAndTax, PaidParts, SoldLine, split_refunds

HIGH, LOW = 87_500, 20_000
ORDER = PaidParts({HIGH: NetAndTax(2000, 175), LOW: NetAndTax(500, 10)}, exempt=300, tip=400)
LINES = [SoldLine(1000, 2, HIGH), SoldLine(500, 1, LOW), SoldLine(300, 1, None)]


def parts(order, *refunds, lines=LINES):
    found = split_refunds(order, lines, [GivenBack(cents, pieces) for cents, pieces in refunds])
    return [(*(tuple(one.rates[rate]) for rate in (HIGH, LOW)), one.exempt, one.tip) for one in found]


@pytest.mark.parametrize(
    ("refunds", "given_back"),
    [
        ([(3385, {})], [((2000, 175), (500, 10), 300, 400)]),
        ([(2985, {})], [((2000, 175), (500, 10), 300, 0)]),
        ([(3085, {})], [((2000, 175), (500, 10), 300, 100)]),
        ([(1088, {0: 1})], [((1000, 88), (0, 0), 0, 0)]),
        ([(1088, {0: 1}), (1087, {0: 1})], [((1000, 88), (0, 0), 0, 0), ((1000, 87), (0, 0), 0, 0)]),
        ([(510, {1: 1}), (300, {2: 1})], [((0, 0), (500, 10), 0, 0), ((0, 0), (0, 0), 300, 0)]),
        # 300 of 2985 have 18.59 cents of tax, of which 17.58 are of the higher rate.
        ([(300, {})], [((201, 18), (50, 1), 30, 0)]),
        ([(510, {1: 1}), (2475, {})], [((0, 0), (500, 10), 0, 0), ((2000, 175), (0, 0), 300, 0)]),
        ([(3385, {0: 2, 1: 1, 2: 1})], [((2000, 175), (500, 10), 300, 400)]),
    ],
)
def test_items_have_their_own_rate_and_amounts_a_share_of_each(refunds, given_back):
    assert parts(ORDER, *refunds) == given_back


def test_the_tax_of_an_order_at_one_rate_is_cumulative():
    order = PaidParts({HIGH: NetAndTax(900, 79)}, exempt=0, tip=0)
    found = split_refunds(order, [SoldLine(450, 2, HIGH)], [GivenBack(326, {})] * 3 + [GivenBack(1, {})])
    assert [one.tax for one in found] == [26, 27, 26, 0]


def test_prices_with_tax_give_back_the_tax_in_them():
    order = PaidParts({HIGH: NetAndTax(920, 80)}, exempt=0, tip=0, prices_include_tax=True)
    found = split_refunds(order, [SoldLine(500, 2, HIGH)], [GivenBack(500, {0: 1}), GivenBack(500, {0: 1})])
    assert [tuple(one.rates[HIGH]) for one in found] == [(460, 40), (460, 40)]


@st.composite
def orders(draw):
    lines = draw(st.lists(st.builds(SoldLine, st.integers(0, 3000), st.integers(1, 5),
                                    st.sampled_from([HIGH, LOW, None])), min_size=1, max_size=6))  # fmt: skip
    gross = {rate: sum(line.unit_cents * line.quantity for line in lines if line.rate == rate) for rate in (HIGH, LOW)}
    off = {rate: draw(st.integers(0, cents)) for rate, cents in gross.items()}
    net = {rate: cents - off[rate] for rate, cents in gross.items()}
    rates = {rate: NetAndTax(cents, compute_tax_cents(cents, rate)) for rate, cents in net.items() if cents}
    exempt = sum(line.unit_cents * line.quantity for line in lines if line.rate is None)
    return PaidParts(rates, exempt, draw(st.integers(0, 1000))), lines


@given(orders(), st.data())
def test_random_refunds_add_up_to_their_amounts_and_to_the_order(order, data):
    paid, lines = order
    left, pieces_left, refunds = paid.total, {index: line.quantity for index, line in enumerate(lines)}, []
    while left and len(refunds) < 6:
        pieces = {}
        if data.draw(st.booleans()):
            index = data.draw(st.sampled_from(sorted(pieces_left)))
            pieces = {index: data.draw(st.integers(0, pieces_left[index]))}
            pieces_left[index] -= pieces[index]
        cents = data.draw(st.integers(1, left)) if len(refunds) < 5 else left
        left -= cents
        refunds.append(GivenBack(cents, pieces))
    found = split_refunds(paid, lines, refunds)
    assert [one.total for one in found] == [refund.cents for refund in refunds]
    assert all(min(one.exempt, one.tip, *(min(part) for part in one.rates.values()), 0) == 0 for one in found)
    if left == 0:
        for rate, part in paid.rates.items():
            assert sum(one.rates[rate].tax for one in found) == part.tax
            assert sum(one.rates[rate].net for one in found) == part.net
        assert sum(one.exempt for one in found) == paid.exempt
        assert sum(one.tip for one in found) == paid.tip


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=5), st.integers(0, 10**6))
def test_an_amount_is_divided_to_the_cent(weights, cents):
    shares = divide_cents(cents, weights)
    assert sum(shares) == (cents if sum(weights) else 0)
    assert all(abs(share * sum(weights) - cents * weight) < max(1, sum(weights)) for share, weight in
               zip(shares, weights, strict=True))  # fmt: skip
