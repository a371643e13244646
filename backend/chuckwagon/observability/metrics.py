"""Metrics of this process, by `prometheus_client` in its own registry.

A metric is made once, at import, in a slice's `metrics.py` or beside what it counts, under its Prometheus name. The
values of labels come from a short list of our own and never from a caller. This module holds what they share.

Why: docs/decisions/0056-metrics-of-the-library.md

Timestamp files: the modification time of an empty file records when an operation last succeeded.

Backups and restore drills leave no other trace on the machine that the metrics endpoint could read.
"""

import threading
import time
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import (
    GC_COLLECTOR,
    PLATFORM_COLLECTOR,
    PROCESS_COLLECTOR,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Metric,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.registry import Collector

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0)
disable_created_metrics()  # type: ignore[no-untyped-call]
for _collector in (GC_COLLECTOR, PLATFORM_COLLECTOR, PROCESS_COLLECTOR):
    REGISTRY.unregister(_collector)


def expose(*collectors: Collector) -> bytes:
    """The metrics of this process, then what these collectors read now, in the text format of Prometheus."""
    read_now = CollectorRegistry(auto_describe=False)
    for collector in collectors:
        read_now.register(collector)
    return generate_latest(REGISTRY) + generate_latest(read_now)


class SingleThreadCounter:
    """One series of a counter for the hottest path, where even a call costs too much: its one thread adds to `n`."""

    __slots__ = ("counted", "n")

    def __init__(self) -> None:
        self.n = 0
        self.counted = 0  # how much of `n` the library's counter has


class CounterWithPlainSeries(Collector):
    """Registers a counter that was made without registry, and adds its single-thread counters at each scrape."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._lock = threading.Lock()
        self._plain: dict[tuple[str, ...], SingleThreadCounter] = {}
        REGISTRY.register(self)

    def single_thread_counter(self, *labels: str) -> SingleThreadCounter:
        """The single-thread counter of these label values, always the same object."""
        return self._plain.setdefault(labels, SingleThreadCounter())

    def describe(self) -> Iterable[Metric]:
        """The counter's family, by which the registry refuses a second one of its name."""
        return self._counter.describe()

    def collect(self) -> Iterable[Metric]:
        """The counter's series, with what was counted since the last scrape."""
        with self._lock:
            for labels, plain in list(self._plain.items()):
                n = plain.n
                if n > plain.counted:
                    self._counter.labels(*labels).inc(n - plain.counted)
                    plain.counted = n
        return self._counter.collect()


LAST_BACKUP, LAST_RESTORE_DRILL = "last-backup", "last-restore-drill"


def touch_timestamp(folder: Path, name: str) -> None:
    """Record that the operation succeeded now."""
    path = folder / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)


def find_age_seconds(folder: Path, name: str) -> float | None:
    """Seconds since the operation last succeeded; None if it never did."""
    try:
        return max(0.0, time.time() - (folder / name).stat().st_mtime)
    except OSError:
        return None
