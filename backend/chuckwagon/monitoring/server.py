"""The private listener: metrics for Prometheus and the readiness of this server.

It has a thread and a port of its own. So it answers while the product is busy, and clients from outside do not reach
it: the product's own port knows neither path.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import msgspec
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from chuckwagon.db.database import Database
from chuckwagon.kit.errors import CannotStart
from chuckwagon.monitoring.gauges import GaugeReader
from chuckwagon.monitoring.readiness import Readiness
from chuckwagon.observability.metrics import expose
from chuckwagon.settings import Settings

METRICS, READY = "/metrics", "/health/ready"
TIMEOUT_SECONDS = 5


class CannotListen(CannotStart):
    """The private port is taken; the message says what to do."""


@contextmanager
def private_listener(settings: Settings) -> Iterator[None]:
    """Answer on the private port while inside the block; do nothing if no port is set. Raises CannotListen."""
    if not settings.metrics_port:
        yield
        return
    db = Database(settings.database, settings.direct_database)
    try:
        server = _bind(settings, db)
    except OSError as error:
        db.close()
        raise CannotListen(
            f"Cannot use {settings.metrics_host}:{settings.metrics_port} ({error.strerror}). "
            "Stop what runs there, or set CHUCKWAGON_METRICS_PORT."
        ) from error
    thread = Thread(target=server.serve_forever, name="private-listener", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        db.close()


class PrivateServer(ThreadingHTTPServer):
    """Serves `/metrics` and `/health/ready`, and answers 404 to other paths."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], gauges: GaugeReader, ready: Readiness) -> None:
        self.gauges, self.ready = gauges, ready
        super().__init__(address, _Handler)

    def handle_error(self, _request: object, _client_address: object) -> None:
        """Ignore a client that has closed the connection."""


def _bind(settings: Settings, db: Database) -> PrivateServer:
    address = (settings.metrics_host, settings.metrics_port)
    return PrivateServer(address, GaugeReader(db, settings), Readiness(db, settings))


class _Handler(BaseHTTPRequestHandler):
    server: PrivateServer
    timeout = TIMEOUT_SECONDS

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == METRICS:
            self._answer(HTTPStatus.OK, expose(self.server.gauges), CONTENT_TYPE_PLAIN_0_0_4)
        elif path == READY:
            found = self.server.ready.check_all()
            status = HTTPStatus.OK if found.is_ready else HTTPStatus.SERVICE_UNAVAILABLE
            self._answer(status, msgspec.json.encode(found), "application/json")
        else:
            self._answer(HTTPStatus.NOT_FOUND, b'{"error":"Nothing was found here."}', "application/json")

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def _answer(self, status: HTTPStatus, body: bytes, media_type: str) -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_given: object) -> None:
        """Write no log line for a scrape."""
