"""A circuit breaker for each provider: after several failures in a row, calls fail at once.

pybreaker was considered: it holds one lock for as long as a call lasts, which makes concurrent calls queue.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chuckwagon.core.errors import Unavailable
from chuckwagon.core.metrics import Counter
from chuckwagon.core.threads import fails_fast

REFUSED = Counter(
    "chuckwagon_provider_circuit_refused_total",
    "Calls that were refused at once because their provider was failing, by provider.",
    "provider",
)
FAILURES = 5
OPEN_SECONDS = 5.0


class CircuitOpen(Unavailable):
    """The provider has been failing; the call was not sent."""

    sentence = "The payment service is not available right now. Please try again."


_breakers: "list[CircuitBreaker]" = []


def close_all_circuits() -> None:
    """Every provider answers again, as far as this process knows: for tests that have just mended one."""
    for breaker in _breakers:
        breaker.reset()


class CircuitBreaker:
    """Closed until `failures` calls in a row fail. Then open: one trial call each `open_seconds`.

    Shared by all threads of a process. A trial that succeeds closes it. A trial that hangs does not keep the
    next one waiting.
    """

    def __init__(
        self,
        provider: str,
        failures: int = FAILURES,
        open_seconds: float = OPEN_SECONDS,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        self._provider = provider
        self._most_failures = failures
        self._open_seconds = open_seconds
        self._ticking = ticking
        self._lock = threading.Lock()
        self._failures = 0
        self._next_trial_at = 0.0
        _breakers.append(self)

    @contextmanager
    def guard(self, is_outage: Callable[[Exception], bool]) -> Iterator[None]:
        """Around one call of a request. Raises CircuitOpen instead of making it.

        An error for which `is_outage` is true counts as a failure; any other is an answer. What the worker
        does is left alone, because it waits longer after each failure by itself.
        """
        if not fails_fast.get():
            yield
            return
        self._enter()
        try:
            yield
        except Exception as error:
            if is_outage(error):
                self._fail()
            else:
                self.reset()
            raise
        self.reset()

    def reset(self) -> None:
        """The provider answers."""
        with self._lock:
            self._failures = 0

    def _enter(self) -> None:
        with self._lock:
            if self._failures < self._most_failures:
                return
            now = self._ticking()
            if now >= self._next_trial_at:
                self._next_trial_at = now + self._open_seconds
                return
            seconds = self._next_trial_at - now
        REFUSED.add(self._provider)
        raise CircuitOpen(retry_after_seconds=max(1, round(seconds)))

    def _fail(self) -> None:
        with self._lock:
            self._failures += 1
            if self._failures == self._most_failures:
                self._next_trial_at = self._ticking() + self._open_seconds
