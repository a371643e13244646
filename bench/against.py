"""`python -m bench.against COMMIT`: this tree and that commit, by turns, each with its own packages and database.

What is compared is the server's processor time for one request, because rates depend on what else the machine does.
The exit code is 1 when a request costs over 5 % more than it did at the commit. On PostgreSQL an order is also
measured together with the database's own processes.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import uvloop
from msgspec import Struct

from bench import load, machine
from bench.data.dataset import OWNER_EMAIL, OWNER_PASSWORD
from bench.data.postgres import KeptPostgres
from bench.environment import START, Product
from bench.plan import POSTGRESQL, SQLITE, Cell
from bench.report import say
from bench.scenarios import staff
from bench.scenarios.buyers import buy
from chuckwagon.db.sqlite import load_sqlite_module

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "bench"
MOST = 1.05
LEAST_TURNS = 5
BUYERS = 16
ORDER = f"place an order, {BUYERS} buyers"
ORDER_AND_DATABASE = "an order, with the database"
# Through the function that has been there longest, so that any commit can fill its database.
FILL = (
    "import sys; from pathlib import Path; from bench.data.seed import SqliteFiles;"
    "SqliteFiles(*map(Path, sys.argv[1:3])).with_orders(int(sys.argv[3]))"
)
FILL_POSTGRESQL = (
    "import sys; from bench.data import seed;"
    "getattr(seed, 'fill', getattr(seed, '_fill', None))(sys.argv[1], int(sys.argv[2]))"  # its older name
)
Cost = Callable[[], float]
"""Does the work for a while; gives the server's milliseconds of processor time for one request."""


class Comparison(Struct, frozen=True):
    """What a request costs at the commit and here, turn by turn, in milliseconds of processor time."""

    work: str
    base: list[float]
    here: list[float]

    @property
    def ratios(self) -> list[float]:
        """The cost here for each unit of the cost there; of turns that followed each other, in ascending order."""
        return sorted(here / base for base, here in zip(self.base, self.here, strict=True) if base)

    @property
    def is_lost(self) -> bool:
        """Whether a request costs too much more, in the middle of all turns."""
        return machine.median(self.ratios) > MOST

    def __str__(self) -> str:
        low, *_, high = self.ratios
        costs = f"{machine.median(self.base):8.2f} ms {machine.median(self.here):8.2f} ms"
        spread = f"{machine.median(self.ratios):.2f} x ({low:.2f} to {high:.2f})"
        return f"{self.work:<28}{costs}   {spread}{'   LOST' if self.is_lost else ''}"


class Tree(Struct, frozen=True):
    """The source of one commit, with the interpreter that has its packages."""

    folder: Path
    python: Path

    def fill(self, work: Path, orders: int) -> str:
        """The address of a SQLite file that this commit's own code has filled."""
        kept = self.folder / "build" / "bench"
        kept.mkdir(parents=True, exist_ok=True)
        self._run(FILL, str(kept), str(work), str(orders))
        _forget_statistics(work / "bench.sqlite3")
        return f"sqlite:///{work}/bench.sqlite3"

    def fill_postgresql(self, server: KeptPostgres, name: str, orders: int) -> str:
        """The address of a new database in the server that this commit's own code has filled."""
        server.drop_database(name)
        url = server.create_database(name)
        self._run(FILL_POSTGRESQL, url, str(orders))
        server.tidy(url)
        server.checkpoint()
        return url

    def _run(self, program: str, *given: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        subprocess.run([str(self.python), "-c", program, *given], cwd=self.folder, env=environment, check=True)


def _forget_statistics(file: Path) -> None:
    """Delete the query planner's, which older commits filled in: an installation has none, and with them SQLite plans
    most statements again whenever they run."""
    connection = load_sqlite_module().connect(file, isolation_level=None)
    with contextlib.closing(connection):
        for table in ("sqlite_stat1", "sqlite_stat4"):
            connection.execute(f"DROP TABLE IF EXISTS {table}")


def check_out(commit: str) -> Tree:
    """The files of a commit with the packages of its tests, kept in build/bench/ for the next comparison."""
    found = subprocess.run(["git", "rev-parse", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True, check=True)
    folder = KEPT / "commits" / found.stdout.decode().strip()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "x"], cwd=folder, input=files.stdout, check=True)
    subprocess.run(["make", "--no-print-directory", ".venv/.dev"], cwd=folder, check=True)
    return Tree(folder, folder / ".venv" / "bin" / "python")


