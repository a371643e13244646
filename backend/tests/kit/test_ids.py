"""The form of ids."""

import itertools

from chuckwagon.kit.ids import IDS_PER_PREFIX, is_id, new_id


def test_ids_have_the_published_form_and_are_all_different():
    made = [new_id() for _ in range(10_000)]
    assert all(map(is_id, made))
    assert len(set(made)) == len({one[4:] for one in made}) == len(made)


def test_ids_made_one_after_another_lie_together_and_tell_neither_time_nor_count():
    made = [new_id() for _ in range(40 * IDS_PER_PREFIX)]
    prefixes = [one[:4] for one in made]
    changes = sum(one != other for one, other in itertools.pairwise(prefixes))
    assert 38 <= changes <= 40  # two random prefixes may be the same
    for ordered in (sorted(made), sorted(made, reverse=True)):
        assert made != ordered
    first = prefixes[::IDS_PER_PREFIX]
    assert first != sorted(first)
