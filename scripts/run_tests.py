"""Runs the suites of `make test` step by step, and closes with one count of all of them.

`python scripts/run_tests.py` runs all suites; suite names as arguments run only those. `--repeat 12` does so
twelve times and closes with a table of the runs; it stops at the first red run without `--keep-going`.
`--busy` keeps one processor busy meanwhile.

With CI=true a failed case is tried once more. A case that passes only then is flaky: it is named in the
closing lines and in build/flaky.json, a list of {"suite", "name", "date"} of the last run, and does not fail
the run. More than three flaky cases do.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime

from testing.busy import busy_processor
from testing.repeats import Run, ledger_lines, record
from testing.suites import REPORTS, ROOT, Lane, minutes, run_step, steps_of_a_change, suites_of_a_change
from testing.verdict import Outcome, Verdict, closing_lines, flaky_records, judge

FLAKY = ROOT / "build" / "flaky.json"
LEDGER = ROOT / "build" / "test-runs.json"


def run_once(steps: list[list[Lane]]) -> tuple[list[Outcome], Verdict, float]:
    """Run each step, print the closing lines, and answer outcomes, verdict and seconds."""
    started = time.monotonic()
    outcomes = []
    for number, step in enumerate(steps, 1):
        elapsed = time.monotonic() - started
        titles = " beside ".join(", then ".join(suite.title for suite in lane) for lane in step)
        print(f"\n==> {number} of {len(steps)}: {titles}, after {minutes(elapsed)}", flush=True)
        outcomes += run_step(step)
    verdict = judge(outcomes)
    FLAKY.write_text(json.dumps(flaky_records(verdict, datetime.now(UTC).date()), indent=2) + "\n")
    seconds = time.monotonic() - started
    print(f"\nFinished after {minutes(seconds)}.")
    print("\n".join(closing_lines(outcomes, verdict)), flush=True)
    return outcomes, verdict, seconds


def repeat(steps: list[list[Lane]], times: int, *, keeps_going: bool) -> int:
    """Run the steps several times and keep a ledger of seconds, counts and names."""
    runs: list[Run] = []
    for number in range(1, times + 1):
        print(f"\n===== run {number} of {times}", flush=True)
        runs.append(record(*run_once(steps)))
        LEDGER.write_text(json.dumps([run.as_json() for run in runs], indent=2) + "\n")
        if not runs[-1].is_green and not keeps_going:
            break
    print("\n".join(["", *ledger_lines(runs)]), flush=True)
    return 0 if all(run.is_green for run in runs) else 1


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "suites",
        nargs="*",
        help=f"of {', '.join(suite.name for suite in suites_of_a_change())}",
    )
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="run everything N times")
    parser.add_argument("--keep-going", action="store_true", help="go on after a red run")
    parser.add_argument("--busy", action="store_true", help="keep one processor busy meanwhile")
    given = parser.parse_args(arguments)
    if unknown := set(given.suites) - {suite.name for suite in suites_of_a_change()}:
        parser.error(f"no such suite: {', '.join(sorted(unknown))}")
    if given.repeat < 1:
        parser.error("--repeat takes a number from 1")
    return given


def _chosen_lanes(step: list[Lane], is_chosen: Callable[[str], bool]) -> list[Lane]:
    lanes = [[suite for suite in lane if is_chosen(suite.name)] for lane in step]
    return [lane for lane in lanes if lane]


def main(arguments: list[str]) -> int:
    given = parse(arguments)
    REPORTS.mkdir(parents=True, exist_ok=True)
    is_chosen = set(given.suites or (suite.name for suite in suites_of_a_change())).__contains__
    chosen = list(filter(None, (_chosen_lanes(step, is_chosen) for step in steps_of_a_change())))
    with busy_processor() if given.busy else nullcontext():
        if given.repeat > 1:
            return repeat(chosen, given.repeat, keeps_going=given.keep_going)
        _, verdict, _ = run_once(chosen)
    return 0 if verdict.is_green else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
