"""The ledger of repeated runs: what each took, and every case that was not simply green."""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from testing.verdict import Outcome, Verdict


@dataclass(frozen=True)
class Run:
    """One run of the suites; names carry their suite."""

    seconds: float
    passed: int
    failed: int
    skipped: int
    flaky_names: tuple[str, ...]
    failed_names: tuple[str, ...]

    @property
    def is_green(self) -> bool:
        return self.failed == 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def record(outcomes: list[Outcome], verdict: Verdict, seconds: float) -> Run:
    failed_names = [
        f"{outcome.suite}: {case.file}: {case.name}"
        for outcome in outcomes
        for case in outcome.cases
        if case.result == "failed"
    ]
    failed_names += [
        f"{outcome.suite}: exit code {outcome.exit_code}"
        for outcome in outcomes
        if outcome.failed and not any(case.result == "failed" for case in outcome.cases)
    ]
    flaky_names = tuple(f"{suite}: {case.name}" for suite, case in verdict.flaky)
    return Run(
        round(seconds, 1),
        verdict.passed,
        verdict.failed,
        verdict.skipped,
        flaky_names,
        tuple(failed_names),
    )


def ledger_lines(runs: list[Run]) -> list[str]:
    """A table of the runs, then each flaky or failed name with the number of runs that it occurred in."""
    lines = ["  run  result  seconds   passed  failed  skipped  flaky"]
    for number, run in enumerate(runs, 1):
        result = "green" if run.is_green else "RED"
        lines.append(
            f"  {number:3}  {result:6}  {run.seconds:7.0f}  {run.passed:7}  {run.failed:6}  "
            f"{run.skipped:7}  {len(run.flaky_names):5}"
        )
    for word in ("failed", "flaky"):
        names = Counter(name for run in runs for name in sorted(set(getattr(run, f"{word}_names"))))
        lines += [f"  {word} in {count} of {len(runs)}: {name}" for name, count in names.most_common()]
    green = sum(run.is_green for run in runs)
    return [*lines, f"{green} of {len(runs)} runs green"]
