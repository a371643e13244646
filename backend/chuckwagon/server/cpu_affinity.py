"""Keeps each server process to one processor, where the server has a process for each.

Python runs one thread of a process at a time. Where the threads of a process are spread over the processors, each
that goes on after another wakes the next processor and finds its caches cold. That was a fifth of an order's
processor time. What runs for long without the interpreter may use all processors: passwords and images
(`kit/server_cpus.py`).
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


class CpuAffinity:
    """The processors of the server processes, on Linux."""

    def __init__(self) -> None:
        self._cpus = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._kept: dict[int, int] = {}  # CPUs by PID

    def keep(self, pids: Sequence[int | None]) -> None:
        """Keep each process to the processor of its place in `pids`, if there are as many processors; else to none.

        None is a process that has not started. A process that cannot be kept runs on, where the operating system lets
        it run.
        """
        places = zip(self._cpus, pids, strict=False) if len(pids) == len(self._cpus) else ()
        wanted = {pid: cpu for cpu, pid in places if pid is not None}
        for pid in pids:
            if pid is not None and wanted.get(pid) != self._kept.get(pid):
                with suppress(OSError):
                    _keep_threads(pid, {wanted[pid]} if pid in wanted else set(self._cpus))
        self._kept = wanted


def _keep_threads(pid: int, cpus: set[int]) -> None:
    """Keep all threads of the process to the processors. A new thread is kept as the one that started it."""
    kept: set[int] = set()
    while found := {int(thread.name) for thread in Path(f"/proc/{pid}/task").iterdir()} - kept:
        for thread_id in found:
            with suppress(ProcessLookupError):  # the thread has ended
                os.sched_setaffinity(thread_id, cpus)
        kept |= found
