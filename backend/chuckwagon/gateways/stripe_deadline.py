"""A time limit for a whole call, all its tries included."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

TOTAL_SECONDS = 15.0

_deadline = threading.local()


@contextmanager
def time_limit() -> Iterator[None]:
    """What this thread asks inside has `TOTAL_SECONDS` together."""
    _deadline.at = time.monotonic() + TOTAL_SECONDS
    try:
        yield
    finally:
        _deadline.at = None


def seconds_left() -> float:
    """What is left of the call that this thread is in."""
    deadline: float | None = getattr(_deadline, "at", None)
    return TOTAL_SECONDS if deadline is None else deadline - time.monotonic()
