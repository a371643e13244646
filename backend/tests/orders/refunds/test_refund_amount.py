"""Refunds of line items add up to the amount paid, to the cent, in any combination of quantities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.orders.refunds.refund_amount import PaidOrder, PriorRefund, compute_refund_cents


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


@st.composite
def orders(draw):
    lines = draw(st.lists(st.tuples(st.integers(0, 5000), st.integers(1, 5)), min_size=1, max_size=5))
    prices = [price for price, _ in lines]
    subtotal = sum(price * quantity for price, quantity in lines)
    paid = PaidOrder(subtotal, compute_tax_cents(subtotal, draw(st.integers(0, 200_000))), prices)
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
        assert amount >= sum(paid.unit_prices[index] * count for index, count in chosen.items())
        earlier.append(PriorRefund(chosen, amount))
    assert sum(refund.amount_cents for refund in earlier) == paid.subtotal_cents + paid.tax_cents


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
    assert total == paid.subtotal_cents + paid.tax_cents
