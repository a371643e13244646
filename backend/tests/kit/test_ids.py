"""The form of ids."""

import time

from chuckwagon.kit.ids import PREFIX_SECONDS, is_id, new_id


def test_ids_have_the_published_form_and_are_all_different():
    made = [new_id() for _ in range(10_000)]
    assert all(map(is_id, made))
    assert len(set(made)) == len({one[4:] for one in made}) == len(made)


def test_ids_of_the_same_moment_begin_alike_however_many_there_are(monkeypatch):
    now = [1000 * PREFIX_SECONDS]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    prefixes = []
    for made in (1, 2, 1_000, 10_000):
        found = {new_id()[:4] for _ in range(made)}
        now[0] += PREFIX_SECONDS / 2
        assert {new_id()[:4]} == found
        now[0] += PREFIX_SECONDS / 2
        prefixes += found
    assert len(set(prefixes)) >= 3  # two random ones may be the same


def test_ids_are_not_made_in_the_sequence_in_which_they_sort():
    made = [new_id() for _ in range(1_000)]
    assert made != sorted(made) != made[::-1]
