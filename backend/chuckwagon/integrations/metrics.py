"""What is counted of calls to providers, and the span around each of them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from chuckwagon.core import tracing
from chuckwagon.core.metrics import SLOW, Counter, Histogram

SECONDS = Histogram(
    "chuckwagon_provider_seconds",
    "Time of calls to providers, their retries included.",
    "provider",
    "operation",
    limits=SLOW,
)
ERRORS = Counter("chuckwagon_provider_errors_total", "Failed calls of providers.", "provider", "code")


@contextmanager
def provider_call(provider: str, operation: str) -> Iterator[None]:
    """Take the time of the call inside; what it raises passes through, counted by the name of its class."""
    began = time.perf_counter()
    try:
        with tracing.span(f"{provider} {operation}", provider=provider, operation=operation):
            yield
    except Exception as error:
        ERRORS.add(provider, type(error).__name__)
        raise
    finally:
        SECONDS.observe(time.perf_counter() - began, provider, operation)
