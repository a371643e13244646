"""The SDK's network client with a time limit for a whole call, all its tries included."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import stripe

CONNECT_SECONDS, READ_SECONDS, TOTAL_SECONDS = 3.0, 10.0, 15.0

_deadline = threading.local()


@contextmanager
def time_limit() -> Iterator[None]:
    """What this thread asks inside has `TOTAL_SECONDS` together."""
    _deadline.at = time.monotonic() + TOTAL_SECONDS
    try:
        yield
    finally:
        _deadline.at = None


def deadline_client() -> "stripe.HTTPClient":
    """The SDK's client with a time limit that shrinks from try to try."""
    import stripe

    class DeadlineClient(stripe.RequestsClient):
        @property
        def _timeout(self) -> tuple[float, float]:
            left = _seconds_left()
            return min(CONNECT_SECONDS, left), min(READ_SECONDS, left)

        @_timeout.setter
        def _timeout(self, _given: object) -> None:
            """The parent sets a fixed one; ours depends on the call's own deadline."""

        def request(  # type: ignore[override]
            self, *args: Any, **kwargs: Any
        ) -> tuple[bytes, int, Mapping[str, str]]:
            if _seconds_left() < 0.2:
                raise _time_is_up()
            return super().request(*args, **kwargs)

    return DeadlineClient()


def _time_is_up() -> Exception:
    import stripe

    error: Exception = stripe.APIConnectionError("The time for this call is used up.", should_retry=False)  # type: ignore[no-untyped-call]
    return error


def _seconds_left() -> float:
    deadline: float | None = getattr(_deadline, "at", None)
    return READ_SECONDS if deadline is None else deadline - time.monotonic()
