"""Command `python -m fuzz`: send unusual requests with all roles at once, and watch memory and response times."""

import argparse
import signal
import sys

from fuzz.long_run import Plan, besiege


def read_plan(arguments: list[str]) -> Plan:
    """Read the options. The default is five minutes on SQLite."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=usual.minutes)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default=usual.database)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--port", type=int, default=usual.ports[0], help="and the next one, for the sandbox")
    given = parser.parse_args(arguments)
    return Plan(
        minutes=given.minutes, database=given.database, processes=given.processes,
        seed=given.seed, ports=(given.port, given.port + 1),
    )  # fmt: skip


def main() -> int:
    """Run the test. The exit code is 0 only if nothing was wrong."""
    plan = read_plan(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # so that the started processes are ended too
    print(
        f"{plan.minutes:g} minutes, {plan.database}, {plan.processes} server process(es), seed {plan.seed}",
        flush=True,
    )
    wrong = besiege(plan)
    for sentence in wrong:
        print(f"  ! {sentence}")
    print("Every answer was one that the description promises." if not wrong else f"{len(wrong)} things wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
