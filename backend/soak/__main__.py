"""`python -m soak`: the whole soak, with its size and its database as options."""

import argparse
import signal
import sys

from soak.rush import Plan, soak


def read_plan(arguments: list[str]) -> Plan:
    """The options; without them the full size on SQLite with one server process."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--orders", type=int, default=usual.orders)
    parser.add_argument("--kills", type=int, default=usual.kills)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default=usual.database)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--port", type=int, default=usual.ports[0], help="and the next one, for the sandbox")
    parser.add_argument("--folder", help="keep the database and the logs in this new folder")
    given = parser.parse_args(arguments)
    if not 0 <= given.kills <= given.orders:
        parser.error("There must be at least as many orders as kills.")
    return Plan(
        orders=given.orders, kills=given.kills, database=given.database, processes=given.processes,
        seed=given.seed, ports=(given.port, given.port + 1), folder=given.folder,
    )  # fmt: skip


def main() -> int:
    """The exit code is 0 only when nothing at all was wrong."""
    plan = read_plan(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # so that what was started is ended too
    print(
        f"{plan.orders} orders, {plan.kills} kills, {plan.database}, "
        f"{plan.processes} server process(es), seed {plan.seed}"
    )
    findings = soak(plan)
    wrong = sum(len(sentences) for sentences in findings.values())
    print("Nothing was lost, doubled or guessed." if wrong == 0 else f"{wrong} things are wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
