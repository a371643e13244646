"""The discount of an offer agrees with the table of cases that the front end's tests use too."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import to_rate_units
from chuckwagon.offers import errors
from chuckwagon.offers.discounts import OfferTerms, check_terms, compute_discount_cents, is_code, normalize_code
from chuckwagon.orders.placement.pricing import sum_lines

CASES = json.loads((Path(__file__).parents[1] / "data" / "money_cases.json").read_text())["discount"]
NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
TERMS = OfferTerms(
    id="", code="TACO10", percent=10, amount_cents=None, min_subtotal_cents=0, starts_at=None, ends_at=None,
    max_uses=None, once_per_phone=False, is_paused=False, ended_at=None, version=1,
)  # fmt: skip


def change(**fields):
    return msgspec.structs.replace(TERMS, **fields)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_discount_and_tax_agree_with_the_shared_table(case):
    terms = change(percent=case["percent"], amount_cents=case["amountCents"])
    discount = compute_discount_cents(terms, case["subtotalCents"])
    totals = sum_lines([case["subtotalCents"]], to_rate_units(case["taxRate"]), 0, discount)
    assert (discount, totals.tax_cents) == (case["discountCents"], case["taxCents"])


@given(st.lists(st.integers(0, 9000), min_size=1, max_size=8), st.integers(0, 200_000), st.integers(0, 5000), st.data())
def test_the_total_is_the_sum_of_its_parts_and_never_below_the_tip(lines, rate, tip, data):
    by_percent = data.draw(st.booleans())
    terms = (
        change(percent=data.draw(st.integers(1, 100)))
        if by_percent
        else change(percent=None, amount_cents=data.draw(st.integers(1, 50_000)))
    )
    discount = compute_discount_cents(terms, sum(lines))
    totals = sum_lines(lines, rate, tip, discount)
    assert 0 <= discount <= totals.subtotal_cents
    assert totals.total_cents == totals.subtotal_cents - discount + totals.tax_cents + tip >= tip
    assert totals.tax_cents <= sum_lines(lines, rate).tax_cents


def test_an_offer_is_valid_from_its_start_and_not_at_its_end():
    terms = change(starts_at=NOW, ends_at=NOW + timedelta(hours=1))
    check_terms(terms, 1000, NOW)
    check_terms(terms, 1000, NOW + timedelta(minutes=59))
    for at in (NOW - timedelta(seconds=1), NOW + timedelta(hours=1)):
        with pytest.raises(errors.OfferExpired):
            check_terms(terms, 1000, at)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"is_paused": True}, "offer_paused"),
        ({"ended_at": NOW}, "offer_expired"),
        ({"ends_at": NOW}, "offer_expired"),
        ({"starts_at": NOW + timedelta(days=1)}, "offer_not_begun"),
    ],
)
def test_the_reason_tells_why_an_offer_cannot_be_used_now(fields, reason):
    with pytest.raises(errors.OfferExpired) as refused:
        check_terms(change(**fields), 1000, NOW)
    assert (refused.value.body()["code"], refused.value.body()["reason"]) == ("offer_expired", reason)


def test_the_minimum_is_the_smallest_subtotal_that_is_accepted():
    check_terms(change(min_subtotal_cents=1500), 1500, NOW)
    with pytest.raises(errors.OfferMinimum) as refused:
        check_terms(change(min_subtotal_cents=1500), 1499, NOW)
    assert (refused.value.body()["minSubtotal"], refused.value.body()["params"]) == (15, {"cents": 1500})


@pytest.mark.parametrize(
    ("typed", "code"), [(" taco10 ", "TACO10"), ("TACO10", "TACO10"), ("", None), ("  ", None), (None, None)]
)
def test_a_code_is_read_without_regard_to_case_and_spaces_around_it(typed, code):
    assert normalize_code(typed) == code


@pytest.mark.parametrize("text", ["AB", "A" * 21, "TACO 10", "TACO-10", "taco", "STRAßE", "ＴＡＣＯ", "TACO\n"])
def test_what_is_not_of_the_alphabet_is_no_code(text):
    assert not is_code(text)
