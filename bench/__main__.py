"""`python -m bench`: every scenario in every arrangement, or those that are asked for.

The exit code says whether everything worked; being slow is no failure.
"""

import argparse
import os
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import msgspec

from bench import load, machine, report
from bench.plan import PLANS, POSTGRESQL, SQLITE, Plan
from bench.run import SCENARIOS, Run
from bench.targets import judge

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "bench"


def read_arguments(arguments: list[str]) -> tuple[Plan, argparse.Namespace]:
    """The plan, and where things go."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--size", choices=list(PLANS), default="full")
    parser.add_argument("--database", action="append", choices=[SQLITE, POSTGRESQL])
    parser.add_argument("--processes", action="append", type=int)
    parser.add_argument("--orders", action="append", type=int, help="that are in the database before")
    parser.add_argument("--only", action="append", choices=SCENARIOS, help="only this scenario")
    parser.add_argument("--rush-seconds", type=float)
    parser.add_argument("--port", type=int, default=8580, help="and the three after it")
    parser.add_argument("--kept", type=Path, default=KEPT, help="filled databases, for the next run too")
    parser.add_argument("--out", type=Path, help="write the tables to this file")
    given = parser.parse_args(arguments)
    asked = {
        "databases": given.database,
        "processes": given.processes,
        "sizes": given.orders,
        "only": given.only,
    }
    changes: dict[str, object] = {name: tuple(values) for name, values in asked.items() if values}
    if given.rush_seconds:
        changes["rush_seconds"] = given.rush_seconds
    return msgspec.structs.replace(PLANS[given.size], **changes), given


def main() -> int:
    """0 when everything worked."""
    plan, given = read_arguments(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # so that what was started is ended too
    machine.allow_many_files()
    busy = os.getloadavg()[0]
    kept = given.kept.resolve()
    kept.mkdir(parents=True, exist_ok=True)
    asker = load.tool()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="run-", dir=kept)))
        run = stack.enter_context(Run(plan, kept, work, given.port))
        rows = list(run.measure())
        about = report.describe(asker, run.versions(), busy)
    verdicts = judge(rows)
    report.print_all(rows, verdicts)
    if given.out:
        report.write_page(given.out, plan, rows, verdicts, about)
        print(f"\nWritten to {given.out}")
    for failure in run.failures:
        print(f"FAILED  {failure}", file=sys.stderr)
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
