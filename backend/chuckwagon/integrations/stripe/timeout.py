"""A time limit for a whole call: all its tries, and the time its request had waited for a thread."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from chuckwagon.web.executors import requested_at

_call = threading.local()


@contextmanager
def time_limit() -> Iterator[None]:
    """Treat all that this thread sends inside as one call, however often it is retried."""
    _call.started_at = requested_at.get() or time.monotonic()
    try:
        yield
    finally:
        _call.started_at = None


def seconds_left(total: float) -> float:
    """Return the seconds left of the `total` seconds of this thread's call; outside of `time_limit`, all of them."""
    started_at: float | None = getattr(_call, "started_at", None)
    return total if started_at is None else started_at + total - time.monotonic()
