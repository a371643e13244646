"""Keeps each server process to one processor, where the server has a process for each.

Python runs one thread of a process at a time. Where the threads of a process are spread over the processors, each
that goes on after another wakes the next processor and finds its caches cold. That was a fifth of an order's
processor time.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


class CpuAffinity:
    """The processors of the server processes. On Linux, if there are as many of them as of processes."""

    def __init__(self, processes: int) -> None:
        cpus = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._cpus = cpus if len(cpus) == processes else []
        self._kept: set[tuple[int, int]] = set()  # pairs of CPU and PID

    def keep(self, pids: Sequence[int | None]) -> None:
        """Keep each process to the processor of its place in `pids`; None is a process that has not started.

        One that cannot be kept runs on, where the operating system lets it run.
        """
        wanted = {(cpu, pid) for cpu, pid in zip(self._cpus, pids, strict=False) if pid is not None}
        for cpu, pid in wanted - self._kept:
            with suppress(OSError):
                _keep_threads(pid, cpu)
        self._kept = wanted


def _keep_threads(pid: int, cpu: int) -> None:
    """Keep all threads of the process to the processor. A new thread is kept as the one that started it."""
    kept: set[int] = set()
    while found := {int(thread.name) for thread in Path(f"/proc/{pid}/task").iterdir()} - kept:
        for thread_id in found:
            with suppress(ProcessLookupError):  # the thread has ended
                os.sched_setaffinity(thread_id, {cpu})
        kept |= found
