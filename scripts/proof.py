"""Runs what takes too long for every change, and closes with one table: part, result, seconds, count.

`python scripts/proof.py` runs every part, part names as arguments run only those; a name also stands for
the parts that begin with it, as `soak` for both soaks. Nothing is tried twice here: a flaky test fails its
part.
"""

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from testing.suites import (
    DATABASES,
    REPORTS,
    ROOT,
    Suite,
    back_end,
    engines,
    journeys,
    minutes,
    run_suite,
    screens,
)
from testing.verdict import suite_lines

PYTHON = str(ROOT / ".venv/bin/python")
JOURNEY_REPEATS = 3
# Long proofs are silent for longer than a test that hangs may be in the ordinary run.
WHOLE = ("--suite=proof", "-o", "faulthandler_timeout=900")


@dataclass(frozen=True)
class Row:
    """One row of the closing table."""

    name: str
    is_ok: bool
    seconds: float
    count: str


@dataclass(frozen=True)
class Part:
    name: str
    title: str
    run: Callable[[], tuple[bool, str]]  # whether it succeeded, and what it counted


def all_parts() -> list[Part]:
    return [
        suite_part(screens("proof")),
        suite_part(back_end("sqlite", *WHOLE)),
        suite_part(back_end("postgresql", *WHOLE)),
        suite_part(journeys(f"--repeat-each={JOURNEY_REPEATS}", scope="proof")),
        suite_part(engines()),
        _mutants(),
        _soak("sqlite"),
        _soak("postgresql", "--processes", "2"),
        _slots("sqlite"),
        _slots("postgresql", "--processes", "2"),
        _cash("sqlite"),
        _cash("postgresql", "--processes", "2"),
        _readers("sqlite"),
        _readers("postgresql", "--processes", "2"),
        _fuzz(),
    ]


def _mutants() -> Part:
    command = ["scripts/mutants.py"]
    return _program(
        "mutants",
        "guards removed one at a time",
        ".",
        command,
        r"\d+ of \d+ mutants killed",
    )


def _fuzz() -> Part:
    return _program(
        "fuzz",
        "random requests under load",
        "backend",
        ["-m", "fuzz"],
        r"(?m)^\d+ requests",
    )


def _soak(database: str, *options: str) -> Part:
    command = ["-m", "soak", "--database", database, *options]
    title = f"orders while servers are killed, on {DATABASES[database]}"
    return _program(f"soak-{database}", title, "backend", command, r"\d+ orders, \d+ kills")


def _slots(database: str, *options: str) -> Part:
    command = ["-m", "soak", "--part", "slots", "--database", database, *options]
    title = f"more customers than places while servers are killed, on {DATABASES[database]}"
    return _program(f"slots-{database}", title, "backend", command, r"\d+ orders, \d+ kills")


def _cash(database: str, *options: str) -> Part:
    command = ["-m", "soak", "--part", "cash", "--database", database, *options]
    title = f"sales for cash while days are closed and servers are killed, on {DATABASES[database]}"
    return _program(f"cash-{database}", title, "backend", command, r"\d+ sales for cash, \d+ refunds, \d+ closes")


def _readers(database: str, *options: str) -> Part:
    command = ["-m", "soak", "--part", "readers", "--orders", "300", "--database", database, *options]
    title = f"cards on readers while servers are killed, on {DATABASES[database]}"
    return _program(f"readers-{database}", title, "backend", command, r"\d+ cards on readers: ")


def suite_part(suite: Suite) -> Part:
    # With CI=true the runners would try a failed case once more.
    without_retries = replace(suite, environment=suite.environment | {"CI": ""})

    def run() -> tuple[bool, str]:
        outcome = run_suite(without_retries)
        print("\n".join(suite_lines(outcome)), flush=True)
        return outcome.failed == 0, f"{outcome.passed} passed, {outcome.failed} failed"

    return Part(suite.name, suite.title, run)


def _program(name: str, title: str, folder: str, command: list[str], counted: str) -> Part:
    """A Python program of ours that says in its output what it has counted; the last match is shown."""

    def run() -> tuple[bool, str]:
        code, output = run_aloud([PYTHON, *command], ROOT / folder)
        found = re.findall(counted, output)
        return code == 0, found[-1] if found else "nothing counted"

    return Part(name, title, run)


def run_aloud(command: list[str], folder: Path) -> tuple[int, str]:
    """Run a command, show its output as it comes, and answer its exit code and output."""
    lines = []
    with subprocess.Popen(  # noqa: S603
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines)


def table(rows: list[Row]) -> list[str]:
    width = max(len(row.name) for row in rows)
    lines = [f"  {'part':{width}}  result  seconds  count"]
    for row in rows:
        result = "ok" if row.is_ok else "FAILED"
        lines.append(f"  {row.name:{width}}  {result:6}  {row.seconds:7.0f}  {row.count}")
    return lines


def choose(parts: list[Part], names: list[str]) -> list[Part]:
    """The parts with these names or beginnings of names. Raises LookupError for a name without a part."""
    for name in names:
        if not any(part.name.startswith(name) for part in parts):
            raise LookupError(name)
    return [part for part in parts if not names or part.name.startswith(tuple(names))]


def main(arguments: list[str]) -> int:
    parts = all_parts()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(part.name for part in parts)}")
    try:
        chosen = choose(parts, parser.parse_args(arguments).parts)
    except LookupError as unknown:
        parser.error(f"no such part: {unknown}")
    REPORTS.mkdir(parents=True, exist_ok=True)
    started, rows = time.monotonic(), []
    for number, part in enumerate(chosen, 1):
        began = time.monotonic()
        print(
            f"\n==> {number} of {len(chosen)}: {part.title}, after {minutes(began - started)}",
            flush=True,
        )
        is_ok, counted = part.run()
        rows.append(Row(part.name, is_ok, time.monotonic() - began, counted))
    print(
        "\n".join(["", f"Finished after {minutes(time.monotonic() - started)}.", *table(rows)]),
        flush=True,
    )
    return 0 if all(row.is_ok for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
