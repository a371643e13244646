"""Money: tax agrees with the table of cases that the front end's tests use too."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit import money

CASES = json.loads((Path(__file__).parents[1] / "data" / "money_cases.json").read_text())


def test_tax_agrees_with_the_shared_table():
    for case in CASES["tax"]:
        tax = money.compute_tax_cents(case["subtotalCents"], money.to_rate_units(case["taxRate"]))
        assert tax == case["taxCents"], case


def test_tax_at_the_default_rate_is_half_up_for_every_subtotal_to_a_thousand_dollars():
    units = money.to_rate_units(8.75)
    for cents in range(1, 100_001):
        assert money.compute_tax_cents(cents, units) == (cents * 875 + 5000) // 10000


def test_tips_agree_with_the_shared_table():
    for case in CASES["tip"]:
        assert money.compute_percent_cents(case["subtotalCents"], case["percent"]) == case["tipCents"], case


def test_options_agree_with_the_shared_table():
    for case in CASES["options"]:
        chosen = [(one["cents"], one["quantity"]) for one in case["options"]]
        charged = money.charge_options(chosen, case["freeCount"])
        assert charged == case["chargedCents"], case
        free = [money.count_free_pieces(*one, cents) for one, cents in zip(chosen, charged, strict=True)]
        assert [(quantity - count) * cents for (cents, quantity), count in zip(chosen, free, strict=True)] == charged


def test_no_piece_is_called_free_that_was_charged_something_else():
    assert [money.count_free_pieces(100, 2, charged) for charged in (200, 100, 0, 150, 300, -100)] == [0, 1, 2, 0, 0, 0]
    assert money.count_free_pieces(0, 2, 0) == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), max_size=6), st.integers(0, 12))
def test_the_free_pieces_are_the_cheapest_that_could_be(chosen, free_count):
    pieces = sorted(cents for cents, quantity in chosen for _ in range(quantity))
    assert sum(money.charge_options(chosen, free_count)) == sum(pieces[free_count:])


@given(st.integers(0, 250_000), st.integers(1, 100))
def test_a_percentage_is_the_nearest_cent_and_a_tie_goes_up(cents, percent):
    error = money.compute_percent_cents(cents, percent) - Fraction(cents * percent, 100)
    assert Fraction(-1, 2) < error <= Fraction(1, 2)


@given(st.integers(0, 250_000), st.integers(0, 2000))
def test_tax_is_the_nearest_cent_and_a_tie_goes_up(cents, hundredths):
    exact = Fraction(cents * hundredths, 10_000)
    tax = money.compute_tax_cents(cents, money.to_rate_units(hundredths / 100))
    assert Fraction(-1, 2) < tax - exact <= Fraction(1, 2)


@given(st.integers(-1_000_000, 1_000_000_00))
def test_cents_survive_the_way_through_dollars(cents):
    assert money.to_cents(money.to_dollars(cents)) == cents
    assert len(str(money.to_dollars(cents)).partition(".")[2]) <= 2


@pytest.mark.parametrize(("cents", "text"), [(0, "$0.00"), (5, "$0.05"), (123456, "$1234.56"), (-250, "-$2.50")])
def test_amounts_read_as_dollars_with_two_decimals(cents, text):
    assert money.format_usd(cents) == text
