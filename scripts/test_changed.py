"""Runs the tests that the changes since main reach; part of `make test-changed`.

`python scripts/test_changed.py [BASE]` compares with BASE, else with origin/main or main. Changes that are not
committed count. Back-end tests run on SQLite only, and journeys not at all: `make test` runs all of them.
"""

import ast
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType

from run_tests import run_once
from testing.suites import NODE, REPORTS, ROOT, Lane, back_end, minutes, screens

# A folder of code, and the folder of backend/tests that mirrors it.
MIRRORS = {
    "backend/chuckwagon": "",
    "backend/sandbox": "sandbox",
    "backend/migrations": "db",
    "backend/soak": "soak",
    "backend/fuzz": "fuzz",
    "bench": "bench",
    "deploy": "deploy",
    "docs": "docs",
}
TESTS = PurePosixPath("backend/tests")
# A test file takes two to three seconds of processor time: more of them are no longer a matter of a minute.
MOST_IMPORTERS = 25
CATALOGS = "frontend/src/messages/"
MESSAGES_TEST = f"{CATALOGS}messages.test.ts"
SHORTEST_SENTENCE = 8
TSC = [NODE, "npx", "tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.tsbuildinfo"]
# What is checked: its folder, the command, and which changed files call for it.
TYPE_CHECKS = {
    "types (Python)": ("backend", [str(ROOT / ".venv/bin/mypy")], re.compile(r"backend/(chuckwagon|sandbox)/.*\.py$")),
    "types (screens)": ("frontend", TSC, re.compile(r"frontend/.*\.tsx?$")),
    "types (journeys)": ("e2e", TSC, re.compile(r"e2e/.*\.ts$")),
}


@dataclass
class Choice:
    back_end: set[str] = field(default_factory=set)  # test files
    screens: list[str] = field(default_factory=list)  # changed files, whose tests Vitest finds
    types: list[str] = field(default_factory=list)  # keys of TYPE_CHECKS
    notes: list[str] = field(default_factory=list)


def choose(
    changed: list[str], tests: dict[str, str], quoting: Mapping[str, list[str]] = MappingProxyType({})
) -> Choice:
    """What to run for the changed paths; `tests` maps each test file of the back end to its text.

    `quoting` maps each changed catalog of sentences to the page tests that quote them: every page imports the
    catalogs, so their importers would be all page tests.
    """
    screens = [path for path in changed if path.startswith("frontend/src/") and path not in quoting]
    quoted = {test for path in quoting for test in (MESSAGES_TEST, *quoting[path])}
    choice = Choice(
        screens=[*screens, *sorted(quoted - set(screens))],
        types=[name for name, (_, _, calls) in TYPE_CHECKS.items() if any(map(calls.match, changed))],
    )
    for path in changed:
        choice.back_end |= {path} & tests.keys() | _in_mirror(path, tests)
        importers = _importers(path, tests) if path.endswith(".py") else _naming(path, tests)
        if len(importers) > MOST_IMPORTERS:
            choice.notes.append(f"{path}: {len(importers)} test files use it; `make test` runs them.")
        else:
            choice.back_end |= importers
        if path.startswith("e2e/") and path.endswith(".spec.ts"):
            command = f"make assets && cd e2e && ../scripts/with-node npx playwright test {PurePosixPath(path).name}"
            choice.notes.append(f"{path}: a journey runs with `{command}`.")
    if any("mark.dialect" in tests[path] for path in choice.back_end):
        choice.notes.append("Some of these tests depend on the database: `make test` runs them on PostgreSQL, too.")
    return choice


def _in_mirror(path: str, tests: dict[str, str]) -> set[str]:
    """The test files of the nearest folder that mirrors the one of the path, and of one with the file's own name."""
    root = next((root for root in MIRRORS if path.startswith(f"{root}/")), None)
    if root is None:
        return set()
    start = TESTS / MIRRORS[root]
    folder = start / PurePosixPath(path).relative_to(root).parent
    own = {test for test in tests if PurePosixPath(test).parent == folder / PurePosixPath(path).stem}
    while True:
        found = {test for test in tests if PurePosixPath(test).parent == folder}
        if found or folder == start:
            return found | own
        folder = folder.parent


def _importers(path: str, tests: dict[str, str]) -> set[str]:
    parts = PurePosixPath(path).with_suffix("").parts
    top = 1 if parts[0] in ("backend", "scripts") else 0
    module = ".".join(parts[top:]).removesuffix(".__init__")
    return {test for test, text in tests.items() if module in _imports(text)}


