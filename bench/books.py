"""`python -m bench.books`: what the reports of a year with 100,000 orders of one truck cost in processor time.

The database is filled once and kept in the given folder; the reports only read. Closed days have their kept sums but
for the newest, as on any evening. Of the orders a fifth has two rates,
one in ten a discount, and one in thirty a refund, of which half are of items.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from bench import machine
from bench.data import dataset
from bench.data.postgres import KeptPostgres
from bench.data.seed import to_address
from bench.environment import ROOT
from bench.plan import POSTGRESQL, SQLITE
from bench.report import say
from chuckwagon.db.database import Base, Database
from chuckwagon.db.migrations import migrate
from chuckwagon.drawer.models import REFUND, SALE, DayClose, DayEvent, DrawerSession
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import EXEMPT, REDUCED, STANDARD
from chuckwagon.orders.models import CASH, MOVED, ONLINE, OTHER_CARD, READER, Order, OrderLine, PickupChange, Refund
from chuckwagon.orders.placement.pricing import sum_lines
from chuckwagon.payments.models import PAID, Checkout
from chuckwagon.reporting.books.day_book import build_day_book, list_entries
from chuckwagon.reporting.books.jobs import keep_closed_days
from chuckwagon.reporting.books.models import ClosedDay
from chuckwagon.reporting.books.overview import build_books
from chuckwagon.reporting.books.tax_report import build_tax_report
from chuckwagon.reporting.periods import Period
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.trucks.models import Truck

MOST_MS = 300
ORDERS, DAYS, PLACES, BATCH = 100_000, 365, 5, 5_000
FIRST = date(2025, 7, 1)
STANDARD_RATE, REDUCED_RATE = 87_500, 20_000
ZONE = "America/Los_Angeles"
Row = dict[str, Any]
Rows = dict[type[Base], list[Row]]


def fill(db: Database) -> None:
    """Put a year of orders of one truck into an empty, migrated database."""
    dataset.lay(db)
    with db.reading() as session:
        truck_id, other_id = session.scalars(sa.select(Truck.id).order_by(Truck.slug).limit(2))
    chance = random.Random(52)
    place_ids = [new_id() for _ in range(PLACES)]
    _insert(db, {Place: [_place(truck_id, place_id, at) for at, place_id in enumerate(place_ids)]})
    for first in range(0, DAYS, 10):
        rows: Rows = {model: [] for model in (DrawerSession, DayClose, Stop, Checkout, Order, OrderLine, Refund,
                                              DayEvent, PickupChange)}  # fmt: skip
        for number in range(first, min(first + 10, DAYS)):
            _add_day(rows, chance, truck_id, other_id, number, place_ids[number % PLACES])
        _insert(db, rows)


def _insert(db: Database, rows: Rows) -> None:
    def write(session: Session) -> None:
        for model, some in rows.items():
            if some:
                session.execute(sa.insert(model), some)

    db.write(write)


def _place(truck_id: str, place_id: str, number: int) -> Row:
    at = datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=UTC)
    return {
        "id": place_id, "truck_id": truck_id, "name": f"Pier {number}", "address": f"{number} Water Street",
        "timezone": ZONE, "tax_rate_units": STANDARD_RATE, "directions": "", "created_at": at, "updated_at": at,
    }  # fmt: skip


def _add_day(rows: Rows, chance: random.Random, truck_id: str, other_id: str, number: int, place_id: str) -> None:
    start = datetime(FIRST.year, FIRST.month, FIRST.day, 18, tzinfo=UTC) + timedelta(days=number)
    end, stop_id, drawer_id, close_id = start + timedelta(hours=8), new_id(), new_id(), new_id()
    rows[Stop].append({
        "id": stop_id, "truck_id": truck_id, "place_id": place_id, "starts_at": start, "ends_at": end, "note": "",
        "preorder_minutes": 0, "last_order_minutes": 15, "slot_minutes": 10, "walk_up_share": 0, "status": "scheduled",
        "created_at": start, "updated_at": start,
    })  # fmt: skip
    rows[DrawerSession].append({
        "id": drawer_id, "truck_id": truck_id, "float_cents": 15_000, "opened_at": start, "opened_by": "Ada",
        "closed_at": end, "closed_by": "Ada", "expected_cents": 90_000, "counted_cents": 90_000 - number % 3 * 25,
    })  # fmt: skip
    rows[DayClose].append({
        "id": close_id, "truck_id": truck_id, "number": number + 1, "session_id": drawer_id, "from_at": start,
        "closed_at": end, "last_order_number": number, "figures": {},
    })  # fmt: skip
    of_day = ORDERS // DAYS + (1 if number < ORDERS % DAYS else 0)
    for place in range(of_day):
        at = start + timedelta(seconds=place * 28_000 // of_day)
        order = _order(rows, chance, truck_id, number * 1000 + place + 1, at)
        name = f"Pier {number % PLACES}"
        order |= {
            "stop_id": stop_id, "place_name": name, "place_timezone": ZONE,
            "sold_place_id": place_id, "sold_place_name": name, "sold_timezone": ZONE,
        }  # fmt: skip
        rows[DayEvent].append(_event(order, SALE, order["total_cents"], at, close_id))
        if chance.random() < 1 / 30:
            _add_refund(rows, chance, order, at + timedelta(days=chance.choice((0, 0, 1, 40))), close_id)
    for _ in range(4):  # another truck moves, which does not concern this one
        order = _order(rows, chance, other_id, number * 1000 + len(rows[PickupChange]), start)
        rows[PickupChange].append({
            "id": new_id(), "order_id": order["id"], "number": 1, "kind": MOVED, "before": "Pier 1", "after": "Pier 2",
            "by": "Ada", "at": start,
        })  # fmt: skip


def _order(rows: Rows, chance: random.Random, truck_id: str, number: int, at: datetime) -> Row:
    order_id = new_id()
    classes = chance.choice([(STANDARD, STANDARD)] * 4 + [(STANDARD, REDUCED, EXEMPT)])
    cents = [chance.randrange(300, 1500) for _ in classes]
    off = sum(cents) // 10 if chance.random() < 0.1 else 0
    totals = sum_lines(cents, STANDARD_RATE, chance.choice((0, 0, 200)), off, classes=classes,
                       reduced_rate_units=REDUCED_RATE)  # fmt: skip
    tender = chance.choice((ONLINE, ONLINE, ONLINE, READER, CASH, OTHER_CARD))
    amounts = {name: getattr(totals, name) for name in totals.__struct_fields__}
    common = {
        **amounts, "tax_rate_units": STANDARD_RATE, "customer_name": "Ada", "customer_phone": "+12133734253",
        "created_at": at,
    }  # fmt: skip
    if tender == ONLINE:
        rows[Checkout].append(common | {
            "id": order_id, "truck_id": truck_id, "sequence": 1, "request_hash": order_id, "status": PAID, "lines": [],
            "destination_account": "acct_bench", "application_fee_cents": 50, "pickup_at": at, "expires_at": at,
        })  # fmt: skip
    order = common | {
        "id": order_id, "order_number": number, "truck_id": truck_id, "status": "completed", "payment_status": "paid",
        "checkout_id": order_id if tender == ONLINE else None, "source": "online" if tender == ONLINE else "counter",
        "window_paid_at": None if tender == ONLINE else at, "flags": [], "tracking_token": order_id, "tender": tender,
        "stop_id": None, "place_name": None, "place_timezone": None,
        "sold_place_id": None, "sold_place_name": None, "sold_timezone": ZONE, "pieces": len(cents), "updated_at": at,
    }  # fmt: skip
    rows[Order].append(order)
    rows[OrderLine] += [
        {"id": new_id(), "order_id": order_id, "position": place, "name": "Taco", "quantity": 1,
         "unit_price_cents": each, "total_cents": each, "tax_class": tax_class}
        for place, (each, tax_class) in enumerate(zip(cents, classes, strict=True))
    ]  # fmt: skip
    return order


def _add_refund(rows: Rows, chance: random.Random, order: Row, at: datetime, close_id: str) -> None:
    refund_id, is_counter = new_id(), order["tender"] in (CASH, OTHER_CARD)
    cents = chance.randrange(50, order["total_cents"])
    rows[Refund].append({
        "id": refund_id, "order_id": order["id"], "key": refund_id, "method": "window" if is_counter else "card",
        "amount_cents": cents, "lines": chance.choice((None, [{"index": 0, "quantity": 1}])), "reason": "Cold",
        "status": "succeeded", "provider_id": None if is_counter else f"re_{refund_id}", "created_at": at,
        "paid_out_at": at if is_counter else None, "updated_at": at,
    })  # fmt: skip
    rows[DayEvent].append(_event(order, REFUND, cents, at, close_id, refund_id))


def _event(order: Row, kind: str, cents: int, at: datetime, close_id: str, refund_id: str | None = None) -> Row:
    return {
        "truck_id": order["truck_id"], "kind": kind, "tender": order["tender"], "amount_cents": cents,
        "order_id": order["id"], "refund_id": refund_id, "close_id": close_id, "at": at, "is_before_opening": False,
    }  # fmt: skip


def _build_page(session: Session, truck: Truck, period: Period) -> object:
    return build_books(session, truck, period, (None, None), shows_platform=False)


# The last one is a file, which is no page that someone waits for.
WORKS: dict[str, Callable[[Session, Truck, Period], object]] = {
    "tax report": build_tax_report,
    "books, first page": _build_page,
    "sums of the files": build_day_book,
    "entries as CSV": list_entries,
}


def measure(db: Database, work: Callable[..., object], database_pid: int | None, turns: int) -> float:
    """Milliseconds of processor time of a report, of this process and of all of PostgreSQL: the median."""
    period = Period(FIRST, FIRST + timedelta(days=DAYS - 1), ZONE)
    found = []
    for _ in range(turns + 1):  # the first one compiles statements
        with db.reading() as session:
            truck = session.scalars(sa.select(Truck).order_by(Truck.slug).limit(1)).one()
            before = _cpu_seconds(database_pid)
            work(session, truck, period)
            found.append((_cpu_seconds(database_pid) - before) * 1000)
    return machine.median(found[1:])


def _cpu_seconds(database_pid: int | None) -> float:
    own = time.process_time()
    return own if database_pid is None else own + machine.family_cpu_seconds(database_pid)


def _open(kept: Path, database: str) -> tuple[str, int | None, Callable[[], None]]:
    """The address of the filled database, the process of its server, and what ends it."""
    if database == SQLITE:
        path = kept / "books.sqlite3"
        if not path.is_file():
            unfinished = path.with_suffix(".part")
            unfinished.unlink(missing_ok=True)
            _make(f"sqlite:///{unfinished}")
            unfinished.rename(path)
        return f"sqlite:///{path}", None, lambda: None
    server = KeptPostgres(kept / "books-postgresql")
    if not server.has_database("books"):
        server.drop_database("filling")
        filling = server.create_database("filling")
        _make(to_address(filling))
        server.tidy(filling)
        server.rename_database("filling", "books")
    return to_address(server.url("books")), server.pid, server.stop


def _make(address: str) -> None:
    say(f"filling {address.partition(':')[0]} with {ORDERS:,} orders")
    migrate(address)
    db = Database(address)
    try:
        fill(db)
    finally:
        db.close()


def _keep_closed_days(db: Database) -> None:
    """Let the worker's job run, up to the evening before the last two days of the year."""
    started = time.process_time()
    keep_closed_days(db)
    say(f"kept the sums of closed days in {time.process_time() - started:.1f} s of processor time")
    newest = ClosedDay.day > FIRST + timedelta(days=DAYS - 3)
    db.write(lambda session: session.execute(sa.delete(ClosedDay).where(newest)))


def main() -> int:
    """0 when the tax report and the page of the books take at most MOST_MS."""
    parser = argparse.ArgumentParser(prog="bench.books", description=__doc__)
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=SQLITE)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--only", help="work that begins with this")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "bench", help="where the database is")
    given = parser.parse_args()
    given.kept.mkdir(parents=True, exist_ok=True)
    address, pid, stop = _open(given.kept, given.database)
    migrate(address)
    db, is_slow = Database(address), False
    _keep_closed_days(db)
    try:
        say(f"| {given.database}, a year of {ORDERS:,} orders | processor time |")
        for name, work in WORKS.items():
            if name.startswith(given.only or ""):
                cost = measure(db, work, pid, given.turns)
                is_miss = cost > MOST_MS and work is not list_entries
                is_slow = is_slow or is_miss
                say(f"| {name} | {cost:.0f} ms |{' MISS' if is_miss else ''}")
    finally:
        db.close()
        stop()
    return 1 if is_slow else 0


if __name__ == "__main__":
    sys.exit(main())
