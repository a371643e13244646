"""The processors that the server may use, of which each of its processes may keep to one (`server/cpu_affinity.py`)."""

import multiprocessing
import os


def list_server_cpus() -> set[int]:
    """All processors of the server, also in a process that keeps to one. Empty where the system does not tell."""
    supervisor = multiprocessing.parent_process()
    try:
        return os.sched_getaffinity((supervisor and supervisor.pid) or 0)
    except (AttributeError, OSError):  # not on Linux, the supervisor has just ended, or it may not be asked
        return set()


def use_server_cpus() -> None:
    """Let the calling thread use them all, because its work does not need the interpreter and would hold others up."""
    cpus = list_server_cpus()
    try:
        os.sched_setaffinity(0, cpus)
    except (AttributeError, OSError):
        return  # it runs where the rest of its process does
