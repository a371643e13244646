"""The metrics in the text format of Prometheus."""

from collections.abc import Iterator, Sequence

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from chuckwagon.observability.metrics import METRICS, Counter, Figures, Histogram, Labels, Spread


class Reading(msgspec.Struct, frozen=True):
    """A gauge that is read from the database or the disk at each scrape."""

    name: str
    meaning: str
    labels: Labels
    values: Sequence[tuple[Labels, float]]


def expose(figures: Figures, readings: Sequence[Reading]) -> bytes:
    """Format all metrics."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(figures, readings))
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, figures: Figures, readings: Sequence[Reading]) -> None:
        self._figures = figures
        self._readings = readings

    def describe(self) -> list[Family]:
        """Name no metrics, because registering would otherwise collect them."""
        return []

    def collect(self) -> Iterator[Family]:
        for metric in METRICS.values():
            if isinstance(metric, Counter):
                yield self._counter(metric)
            elif isinstance(metric, Histogram):
                yield self._histogram(metric)
            else:
                values = [(labels, value) for labels, value, _at in self._figures.gauges.get(metric.name, ())]
                yield _gauge(Reading(metric.name, metric.meaning, metric.labels, values))
        for reading in self._readings:
            yield _gauge(reading)

    def _counter(self, metric: Counter) -> Family:
        family = CounterMetricFamily(metric.name, metric.meaning, labels=metric.labels)
        for labels, value in self._figures.counters.get(metric.name, ()):
            family.add_metric(labels, value)
        return family

    def _histogram(self, metric: Histogram) -> Family:
        family = HistogramMetricFamily(metric.name, metric.meaning, labels=metric.labels)
        for labels, spread in self._figures.spreads.get(metric.name, ()):
            family.add_metric(labels, _buckets(metric, spread), spread.total)
        return family


def _gauge(reading: Reading) -> Family:
    family = GaugeMetricFamily(reading.name, reading.meaning, labels=reading.labels)
    for labels, value in reading.values:
        family.add_metric(labels, value)
    return family


def _buckets(metric: Histogram, spread: Spread) -> list[tuple[str, float]]:
    """Each limit with the number of values at or below it, as Prometheus wants it."""
    found: list[tuple[str, float]] = []
    so_far = 0
    limits = [*(repr(limit) for limit in metric.limits), "+Inf"]
    for limit, count in zip(limits, spread.counts, strict=True):
        so_far += count
        found.append((limit, so_far))
    return found
