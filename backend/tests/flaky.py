"""Reruns on CI: a failed test runs once more, and `--flaky-report=PATH` lists what passed only then.

Reruns happen only with CI=true in the environment. The report is a JSON list of node ids with what
each said when it failed, written by every run that asks for it; the JUnit report does not tell such a test from one
that passed at once. A test that fails twice says what its first try said, too.
"""

import json
import os
from pathlib import Path

import pytest

RERUNS_ON_CI = 1


def add_options(parser: pytest.Parser) -> None:
    """Add `--flaky-report` to pytest's options."""
    parser.addoption(
        "--flaky-report", type=Path, help="write the node ids that failed and then passed into this JSON file"
    )


def configure(config: pytest.Config) -> None:
    """Allow reruns on CI, and collect them where the reports of all test processes arrive."""
    if os.environ.get("CI") == "true" and config.option.reruns is None:
        config.option.reruns = RERUNS_ON_CI
    path = config.getoption("--flaky-report")
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FlakyReport(config.invocation_params.dir / path), "flaky-report")


class FlakyReport:
    """Collects the tests that were rerun, less those that failed in the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rerun: dict[str, str] = {}  # what each said, by node id
        self._failed: set[str] = set()
        path.unlink(missing_ok=True)  # a run that dies leaves no report of the run before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "rerun":
            self._rerun.setdefault(report.nodeid, report.longreprtext)  # a teardown that fails too comes after
        elif report.failed:
            first = self._rerun.get(report.nodeid)
            if first and report.nodeid not in self._failed:
                # The second try may have failed because of what the first left behind.
                report.sections.append(("First try", first))
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        flaky = [
            {"name": name, "reason": said} for name, said in sorted(self._rerun.items()) if name not in self._failed
        ]
        self._path.write_text(json.dumps(flaky, indent=2) + "\n", encoding="utf-8")
