"""Metrics and trace spans of calls to providers."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Histogram

from chuckwagon.observability import tracing
from chuckwagon.observability.metrics import SLOW

SECONDS = Histogram(
    "chuckwagon_provider_seconds",
    "Time of calls to providers, their retries included.",
    ("provider", "operation"),
    buckets=SLOW,
)
ERRORS = Counter("chuckwagon_provider_errors_total", "Failed calls of providers.", ("provider", "code"))


@contextmanager
def measure_provider_call(provider: str, operation: str) -> Iterator[None]:
    """Measure the call inside and trace it. Errors pass through, counted by the name of their class."""
    began = time.perf_counter()
    try:
        with tracing.span(f"{provider} {operation}", provider=provider, operation=operation):
            yield
    except Exception as error:
        ERRORS.labels(provider, type(error).__name__).inc()
        raise
    finally:
        SECONDS.labels(provider, operation).observe(time.perf_counter() - began)
