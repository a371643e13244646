"""How much is measured: the whole thing, the quick look, and what the test suite runs."""

from msgspec import Struct

SQLITE, POSTGRESQL = "sqlite", "postgresql"


class Cell(Struct, frozen=True):
    """One arrangement that everything is measured in."""

    database: str
    orders: int
    processes: int

    def __str__(self) -> str:
        plural = "es" if self.processes > 1 else ""
        return f"{self.database}, {self.orders:,} orders, {self.processes} process{plural}"


class Plan(Struct, frozen=True, kw_only=True):
    """Times are in seconds. Each figure is the median of `rounds` runs, that of a read of `read_rounds`."""

    name: str
    databases: tuple[str, ...] = (SQLITE, POSTGRESQL)
    processes: tuple[int, ...] = (1, 2)
    sizes: tuple[int, ...] = (10_000, 1_000_000)
    rounds: int = 5
    read_seconds: float = 1.0  # many short turns, because a machine has its moods
    read_rounds: int = 9
    read_connections: int = 32
    staff_seconds: float = 3.0
    buyers: int = 16
    order_seconds: float = 8.0
    commit_seconds: float = 3.0
    starts: int = 3
    streams: int = 1000
    stream_changes: int = 40
    rush_buyers: int = 200
    rush_boards: int = 20
    rush_seconds: float = 120.0
    think_seconds: tuple[float, float] = (0.5, 3.0)
    follow_seconds: tuple[float, float] = (3.0, 8.0)
    renew_seconds: float = 120.0
    slow_clients: int = 200
    slow_seconds: float = 8.0
    only: tuple[str, ...] = ()

    def cells(self) -> list[Cell]:
        """All arrangements, those of one database together."""
        return [Cell(*one) for one in ((d, n, p) for d in self.databases for n in self.sizes for p in self.processes)]

    def rivals(self) -> list[list[Cell]]:
        """The arrangements that differ by the number of orders alone."""
        return [
            [Cell(database, orders, processes) for orders in self.sizes]
            for database in self.databases
            for processes in self.processes
        ]

    def wants(self, scenario: str) -> bool:
        """Whether the scenario is to be run."""
        return not self.only or scenario in self.only

    def wants_any(self, *scenarios: str) -> bool:
        """Whether one of them is."""
        return any(map(self.wants, scenarios))


FULL = Plan(name="full")
QUICK = Plan(
    name="quick", sizes=(10_000,), rounds=1, read_rounds=1, staff_seconds=0.5, order_seconds=1.5,
    commit_seconds=1, starts=1, streams=100, stream_changes=4, rush_buyers=50, rush_boards=5, rush_seconds=4,
    think_seconds=(0.2, 1.0), follow_seconds=(1.0, 2.0), renew_seconds=20, slow_seconds=2,
)  # fmt: skip
TINY = Plan(
    name="tiny", databases=(SQLITE,), processes=(1,), sizes=(300,), rounds=1, read_rounds=1, read_seconds=0.2,
    staff_seconds=0.2, read_connections=4, buyers=2, order_seconds=0.5, commit_seconds=0.2, starts=1,
    streams=5, stream_changes=2, rush_buyers=8, rush_boards=2, rush_seconds=2.5,
    think_seconds=(0.05, 0.3), follow_seconds=(0.3, 0.8),
    slow_clients=6, slow_seconds=0.3,
)  # fmt: skip
PLANS = {plan.name: plan for plan in (FULL, QUICK, TINY)}