def list_costs(product: Product, seconds: float, server: KeptPostgres | None = None) -> dict[str, Cost]:
    """What is compared, by its name. `server` is the PostgreSQL that the product uses."""
    person = asyncio.run(staff.sign_in(product.port, OWNER_EMAIL, OWNER_PASSWORD))
    menu = f"/api/menu-items/public/{person.truck_id}"
    reads = {"list of 50 trucks": "/api/trucks/public", "menu of 30 items": menu}
    addresses = asyncio.run(staff.list_addresses(product, person))
    public = {work: _reading(product, path, seconds, connections=32) for work, path in reads.items()}
    private = {
        work: _reading(product, path, seconds, connections=1, headers=person.headers)
        for work, path in addresses.items()
    }
    orders: dict[str, Cost] = {ORDER: lambda: _buy(product, seconds, product.cpu_seconds)}
    if server is not None:
        orders[ORDER_AND_DATABASE] = lambda: _buy(
            product, seconds, lambda: product.cpu_seconds() + server.cpu_seconds()
        )
    return {**private, **public, **orders}


def _reading(product: Product, path: str, seconds: float, **options: object) -> Cost:
    def read() -> float:
        found = load.press(product.url + path, seconds, pids=product.pids, **options)  # type: ignore[arg-type]
        if found.errors:
            raise RuntimeError(f"{path}: {found.errors} errors")
        return found.cpu / found.rate * 1000

    return read


def _buy(product: Product, seconds: float, cpu_seconds: Callable[[], float]) -> float:
    before = cpu_seconds()
    figures = uvloop.run(buy(product.port, product.provider_port, BUYERS, seconds))
    if figures.failures:
        raise RuntimeError(figures.failures[0])
    return (cpu_seconds() - before) / len(figures.orders) * 1000


def compare(base: dict[str, Cost], here: dict[str, Cost], turns: int) -> Iterator[Comparison]:
    """Work by work; who comes first changes with each turn, after one turn that does not count."""
    for work in [one for one in here if one in base]:
        costs = (base[work], here[work])
        for cost in costs:
            cost()
        found: tuple[list[float], list[float]] = ([], [])
        for turn in range(turns):
            for side in (0, 1) if turn % 2 else (1, 0):
                found[side].append(costs[side]())
        yield Comparison(work, *found)


def main(arguments: Sequence[str] = sys.argv[1:]) -> int:
    """0 when nothing costs over 5 % more than at the commit."""
    parser = argparse.ArgumentParser(prog="bench.against", description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--database", choices=[SQLITE, POSTGRESQL], default=SQLITE)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each turn")
    parser.add_argument("--orders", type=int, default=10_000, help="that are in the databases before")
    parser.add_argument("--only", action="append", help="work that begins with this")
    parser.add_argument("--port", type=int, default=8680, help="and the three after it")
    given = parser.parse_args(arguments)
    trees = [check_out(given.commit), Tree(ROOT, Path(sys.executable))]
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="against-", dir=KEPT)))
        server = _start_postgresql(stack) if given.database == POSTGRESQL else None
        products = [_serve(stack, tree, work / str(side), given, side, server) for side, tree in enumerate(trees)]
        base, here = (list_costs(product, given.seconds, server) for product in products)
        wanted = {one: here[one] for one in here if not given.only or one.startswith(tuple(given.only))}
        say(f"{'':<24}{given.commit[:12]:>14}{'here':>11}   here for each unit there (spread)")
        found = []
        for one in compare(base, wanted, max(given.turns, LEAST_TURNS)):
            say(str(one))
            found.append(one)
    return 1 if any(one.is_lost for one in found) else 0


def _start_postgresql(stack: ExitStack) -> KeptPostgres:
    server = KeptPostgres(KEPT / "postgresql-against")
    stack.callback(server.stop)
    return server


def _serve(
    stack: ExitStack, tree: Tree, folder: Path, given: argparse.Namespace, side: int, server: KeptPostgres | None
) -> Product:
    folder.mkdir()
    if server is None:
        url = tree.fill(folder, given.orders)
    else:
        name = f"against_{side}"
        url = tree.fill_postgresql(server, name, given.orders)
        stack.callback(server.drop_database, name)
    port, program = given.port + 2 * side, (str(tree.python), "-c", START)
    return stack.enter_context(Product(Cell(given.database, given.orders, 1), url, folder, (port, port + 1), program))


if __name__ == "__main__":
    sys.exit(main())
