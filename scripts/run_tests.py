"""Runs every suite, one after the other, and closes with one count of all of them.

`python scripts/run_tests.py` runs all; suite names as arguments run only those.
"""

import os
import re
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "tests"
NODE = str(ROOT / "scripts" / "with-node")
PYTEST = [str(ROOT / ".venv/bin/python"), "-m", "pytest", "-n", "3"]
COLORS = re.compile(r"\x1b\[[0-9;]*m")
REASON_LINES = 12


@dataclass(frozen=True)
class Suite:
    name: str
    title: str
    folder: str
    command: list[str]
    environment: dict[str, str]

    @property
    def report(self) -> Path:
        return REPORTS / f"{self.name}.xml"


@dataclass(frozen=True)
class Outcome:
    passed: int
    failed: int
    skipped: int
    seconds: float
    report: Path


def suites() -> list[Suite]:
    vitest = [NODE, "npx", "vitest", "run", "--reporter=default", "--reporter=junit"]
    vitest.append(f"--outputFile.junit={REPORTS / 'screens.xml'}")
    # The screenshots for the documents are taken on request, not tested.
    journeys = [NODE, "npx", "playwright", "test", "--reporter=list,junit", "--grep-invert=shots.spec"]
    return [
        Suite("screens", "screens (Vitest)", "frontend", vitest, {}),
        Suite("journeys", "journeys in a browser (Playwright)", "e2e", journeys, _journey_environment()),
        _pytest("sqlite", "back end on SQLite"),
        _pytest("postgresql", "back end on PostgreSQL"),
    ]


def _pytest(database: str, title: str) -> Suite:
    command = [*PYTEST, f"--junitxml={REPORTS / database}.xml"]
    return Suite(database, title, "backend", command, {"CHUCKWAGON_TEST_DATABASE": database})


def _journey_environment() -> dict[str, str]:
    return {"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(REPORTS / "journeys.xml")}


def _chromium() -> str:
    """Where Chromium is; the script installs one if it can, and says what to do if it cannot."""
    finder = ROOT / "scripts" / "chromium"
    found = subprocess.run([finder], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
    return found.stdout.strip()


def run(suite: Suite) -> Outcome:
    print(f"\n==> {suite.title}", flush=True)
    suite.report.unlink(missing_ok=True)
    environment = os.environ | suite.environment
    if suite.name == "journeys":
        environment["CHROMIUM"] = _chromium()
        if not environment["CHROMIUM"]:
            return Outcome(0, 1, 0, 0.0, suite.report)
    started = time.monotonic()
    folder = ROOT / suite.folder
    code = subprocess.run(suite.command, cwd=folder, env=environment, check=False).returncode  # noqa: S603
    passed, failed, skipped = count(suite.report)
    if code != 0 and failed == 0:
        failed = 1  # the runner itself failed, or stopped before it could write a report
    return Outcome(passed, failed, skipped, time.monotonic() - started, suite.report)


def cases_of(report: Path) -> list[ElementTree.Element]:
    """The cases of a JUnit report; none if the runner wrote none."""
    if not report.is_file():
        return []
    return ElementTree.parse(report).getroot().findall(".//testcase")  # noqa: S314


def has_failed(case: ElementTree.Element) -> bool:
    return case.find("failure") is not None or case.find("error") is not None


def failures(report: Path) -> list[str]:
    """What failed, each with its file, name and reason, so that the last lines say it."""
    return [
        "\n".join([f"{case.get('classname')}: {case.get('name')}", *reason(case)])
        for case in cases_of(report)
        if has_failed(case)
    ]


def reason(case: ElementTree.Element) -> list[str]:
    """What its runner said of a failed case: the first lines and the last ones."""
    texts = [found.text or "" for kind in ("failure", "error") for found in case.findall(kind)]
    lines = [COLORS.sub("", line) for text in texts for line in text.splitlines() if line.strip()]
    if len(lines) <= 2 * REASON_LINES:
        return lines
    return [*lines[:REASON_LINES], "...", *lines[-REASON_LINES:]]


def count(report: Path) -> tuple[int, int, int]:
    """Passed, failed and skipped cases of a JUnit report; a suite that ran nothing has failed."""
    cases = cases_of(report)
    failed = sum(map(has_failed, cases))
    skipped = sum(case.find("skipped") is not None for case in cases)
    return (len(cases) - failed - skipped, failed, skipped) if cases else (0, 1, 0)


def main(names: list[str]) -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    chosen = [suite for suite in suites() if not names or suite.name in names]
    if len(chosen) < len(names):
        print(f"Suites: {', '.join(suite.name for suite in suites())}", file=sys.stderr)
        return 2
    outcomes = {suite.title: run(suite) for suite in chosen}
    print()
    for title, outcome in outcomes.items():
        state = "FAILED" if outcome.failed else "ok"
        print(
            f"  {state:7} {title}: {outcome.passed} passed, {outcome.failed} failed, {outcome.seconds:.0f} s"
        )
        for failure in failures(outcome.report):
            print(textwrap.indent(failure, " " * 10))
    passed, failed, skipped = (
        sum(getattr(o, n) for o in outcomes.values()) for n in ("passed", "failed", "skipped")
    )
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
