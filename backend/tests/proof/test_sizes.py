"""The check of sizes names folders, files and functions above the limit, and passes over those at it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

from check_sizes import (
    find_crowded_folders,
    find_crumbs,
    find_deep_folders,
    find_long_files,
    find_long_functions,
    find_wide_lines,
)


def test_a_folder_is_named_from_its_41st_file_on_and_folders_in_it_do_not_count():
    full = [f"bench/a/{number}.py" for number in range(40)]
    assert find_crowded_folders([*full, "bench/a/b/c.py"]) == []
    assert find_crowded_folders([*full, "bench/a/c.py"]) == ["bench/a has 41 files, at most 40: cut it by subject."]


def test_a_file_is_named_from_its_401st_line_on_unless_a_script_wrote_it():
    assert find_long_files({"bench/a.py": 400, "frontend/src/a.gen.ts": 9000}) == []
    assert find_long_files({"bench/a.py": 401}) == ["bench/a.py has 401 lines, at most 400: cut it by subject."]


def test_a_function_is_named_from_its_51st_line_on_wherever_it_stands():
    def source(lines):
        return "class Oven:\n    async def bake(self):\n" + "        self.turn()\n" * (lines - 1)

    assert find_long_functions("bench/a.py", source(50)) == []
    assert find_long_functions("bench/a.py", source(51)) == [
        "bench/a.py: bake has 51 lines, at most 50: give a part of it a name."
    ]


def test_a_small_file_that_only_a_neighbor_imports_is_a_crumb_unless_it_is_tested_lazy_or_fixed_by_the_layout():
    a, top = "backend/chuckwagon/orders/oven.py", "backend/chuckwagon/orders/bake.py"
    of_module = "from chuckwagon.orders import oven\n"
    assert find_crumbs({a: "HOT = 1\n", top: of_module}) == [a]
    assert find_crumbs({a: "HOT = 1\n" * 40, top: of_module}) == []
    assert find_crumbs({a: "HOT = 1\n", top: of_module, "backend/tests/orders/test_oven.py": of_module}) == []
    assert find_crumbs({a: "HOT = 1\n", top: "def bake():\n    from chuckwagon.orders import oven\n"}) == []
    assert find_crumbs({a: "HOT = 1\n", "backend/chuckwagon/menu/bake.py": of_module}) == []
    fixed = "backend/chuckwagon/orders/errors.py"
    assert find_crumbs({fixed: "HOT = 1\n", top: "from chuckwagon.orders.errors import HOT\n"}) == []


def test_a_small_file_of_a_screen_is_a_crumb_as_well():
    sources = {
        "frontend/src/a/oven.ts": "export const hot = 1\n",
        "frontend/src/a/page.tsx": 'import { hot } from "./oven"\n',
    }
    assert find_crumbs(sources) == ["frontend/src/a/oven.ts"]
    assert find_crumbs({**sources, "frontend/src/a/oven.test.ts": 'import { hot } from "@/a/oven"\n'}) == []
    assert find_crumbs({**sources, "frontend/src/a/page.tsx": 'const load = () => import("./oven")\n'}) == []


def test_a_slice_has_two_levels_of_folders_at_most():
    path = "backend/chuckwagon/a/b/c/{}d.py"
    assert find_deep_folders([path.format("")]) == []
    assert find_deep_folders([path.format("e/")]) == ["backend/chuckwagon/a/b/c/e lies 3 folders deep."]


def test_a_line_of_a_document_is_named_from_its_121st_character_on_unless_it_is_a_table_code_or_one_link():
    words = "a " * 60
    unbreakable = f"| {words}|\n```\n{words}b\n```\n`{words * 2}`.\n[{words}]({words})\n"
    assert find_wide_lines("docs/a.md", f"{words}\n{unbreakable}") == []
    assert find_wide_lines("docs/a.md", f"# Title\n{words}b\n") == [
        "docs/a.md:2 has 121 characters, at most 120: break the line."
    ]
    assert find_wide_lines("bench/results.md", f"{words}b\n") == []
