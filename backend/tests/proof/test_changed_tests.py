"""`make test-changed` chooses the tests that a change reaches; the hook formats what is staged, or refuses it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import test_changed  # noqa: E402
from test_changed import MESSAGES_TEST, MOST_IMPORTERS, choose, fork_of, lanes_of, quoting_tests  # noqa: E402

PRICING = "backend/tests/orders/placement/test_pricing.py"
BOARD = "backend/tests/orders/test_board.py"
TIPS = "backend/tests/payments/test_tips.py"
SIZES = "backend/tests/proof/test_own_sizes.py"
TESTS = {
    PRICING: "from tests import cast\nPAGE = 'handbook.md'",
    BOARD: "import chuckwagon.orders.board\npytestmark = pytest.mark.dialect",
    TIPS: "from chuckwagon.orders.placement import (\n    pricing,\n)",
    SIZES: "from check_sizes import main",
    "backend/tests/cli/test_serve.py": "",
    "backend/tests/cli/reconcile/test_restore.py": "",
    "backend/tests/docs/test_links.py": "",
}


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("backend/chuckwagon/orders/placement/pricing.py", {PRICING, TIPS}),
        ("backend/chuckwagon/orders/placement/limits.json", {PRICING}),
        ("backend/chuckwagon/orders/refunds/send.py", {BOARD}),
        ("backend/chuckwagon/orders/board/__init__.py", {BOARD}),
        (
            "backend/chuckwagon/cli/reconcile.py",
            {f"backend/tests/cli/{name}.py" for name in ("test_serve", "reconcile/test_restore")},
        ),
        ("backend/tests/cast.py", {PRICING}),
        (SIZES, {SIZES}),
        ("scripts/check_sizes.py", {SIZES}),
        ("docs/guides/handbook.md", {PRICING, "backend/tests/docs/test_links.py"}),
        ("frontend/src/ui/button.tsx", set()),
        ("LICENSE", set()),
    ],
)
def test_a_changed_file_reaches_the_tests_of_its_folder_and_those_that_import_or_name_it(changed, reached):
    assert choose([changed], TESTS).back_end == reached


def test_types_are_checked_and_what_is_not_run_is_said():
    many = TESTS | {
        f"backend/tests/kit/test_{number}.py": "import tests.factories" for number in range(MOST_IMPORTERS + 1)
    }
    changed = ["backend/tests/factories.py", "e2e/journeys/kitchen.spec.ts", "frontend/src/main.ts", BOARD]
    choice = choose(changed, many)
    assert (choice.back_end, choice.screens) == ({BOARD}, ["frontend/src/main.ts"])
    assert choice.types == ["types (screens)", "types (journeys)"]
    assert [note.partition(":")[0] for note in choice.notes[:2]] == changed[:2]
    assert "PostgreSQL" in choice.notes[2]
    assert lanes_of(choose(["LICENSE"], TESTS)) == []


def test_a_base_that_is_not_there_is_named():
    with pytest.raises(SystemExit, match="There is no gone to compare with"):
        fork_of("gone")


def test_a_changed_sentence_reaches_the_page_tests_that_quote_it(monkeypatch):
    """Every page imports the catalogs, so all page tests would be related to them."""
    catalog, page = "frontend/src/messages/es/errors.ts", "frontend/src/main.ts"
    quoted = "-  sign_in_throttled: 'Too many failed sign-ins.',"
    monkeypatch.setattr(test_changed, "_git", lambda *_: ["--- a/errors.ts", quoted])
    quoting = quoting_tests([catalog, page, MESSAGES_TEST], "HEAD")
    assert list(quoting) == [catalog]
    assert quoting[catalog]
    assert all("Too many failed sign-ins." in (ROOT / test).read_text() for test in quoting[catalog])
    assert choose([catalog, page], TESTS, quoting).screens == [page, *sorted([MESSAGES_TEST, *quoting[catalog]])]


@pytest.fixture
def commit(tmp_path):
    """Makes a commit through the hook in a repository with one file, and gives its exit code and output."""

    def git(*arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment |= {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com"}
        environment |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"}
        command = ["git", "-c", f"core.hooksPath={ROOT}/scripts/hooks", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    def commit(source, *, tools=True, later=None):
        shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / "backend").mkdir()
        shutil.copy(ROOT / "backend/pyproject.toml", tmp_path / "backend")
        if tools:
            (tmp_path / ".venv/bin").mkdir(parents=True)
            for name in ("python", "ruff"):
                (tmp_path / ".venv/bin" / name).symlink_to(Path(sys.executable).parent / name)
        git("init", "-q")
        file = tmp_path / "backend" / "a.py"
        file.write_text(source)
        git("add", "backend/a.py")
        if later:
            file.write_text(later)
        done = git("commit", "-q", "-m", "a")
        return done.returncode, done.stdout + done.stderr, git("show", "HEAD:backend/a.py").stdout

    return commit


def test_the_hook_formats_what_is_staged(commit):
    assert commit("a = {  'b': 1 }\n") == (0, "", 'a = {"b": 1}\n')


@pytest.mark.parametrize(
    ("source", "said"),
    [("a = b\n", "F821"), (f"a = {json.dumps('AKIA' + 'A' * 16)}\n", "looks like a AWS key")],
)
def test_the_hook_refuses_what_it_cannot_repair(commit, source, said):
    code, output, committed = commit(source)
    assert (code, committed) == (1, "")
    assert said in output
    assert "Nothing was committed: repair what is named above" in output


def test_the_hook_lets_pass_what_it_cannot_judge_and_says_so(commit):
    code, output, committed = commit("a = b\n", tools=False)
    assert (code, committed) == (0, "a = b\n")
    assert "ruff is not set up, so Python files are not checked. Set it up with: make dev-tools" in output


def test_the_hook_leaves_a_file_alone_that_is_staged_in_part(commit):
    code, output, committed = commit("a = 'b'\n", later="a = 'b'\nc = 1\n")
    assert (code, committed) == (0, "a = 'b'\n")
    assert "backend/a.py is staged in part" in output
