"""HTTP client of the Stripe SDK: pooled connections, and the time limit of the whole call."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import stripe
import urllib3
from urllib3 import exceptions as http_errors

from chuckwagon.integrations.http_pool import CONNECT_SECONDS, HttpPool
from chuckwagon.web.executors import requested_at

MIN_TRY_SECONDS = 0.2
READ_SHARE = 2 / 3  # of the whole call's time; the rest is for another try
# No connection, a timeout, or a truncated response: the SDK retries with the same key.
RETRYABLE_ERRORS = (http_errors.ProtocolError, http_errors.ProxyError, http_errors.TimeoutError)
# The time limit is for a whole call: all its tries, and the time its request had waited for a thread.
_call_time = threading.local()


class StripeHttpClient(stripe.HTTPClient):
    """Sends the SDK's requests. The SDK itself decides about retries."""

    name = "urllib3"

    def __init__(self, base: str, total_seconds: float) -> None:
        super().__init__()
        self._total_seconds = total_seconds
        self._connections = HttpPool(base, stripe.ca_bundle_path)

    def request(  # type: ignore[override]
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """Make one try within the remaining time of the call. Raises stripe.APIConnectionError."""
        remaining = seconds_left(self._total_seconds)
        if remaining < MIN_TRY_SECONDS:
            raise _connection_error("The time for this call is used up.", should_retry=False)
        read = self._total_seconds * READ_SHARE
        timeout = urllib3.Timeout(total=remaining, connect=CONNECT_SECONDS, read=read)
        body = post_data.encode() if isinstance(post_data, str) else post_data
        try:
            answer = self._connections.send(method.upper(), url, headers, body, timeout)
        except (http_errors.HTTPError, OSError, ValueError) as error:
            # A wrong certificate is no temporary error. The SDK sleeps up to a second before a retry, even when
            # no time is left for the retry.
            reason = f"No answer ({type(error).__name__})."
            has_time = seconds_left(self._total_seconds) >= MIN_TRY_SECONDS
            raise _connection_error(reason, should_retry=has_time and isinstance(error, RETRYABLE_ERRORS)) from error
        return answer.data, answer.status, answer.headers


@contextmanager
def time_limit() -> Iterator[None]:
    """Treat all that this thread sends inside as one call, however often it is retried."""
    _call_time.started_at = requested_at.get() or time.monotonic()
    try:
        yield
    finally:
        _call_time.started_at = None


def seconds_left(total: float) -> float:
    """Return the seconds left of the `total` seconds of this thread's call; outside of `time_limit`, all of them."""
    started_at: float | None = getattr(_call_time, "started_at", None)
    return total if started_at is None else started_at + total - time.monotonic()


def _connection_error(message: str, *, should_retry: bool) -> stripe.APIConnectionError:
    return stripe.APIConnectionError(message, should_retry=should_retry)  # type: ignore[no-untyped-call]
