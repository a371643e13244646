"""Long-lived threads that survive errors. A thread that ends unexpectedly shows in the metrics."""

import threading
from collections.abc import Callable

from prometheus_client import Counter, Gauge

from chuckwagon.observability.logging import log

THREAD_ERRORS = Counter(
    "chuckwagon_thread_errors_total", "Rounds of a long-lived thread that failed, by thread.", ("thread",)
)
THREAD_ALIVE = Gauge(
    "chuckwagon_thread_alive", "1 while a long-lived thread runs, 0 after it ended unexpectedly.", ("thread",)
)
RETRY_SECONDS = 1.0


class BackgroundThread:
    """Calls `step` in a loop until it is stopped.

    `step` does one round, which includes the wait for work. After an error the thread waits `retry_seconds` and
    calls `step` again.
    """

    def __init__(self, name: str, step: Callable[[], None], retry_seconds: float = RETRY_SECONDS) -> None:
        self._name = name
        self._step = step
        self._retry_seconds = retry_seconds
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        THREAD_ALIVE.labels(self._name).set(1)
        self._thread.start()

    def stop(self, wake: Callable[[], None]) -> None:
        """Stop after the current round and wait for the thread. `wake` must end the wait inside `step`."""
        self._stopping.set()
        wake()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._run_step()
        finally:
            # A requested stop is normal; any other end (SystemExit) must show in the metric.
            THREAD_ALIVE.labels(self._name).set(1 if self._stopping.is_set() else 0)

    def _run_step(self) -> None:
        try:
            self._step()
        except Exception as error:  # noqa: BLE001 - the thread must survive any error
            THREAD_ERRORS.labels(self._name).inc()
            log.error("thread_round_failed", thread=self._name, reason=type(error).__name__, exc_info=True)
            self._stopping.wait(self._retry_seconds)
