"""Takes one guard of the product away at a time and asks the tests whether they notice.

`python scripts/mutants.py` tries all of them, `--quick` one of each table, names as
arguments only those; `--stale` asks only whether each guard and its tests are found, `--only browser` or
`--only server` leaves the others out. Each guard is taken away in a copy of the back end, or of the front end
(`browser_mutants.py`). It fails when a guard can go and no test fails, when a guard is not found, and when the tests
fail without a change.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Queue

import browser_mutants
from mutant_tables import MUTANTS, QUICK
from mutant_tables.mutant import BACKEND, Mutant, find_file, remove_guard

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", ".mypy_cache", ".ruff_cache", "proof")
PROCESSES, LONGEST_SECONDS = 2, 300
KILLED, SURVIVED, STALE, BROKEN = "killed", "SURVIVED", "STALE", "BROKEN"


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    result: str
    seconds: float
    words: str = ""


@cache
def index_tests(backend: Path) -> dict[str, list[str]]:
    """Test files by their names without ending, and tests by theirs, as pytest takes them."""
    found: dict[str, list[str]] = {}
    for path in sorted((backend / "tests").rglob("test_*.py")):
        place = path.relative_to(backend).as_posix()
        found.setdefault(path.stem, []).append(place)
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(f"{place}::{name}")
    return found


def find_tests(mutant: Mutant, backend: Path = BACKEND) -> tuple[str, ...]:
    """Where the tests stand that should notice. Raises LookupError for one that is not there, or there twice."""
    found = {name: index_tests(backend).get(name, []) for name in mutant.tests}
    for name, places in found.items():
        if len(places) != 1:
            raise LookupError(f"{name} is {len(places)} tests, not one")
    return tuple(places[0] for places in found.values())


def report_stale(mutants: list[Mutant]) -> int:
    """Name the mutants whose guard or tests are no longer found."""
    code = 0
    for mutant in mutants:
        try:
            find_file(mutant), find_tests(mutant)
        except LookupError as lost:
            code = 1
            print(f"  {STALE}  {mutant.name}: {lost}")
    return code


@contextmanager
def changed(backend: Path, mutant: Mutant) -> Iterator[None]:
    """The product without this guard, until the tests have run. Raises LookupError for a guard that is not found."""
    path = backend / find_file(mutant).relative_to(BACKEND)
    source = path.read_text(encoding="utf-8")
    path.write_text(remove_guard(source, mutant), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(source, encoding="utf-8")


def run_tests(backend: Path, tests: tuple[str, ...], database: str, longest: int = LONGEST_SECONDS) -> tuple[int, str]:
    """The exit code and what was said. A run of its own must not take itself for a part of ours."""
    environment = {
        name: value
        for name, value in os.environ.items()
        # With CI set a failed test runs again, and what passes then would hide a kill.
        if not name.startswith(("PYTEST_", "CHUCKWAGON_")) and name != "CI"
    }
    environment |= {
        "CHUCKWAGON_TEST_DATABASE": database,
        "PYTHONPATH": str(backend),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-x", *tests]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own tests
            command,
            cwd=backend,
            env=environment,
            capture_output=True,
            text=True,
            timeout=longest,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 124, f"It took longer than {longest} seconds, which proves nothing."
    return done.returncode, done.stdout + done.stderr


def judge(backend: Path, mutant: Mutant, database: str) -> Verdict:
    """Killed by a test that fails; one that cannot even begin proves nothing."""
    began = time.monotonic()
    try:
        tests = find_tests(mutant)
        with changed(backend, mutant):
            code, said = run_tests(backend, tests, database)
    except LookupError as gone:
        return Verdict(mutant, STALE, 0.0, str(gone))
    seconds = time.monotonic() - began
    if code == 0:
        return Verdict(mutant, SURVIVED, seconds, " ".join(mutant.tests))
    if code == 1 and re.search(r"\b[1-9]\d* failed", said):
        return Verdict(mutant, KILLED, seconds)
    return Verdict(mutant, BROKEN, seconds, said[-2000:])


def judge_all(mutants: list[Mutant], usual: str, processes: int) -> list[Verdict]:
    """Each mutant on the database that shows it, a few at a time, each in a copy of its own."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        copies: Queue[Path] = Queue()
        for number in range(processes):
            copy = Path(scratch) / str(number) / "backend"
            shutil.copytree(BACKEND, copy, ignore=LEFT_OUT)
            (copy.parent / "deploy").symlink_to(ROOT / "deploy")  # files that tests try out
            copies.put(copy)

        def work(mutant: Mutant) -> Verdict:
            copy = copies.get()
            try:
                verdict = judge(copy, mutant, mutant.database or usual)
            finally:
                copies.put(copy)
            print(
                f"  {verdict.result:9} {verdict.seconds:4.0f} s  {mutant.name}  {verdict.words}".rstrip(),
                flush=True,
            )
            return verdict

        with ThreadPoolExecutor(processes) as pool:
            return list(pool.map(work, mutants))


def unchanged(mutants: list[Mutant], usual: str, processes: int) -> bool:
    """Whether the same tests pass with every guard in place: else a kill would say nothing."""
    for database in sorted({mutant.database or usual for mutant in mutants}):
        tests = sorted(
            {test for mutant in mutants if (mutant.database or usual) == database for test in find_tests(mutant)}
        )
        code, said = run_tests(BACKEND, ("-n", str(processes), *tests), database, 4 * LONGEST_SECONDS)
        if code != 0:
            print(f"The tests fail on {database} without any change:\n{said[-3000:]}")
            return False
    return True


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="only the mutants whose names hold one of these words")
    parser.add_argument("--quick", action="store_true", help="one of each table")
    parser.add_argument(
        "--stale",
        action="store_true",
        help="only ask whether each guard and its tests are found",
    )
    parser.add_argument("--only", choices=("server", "browser"), help="those of the back end, or of the browser")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="how many are tried at once")
    given = parser.parse_args(arguments)

    def is_meant(name: str) -> bool:
        return not given.names or any(word in name for word in given.names)

    chosen = [one for one in (QUICK if given.quick else MUTANTS) if given.only != "browser" and is_meant(one.name)]
    guards = browser_mutants.GUARDS[: 1 if given.quick else None]
    guards = tuple(one for one in guards if given.only != "server" and is_meant(one.name))
    if not chosen and not guards:
        print("No mutant has such a name.")
        return 2
    stale = report_stale(chosen) or browser_mutants.report_stale(guards)
    if given.stale or stale:
        return stale
    usual = os.environ.get("CHUCKWAGON_TEST_DATABASE", "sqlite")
    if chosen and not given.quick and not unchanged(chosen, usual, given.processes):
        return 1
    verdicts = judge_all(chosen, usual, given.processes) if chosen else []
    killed = sum(verdict.result == KILLED for verdict in verdicts) + browser_mutants.judge_all(guards)
    total = len(verdicts) + len(guards)
    print(f"{killed} of {total} mutants killed")
    return 0 if killed == total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
