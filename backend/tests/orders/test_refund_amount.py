"""Refunds of line items add up to the amount paid, to the cent, in any combination of quantities.

The amounts agree with the table of cases that the front end's tests use too.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.orders.refund_amount import PaidOrder, PriorRefund, compute_refund_cents

CASES = json.loads((Path(__file__).parents[1] / "data" / "money_cases.json").read_text())["refund"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refunds_agree_with_the_shared_table(case):
    paid = PaidOrder(case["subtotalCents"], case["taxCents"], case["unitPrices"], case["discountCents"])
    earlier = [PriorRefund(by_index(one["quantities"]), one["amountCents"]) for one in case["earlier"]]
    assert compute_refund_cents(paid, by_index(case["chosen"]), earlier) == case["refundCents"]


def by_index(quantities):
    return dict(enumerate(quantities))


@pytest.mark.parametrize(
    ("prices", "tax", "chosen", "expected"),
    [
        ([1000], 88, {0: 1}, 1088),
        ([1000, 500], 131, {1: 1}, 544),  # a third of 1.31 is 43.67 cents
        ([333, 333, 334], 88, {0: 1}, 362),
        ([100], 0, {0: 1}, 100),
        ([0, 100], 9, {0: 1}, 0),
    ],
)
def test_a_line_comes_with_its_tax(prices, tax, chosen, expected):
    assert compute_refund_cents(PaidOrder(sum(prices), tax, prices), chosen, []) == expected


def test_a_line_comes_without_its_share_of_the_discount():
    """Ten and five dollars less $1.50: $1.00 and 50 cents of it, and the tax on the rest."""
    paid = PaidOrder(1500, 118, [1000, 500], 150)
    first = compute_refund_cents(paid, {0: 1}, [])
    second = compute_refund_cents(paid, {1: 1}, [PriorRefund({0: 1}, first)])
    assert (first, second) == (979, 489)
    assert first + second == sum_paid(paid)


def sum_paid(paid):
    return paid.subtotal_cents - paid.discount_cents + paid.tax_cents


@st.composite
def orders(draw):
    lines = draw(st.lists(st.tuples(st.integers(0, 5000), st.integers(1, 5)), min_size=1, max_size=5))
    prices = [price for price, _ in lines]
    subtotal = sum(price * quantity for price, quantity in lines)
    discount = draw(st.one_of(st.just(0), st.integers(0, subtotal)))
    paid = PaidOrder(subtotal, compute_tax_cents(subtotal - discount, draw(st.integers(0, 200_000))), prices, discount)
    pieces = [index for index, (_, quantity) in enumerate(lines) for _ in range(quantity)]
    return paid, draw(st.permutations(pieces)), draw(st.integers(1, 4))


@given(orders())
def test_all_pieces_together_are_what_was_paid(order):
    paid, pieces, at_once = order
    earlier: list[PriorRefund] = []
    while pieces:
        chosen: dict[int, int] = {}
        for index in pieces[:at_once]:
            chosen[index] = chosen.get(index, 0) + 1
        pieces = pieces[at_once:]
        amount = compute_refund_cents(paid, chosen, earlier)
        price = sum(paid.unit_prices[index] * count for index, count in chosen.items())
        assert amount >= (price if paid.discount_cents == 0 else 0)
        earlier.append(PriorRefund(chosen, amount))
    assert sum(refund.amount_cents for refund in earlier) == sum_paid(paid)


@given(orders(), st.data())
def test_a_refund_that_failed_leaves_its_cents_to_the_others(order, data):
    """When one refund fails, the others and its second try still add up."""
    paid, pieces, _ = order
    refunds: list[PriorRefund] = []
    for index in pieces:
        refunds.append(PriorRefund({index: 1}, compute_refund_cents(paid, {index: 1}, refunds)))
    failed = data.draw(st.sampled_from(refunds))
    effective = [refund for refund in refunds if refund is not failed]
    again = compute_refund_cents(paid, failed.quantities, effective)
    total = sum(refund.amount_cents for refund in effective) + again
    assert total == sum_paid(paid)
