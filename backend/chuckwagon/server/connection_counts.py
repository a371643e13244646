"""How many connections each server process has open, in memory that all of them share."""

import multiprocessing
import os
from contextlib import suppress

MAX_PROCESSES = 128  # with those that drain during a reload; one above it accepts whatever comes
FREE = 0
SHARE_OF_LEAD = 8  # a process may be ahead by this part of its connections, so that many are accepted at once


class ConnectionCounts:
    """A row for each process that accepts connections. Each process writes its own row only, in its event loop.

    Created by the supervisor; a server process inherits it.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pids = context.RawArray("i", MAX_PROCESSES)
        self._counts = context.RawArray("i", MAX_PROCESSES)
        self._own: int | None = None
        self._ended: frozenset[int] = frozenset()  # the PIDs in rows of processes that do not run any more

    def join(self, pid: int | None = None) -> None:
        """Take a row for this process. The supervisor starts one process after the other, so no two take the same."""
        for row, taken_by in enumerate(self._pids):
            if taken_by == FREE or not _is_running(taken_by):
                self._counts[row], self._pids[row] = 0, pid or os.getpid()
                self._own = row
                return

    def leave(self) -> None:
        """Give the row back, because this process accepts no more connections."""
        if self._own is not None:
            self._pids[self._own] = FREE
            self._own = None

    def opened(self) -> None:
        """Count a connection of this process."""
        if self._own is not None:
            self._counts[self._own] += 1

    def closed(self) -> None:
        """Count a connection of this process no longer."""
        if self._own is not None:
            self._counts[self._own] -= 1

    def is_ahead(self) -> bool:
        """Whether another process should take the next connection, because it has fewer."""
        if self._own is None:
            return False
        own: int = self._counts[self._own]
        rows = zip(self._pids, self._counts, strict=True)
        fewest: int = min(count for pid, count in rows if pid != FREE and pid not in self._ended)
        return own > fewest + own // SHARE_OF_LEAD

    def ignore_ended(self) -> None:
        """Compare no more with processes that do not run any more. Their rows stay, because only `join` takes rows."""
        self._ended = frozenset(pid for pid in self._pids if pid != FREE and not _is_running(pid))


def _is_running(pid: int) -> bool:
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True
