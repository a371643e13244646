"""Pins each server process to one CPU, where the server has a process for each CPU.

Python runs one thread of a process at a time. Where the threads of a process are spread over several CPUs, each thread
that goes on after another wakes the next CPU, with cold caches. That was a fifth of an order's processor time. Password
hashing and page rendering, which do not need the interpreter, and image processing, which is a subprocess, may use all
CPUs (`kit/server_cpus.py`).
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


class CpuAffinity:
    """The CPUs of the server processes, on Linux."""

    def __init__(self) -> None:
        self._cpus = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._pinned: dict[int, int] = {}  # CPUs by PID

    def pin(self, pids: Sequence[int | None]) -> None:
        """Pin each process to the CPU of its place in `pids` if there are as many CPUs; otherwise unpin all.

        None stands for a process without a PID yet. A process whose affinity cannot be set stays as it is.
        """
        pairs = zip(self._cpus, pids, strict=False) if len(pids) == len(self._cpus) else ()
        wanted = {pid: cpu for cpu, pid in pairs if pid is not None}
        for pid in pids:
            if pid is not None and wanted.get(pid) != self._pinned.get(pid):
                with suppress(OSError):
                    _set_affinity(pid, {wanted[pid]} if pid in wanted else set(self._cpus))
        self._pinned = wanted


def _set_affinity(pid: int, cpus: set[int]) -> None:
    """Let all threads of the process run on these CPUs alone. Repeats until no new thread is found.

    A thread inherits the affinity of the thread that starts it.
    """
    done: set[int] = set()
    while found := {int(thread.name) for thread in Path(f"/proc/{pid}/task").iterdir()} - done:
        for thread_id in found:
            with suppress(ProcessLookupError):  # the thread has ended
                os.sched_setaffinity(thread_id, cpus)
        done |= found
