"""The check of banned words finds them in text, and passes over what only contains them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

from check_words import allowed_places, find_uses


@pytest.mark.parametrize("line", ["# Somebody waits.", "dishes = []", "ask the 'crew'", "A guest's name", "a SELLER"])
def test_a_banned_word_is_found_with_its_line(line):
    assert [use.partition(" ")[0] for use in find_uses("bench/a.py", f"\n{line}\n", [])] == ["bench/a.py:2:"]


@pytest.mark.parametrize("line", ["docs/pictures/home.png", "pictures.example", "bench_dishes", "untilted", "a@nobody"])
def test_part_of_a_path_or_name_is_no_use(line):
    assert find_uses("docs/a.md", line, []) == []


def test_an_allowed_word_may_stand_in_its_place_only():
    allowed = allowed_places("# published\nbackend/media/* picture\n")
    assert find_uses("backend/media/models.py", "a picture, a guest", allowed) == [
        "backend/media/models.py:1: 'guest' (customer)"
    ]
    assert find_uses("backend/menu/models.py", "a picture", allowed) != []
