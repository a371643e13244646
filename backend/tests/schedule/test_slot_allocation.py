"""Which slot takes an order: the rules alone."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.schedule.slot_allocation import (
    Load,
    SlotCalendar,
    allocate_units,
    choose_offers,
    count_free,
    find_last_free,
    get_largest_order,
    get_slot_state,
    list_fitting,
)

OPENS = datetime(2026, 7, 2, 15, tzinfo=UTC)
BEFORE = OPENS - timedelta(hours=1)


def calendar(count=12, capacity=10, share=0, minutes=10):
    return SlotCalendar(
        id="s", origin_at=OPENS, minutes=minutes, last=(count - 1) * minutes, capacity=capacity, walk_up_share=share
    )


def load(units):
    return Load(units, units)


@pytest.mark.parametrize(
    ("taken", "position", "units", "taking"),
    [
        ({}, 20, 10, {20: 10}),
        ({}, 20, 12, {10: 2, 20: 10}),
        ({20: load(10)}, 20, 4, {10: 4}),
        ({}, 30, 40, {0: 10, 10: 10, 20: 10, 30: 10}),
        ({}, 40, 41, None),
        ({}, 0, 11, None),
        ({10: load(9)}, 20, 12, {0: 1, 10: 1, 20: 10}),
        ({}, 20, 0, {}),
    ],
)
def test_what_does_not_fit_spills_into_the_slots_before(taken, position, units, taking):
    assert allocate_units(calendar(), taken, position, units, BEFORE) == taking


@pytest.mark.parametrize(("minutes", "fits"), [(-1, True), (0, False), (5, False)])
def test_nothing_spills_into_a_slot_that_has_begun(minutes, fits):
    now = OPENS + timedelta(minutes=minutes)
    assert (allocate_units(calendar(), {}, 10, 20, now) is not None) == fits


def test_an_unlimited_slot_takes_everything():
    free = calendar(capacity=None)
    assert allocate_units(free, {20: load(500)}, 20, 900, BEFORE) == {20: 900}
    assert (get_largest_order(free), get_slot_state(free, load(500))) == (None, "free")


def test_the_share_of_the_counter_is_kept_and_the_counter_takes_the_rest():
    shared = calendar(share=25)
    assert shared.online_capacity == 7
    assert (count_free(shared, load(7)), count_free(shared, load(7), is_online=False)) == (0, 3)
    assert count_free(shared, Load(used=3, online=0)) == 7  # what the counter took was its own
    assert count_free(shared, Load(used=9, online=0)) == 1


@pytest.mark.parametrize(
    ("taken", "state"), [(0, "free"), (7, "free"), (8, "few"), (9, "few"), (10, "full"), (11, "full")]
)
def test_few_are_left_from_three_quarters_on(taken, state):
    assert get_slot_state(calendar(), load(taken)) == state


def test_the_largest_order_fills_four_slots_or_all_of_them():
    assert [get_largest_order(calendar(count)) for count in (1, 3, 4, 12)] == [10, 30, 40, 40]


def test_slots_have_a_position_only_where_they_start():
    slots = calendar(3)
    at = {minutes: OPENS + timedelta(minutes=minutes) for minutes in (-10, 0, 5, 20, 30)}
    assert [slots.find_position(at[minutes]) for minutes in at] == [None, 0, None, 20, None]
    assert [slots.position_at(at[minutes]) for minutes in at] == [0, 0, 0, 20, None]
    assert slots.find_position(OPENS + timedelta(seconds=1)) is None


def test_the_next_slots_are_offered_and_earlier_ones_where_there_are_too_few():
    assert choose_offers([0, 10, 20, 30, 40], 10, 3) == [10, 20, 30]
    assert choose_offers([0, 10, 40], 20, 3) == [0, 10, 40]
    assert choose_offers([0, 10, 20, 30], 40, 3) == [10, 20, 30]
    assert choose_offers([], 0, 3) == []


def test_the_last_free_slot_ends_the_orders():
    assert find_last_free(calendar(3), {20: load(10)}) == OPENS + timedelta(minutes=10)
    assert find_last_free(calendar(1), {0: load(10)}) is None
    assert find_last_free(calendar(0), {}) is None


LOADS = st.dictionaries(st.integers(0, 11).map(lambda n: n * 10), st.integers(0, 10).map(load))


@given(LOADS, st.integers(0, 11).map(lambda n: n * 10), st.integers(0, 50))
def test_a_plan_takes_exactly_what_is_needed_and_overfills_nothing(taken, position, units):
    slots = calendar()
    taking = allocate_units(slots, taken, position, units, BEFORE)
    reachable = range(max(0, position - 30), position + 10, 10)
    free = sum(10 - taken.get(one, Load()).used for one in reachable)
    assert (taking is not None) == (free >= units)
    if taking is not None:
        assert sum(taking.values()) == units
        assert list(taking) == sorted(taking)
        assert all(
            place in reachable and 0 < some <= 10 - taken.get(place, Load()).used for place, some in taking.items()
        )


@given(LOADS, st.integers(0, 40))
def test_every_slot_that_fits_is_found(taken, units):
    slots = calendar()
    found = list(list_fitting(slots, taken, units, OPENS, BEFORE))
    assert found == [one for one in slots.positions() if allocate_units(slots, taken, one, units, BEFORE) is not None]
