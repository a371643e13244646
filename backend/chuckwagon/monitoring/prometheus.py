"""The metrics in the text format of Prometheus."""

from collections.abc import Iterator, Sequence

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from chuckwagon.observability.metrics import METRICS, Counter, Histogram, HistogramData, Labels, MetricsSnapshot


class GaugeSample(msgspec.Struct, frozen=True):
    """A gauge that is read from the database or the disk at each scrape."""

    name: str
    meaning: str
    labels: Labels
    values: Sequence[tuple[Labels, float]]


def expose(snapshot: MetricsSnapshot, samples: Sequence[GaugeSample]) -> bytes:
    """Encode metrics and gauges in the Prometheus text format, in UTF-8."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(snapshot, samples))
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, snapshot: MetricsSnapshot, samples: Sequence[GaugeSample]) -> None:
        self._snapshot = snapshot
        self._samples = samples

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
                values = self._snapshot.gauges.get(metric.name, ())
                yield _gauge(GaugeSample(metric.name, metric.meaning, metric.labels, values))
        for sample in self._samples:
            yield _gauge(sample)

    def _counter(self, metric: Counter) -> Family:
        family = CounterMetricFamily(metric.name, metric.meaning, labels=metric.labels)
        for labels, value in self._snapshot.counters.get(metric.name, ()):
            family.add_metric(labels, value)
        return family

    def _histogram(self, metric: Histogram) -> Family:
        family = HistogramMetricFamily(metric.name, metric.meaning, labels=metric.labels)
        for labels, data in self._snapshot.histograms.get(metric.name, ()):
            family.add_metric(labels, _buckets(metric, data), data.total)
        return family


def _gauge(sample: GaugeSample) -> Family:
    family = GaugeMetricFamily(sample.name, sample.meaning, labels=sample.labels)
    for labels, value in sample.values:
        family.add_metric(labels, value)
    return family


def _buckets(metric: Histogram, data: HistogramData) -> list[tuple[str, float]]:
    """Each limit with the number of values at or below it, as Prometheus wants it."""
    found: list[tuple[str, float]] = []
    so_far = 0
    limits = [*(repr(limit) for limit in metric.limits), "+Inf"]
    for limit, count in zip(limits, data.counts, strict=True):
        so_far += count
        found.append((limit, so_far))
    return found
