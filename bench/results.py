"""What was measured, in the shape that the tables and the targets read."""

from msgspec import Struct

from bench.plan import Cell


class Row(Struct, frozen=True, kw_only=True):
    """One scenario in one arrangement. Latencies in milliseconds, memory in MiB of the largest process.

    `cpu` counts the cores that the server's processes kept busy; `ceiling` is what the machine alone does, in
    the same unit as `rate`.
    """

    cell: Cell
    work: str
    unit: str = "requests/s"
    rate: float | None = None
    p50: float | None = None
    p99: float | None = None
    cpu: float | None = None
    memory: float | None = None
    ceiling: float | None = None
    errors: int = 0
    note: str = ""

    @property
    def share(self) -> float | None:
        """Of the ceiling."""
        return self.rate / self.ceiling if self.rate is not None and self.ceiling else None


class Verdict(Struct, frozen=True, kw_only=True):
    """A target, and whether it was met; `is_met` is None where this run did not measure it."""

    work: str
    target: str
    found: str
    is_met: bool | None
