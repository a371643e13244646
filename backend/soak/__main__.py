"""Command `python -m soak`: run one part of the soak test. Options set its size and database."""

import argparse
import signal
import sys

from soak.audit import Findings
from soak.disruption import disrupt
from soak.drawer import keep_cash
from soak.lunch import WORDS
from soak.outage import outage
from soak.readers import take_cards
from soak.refund_storm import storm
from soak.run import Plan, soak
from soak.slots import compete

USUAL_KILLS = {
    "street": Plan().kills,
    "refunds": 20,
    "outage": 0,
    "disruption": 20,
    "slots": 20,
    "cash": 10,
    "readers": 10,
}
PARTS = {
    "street": soak,
    "refunds": storm,
    "outage": outage,
    "disruption": disrupt,
    "slots": compete,
    "cash": keep_cash,
    "readers": take_cards,
}


def read_plan(arguments: list[str]) -> tuple[str, Plan]:
    """Read the part and its size. The default is the full size on SQLite with one server process."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--orders", type=int, default=usual.orders)
    parser.add_argument("--part", choices=list(USUAL_KILLS), default="street")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--kind", choices=list(WORDS), default=usual.kind, help="of the part with the disruption")
    parser.add_argument("--refunds", type=int, default=usual.refunds, help="of the part with the refunds")
    parser.add_argument(
        "--customers", type=int, default=usual.customers, help="of the parts with the outage and the slots"
    )
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default=usual.database)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--port", type=int, default=usual.ports[0], help="and the next one, for the sandbox")
    parser.add_argument("--folder", help="keep the database and the logs in this new folder")
    given = parser.parse_args(arguments)
    kills = USUAL_KILLS[given.part] if given.kills is None else given.kills
    if not 0 <= kills <= (given.refunds if given.part == "refunds" else given.orders):
        parser.error("There must be at least as many orders, or refunds, as kills.")
    return given.part, Plan(
        orders=given.orders, kills=kills, refunds=given.refunds, customers=given.customers,
        database=given.database, processes=given.processes, seed=given.seed,
        ports=(given.port, given.port + 1), folder=given.folder, kind=given.kind,
    )  # fmt: skip


def main() -> int:
    """Run the part. The exit code is 0 only if nothing was wrong."""
    part, plan = read_plan(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # so that the started processes are ended too
    sizes = {
        "street": f"{plan.orders} orders",
        "refunds": f"{plan.refunds} refunds",
        "outage": f"{plan.customers} customers",
        "disruption": f"{plan.orders} orders of one stop ({plan.kind})",
        "slots": f"{plan.customers} customers for 20 places",
        "cash": f"{plan.orders} sales for cash",
        "readers": f"{plan.orders} cards on readers",
    }
    servers = f"{plan.processes} server process(es)"
    print(f"{sizes[part]}, {plan.kills} kills, {plan.database}, {servers}, seed {plan.seed}")
    findings: Findings = PARTS[part](plan)
    wrong = sum(len(sentences) for sentences in findings.values())
    print("Nothing was lost, doubled or guessed." if wrong == 0 else f"{wrong} things are wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
