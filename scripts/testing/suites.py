"""The test suites: how each is started and where it reports."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from testing.reports import merge_tries, read_cases, read_flaky
from testing.verdict import Outcome

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "build" / "tests"
NODE = str(ROOT / "scripts" / "with-node")
PYTEST = [str(ROOT / ".venv/bin/python"), "-m", "pytest"]
# One more than processors, like the page tests and the journeys beside them: a test process waits for other programs
# at times. Four on two processors take 6 % more processor time than two, for what each starts once.
PYTEST_WORKERS = min((os.cpu_count() or 1) + 1, 8)
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


def log_of(suite: Suite) -> Path:
    return REPORTS / f"{suite.name}.log"


def flaky_report_of(suite: str) -> Path:
    return REPORTS / f"{suite}-flaky.json"


# Suites that run one after another.
Lane = list[Suite]


def steps_of_a_change() -> list[list[Lane]]:
    """What every change must pass, in the order of `make test`. The lanes of a step run side by side.

    Journeys and PostgreSQL wait most and leave each other room; page tests and SQLite need the processors. The lanes
    take about as long as each other (842 and 721 s): the last suite, alone, leaves a processor idle at times.
    """
    return [[[journeys(), back_end("sqlite")], [back_end("postgresql"), screens()]]]


def suites_of_a_change() -> list[Suite]:
    """The suites of all steps."""
    return [suite for step in steps_of_a_change() for lane in step for suite in lane]


def screens(scope: str = "change") -> Suite:
    """All page tests. "proof" makes more cases at random than "change"."""
    command = [NODE, "npx", "vitest", "run", "--reporter=default", "--reporter=junit"]
    command.append(f"--outputFile.junit={report_of('screens')}")
    environment = {"FLAKY_REPORT": str(flaky_report_of("screens")), "TEST_SUITE": scope}
    return Suite("screens", "screens (Vitest)", "frontend", command, environment)


def journeys(*options: str, scope: str = "change") -> Suite:
    """All journeys. "proof" leaves V8's optimizing compilers on."""
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
    environment = {**_playwright_reports("journeys"), "TEST_SUITE": scope}
    return Suite("journeys", title, "e2e", [*command, *options], environment)


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
        "-n",
        str(PYTEST_WORKERS),
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


def run_step(lanes: list[Lane]) -> list[Outcome]:
    """Run lanes side by side. The first one's output is shown as it comes, that of the others when all have ended."""
    first, *others = lanes
    logged = [suite for lane in others for suite in lane]
    with ThreadPoolExecutor(len(lanes)) as runners:
        running = [
            runners.submit(lambda: [run_suite(suite) for suite in first]),
            *(runners.submit(lambda lane=lane: [run_suite(suite, log_of(suite)) for suite in lane]) for lane in others),
        ]
    for suite in logged:
        print(f"\n==> {suite.title}", flush=True)
        sys.stdout.buffer.write(log_of(suite).read_bytes())
    return [outcome for each in running for outcome in each.result()]


def run_suite(suite: Suite, log: Path | None = None) -> Outcome:
    """Run one suite to its end, with its output as is, or in the file `log`."""
    for path in (suite.report, suite.flaky_report):
        path.unlink(missing_ok=True)
    environment = os.environ | suite.environment
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or each program that a test starts is compiled again
    started = time.monotonic()
    if suite.name == "journeys":
        environment["CHROMIUM"] = find_chromium()
        if not environment["CHROMIUM"]:
            return Outcome(suite.name, suite.title, (), (), 1, time.monotonic() - started)
    code, cpu_seconds = _run(suite, environment, log)
    cases = read_cases(suite.report)
    return Outcome(
        suite.name,
        suite.title,
        tuple(merge_tries(cases) if suite.reports_each_try else cases),
        tuple(read_flaky(suite.flaky_report)),
        code,
        time.monotonic() - started,
        cpu_seconds,
    )


def _run(suite: Suite, environment: dict[str, str], log: Path | None) -> tuple[int, float]:
    """Run the suite's command. Return its exit code, and the processor seconds of its processes."""
    with log.open("wb") if log else nullcontext() as output:
        command = subprocess.Popen(  # noqa: S603
            suite.command,
            cwd=ROOT / suite.folder,
            env=environment,
            stdout=output,
            stderr=output and subprocess.STDOUT,
        )
        _, status, usage = os.wait4(command.pid, 0)
    command.returncode = os.waitstatus_to_exitcode(status)  # or Popen waits again
    return command.returncode, usage.ru_utime + usage.ru_stime


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
