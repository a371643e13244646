"""A circuit breaker for each provider: after several failures in a row, calls fail at once.

pybreaker was not chosen because it holds one lock for the length of a call, so concurrent calls would queue.

Metrics and trace spans of calls to providers.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from prometheus_client import Counter, Histogram

from chuckwagon.kit.errors import Unavailable
from chuckwagon.observability import tracing
from chuckwagon.observability.metrics import SLOW
from chuckwagon.web.executors import requested_at

REFUSED = Counter(
    "chuckwagon_provider_circuit_refused_total",
    "Calls that were refused at once because their provider was failing, by provider.",
    ("provider",),
)
MAX_FAILURES = 5
OPEN_SECONDS = 5.0


class CircuitOpen(Unavailable):
    """The call was not sent, because the provider has been failing."""

    sentence = "The payment service is not available right now. Please try again."


_breakers: "list[CircuitBreaker]" = []


def reset_all_circuits() -> None:
    """Close all circuits of this process. For tests that have just repaired a provider."""
    for breaker in _breakers:
        breaker.reset()


class CircuitBreaker:
    """Closed until `failures` calls in a row fail. Then open, with one trial call every `open_seconds`.

    All threads of a process share it. A trial that succeeds closes it. A trial that hangs does not delay the
    next trial.
    """

    def __init__(
        self,
        provider: str,
        failures: int = MAX_FAILURES,
        open_seconds: float = OPEN_SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        guards_worker: bool = False,
    ) -> None:
        self._provider = provider
        self._guards_worker = guards_worker
        self._max_failures = failures
        self._open_seconds = open_seconds
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failures = 0
        self._next_trial_at = 0.0
        _breakers.append(self)

    @contextmanager
    def guard(self, is_outage: Callable[[Exception], bool]) -> Iterator[None]:
        """Guard one call of a request. Raises CircuitOpen, without making the call, while the circuit is open.

        An error for which `is_outage` is true counts as a failure; any other error is an answer. Calls of the worker
        are guarded only with `guards_worker`, because the worker already waits longer after each failure.
        """
        if requested_at.get() is None and not self._guards_worker:
            yield
            return
        self._check_open()
        try:
            yield
        except Exception as error:
            if is_outage(error):
                self._record_failure()
            else:
                self.reset()
            raise
        self.reset()

    def reset(self) -> None:
        """Close the circuit, because the provider answers."""
        with self._lock:
            self._failures = 0

    def _check_open(self) -> None:
        with self._lock:
            if self._failures < self._max_failures:
                return
            now = self._monotonic()
            if now >= self._next_trial_at:
                self._next_trial_at = now + self._open_seconds
                return
            seconds = self._next_trial_at - now
        REFUSED.labels(self._provider).inc()
        raise CircuitOpen(retry_after_seconds=max(1, round(seconds)))

    def _record_failure(self) -> None:
        with self._lock:
            self._failures += 1
            if self._failures == self._max_failures:
                self._next_trial_at = self._monotonic() + self._open_seconds


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
        _seconds_of(provider, operation).observe(time.perf_counter() - began)


@cache
def _seconds_of(provider: str, operation: str) -> Histogram:
    return SECONDS.labels(provider, operation)
