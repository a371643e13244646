"""The CPUs that the server may use. A server process may itself be pinned to one of them (`server/cpu_affinity.py`)."""

import multiprocessing
import os


def list_server_cpus() -> set[int]:
    """All CPUs that the server may use, also in a process that is pinned to one. Empty where this is not known."""
    supervisor = multiprocessing.parent_process()
    try:
        return os.sched_getaffinity((supervisor and supervisor.pid) or 0)
    except (AttributeError, OSError):  # not on Linux, the supervisor has just ended, or it may not be asked
        return set()


def use_server_cpus() -> None:
    """Let the calling thread run on all of them.

    For work that does not need the interpreter and would keep the process's other threads from its one CPU.
    """
    cpus = list_server_cpus()
    try:
        os.sched_setaffinity(0, cpus)
    except (AttributeError, OSError):  # also for an empty set
        return
