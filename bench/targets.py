"""What is aimed at, and whether a run got there. A miss is told, it is no failure."""

from collections.abc import Iterable, Iterator

from bench.plan import POSTGRESQL, SQLITE, Cell
from bench.results import Row, Verdict
from bench.scenarios.ordering import WORK as ORDER
from bench.scenarios.staff import COUNTS, DAY, PAGE, STOPS

SHARE = 0.75
ORDERS = {SQLITE: 240, POSTGRESQL: 200}
ORDER_P99 = 200
CORES = 2
GROWTH = 1.3
SMALL, LARGE = 10_000, 1_000_000
STAFF_P99 = {PAGE: 30, COUNTS: 30, DAY: 100, STOPS: 300}
RUSH_P99 = 500
START_SECONDS, MEMORY_MIB = 1.5, 200 * 1e6 / 2**20
BOARDS_P99 = 500
START, RUSH, BOARDS = "start to first answer", "lunch rush", "a change on"


def judge(rows: list[Row]) -> list[Verdict]:
    """Every target, each for the worst arrangement that it speaks of; orders a second for one arrangement alone."""
    return [*_reads(rows), *_orders(rows), *_growth(rows), *_rush(rows), *_process(rows), *_boards(rows)]


def _reads(rows: list[Row]) -> Iterator[Verdict]:
    for name in ("list of", "menu of"):
        asked = [row for row in _of(rows, name) if row.cell.processes == 1 and "304" not in row.work]
        worst = min(asked, key=lambda row: row.share or 0, default=None)
        found = (
            f"{worst.share:.0%}: {worst.rate:,.0f} of {worst.ceiling:,.0f} requests/s"
            if worst and worst.share
            else "not measured"
        )
        met = (worst.share or 0) >= SHARE if worst else None
        work = f"{worst.work if worst else name}, one process"
        yield Verdict(work=work, target=f"at least {SHARE:.0%} of a bare handler", found=found, is_met=met)


def _orders(rows: list[Row]) -> Iterator[Verdict]:
    for database, least in ORDERS.items():
        # For two cores, so for a process on each. The target names no size of the database; the tables show both.
        aimed_at = Cell(database, SMALL, CORES)
        asked = next((row for row in _of(rows, ORDER) if row.cell == aimed_at), None)
        is_sqlite = database == SQLITE
        target = f"{aimed_at}: at least {least} orders/s" + (f", p99 at most {ORDER_P99} ms" if is_sqlite else "")
        if asked is None:
            yield Verdict(work=f"{ORDER}, {database}", target=target, found="not measured", is_met=None)
            continue
        met = (asked.rate or 0) >= least and (not is_sqlite or (asked.p99 or 0) <= ORDER_P99)
        found = f"{asked.rate or 0:,.0f} orders/s, p99 {asked.p99 or 0:,.0f} ms"
        yield Verdict(work=f"{ORDER}, {database}", target=target, found=found, is_met=met)


def _growth(rows: list[Row]) -> Iterator[Verdict]:
    for work, most in STAFF_P99.items():
        asked = [row for row in _of(rows, work) if row.cell.orders == LARGE]
        small = {(row.cell.database, row.cell.processes): row for row in _of(rows, work)
                 if row.cell.orders == SMALL}  # fmt: skip
        pairs = [(row, small.get((row.cell.database, row.cell.processes))) for row in asked]
        ratios = [(row.p50 or 0) / before.p50 for row, before in pairs if before and before.p50]
        target = f"with 1,000,000 orders at most {GROWTH} × the time with 10,000, p99 at most {most} ms"
        if not ratios:
            yield Verdict(work=work, target=target, found="not measured", is_met=None)
            continue
        growth, slowest = max(ratios), max(row.p99 or 0 for row in asked)
        met = growth <= GROWTH and slowest <= most
        yield Verdict(work=work, target=target, found=f"{growth:.2f} ×, p99 {slowest:.1f} ms", is_met=met)


def _rush(rows: list[Row]) -> Iterator[Verdict]:
    asked = _of(rows, RUSH)
    bought = [row for row in asked if row.work.endswith(("checkout", "pay and verify"))]
    target = f"0 errors, checkout p99 at most {RUSH_P99} ms"
    if not bought:
        yield Verdict(work=RUSH, target=target, found="not measured", is_met=None)
        return
    errors, slowest = sum(row.errors for row in asked), max(row.p99 or 0 for row in bought)
    found = f"{errors} errors, p99 {slowest:.0f} ms"
    yield Verdict(work=RUSH, target=target, found=found, is_met=errors == 0 and slowest <= RUSH_P99)


def _process(rows: list[Row]) -> Iterator[Verdict]:
    starts = [row.p50 / 1000 for row in _of(rows, START) if row.p50]
    target = f"at most {START_SECONDS} s"
    found = f"{max(starts):.2f} s" if starts else "not measured"
    yield Verdict(work=START, target=target, found=found, is_met=max(starts) <= START_SECONDS if starts else None)
    sizes = [row.memory for row in _of(rows, RUSH) if row.memory]
    found = f"{max(sizes) * 2**20 / 1e6:.0f} MB" if sizes else "not measured"
    yield Verdict(
        work="memory of one process after the rush",
        target="at most 200 MB",
        found=found,
        is_met=max(sizes) <= MEMORY_MIB if sizes else None,
    )


def _boards(rows: list[Row]) -> Iterator[Verdict]:
    asked = _of(rows, BOARDS)
    slowest = max((row.p99 or 0 for row in asked), default=None)
    found = f"p99 {slowest:.0f} ms" if slowest is not None else "not measured"
    yield Verdict(
        work=asked[0].work if asked else "open boards",
        target=f"p99 at most {BOARDS_P99} ms",
        found=found,
        is_met=slowest <= BOARDS_P99 if slowest is not None else None,
    )


def _of(rows: Iterable[Row], work: str) -> list[Row]:
    return [row for row in rows if row.work.startswith(work)]
