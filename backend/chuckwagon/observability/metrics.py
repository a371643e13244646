"""Counters, histograms and gauges of this process: plain numbers in memory, formatted when Prometheus asks.

A metric is made once, at import, in a slice's `metrics.py`, under its Prometheus name. The values of labels come from a
short list of our own and never from a caller.

Why: docs/decisions/0036-metrics.md
"""

import threading
from bisect import bisect_left

import msgspec

Labels = tuple[str, ...]
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0)


class HistogramData(msgspec.Struct):
    """One series of a histogram: how many values are in each bucket (the last one: above all limits), and their sum."""

    counts: list[int]
    total: float = 0.0


class MetricsSnapshot(msgspec.Struct):
    """The metrics of this process, keyed by name; then pairs of label values and value."""

    counters: dict[str, list[tuple[Labels, float]]] = msgspec.field(default_factory=dict)
    histograms: dict[str, list[tuple[Labels, HistogramData]]] = msgspec.field(default_factory=dict)
    gauges: dict[str, list[tuple[Labels, float]]] = msgspec.field(default_factory=dict)


class Metric:
    """A metric with its name, its help text and the names of its labels."""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        if name in METRICS:
            raise ValueError(f"there are two metrics with the name {name}")
        self.name, self.meaning, self.labels = name, meaning, labels
        self._lock = threading.Lock()
        METRICS[name] = self


METRICS: dict[str, Metric] = {}
"""All metrics of the imported modules, keyed by name."""


class SingleThreadCounter:
    """One series of a counter for the hottest path, where even a call costs too much: its one thread adds to `n`."""

    __slots__ = ("n",)

    def __init__(self) -> None:
        self.n = 0


class Counter(Metric):
    """A number that only grows; its name ends in `_total`."""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        self._values: dict[Labels, float] = {}
        self._single_thread_counters: dict[Labels, SingleThreadCounter] = {}
        if not labels:
            self._values[()] = 0

    def add(self, *labels: str, by: float = 1) -> None:
        """Add `by` to the series of these label values."""
        with self._lock:
            self._values[labels] = self._values.get(labels, 0) + by

    def single_thread_counter(self, *labels: str) -> SingleThreadCounter:
        """The single-thread counter of these label values, always the same object."""
        return self._single_thread_counters.setdefault(labels, SingleThreadCounter())

    def value(self, *labels: str) -> float:
        """The count of this process for these label values; 0 if it was never increased."""
        counter = self._single_thread_counters.get(labels)
        return self._values.get(labels, 0) + (counter.n if counter else 0)

    def read(self) -> list[tuple[Labels, float]]:
        """A copy of all series, as pairs of label values and count."""
        with self._lock:
            found = dict(self._values)
        for labels, counter in list(self._single_thread_counters.items()):
            if counter.n:
                found[labels] = found.get(labels, 0) + counter.n
        return list(found.items())


class Histogram(Metric):
    """Durations in seconds, counted in buckets with fixed limits."""

    def __init__(self, name: str, meaning: str, *labels: str, limits: tuple[float, ...] = FAST) -> None:
        super().__init__(name, meaning, *labels)
        self.limits = limits
        self._series: dict[Labels, HistogramData] = {}

    def observe(self, seconds: float, *labels: str) -> None:
        """Count one duration in seconds, in the bucket of these label values."""
        place = bisect_left(self.limits, seconds)
        with self._lock:
            data = self._series.get(labels)
            if data is None:
                data = self._series[labels] = HistogramData([0] * (len(self.limits) + 1))
            data.counts[place] += 1
            data.total += seconds

    def read(self) -> list[tuple[Labels, HistogramData]]:
        """A copy of all series, as pairs of label values and buckets with their sum in seconds."""
        with self._lock:
            return [(labels, HistogramData(list(one.counts), one.total)) for labels, one in self._series.items()]


class Gauge(Metric):
    """A value that may rise and fall."""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        self._values: dict[Labels, float] = {}

    def set(self, value: float, *labels: str) -> None:
        """Set the series of these label values."""
        with self._lock:
            self._values[labels] = value

    def read(self) -> list[tuple[Labels, float]]:
        """A copy of all series, as pairs of label values and value."""
        with self._lock:
            return list(self._values.items())


def take_snapshot() -> MetricsSnapshot:
    """Copy the counters, histograms and gauges of this process."""
    metrics = list(METRICS.values())
    return MetricsSnapshot(
        {one.name: one.read() for one in metrics if isinstance(one, Counter)},
        {one.name: one.read() for one in metrics if isinstance(one, Histogram)},
        {one.name: one.read() for one in metrics if isinstance(one, Gauge)},
    )
