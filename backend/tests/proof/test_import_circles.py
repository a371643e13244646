"""The check of circles names the modules of a circle in order, and the back end has none."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

from check_circles import find_circle, read_imports


def test_a_circle_is_named_in_the_order_in_which_its_modules_import_each_other():
    assert find_circle({"menu": {"schedule"}, "schedule": {"trucks"}, "trucks": set()}) == []
    circle = find_circle({"menu": {"schedule"}, "schedule": {"trucks"}, "trucks": {"menu", "kit"}, "kit": set()})
    start = circle.index("menu")
    assert [*circle[start:-1], *circle[:start]] == ["menu", "schedule", "trucks"]
    assert circle[0] == circle[-1]


def test_no_modules_of_the_back_end_import_each_other():
    assert find_circle(read_imports()) == []
