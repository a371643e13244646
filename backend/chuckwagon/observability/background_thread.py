"""Threads that run as long as their process: an error ends none of them, and an end shows in the metrics."""

import threading
from collections.abc import Callable

from chuckwagon.core.logging import log
from chuckwagon.core.metrics import Counter, Gauge

ERRORS = Counter(
    "chuckwagon_thread_errors_total", "Rounds of a long-lived thread that failed, by thread.", "thread"
)
ALIVE = Gauge(
    "chuckwagon_thread_alive", "1 while a long-lived thread runs, 0 after it ended unasked.", "thread"
)
RETRY_SECONDS = 1.0


class ServiceThread:
    """Calls `step` again and again until it is stopped.

    `step` does one round, waiting for its work included. After an error it is called again a second later.
    """

    def __init__(self, name: str, step: Callable[[], None], retry_seconds: float = RETRY_SECONDS) -> None:
        self._name = name
        self._step = step
        self._retry_seconds = retry_seconds
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        ALIVE.set(1, self._name)
        self._thread.start()

    def stop(self, wake: Callable[[], None]) -> None:
        """End after the present round; `wake` ends the wait in it. Waits for the thread."""
        self._stopping.set()
        wake()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def is_stopping(self) -> bool:
        """Whether the thread was asked to end."""
        return self._stopping.is_set()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._run_step()
        finally:
            # Asked to end, it is no longer missed; otherwise (SystemExit) the operator must learn of it.
            ALIVE.set(1 if self._stopping.is_set() else 0, self._name)

    def _run_step(self) -> None:
        try:
            self._step()
        except Exception as error:  # noqa: BLE001 - the thread has to outlive it
            ERRORS.add(self._name)
            log.error("thread_round_failed", thread=self._name, reason=type(error).__name__, exc_info=True)
            self._stopping.wait(self._retry_seconds)
