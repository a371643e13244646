"""Decides from the results of all suites whether a run is green, and words the closing lines."""

import textwrap
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from testing.reports import Case, FlakyCase

MAX_FLAKY = 3
SLOWEST_FILES = 10


@dataclass(frozen=True)
class Outcome:
    """What one suite came to. `exit_code` is the one of its runner.

    `seconds` are those of the clock, `cpu_seconds` those that its processes used of all processors: on two
    processors a suite whose two numbers are equal leaves one of them idle.
    """

    suite: str
    title: str
    cases: tuple[Case, ...]
    flaky: tuple[FlakyCase, ...]
    exit_code: int
    seconds: float
    cpu_seconds: float = 0.0

    @property
    def passed(self) -> int:
        return self._count("passed")

    @property
    def skipped(self) -> int:
        return self._count("skipped")

    @property
    def failed(self) -> int:
        """A suite without cases, and a runner that fails without a failed case, count as one failure."""
        is_broken = not self.cases or self.exit_code != 0
        return self._count("failed") or int(is_broken)

    def _count(self, result: str) -> int:
        return sum(case.result == result for case in self.cases)


@dataclass(frozen=True)
class Verdict:
    """The result of a run. Flaky cases count as passed, unless there are more of them than `MAX_FLAKY`."""

    passed: int
    failed: int
    skipped: int
    flaky: tuple[tuple[str, FlakyCase], ...]  # with the suite

    @property
    def has_too_many_flaky(self) -> bool:
        return len(self.flaky) > MAX_FLAKY

    @property
    def is_green(self) -> bool:
        return self.failed == 0

    @property
    def last_line(self) -> str:
        """The last line of every run; programs read it, so its form must not change."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def judge(outcomes: list[Outcome]) -> Verdict:
    flaky = tuple((outcome.suite, case) for outcome in outcomes for case in outcome.flaky)
    passed, failed, skipped = (
        sum(getattr(outcome, kind) for outcome in outcomes) for kind in ("passed", "failed", "skipped")
    )
    if len(flaky) > MAX_FLAKY:
        passed, failed = passed - len(flaky), failed + len(flaky)
    return Verdict(passed, failed, skipped, flaky)


def flaky_records(verdict: Verdict, day: date) -> list[dict[str, str]]:
    """The content of build/flaky.json: one record per flaky case, with suite, name, ISO date and the failure."""
    return [
        {"suite": suite, "name": case.name, "date": day.isoformat(), "reason": "\n".join(case.reason)}
        for suite, case in verdict.flaky
    ]


def closing_lines(outcomes: list[Outcome], verdict: Verdict) -> list[str]:
    """What is printed after the last suite, the last line included."""
    lines = [line for outcome in outcomes for line in suite_lines(outcome)]
    lines += _slowest_lines(outcomes)
    if verdict.flaky:
        lines.append("Flaky, passed only on the second try; repair them in the next change:")
        for suite, case in verdict.flaky:
            lines += [f"  {suite}: {case.name}", *(f"          {line}" for line in case.reason)]
    if verdict.has_too_many_flaky:
        lines.append(f"More than {MAX_FLAKY} flaky cases in one run count as failed.")
    return [*lines, verdict.last_line]


def suite_lines(outcome: Outcome) -> list[str]:
    state = "FAILED" if outcome.failed else "ok"
    counts = f"{outcome.passed} passed, {outcome.failed} failed"
    if outcome.skipped:
        counts += f", {outcome.skipped} skipped"
    if outcome.flaky:
        counts += f", {len(outcome.flaky)} flaky"
    lines = [f"  {state:7} {outcome.title}: {counts}, {outcome.seconds:.0f} s, {outcome.cpu_seconds:.0f} s of CPU"]
    failures = [case for case in outcome.cases if case.result == "failed"]
    if outcome.failed and not failures:
        lines.append(f"          No case failed, but the runner ended with exit code {outcome.exit_code}.")
    for case in failures:
        said = "\n".join([f"{case.file}: {case.name}", *case.reason])
        lines += textwrap.indent(said, " " * 10).splitlines()
    return lines


def _slowest_lines(outcomes: list[Outcome]) -> list[str]:
    """The files that took longest. Cases run side by side, so the seconds add up to more than the run."""
    totals: dict[tuple[str, str], list[float]] = defaultdict(list)
    for outcome in outcomes:
        for case in outcome.cases:
            totals[outcome.suite, case.file].append(case.seconds)
    slowest = sorted(totals.items(), key=lambda item: sum(item[1]), reverse=True)[:SLOWEST_FILES]
    rows = [f"  {sum(seconds):6.1f} s  {len(seconds):4} cases  {suite}: {file}" for (suite, file), seconds in slowest]
    return ["Slowest files:", *rows] if rows else []
