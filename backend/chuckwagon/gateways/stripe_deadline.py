"""A time limit for a whole call, all its tries included."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_begun = threading.local()


@contextmanager
def time_limit() -> Iterator[None]:
    """What this thread asks inside is one call, however often it is tried."""
    _begun.at = time.monotonic()
    try:
        yield
    finally:
        _begun.at = None


def seconds_left(total: float) -> float:
    """What is left of the `total` seconds of the call that this thread is in."""
    begun: float | None = getattr(_begun, "at", None)
    return total if begun is None else begun + total - time.monotonic()
