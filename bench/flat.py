"""`python -m bench.flat`: what each kind of request costs with many orders, for each unit of its cost with few.

What is compared is processor time, of the server and of PostgreSQL, because it holds on a busy machine. The databases
are filled once and kept in the given folder; they are worked on directly, so erasures and orders stay in them.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from bench import load, machine
from bench.against import BUYERS, LEAST_TURNS
from bench.data import seed
from bench.data.dataset import OWNER_EMAIL, OWNER_PASSWORD
from bench.data.postgres import KeptPostgres
from bench.environment import ROOT, Product
from bench.load_client import Asking
from bench.plan import POSTGRESQL, SQLITE, Cell
from bench.report import say
from bench.scenarios import staff
from bench.scenarios.buyers import buy
from chuckwagon.customers.models import Customer
from chuckwagon.db.migrations import migration_engine
from chuckwagon.orders.models import Order
from chuckwagon.orders.status import COMPLETED

MOST = 1.3
ERASED = 12  # customers in a turn
Cost = Callable[[], float]
"""Does the work for a while; gives milliseconds of processor time for one request."""


class Side(Struct, frozen=True):
    """The product on one database, and whose processor time counts."""

    product: Product
    address: str
    person: staff.Staff
    database_pid: int | None

    def cpu_seconds(self) -> float:
        """Of the server and of all processes of PostgreSQL, ended ones too."""
        found = self.product.cpu_seconds()
        return found if self.database_pid is None else found + machine.family_cpu_seconds(self.database_pid)


class Growth(Struct, frozen=True):
    """What a request costs with few and with many orders, turn by turn, in milliseconds of processor time."""

    work: str
    few: list[float]
    many: list[float]

    @property
    def ratios(self) -> list[float]:
        """The cost with many orders for each unit of the cost with few, in ascending order."""
        return sorted(many / few for few, many in zip(self.few, self.many, strict=True) if few)

    def __str__(self) -> str:
        low, *_, high = self.ratios
        middle = machine.median(self.ratios)
        costs = f"{machine.median(self.few):.2f} ms | {machine.median(self.many):.2f} ms"
        return f"| {self.work} | {costs} | {middle:.2f} ({low:.2f} to {high:.2f}) |{' MISS' if middle > MOST else ''}"


def list_costs(side: Side, seconds: float, days: int) -> dict[str, Cost]:
    """Every kind of request that reads or writes orders, by its name."""
    reads = {work: _reading(side, path, seconds) for work, path in list_paths(side, days).items()}
    # Orders come last, because they stay in the database.
    return {**reads, "erasure": lambda: _erase(side), f"place an order, {BUYERS} buyers": lambda: _buy(side, seconds)}


def list_paths(side: Side, days: int) -> dict[str, str]:
    """The addresses of the reads. Analytics compare the period with as many days before it."""
    order = _find_newest_order(side)
    truck = f"truckId={side.person.truck_id}"
    last = order.created_at.date() - timedelta(1)  # a whole day
    day = f"from={last}&to={last}"
    period = f"from={last - timedelta(days - 1)}&to={last}"
    return {
        "board page": f"/api/orders?{truck}",
        "counts": f"/api/orders/counts?{truck}",
        "search orders by number": f"/api/orders?{truck}&q=%23{order.order_number}",
        "search orders by phone": f"/api/orders?{truck}&q={order.customer_phone[2:]}",
        "search orders by a part": f"/api/orders?{truck}&q={order.customer_phone[-4:]}",
        # Among ten thousand orders a truck has twenty customers, and both pages should be full.
        "customers": f"/api/customers?{truck}&limit=20",
        "search customers by phone": f"/api/customers?{truck}&q={order.customer_phone[-4:]}",
        f"analytics, {days} day(s)": f"/api/analytics?{truck}&{period}",
        f"numbers by stop, {days} day(s)": f"/api/analytics/stops?{truck}&{period}",
        f"ledger, {days} day(s)": f"/api/ledger?{truck}&{period}",
        "all trucks side by side": f"/api/analytics/trucks?{day}",
        "tracking": f"/api/track/{order.tracking_token}",
    }


def _find_newest_order(side: Side) -> Any:
    """Of the truck that is looked at."""
    columns = (Order.order_number, Order.customer_phone, Order.tracking_token, Order.created_at)
    of_truck = sa.select(*columns).where(Order.truck_id == side.person.truck_id)
    engine = migration_engine(side.address)
    with engine.connect() as connection:
        found = connection.execute(of_truck.order_by(Order.created_at.desc()).limit(1)).one()
    engine.dispose()
    return found


def _reading(side: Side, path: str, seconds: float) -> Cost:
    def read() -> float:
        before = side.cpu_seconds()
        found = load.press(side.product.url + path, seconds, connections=1, headers=side.person.headers)
        if found.errors:
            raise RuntimeError(f"{path}: {found.errors} errors")
        return (side.cpu_seconds() - before) / found.requests * 1000

    return read


def _buy(side: Side, seconds: float) -> float:
    before = side.cpu_seconds()
    figures = asyncio.run(buy(side.product.port, side.product.provider_port, BUYERS, seconds))
    if figures.failures:
        raise RuntimeError(figures.failures[0])
    return (side.cpu_seconds() - before) / len(figures.orders) * 1000


def _erase(side: Side) -> float:
    """Erase some customers, after their open orders were handed out."""
    customers = _close_orders(side)
    before = side.cpu_seconds()
    asyncio.run(_send_erasures(side, customers))
    return (side.cpu_seconds() - before) / len(customers) * 1000


def _close_orders(side: Side) -> list[str]:
    engine = migration_engine(side.address)
    named = sa.select(Customer.id).where(Customer.name.startswith("Customer"), Customer.order_count == 10)
    with engine.begin() as connection:
        customers = list(connection.scalars(named.limit(ERASED)))
        closed = sa.update(Order).where(Order.customer_id.in_(customers)).values(status=COMPLETED)
        connection.execute(closed)
    engine.dispose()
    return customers


async def _send_erasures(side: Side, customers: list[str]) -> None:
    asking = Asking("127.0.0.1", side.product.port)
    for customer in customers:
        answer = await asking.ask("POST", f"/api/customers/{customer}/erasure", {}, side.person.headers)
        if answer.status != 200:
            raise RuntimeError(f"erasure: {answer.status} {answer.body.decode()[:200]}")
    asking.close()


def compare(few: dict[str, Cost], many: dict[str, Cost], turns: int) -> Iterator[Growth]:
    """Work by work; who comes first changes with each turn, after one turn that does not count."""
    for work, costs in ((work, (few[work], many[work])) for work in few):
        found: tuple[list[float], list[float]] = ([], [])
        for cost in costs:
            cost()
        for turn in range(turns):
            for side in (0, 1) if turn % 2 else (1, 0):
                found[side].append(costs[side]())
        yield Growth(work, *found)


def _sqlite_databases(_stack: ExitStack, kept: Path, sizes: list[int]) -> tuple[list[str], int | None]:
    addresses = []
    for orders in sizes:
        path = kept / f"sqlite-{orders}.sqlite3"
        if not path.is_file():
            unfinished = path.with_suffix(".part")
            seed.fill(f"sqlite:///{unfinished}", orders)
            unfinished.rename(path)
        addresses.append(f"sqlite:///{path}")
    return addresses, None


def _postgresql_databases(stack: ExitStack, kept: Path, sizes: list[int]) -> tuple[list[str], int | None]:
    server = KeptPostgres(kept / "postgresql")
    stack.callback(server.stop)
    for orders in sizes:
        if not server.has_database(f"filled_{orders}"):
            server.drop_database("filling")
            filling = server.create_database("filling")
            seed.fill(filling, orders)
            server.tidy(filling)
            server.rename_database("filling", f"filled_{orders}")
    return [seed.to_address(server.url(f"filled_{orders}")) for orders in sizes], server.pid


DATABASES = {SQLITE: _sqlite_databases, POSTGRESQL: _postgresql_databases}


def main() -> int:
    """0 when nothing grows by more than MOST."""
    parser = argparse.ArgumentParser(prog="bench.flat", description=__doc__)
    parser.add_argument("--database", choices=DATABASES, default=SQLITE)
    parser.add_argument("--orders", type=int, nargs=2, default=[10_000, 1_000_000], metavar=("FEW", "MANY"))
    parser.add_argument("--days", type=int, default=1, help="of a period; ten thousand orders have four days")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each turn")
    parser.add_argument("--only", action="append", help="work that begins with this")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "bench" / "flat", help="where the databases are")
    parser.add_argument("--port", type=int, default=8690, help="and the three after it")
    given = parser.parse_args()
    given.kept.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        addresses, pid = DATABASES[given.database](stack, given.kept, given.orders)
        sides = [_serve(stack, given, place, address, pid) for place, address in enumerate(addresses)]
        few, many = (list_costs(side, given.seconds, given.days) for side in sides)
        wanted = {work: few[work] for work in few if not given.only or work.startswith(tuple(given.only))}
        say(f"| {given.database} | {given.orders[0]:,} orders | {given.orders[1]:,} orders | growth (spread) |")
        found = []
        for one in compare(wanted, many, max(given.turns, LEAST_TURNS)):
            say(str(one))
            found.append(one)
    return 1 if any(machine.median(one.ratios) > MOST for one in found) else 0


def _serve(stack: ExitStack, given: argparse.Namespace, place: int, address: str, pid: int | None) -> Side:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="flat-")))
    port, cell = given.port + 2 * place, Cell(given.database, given.orders[place], 1)
    url = address.replace("postgresql+psycopg:", "postgresql:")
    product = stack.enter_context(Product(cell, url, folder, (port, port + 1)))
    person = asyncio.run(staff.sign_in(port, OWNER_EMAIL, OWNER_PASSWORD))
    return Side(product, address, person, pid)


if __name__ == "__main__":
    sys.exit(main())