@cache
def _imports(text: str) -> frozenset[str]:
    """The modules that a source imports; `from a import b` may import the module a.b."""
    found = set()
    try:
        tree = ast.parse(text)
    except SyntaxError:  # of a change that is not finished: its own test says so
        return frozenset()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return frozenset(found)


def _naming(path: str, tests: dict[str, str]) -> set[str]:
    """The tests that name a file which is not imported, such as a guide or a configuration."""
    name = re.compile(rf"(?<![\w.-]){re.escape(PurePosixPath(path).name)}(?![\w-])")
    return {test for test, text in tests.items() if name.search(text)}


def quoting_tests(changed: list[str], fork: str) -> dict[str, list[str]]:
    """The page tests that hold a sentence which a changed catalog had at `fork` and has no more, or has now."""
    pages = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "frontend/src").rglob("*.test.ts*")}
    found = {}
    for catalog in (path for path in changed if path.startswith(CATALOGS) and path not in pages):
        lines = [line for line in _git("diff", "-U0", fork, "--", catalog) if line[:1] in "+-"]
        sentences = {one for line in lines for one in re.findall(r"['\"`]([^'\"`{}]+)", line)}
        sentences = {one for one in sentences if len(one) >= SHORTEST_SENTENCE}
        texts = {name: path.read_text(encoding="utf-8") for name, path in pages.items()}
        found[catalog] = [name for name, text in texts.items() if any(one in text for one in sentences)]
    return found


def fork_of(base: str | None) -> str:
    """The commit where this branch left the base."""
    bases = [base] if base else ["origin/main", "main"]
    known = next((one for one in bases if _git("rev-parse", "--verify", "--quiet", f"{one}^{{commit}}")), None)
    if known is None:
        sys.exit(f"There is no {' and no '.join(bases)} to compare with. Name one: make test-changed BASE=HEAD~1")
    return _git("merge-base", known, "HEAD")[0]


def changed_files(fork: str) -> list[str]:
    """Paths that differ from that commit, files that git does not know yet among them."""
    differing = _git("diff", "--name-only", "--no-renames", fork)
    return sorted({*differing, *_git("ls-files", "--others", "--exclude-standard")})


def _git(*arguments: str) -> list[str]:
    command = ["/usr/bin/env", "git", "-c", "core.quotePath=false", *arguments]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    return answer.stdout.splitlines()


def lanes_of(choice: Choice) -> list[Lane]:
    lanes = []
    if choice.back_end:
        files = sorted(path.removeprefix("backend/") for path in choice.back_end)
        workers = ["-n", "0"] if len(files) < 4 else []
        # A file that is named runs as a whole, so the slow tests are left out here.
        lanes.append([back_end("sqlite", "-m", "not proof", *workers, *files)])
    if files := [path.removeprefix("frontend/") for path in choice.screens if (ROOT / path).exists()]:
        suite = screens()
        command = ["related" if word == "run" else word for word in suite.command]
        lanes.append([replace(suite, command=[*command, "--run", "--passWithNoTests", *files])])
    return lanes


def run_type_check(name: str) -> bool:
    folder, command, _ = TYPE_CHECKS[name]
    started = time.monotonic()
    is_right = subprocess.run(command, cwd=ROOT / folder, check=False).returncode == 0  # noqa: S603
    print(f"  {'ok    ' if is_right else 'FAILED'}  {name}, {minutes(time.monotonic() - started)}", flush=True)
    return is_right


def main(arguments: list[str]) -> int:
    fork = fork_of(arguments[0] if arguments else None)
    changed = changed_files(fork)
    paths = [path.relative_to(ROOT).as_posix() for path in (ROOT / TESTS).rglob("test_*.py")]
    choice = choose(
        changed, {path: (ROOT / path).read_text(encoding="utf-8") for path in paths}, quoting_tests(changed, fork)
    )
    lanes = lanes_of(choice)
    print(f"{len(changed)} changed files reach:")
    chosen = [*sorted(choice.back_end), *(f"tests of {path}" for path in choice.screens), *choice.types]
    print("\n".join(f"  {line}" for line in chosen or ["nothing that this command runs. `make test` runs everything."]))
    print("\n".join(choice.notes), flush=True)
    failed = [name for name in choice.types if not run_type_check(name)]
    if not lanes:
        return 1 if failed else 0
    REPORTS.mkdir(parents=True, exist_ok=True)
    _, verdict, _ = run_once([lanes])
    return 0 if verdict.is_green and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
