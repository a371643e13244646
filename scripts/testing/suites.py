"""The test suites: how each is started and where it reports."""

import os
import resource
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from testing.reports import merge_tries, read_cases, read_flaky
from testing.verdict import Outcome

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "build" / "tests"
NODE = str(ROOT / "scripts" / "with-node")
# Half of a test process's time is waiting for another program.
PYTEST_WORKERS = min(2 * (os.cpu_count() or 1), 8)
PYTEST = [str(ROOT / ".venv/bin/python"), "-m", "pytest", "-n", str(PYTEST_WORKERS)]
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True)
class Suite:
    name: str
    title: str
    folder: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    reports_each_try: bool = False

    @property
    def report(self) -> Path:
        return report_of(self.name)

    @property
    def flaky_report(self) -> Path:
        return flaky_report_of(self.name)


def report_of(suite: str) -> Path:
    return REPORTS / f"{suite}.xml"


def flaky_report_of(suite: str) -> Path:
    return REPORTS / f"{suite}-flaky.json"


def suites_of_a_change() -> list[Suite]:
    """What every change must pass, in the order of `make test`."""
    return [screens(), journeys(), back_end("sqlite"), back_end("postgresql")]


def screens() -> Suite:
    command = [NODE, "npx", "vitest", "run", "--reporter=default", "--reporter=junit"]
    command.append(f"--outputFile.junit={report_of('screens')}")
    environment = {"FLAKY_REPORT": str(flaky_report_of("screens"))}
    return Suite("screens", "screens (Vitest)", "frontend", command, environment)


def journeys(*options: str) -> Suite:
    # The screenshots for the documents are taken on request, not tested.
    command = [
        NODE,
        "npx",
        "playwright",
        "test",
        "--reporter=list,junit,json",
        "--grep-invert=shots.spec",
    ]
    title = "journeys in a browser (Playwright)"
    return Suite("journeys", title, "e2e", [*command, *options], _playwright_reports("journeys"))


def engines() -> Suite:
    command = [str(ROOT / "scripts" / "engines"), "--reporter=list,junit,json"]
    title = "two paths in Firefox and WebKit"
    return Suite("engines", title, ".", command, _playwright_reports("engines"))


def _playwright_reports(suite: str) -> dict[str, str]:
    return {
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report_of(suite)),
        "PLAYWRIGHT_JSON_OUTPUT_FILE": str(flaky_report_of(suite)),
    }


def back_end(database: str, *options: str) -> Suite:
    command = [
        *PYTEST,
        f"--junitxml={report_of(database)}",
        f"--flaky-report={flaky_report_of(database)}",
    ]
    title = f"back end on {DATABASES[database]}"
    environment = {"CHUCKWAGON_TEST_DATABASE": database}
    return Suite(
        database,
        title,
        "backend",
        [*command, *options],
        environment,
        reports_each_try=True,
    )


def find_chromium() -> str:
    """The path of Chromium, or "". The script installs one if it can, and says what to do if it cannot."""
    finder = ROOT / "scripts" / "chromium"
    found = subprocess.run([finder], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
    return found.stdout.strip()


def run_suite(suite: Suite) -> Outcome:
    """Run one suite to its end, with its output as is."""
    for path in (suite.report, suite.flaky_report):
        path.unlink(missing_ok=True)
    environment = os.environ | suite.environment
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or each program that a test starts is compiled again
    started, cpu_before = time.monotonic(), _cpu_seconds_of_children()
    if suite.name == "journeys":
        environment["CHROMIUM"] = find_chromium()
        if not environment["CHROMIUM"]:
            return Outcome(suite.name, suite.title, (), (), 1, time.monotonic() - started)
    folder = ROOT / suite.folder
    code = subprocess.run(suite.command, cwd=folder, env=environment, check=False).returncode  # noqa: S603
    cases = read_cases(suite.report)
    return Outcome(
        suite.name,
        suite.title,
        tuple(merge_tries(cases) if suite.reports_each_try else cases),
        tuple(read_flaky(suite.flaky_report)),
        code,
        time.monotonic() - started,
        _cpu_seconds_of_children() - cpu_before,
    )


def _cpu_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
