"""What the kernel tells of processes: their processor time, their memory, the cores they may use."""

import os
import resource
import statistics
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and all that it has started, and they in turn."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        fields = _stat(path)
        if fields:
            children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def cpu_seconds(pids: Iterable[int]) -> float:
    """User and system time of these processes until now."""
    ticks = 0
    for pid in pids:
        fields = _stat(Path(f"/proc/{pid}/stat"))
        ticks += int(fields[11]) + int(fields[12]) if fields else 0
    return ticks / TICKS


def family_cpu_seconds(pid: int) -> float:
    """User and system time of a process, of all that it has started, and of those of them that have ended."""
    fields = _stat(Path(f"/proc/{pid}/stat"))
    ended = int(fields[13]) + int(fields[14]) if fields else 0
    return cpu_seconds(family(pid)) + ended / TICKS


def resident_kib(pid: int) -> int:
    """The memory of a process; 0 for one that has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)


def cores() -> list[int]:
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


def pin(pids: Iterable[int], allowed: Iterable[int]) -> None:
    """Keep every thread of these processes to the cores given."""
    chosen = set(allowed)
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").glob("*"):
            try:
                os.sched_setaffinity(int(task.name), chosen)
            except ProcessLookupError:
                continue  # a thread that has just ended


def allow_many_files() -> int:
    """As many open connections as the machine lets us have, also for what is started from here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else 1 << 20


def median(values: Iterable[float]) -> float:
    """The middle one; 0 of none."""
    found = list(values)
    return statistics.median(found) if found else 0.0


def percentile(values: Iterable[float], share: float) -> float:
    """The value that this share of them does not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def _stat(path: Path) -> list[str]:
    """The fields after the name, which may hold blanks and brackets itself."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
