"""One run: arrangement after arrangement, scenario after scenario. A scenario that fails ends only itself."""

import asyncio
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Self

from bench import commits, machine
from bench.data.dataset import OWNER_EMAIL, OWNER_PASSWORD
from bench.data.postgres import KeptPostgres
from bench.data.seed import Databases, PostgresDatabases, SqliteFiles
from bench.environment import Product
from bench.plan import POSTGRESQL, SQLITE, Cell, Plan
from bench.report import cells_of, say
from bench.results import Row
from bench.scenarios import ordering, reads, rolling_restart, rush, slots, slow, staff, streams
from bench.targets import START
from chuckwagon.db.sqlite import load_sqlite_module

CELL_BY_CELL = ("start", "reads", "orders", "slots", "streams", "slow", "rush", "renewing")
SCENARIOS = (*CELL_BY_CELL, "staff")


class Run:
    """Holds what the arrangements share: the databases and their ceilings."""

    def __init__(self, plan: Plan, kept: Path, work: Path, port: int) -> None:
        self._plan, self._kept, self._work = plan, kept, work
        self._ports, self._bare_port = (port, port + 1), port + 2
        self._stack = ExitStack()
        self._databases: dict[str, Databases] = {}
        self._ceilings: dict[str, tuple[float, str]] = {}
        self.failures: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def measure(self) -> Iterator[Row]:
        """Every row."""
        if self._plan.wants("staff"):
            for cells in self._plan.rivals():
                say("== " + " by turns with ".join(map(str, cells)))
                yield from self.guarded(cells[0], "staff", partial(self._measure_screens, cells))
        for cell in self._plan.cells() if self._plan.wants_any(*CELL_BY_CELL) else ():
            say(f"== {cell}")
            try:
                yield from self._measure_cell(cell)
            except Exception as error:  # noqa: BLE001 - the other arrangements are worth having
                traceback.print_exc()
                self.failures.append(f"{cell}: {error}")

    def versions(self) -> list[str]:
        """Of the databases that were used."""
        found = []
        if SQLITE in self._plan.databases:
            found.append(f"SQLite {load_sqlite_module().sqlite_version} (write-ahead log, synchronous=FULL)")
        if POSTGRESQL in self._databases:
            found.append(f"PostgreSQL {self._server().version()} (fsync on, Unix socket)")
        return found

    def _measure_screens(self, cells: list[Cell]) -> Iterator[Row]:
        """The same product on databases of different sizes, side by side: a machine has its moods."""
        with ExitStack() as stack:
            products = [stack.enter_context(self._product(*one)) for one in enumerate(cells)]
            people = [asyncio.run(staff.sign_in(one.port, OWNER_EMAIL, OWNER_PASSWORD)) for one in products]
            yield from staff.measure(self._plan, products, people)

    def _product(self, place: int, cell: Cell) -> Product:
        """One of several that run at once; each has its own copy of a database."""
        url = self._databases_of(cell.database).with_orders(cell.orders, f"bench{place or ''}")
        folder = self._work / f"product{place or ''}"
        folder.mkdir(exist_ok=True)
        return Product(cell, url, folder, (self._ports[0] + 2 * place, self._ports[1] + 2 * place))

    def _measure_cell(self, cell: Cell) -> Iterator[Row]:
        ceiling, ceiling_of = self._ceiling(cell.database) if self._plan.wants("orders") else (0.0, "")
        with self._product(0, cell) as product:
            person = asyncio.run(staff.sign_in(product.port, OWNER_EMAIL, OWNER_PASSWORD))
            plan = self._plan
            scenarios: dict[str, Callable[[], Iterator[Row]]] = {
                "start": lambda: _starts(plan, product),
                "reads": lambda: reads.measure(plan, product, person, self._work, self._bare_port),
                "orders": lambda: ordering.measure(
                    plan,
                    product,
                    ceiling,
                    ceiling_of,
                    self._server().cpu_seconds if cell.database == POSTGRESQL else None,
                ),
                "slots": lambda: slots.measure(plan, product, person),
                "streams": lambda: streams.measure(plan, product, person),
                "slow": lambda: slow.measure(plan, product),
                "rush": lambda: rush.measure(plan, product, person),
                "renewing": lambda: rolling_restart.measure(plan, product, person),
            }
            for name, scenario in scenarios.items():
                if plan.wants(name):
                    yield from self.guarded(cell, name, scenario)

    def guarded(self, cell: Cell, name: str, scenario: Callable[[], Iterator[Row]]) -> Iterator[Row]:
        """Pass on what a scenario measures; what goes wrong in it is kept and ends only itself."""
        say(name)
        try:
            for row in scenario():
                say("   " + "  ".join(text for text in cells_of(row) if text))
                if row.errors:
                    self.failures.append(f"{cell}, {row.work}: {row.errors} errors. {row.note}")
                yield row
        except Exception as error:  # noqa: BLE001 - the other scenarios are worth having
            traceback.print_exc()
            self.failures.append(f"{cell}, {name}: {error or type(error).__name__}")

    def _databases_of(self, kind: str) -> Databases:
        if kind not in self._databases:
            found = SqliteFiles(self._kept, self._work) if kind == SQLITE else PostgresDatabases(self._kept)
            self._stack.callback(found.close)
            self._databases[kind] = found
        return self._databases[kind]

    def _server(self) -> KeptPostgres:
        found = self._databases_of(POSTGRESQL)
        assert isinstance(found, PostgresDatabases)
        return found.server

    def _ceiling(self, kind: str) -> tuple[float, str]:
        """What the database does without us, measured once a run."""
        if kind not in self._ceilings:
            say("bare commits of five inserts")
            seconds, rounds = self._plan.commit_seconds, self._plan.rounds
            if kind == SQLITE:
                self._ceilings[kind] = commits.sqlite_rate(self._work, seconds, rounds), "bare commits"
            else:
                self._ceilings[kind] = commits.postgresql_rate(self._server(), self._work, seconds, rounds)
        return self._ceilings[kind]


def _starts(plan: Plan, product: Product) -> Iterator[Row]:
    """Stop and start again, and take the time to the first answer."""
    taken = []
    for _ in range(plan.starts):
        product.stop()
        taken.append(product.start() * 1000)
    p50, p99 = machine.median(taken), max(taken)
    memory = product.memory_mib()
    yield Row(cell=product.cell, work=START, unit="starts/s", p50=p50, p99=p99, memory=memory)
