"""Web Push through pywebpush: each message is encrypted for one browser, and signed with the product's key.

The push service is named by the browser. Which services may be named is checked when a device is stored, and again
before each call. Redirects are not followed, and what a service answers is read no further than its status and
headers.
"""

import os
import time
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import certifi
import msgspec
import urllib3

from chuckwagon.integrations.circuit_breaker import measure_provider_call
from chuckwagon.integrations.http_pool import CONNECT_SECONDS, READ_SECONDS, HttpPool
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    from py_vapid import Vapid02

TIMEOUT = urllib3.Timeout(connect=CONNECT_SECONDS, read=READ_SECONDS)
TOKEN_SECONDS = 12 * 60 * 60  # the standard allows 24 hours
MAX_PAYLOAD_BYTES = 3000  # services take 4096 bytes, of which the encryption needs some
MAX_ORIGINS = 32  # of connection pools and signatures that are kept
MAX_RETRY_AFTER_SECONDS = 3600
GONE = (404, 410)
OTHER_KEY = 403


class PushGone(Exception):
    """The push service does not know the endpoint any more. It is never valid again."""


class PushRejected(Exception):
    """The push service refused the message for good. The same one would be refused again."""


class PushKeyRefused(PushRejected):
    """The device subscribed with another key than the one that the message is signed with. It has to be added again."""


class PushUnavailable(Exception):
    """No answer, or a temporary error. `retry_after` is the wait in seconds that the service asks for, or 0."""

    def __init__(self, reason: str, retry_after: float = 0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class PushTarget(msgspec.Struct, frozen=True):
    """One browser: its endpoint, its public key and its secret."""

    endpoint: str
    public_key: str
    auth_secret: str


class PushOptions(msgspec.Struct, frozen=True):
    """How long a push service keeps a message for a device that is off, and what a newer message replaces.

    `topic` has at most 32 characters of base64url. A message of the same topic that still waits is replaced.
    """

    ttl_seconds: int
    topic: str
    urgency: str = "high"


class PushGateway:
    """All push services. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tokens: dict[str, tuple[float, str]] = {}
        self._lock = Lock()
        self._pools = lru_cache(maxsize=MAX_ORIGINS)(_open_pool)

    def send(self, target: PushTarget, payload: bytes, options: PushOptions) -> None:
        """Push one message. Returns when the service has accepted it.

        Raises PushGone, PushKeyRefused, PushRejected, PushUnavailable.
        """
        origin = "/".join(target.endpoint.split("/", 3)[:3])
        body = encrypt(target, payload)
        headers = {
            "Authorization": self._authorize(origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(options.ttl_seconds),
            "Topic": options.topic,
            "Urgency": options.urgency,
        }
        with measure_provider_call("webpush", "send"):
            try:
                answer = self._pools(origin).send_and_discard("POST", target.endpoint, headers, body, TIMEOUT)
            except (urllib3.exceptions.HTTPError, OSError) as error:
                raise PushUnavailable(type(error).__name__) from error
            _raise_for_status(answer.status, answer.headers)

    def _authorize(self, origin: str) -> str:
        """The signed header for a push service. It is valid for hours, so it is kept."""
        with self._lock:
            until, header = self._tokens.get(origin, (0.0, ""))
            if time.time() < until:
                return header
            if len(self._tokens) >= MAX_ORIGINS:
                self._tokens.clear()
            expires = int(time.time()) + TOKEN_SECONDS
            claims = {"aud": origin, "exp": expires, "sub": self._settings.push_subject}
            header = str(_load_key(self._settings.push_private_key).sign(claims)["Authorization"])
            self._tokens[origin] = (expires - TOKEN_SECONDS / 2, header)
            return header


def encrypt(target: PushTarget, payload: bytes) -> bytes:
    """Encrypt a message for one browser (RFC 8291). Raises PushRejected for keys that are not valid."""
    from pywebpush import WebPusher

    if len(payload) > MAX_PAYLOAD_BYTES:
        raise PushRejected(f"payload of {len(payload)} bytes")
    keys = {"p256dh": target.public_key, "auth": target.auth_secret}
    try:
        encrypted: bytes = WebPusher({"endpoint": target.endpoint, "keys": keys}).encode(payload)["body"]
    except ValueError as error:
        raise PushRejected("keys invalid") from error
    return encrypted


def _raise_for_status(status: int, headers: Mapping[str, str]) -> None:
    if status in GONE:
        raise PushGone(f"status {status}")
    if status == 429 or status >= 500:
        raise PushUnavailable(f"status {status}", read_retry_after(headers.get("Retry-After", "")))
    if status == OTHER_KEY:
        raise PushKeyRefused(f"status {status}")
    if not 200 <= status < 300:  # redirects too
        raise PushRejected(f"status {status}")


def read_retry_after(value: str) -> float:
    """The seconds of a Retry-After header, at most an hour; 0 for none or a date, which services hardly send."""
    return float(min(int(value), MAX_RETRY_AFTER_SECONDS)) if value.isascii() and value.isdecimal() else 0.0


@lru_cache(maxsize=4)
def _load_key(private_key: str) -> "Vapid02":
    from py_vapid import Vapid02

    return Vapid02.from_raw(private_key.encode())


def _open_pool(origin: str) -> HttpPool:
    bundle = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or certifi.where()
    return HttpPool(urlsplit(origin).geturl(), bundle)


@lru_cache(maxsize=4)
def push_gateway(settings: Settings) -> PushGateway:
    """Return the gateway for these settings; one set of connections per process."""
    return PushGateway(settings)
