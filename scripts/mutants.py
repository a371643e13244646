"""Takes one guard of the product away at a time and asks the tests whether they notice.

`python scripts/mutants.py` tries all of them, `--quick` the few that the ordinary suite tries, names as
arguments only those; `--stale` asks only whether their texts are still there and leave Python. Each is a
small change of the text in a copy of the back end. It fails when a guard can go and no test fails, when a
guard's text is no longer there, and when the tests fail without a change.
"""

import argparse
import ast
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
from pathlib import Path
from queue import Queue

from mutant_tables import MUTANTS
from mutant_tables.mutant import Mutant

ROOT = Path(__file__).resolve().parents[1]
BACKEND = ROOT / "backend"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", ".mypy_cache", ".ruff_cache", "proof")
PROCESSES, LONGEST_SECONDS = 2, 300
KILLED, SURVIVED, STALE, BROKEN = "killed", "SURVIVED", "STALE", "BROKEN"


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    result: str
    seconds: float
    words: str = ""


def places(backend: Path, mutant: Mutant) -> int:
    """How often the guard's text stands in its file."""
    path = backend / mutant.path
    return path.read_text(encoding="utf-8").count(mutant.old) if path.is_file() else 0


def fits(mutant: Mutant) -> bool:
    """Whether the guard's text stands once in its file, and the file is still Python without it."""
    if places(BACKEND, mutant) != 1:
        return False
    source = (BACKEND / mutant.path).read_text(encoding="utf-8")
    try:
        ast.parse(source.replace(mutant.old, mutant.new))
    except SyntaxError:
        return False
    return True


def report_stale(mutants: list[Mutant]) -> int:
    """Name the mutants that no longer fit the product."""
    stale = [mutant for mutant in mutants if not fits(mutant)]
    for mutant in stale:
        print(f"  {STALE}  {mutant.name}  {mutant.path}")
    return 1 if stale else 0


@contextmanager
def changed(backend: Path, mutant: Mutant) -> Iterator[None]:
    """The product without this guard, until the tests have run. Raises LookupError for a lost text."""
    if (found := places(backend, mutant)) != 1:
        raise LookupError(f"{mutant.path} holds its text {found} times, not once")
    path = backend / mutant.path
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


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
        with changed(backend, mutant):
            code, said = run_tests(backend, mutant.tests, database)
    except LookupError as gone:
        return Verdict(mutant, STALE, 0.0, str(gone))
    seconds = time.monotonic() - began
    if code == 0:
        return Verdict(mutant, SURVIVED, seconds, " ".join(mutant.tests))
    if code == 1 and re.search(r"\b[1-9]\d* failed", said):
        return Verdict(mutant, KILLED, seconds)
    return Verdict(mutant, BROKEN, seconds, said[-2000:])


def judge_all(mutants: list[Mutant], usual: str) -> list[Verdict]:
    """Each mutant on the database that shows it, a few at a time, each in a copy of its own."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        copies: Queue[Path] = Queue()
        for number in range(PROCESSES):
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

        with ThreadPoolExecutor(PROCESSES) as pool:
            return list(pool.map(work, mutants))


def unchanged(mutants: list[Mutant], usual: str) -> bool:
    """Whether the same tests pass with every guard in place: else a kill would say nothing."""
    for database in sorted({mutant.database or usual for mutant in mutants}):
        tests = sorted({test for mutant in mutants if (mutant.database or usual) == database for test in mutant.tests})
        code, said = run_tests(BACKEND, ("-n", str(PROCESSES), *tests), database, 4 * LONGEST_SECONDS)
        if code != 0:
            print(f"The tests fail on {database} without any change:\n{said[-3000:]}")
            return False
    return True


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="only the mutants whose names hold one of these words")
    parser.add_argument("--quick", action="store_true", help="the few that the ordinary suite tries")
    parser.add_argument(
        "--stale",
        action="store_true",
        help="only ask whether their texts are still there",
    )
    given = parser.parse_args(arguments)
    chosen = [one for one in MUTANTS if one.is_quick or not given.quick]
    chosen = [one for one in chosen if not given.names or any(word in one.name for word in given.names)]
    if not chosen:
        print("No mutant has such a name.")
        return 2
    if given.stale:
        return report_stale(chosen)
    usual = os.environ.get("CHUCKWAGON_TEST_DATABASE", "sqlite")
    if not given.quick and not unchanged(chosen, usual):
        return 1
    verdicts = judge_all(chosen, usual)
    killed = sum(verdict.result == KILLED for verdict in verdicts)
    print(f"{killed} of {len(verdicts)} mutants killed")
    return 0 if killed == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
