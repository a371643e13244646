"""HTTP connection pools for the clients of the providers' SDKs.

Nothing is retried here, not even a request lost on a closed connection. Only the SDK, which has an
idempotency key, or the caller knows whether a call may be repeated.
"""

import math
import ssl
import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HostChangedError
from urllib3.util import create_urllib3_context

from chuckwagon.web.executors import PROVIDER_THREADS

CONNECT_SECONDS, READ_SECONDS = 3.0, 10.0
NO_RETRIES = urllib3.Retry(total=False, redirect=False)  # errors are raised as they are, redirects returned
# More threads call a provider only for a moment; their connections are closed after the call.
MAX_CONNECTIONS = PROVIDER_THREADS
MAX_IDLE_SECONDS = 60.0
MAX_DISCARDED_BYTES = 4096


class HttpPool:
    """Connections to one origin. Safe to share between threads.

    The proxy settings of the environment are read once, because reading them takes a third of a call's own time.
    """

    def __init__(self, address: str, ca_bundle: str) -> None:
        self._origin = "/".join(address.split("/", 3)[:3])
        self._ca_bundle = ca_bundle

    def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: urllib3.Timeout
    ) -> urllib3.BaseHTTPResponse:
        """Send one request and read the whole response.

        Raises the errors of `urllib3.exceptions`: HostChangedError for a URL of another origin than the pool's.
        """
        if not url.startswith(f"{self._origin}/"):
            raise HostChangedError(self._pool, url)
        return self._pool.urlopen(
            method,
            url if self._needs_full_url else url.removeprefix(self._origin),
            body,
            {"Accept-Encoding": "gzip, deflate", **headers},
            retries=NO_RETRIES,
            redirect=False,
            assert_same_host=False,
            timeout=timeout,
        )

    def send_and_discard(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes, timeout: urllib3.Timeout
    ) -> urllib3.BaseHTTPResponse:
        """Send one request whose response counts by status and headers alone. Its body is not trusted to be short.

        Raises as `send` does.
        """
        if not url.startswith(f"{self._origin}/"):
            raise HostChangedError(self._pool, url)
        answer = self._pool.urlopen(
            method,
            url if self._needs_full_url else url.removeprefix(self._origin),
            body,
            headers,
            retries=NO_RETRIES,
            redirect=False,
            assert_same_host=False,
            timeout=timeout,
            preload_content=False,
        )
        if len(answer.read(MAX_DISCARDED_BYTES, decode_content=False)) == MAX_DISCARDED_BYTES:
            answer.close()
        answer.release_conn()
        return answer

    @cached_property
    def _proxy(self) -> str:
        from requests.utils import get_environ_proxies, prepend_scheme_if_needed, select_proxy

        found = select_proxy(self._origin, get_environ_proxies(self._origin))
        return prepend_scheme_if_needed(found, "http") if found else ""

    @cached_property
    def _needs_full_url(self) -> bool:
        """Whether requests need the full URL: with a proxy, to an http origin. To https it only tunnels."""
        return bool(self._proxy) and self._origin.lower().startswith("http:")

    @cached_property
    def _pool(self) -> urllib3.HTTPConnectionPool:
        options: dict[str, Any] = {"maxsize": MAX_CONNECTIONS}
        if any(address.lower().startswith("https:") for address in (self._origin, self._proxy)):
            options["ssl_context"] = self._tls_context()
        manager = urllib3.PoolManager(**options)
        if self._proxy:
            from requests.utils import get_auth_from_url

            name, password = get_auth_from_url(self._proxy)
            secret = urllib3.make_headers(proxy_basic_auth=f"{name}:{password}") if name else None
            manager = urllib3.ProxyManager(self._proxy, proxy_headers=secret, **options)
        manager.pool_classes_by_scheme = {"http": _HttpConnectionPool, "https": _HttpsConnectionPool}
        return manager.connection_from_url(self._origin)

    def _tls_context(self) -> ssl.SSLContext:
        """Built once, and for https alone: loading the CA certificates takes as long as a hundred calls."""
        context = create_urllib3_context(cert_reqs=ssl.CERT_REQUIRED)
        is_directory = Path(self._ca_bundle).is_dir()
        context.load_verify_locations(**{"capath" if is_directory else "cafile": self._ca_bundle})
        return context


class _SingleWriteConnection(HTTPConnection):
    """Sends a request's headers and body in one write, so that both travel in one packet.

    It counts as closed once it was idle for long, because a middlebox may have dropped it silently.
    """

    _unsent: bytearray | None = None
    _last_used = math.inf

    def request(self, *args: Any, **kwargs: Any) -> None:
        self._last_used = time.monotonic()
        self._unsent = bytearray()
        try:
            super().request(*args, **kwargs)
            message = bytes(self._unsent)
        finally:
            self._unsent = None
        self.send(message)

    def send(self, data: Any) -> None:
        if self._unsent is None:
            super().send(data)
        else:
            self._unsent += data

    @property
    def is_connected(self) -> bool:
        """Whether the pool may use this connection again."""
        return time.monotonic() - self._last_used <= MAX_IDLE_SECONDS and super().is_connected


class _SingleWriteTlsConnection(_SingleWriteConnection, HTTPSConnection):
    """The same over TLS."""


class _HttpConnectionPool(urllib3.HTTPConnectionPool):
    ConnectionCls = _SingleWriteConnection


class _HttpsConnectionPool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _SingleWriteTlsConnection
