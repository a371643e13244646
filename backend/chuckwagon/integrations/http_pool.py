"""Connections to a provider that stay open between calls, under the HTTP clients of the providers' SDKs.

Nothing is tried again here, not even what a closed connection lost: whether a call may be repeated is known
to the SDK, which has a key for it, or to whoever called.
"""

import math
import ssl
import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import urllib3
from requests.utils import get_auth_from_url, get_environ_proxies, prepend_scheme_if_needed, select_proxy
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HostChangedError
from urllib3.util import create_urllib3_context

from chuckwagon.core.threads import PROVIDER_THREADS

CONNECT_SECONDS, READ_SECONDS = 3.0, 10.0
ONCE = urllib3.Retry(total=False, redirect=False)  # errors come as they are, redirects as answers
# More wait for a provider only for a moment: their connections are not kept.
KEPT = PROVIDER_THREADS
LONGEST_REST_SECONDS = 60.0


class KeptConnections:
    """To one address, whose calls go nowhere else. Safe to share between threads.

    The environment is asked for its proxy once: asking at each call would be a third of what a call costs.
    """

    def __init__(self, address: str, ca_bundle: str) -> None:
        self._origin = "/".join(address.split("/", 3)[:3])
        self._ca_bundle = ca_bundle

    def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: urllib3.Timeout
    ) -> urllib3.BaseHTTPResponse:
        """Ask once and read the whole answer. Raises the errors of `urllib3.exceptions`."""
        if not url.startswith(f"{self._origin}/"):
            raise HostChangedError(self._pool, url)
        return self._pool.urlopen(
            method,
            url if self._is_relayed else url.removeprefix(self._origin),
            body,
            {"Accept-Encoding": "gzip, deflate", **headers},
            retries=ONCE,
            redirect=False,
            assert_same_host=False,
            timeout=timeout,
        )

    @cached_property
    def _proxy(self) -> str:
        found = select_proxy(self._origin, get_environ_proxies(self._origin))
        return prepend_scheme_if_needed(found, "http") if found else ""

    @cached_property
    def _is_relayed(self) -> bool:
        """Without TLS a proxy has to be told the whole address; with it, it only makes the connection."""
        return bool(self._proxy) and self._origin.lower().startswith("http:")

    @cached_property
    def _pool(self) -> urllib3.HTTPConnectionPool:
        wanted: dict[str, Any] = {"maxsize": KEPT, "ssl_context": self._tls()}
        manager = urllib3.PoolManager(**wanted)
        if self._proxy:
            name, password = get_auth_from_url(self._proxy)
            secret = urllib3.make_headers(proxy_basic_auth=f"{name}:{password}") if name else None
            manager = urllib3.ProxyManager(self._proxy, proxy_headers=secret, **wanted)
        manager.pool_classes_by_scheme = {"http": _Pool, "https": _TlsPool}
        return manager.connection_from_url(self._origin)

    def _tls(self) -> ssl.SSLContext:
        """Made once: reading the authorities again for each connection takes as long as a hundred calls."""
        context = create_urllib3_context(cert_reqs=ssl.CERT_REQUIRED)
        is_folder = Path(self._ca_bundle).is_dir()
        context.load_verify_locations(**{"capath" if is_folder else "cafile": self._ca_bundle})
        return context


class _OneWrite(HTTPConnection):
    """Sends a request's head and its body together: one packet instead of two, and one system call."""

    _held: bytearray | None = None

    def request(self, *args: Any, **kwargs: Any) -> None:
        self._held = bytearray()
        try:
            super().request(*args, **kwargs)
            whole = bytes(self._held)
        finally:
            self._held = None
        self.send(whole)

    def send(self, data: Any) -> None:
        if self._held is None:
            super().send(data)
        else:
            self._held += data


class _OneTlsWrite(_OneWrite, HTTPSConnection):
    """The same over TLS."""


class _Rested(urllib3.HTTPConnectionPool):
    """Begins anew after a rest: whoever stands in between may have forgotten it without a word."""

    def _put_conn(self, conn: Any) -> None:
        if conn is not None:
            conn.rests_since = time.monotonic()
        super()._put_conn(conn)

    def _get_conn(self, timeout: float | None = None) -> Any:
        conn: Any = super()._get_conn(timeout)
        if time.monotonic() - getattr(conn, "rests_since", math.inf) > LONGEST_REST_SECONDS:
            conn.close()
        return conn


class _Pool(_Rested):
    ConnectionCls = _OneWrite


class _TlsPool(_Rested, urllib3.HTTPSConnectionPool):
    ConnectionCls = _OneTlsWrite
