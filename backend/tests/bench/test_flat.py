"""How the cost with many orders is held against the cost with few."""

import pytest

from bench.flat import Growth, compare


@pytest.mark.parametrize(
    ("few", "many", "is_missed"),
    [
        ([10, 10, 10, 10, 10], [12.9, 12.9, 13.0, 12.9, 99], False),
        ([10, 10, 10, 10, 10], [13.1, 13.1, 13.1, 13.1, 1], True),
    ],
)
def test_the_middle_of_all_turns_decides(few, many, is_missed):
    assert str(Growth("counts", few, many)).endswith("MISS") is is_missed


def test_who_is_first_changes_and_the_first_turn_does_not_count():
    asked = []

    def cost_of(side, costs):
        remaining = iter(costs)
        return lambda: asked.append(side) or next(remaining)

    few, many = {"counts": cost_of("few", [99, 2, 4])}, {"counts": cost_of("many", [99, 3, 4])}
    [found] = compare(few, many, turns=2)
    assert (found.few, found.many, found.ratios) == ([2, 4], [3, 4], [1, 1.5])
    assert asked[2:] == ["many", "few", "few", "many"]
