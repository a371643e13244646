"""Command `python -m cluster.proof`: the soak against the cluster, while its parts are killed."""

import argparse
import contextlib
import signal
import sys
import tempfile
from pathlib import Path
from statistics import mean

from cluster.disasters import FAILOVER, REBUILD, RELOAD, SERVER, Disasters
from cluster.watchers import Board, Probe
from cluster.whole import Cluster, running
from soak.audit import Findings
from soak.catalog import TRUCKS
from soak.client import ProductClient, Provider
from soak.environment import UNLIMITED, WEBHOOK_WAITS
from soak.ledgers import Books, Ledgers
from soak.recorder import Journal
from soak.report import show_findings
from soak.run import Plan, read_catalog, wait_for_quiet
from tests.servers import wait_until

LIMIT_SECONDS = 15.0
CATCH_UP_SECONDS = 30.0
SETTINGS = {f"CHUCKWAGON_{name}": "0" for name in UNLIMITED} | {
    "CHUCKWAGON_RECONCILE_SECONDS": "1",
    "CHUCKWAGON_SMS_RETRY_SECONDS": "1",
    "SANDBOX_WEBHOOK_RETRY_SECONDS": WEBHOOK_WAITS,
}


def main() -> int:
    """Run the proof. The exit code is 0 only if nothing was lost and every failover was short."""
    given = _read_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    counts = {FAILOVER: given.failovers, SERVER: given.servers, RELOAD: given.reloads, REBUILD: given.rebuilds}
    plan = Plan(orders=given.orders, kills=0, seed=given.seed, progress_every=15.0)
    with tempfile.TemporaryDirectory(prefix="chuckwagon-cluster-") as temporary:
        folder = given.folder or Path(temporary)
        with running(folder, given.port, SETTINGS, lambda sentence: print(sentence, flush=True)) as cluster:
            findings = prove(cluster, plan, counts)
    wrong = sum(len(sentences) for sentences in findings.values())
    print("Nothing was lost, doubled or guessed." if wrong == 0 else f"{wrong} things are wrong.")
    return 1 if wrong else 0


def prove(cluster: Cluster, plan: Plan, counts: dict[str, int]) -> Findings:
    """Let customers and staff work while disasters happen, and compare the books afterwards."""
    journal = Journal()
    product, provider = ProductClient([cluster.url], journal), Provider(cluster.sandbox_url)
    ledgers = Ledgers(product, provider)
    headers = {"Authorization": f"Bearer {ledgers.token}"}
    trucks = product.ask("GET", "/api/trucks/public").json()
    probe = Probe(cluster.url, f"/api/trucks/{trucks[-1]['_id']}/settings", {"scheduleMode": "always"}, headers)
    boards = [Board(cluster.url, truck["_id"], headers) for truck in trucks[:TRUCKS]]
    disasters = Disasters(cluster, probe, journal, plan.seed)
    disasters.plan(counts, plan.orders)
    probe.start()
    for board in boards:
        board.start()
    read_catalog(plan, journal, (product, provider), ledgers, disasters)
    provider.behave()
    findings, books = wait_for_quiet(plan, ledgers, journal)
    findings |= {"boards that missed something": _find_missed(boards, books)}
    findings |= _judge(disasters, probe)
    probe.stop()
    _show(books, journal, disasters, boards)
    show_findings(findings)
    return findings


def _find_missed(boards: list[Board], books: Books) -> list[str]:
    """What the boards show differently from the books, once they had time to catch up."""
    truth: dict[str, dict[str, int]] = {board.truck_id: {} for board in boards}
    for order in books.orders:
        truth.setdefault(order["truckId"], {})[order["_id"]] = order["version"]
    with contextlib.suppress(AssertionError):
        wait_until(lambda: all(board.versions == truth[board.truck_id] for board in boards), CATCH_UP_SECONDS)
    found = [fault for board in boards for fault in board.faults]
    for board in boards:
        board.stop()
        wrong = {key for key, _ in set(board.versions.items()) ^ set(truth[board.truck_id].items())}
        found += [f"board of {board.truck_id}: order {order_id}" for order_id in sorted(wrong)]
    return found


def _judge(disasters: Disasters, probe: Probe) -> Findings:
    slow = [seconds for seconds in disasters.silences[FAILOVER] if seconds > LIMIT_SECONDS]
    return {
        "unexpected answers of the probe": probe.unexpected,
        f"failovers of more than {LIMIT_SECONDS:g} s": [f"{seconds:.1f} s" for seconds in slow],
        "disasters left undone": ["not all could be made"] * disasters.left_undone,
    }


def _show(books: Books, journal: Journal, disasters: Disasters, boards: list[Board]) -> None:
    rows: dict[str, str] = {
        "orders paid": str(len(books.orders)),
        "calls asked again": str(journal.counts["asked again"]),
        "live boards, and their connections": f"{len(boards)}, {sum(board.connections for board in boards)}",
    }
    for kind, seconds in disasters.silences.items():
        if seconds:
            rows[f"{kind}: times"] = str(len(seconds))
            rows[f"{kind}: seconds without answers, mean and worst"] = f"{mean(seconds):.1f}, {max(seconds):.1f}"
    print()
    for name, value in rows.items():
        print(f"  {name:<60} {value:>12}")


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cluster.proof", description=__doc__)
    parser.add_argument("--orders", type=int, default=600)
    parser.add_argument("--failovers", type=int, default=10)
    parser.add_argument("--servers", type=int, default=20, help="how often one of the two is killed")
    parser.add_argument("--reloads", type=int, default=3)
    parser.add_argument("--rebuilds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=8620, help="the public one; the next thirteen are used too")
    parser.add_argument("--folder", type=Path, help="keep data, configuration and logs in this new folder")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
