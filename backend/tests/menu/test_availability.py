"""The stored availability: what a stored state means at an instant, and what a form changes."""

from datetime import UTC, datetime, timedelta

import pytest

from chuckwagon.menu.availability import (
    ON_SALE,
    TOO_LATE,
    TOO_SOON,
    UNTIL_RESUMED,
    StoredAvailability,
    find_until_problem,
    merge_availability,
    running_sold_out_until,
)

NOW = datetime(2026, 7, 1, 19, tzinfo=UTC)
SOON, LATER, PAST = NOW + timedelta(hours=1), NOW + timedelta(hours=5), NOW - timedelta(seconds=1)
UNTIL_SOON, UNTIL_LATER, ENDED = (StoredAvailability(True, until) for until in (SOON, LATER, PAST))
TICK = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("state", "is_on_sale", "shown"),
    [
        (ON_SALE, True, None),
        (ENDED, True, None),
        (StoredAvailability(True, NOW), True, None),
        (StoredAvailability(True, NOW + TICK), False, NOW + TICK),
        (UNTIL_SOON, False, SOON),
        (UNTIL_RESUMED, False, None),
        (StoredAvailability(False, SOON), False, None),
    ],
)
def test_the_time_decides_what_a_state_means(state, is_on_sale, shown):
    assert state.is_on_sale_at(NOW) is is_on_sale
    assert running_sold_out_until(state.is_available, state.sold_out_until, NOW) == shown


@pytest.mark.parametrize(
    ("present", "wanted", "stored"),
    [
        (ON_SALE, ON_SALE, ON_SALE),
        (ON_SALE, UNTIL_RESUMED, UNTIL_RESUMED),
        (ON_SALE, UNTIL_SOON, UNTIL_SOON),
        (ENDED, ON_SALE, ENDED),
        (ENDED, UNTIL_RESUMED, UNTIL_RESUMED),
        (UNTIL_SOON, ON_SALE, ON_SALE),
        (UNTIL_SOON, UNTIL_RESUMED, UNTIL_SOON),
        (UNTIL_SOON, UNTIL_SOON, UNTIL_SOON),
        (UNTIL_SOON, UNTIL_LATER, UNTIL_LATER),
        (UNTIL_RESUMED, ON_SALE, ON_SALE),
        (UNTIL_RESUMED, UNTIL_RESUMED, UNTIL_RESUMED),
        (UNTIL_RESUMED, UNTIL_SOON, UNTIL_SOON),
    ],
)
def test_a_form_changes_only_what_it_says_differently(present, wanted, stored):
    assert merge_availability(present, wanted, NOW) == stored


@pytest.mark.parametrize(
    ("until", "problem"),
    [
        (NOW + timedelta(minutes=1), None),
        (NOW + timedelta(days=7), None),
        (NOW + timedelta(minutes=1) - TICK, TOO_SOON),
        (NOW + timedelta(days=7) + TICK, TOO_LATE),
        (NOW, TOO_SOON),
        (datetime.fromisoformat("0001-01-01T00:00:00+14:00"), TOO_SOON),
        (datetime.fromisoformat("9999-12-31T23:59:59-12:00"), TOO_LATE),
    ],
)
def test_a_time_lies_between_a_minute_and_a_week_ahead(until, problem):
    assert find_until_problem(until, NOW) == problem
