"""The Stripe SDK's network client over kept connections, under the time limit of the whole call."""

from collections.abc import Mapping
from typing import Any

import stripe
import urllib3
from urllib3 import exceptions as trouble

from chuckwagon.gateways.kept_connections import CONNECT_SECONDS, KeptConnections
from chuckwagon.gateways.stripe_deadline import seconds_left

SHORTEST_TRY_SECONDS = 0.2
READ_SHARE = 2 / 3  # of the whole call's time: what is left is for another try
# No connection, no answer in time, or one that broke off: the SDK asks again, with the same key.
PASSING = (trouble.ProtocolError, trouble.ProxyError, trouble.TimeoutError)


class StripeHttpClient(stripe.HTTPClient):
    """What the SDK sends goes out here; when to try again stays the SDK's decision."""

    name = "urllib3"

    def __init__(self, base: str, total_seconds: float) -> None:
        super().__init__()
        self._total_seconds = total_seconds
        self._connections = KeptConnections(base, stripe.ca_bundle_path)

    def request(  # type: ignore[override]
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """One try, in what is left of the call's time. Raises stripe.APIConnectionError."""
        left = seconds_left(self._total_seconds)
        if left < SHORTEST_TRY_SECONDS:
            raise _unreachable("The time for this call is used up.", should_retry=False)
        read = self._total_seconds * READ_SHARE
        timeout = urllib3.Timeout(total=left, connect=CONNECT_SECONDS, read=read)
        body = post_data.encode() if isinstance(post_data, str) else post_data
        try:
            answer = self._connections.send(method.upper(), url, headers, body, timeout)
        except (trouble.HTTPError, OSError, ValueError) as error:
            # A certificate that is not the provider's is no passing trouble.
            reason = f"No answer ({type(error).__name__})."
            raise _unreachable(reason, should_retry=isinstance(error, PASSING)) from error
        return answer.data, answer.status, answer.headers


def _unreachable(message: str, *, should_retry: bool) -> stripe.APIConnectionError:
    return stripe.APIConnectionError(message, should_retry=should_retry)  # type: ignore[no-untyped-call]
