"""How the costs of two commits are compared, turn by turn."""

import pytest

from bench.against import Comparison, compare


@pytest.mark.parametrize(
    ("base", "here", "is_lost"),
    [
        ([10, 10, 10, 10, 10], [10.4, 10.4, 10.5, 10.4, 10.4], False),
        ([10, 10, 10, 10, 10], [10.6, 10.6, 10.6, 10.6, 10.6], True),
        ([10, 20, 10, 40, 10], [9, 18, 9, 36, 90], False),  # one slow minute, and a machine whose speed changes
        ([10, 20, 10, 40, 10], [12, 24, 12, 48, 1], True),
    ],
)
def test_the_middle_of_all_turns_decides(base, here, is_lost):
    found = Comparison("board page", base, here)
    assert found.is_lost is is_lost
    assert str(found).endswith("LOST") is is_lost


def test_the_sides_take_turns_at_being_first_and_the_first_turn_does_not_count():
    asked = []

    def cost_of(side, costs):
        remaining = iter(costs)
        return lambda: asked.append(side) or next(remaining)

    base = {"read": cost_of("base", [99, 2, 4, 8]), "gone": cost_of("gone", [])}
    here = {"read": cost_of("here", [99, 1, 2, 4]), "new": cost_of("new", [])}
    [found] = compare(base, here, turns=3)
    assert (found.work, found.base, found.here) == ("read", [2, 4, 8], [1, 2, 4])
    assert found.ratios == [0.5, 0.5, 0.5]
    assert asked[2:] == ["here", "base", "base", "here", "here", "base"]
