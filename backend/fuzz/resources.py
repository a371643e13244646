"""Measures the product's memory and the response time of /health during the test."""

import os
import threading
import time
from pathlib import Path
from types import TracebackType

import httpx

EVERY_SECONDS = 0.5
MIB = 1024 * 1024
PAGE = os.sysconf("SC_PAGE_SIZE")


class Gauge:
    """Measures twice a second while the `with` block runs."""

    def __init__(self, url: str, group: int) -> None:
        self._group = group
        self._http = httpx.Client(base_url=url, timeout=30)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="gauge")
        self._served_by = frozenset(_memory_mib(group))
        self._memory: list[float] = []
        self._drawing = 0.0
        self._health: list[float] = []
        self._silent = 0

    def __enter__(self) -> "Gauge":
        self._look()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        self._http.close()

    def report(self) -> str:
        """Return the measured values as one line."""
        looks = len(self._health)
        slow = sorted(self._health)[int(looks * 0.99)]
        return (
            f"memory {self._memory[0]:.0f} MiB at the start, {self._memory[-1]:.0f} at the end, "
            f"{max(self._memory):.0f} at most; {self._drawing:.0f} MiB beside it while images were drawn; "
            f"/health within {slow * 1000:.0f} ms (99 of 100; {looks} looks)"
        )

    def findings(self, growth_mib: float) -> list[str]:
        """Return a sentence for each exceeded limit."""
        grown = max(self._memory) - self._memory[0]
        found = [f"The product grew by {grown:.0f} MiB."] if grown > growth_mib else []
        return found + ([f"/health did not answer {self._silent} times."] if self._silent else [])

    def _watch(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            self._look()

    def _look(self) -> None:
        found = _memory_mib(self._group)
        mine = sum(mib for process, mib in found.items() if process in self._served_by)
        self._memory.append(mine)
        self._drawing = max(self._drawing, sum(found.values()) - mine)
        begun = time.monotonic()
        try:
            is_well = self._http.get("/health").is_success
        except httpx.TransportError:
            is_well = False
        self._health.append(time.monotonic() - begun)
        self._silent += not is_well


def _memory_mib(group: int) -> dict[int, float]:
    """Resident memory in MiB of each process of the group. Processes that start later convert one image and end."""
    found = {}
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and os.getpgid(int(folder.name)) == group:
                pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
                found[int(folder.name)] = pages * PAGE / MIB
        except (OSError, IndexError):
            continue  # it has ended in the meantime
    return found
