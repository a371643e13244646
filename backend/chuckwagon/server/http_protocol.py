"""The HTTP protocol of one connection: limits of time, size and number that uvicorn does not have.

`Connection` reads attributes of uvicorn's protocol class that are not documented (`cycle`, `flow`, `pipeline`,
`connections`); `tests/server` fails when an upgrade changes them.
"""

import asyncio
import fcntl
import resource
import socket
import struct
import termios
from collections import Counter

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.errors import AppError, RequestTooSlow, TooLarge, Unavailable
from chuckwagon.settings import Settings
from chuckwagon.web.asgi import RootApp
from chuckwagon.web.requests import is_trusted_proxy

MAX_HEAD_BYTES = 64 * 1024
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
BODY_BYTES_A_SECOND = 16 * 1024  # so many give one second more, because an upload over a slow line takes long
READ_SECONDS = 30.0
READ_BYTES = 16 * 1024  # that a client must read of its response in READ_SECONDS
RESERVED_FILES = 200  # for the database, images and calls to providers

# Security headers of a response that is sent before the path is known.
CLOSED = (
    "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\ncache-control: no-store\r\n"
)


def _refusal(status: str, error: AppError) -> bytes:
    """A response with the same JSON as every other error, because clients of the API read no other."""
    body = msgspec.json.encode(error.body())
    more = "".join(f"{name.lower()}: {value}\r\n" for name, value in error.headers.items())
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n{CLOSED}{more}"
    return f"{head}connection: close\r\n\r\n".encode() + body


UNREADABLE = _refusal("400 Bad Request", AppError())
TOO_LARGE = _refusal("431 Request Header Fields Too Large", TooLarge())
TOO_SLOW = _refusal("408 Request Timeout", RequestTooSlow())
TOO_MANY = _refusal("503 Service Unavailable", Unavailable())


class ConnectionRegistry:
    """All connections of one server: how many each address holds, and whether the server is shutting down."""

    def __init__(self, app: RootApp) -> None:
        self._app = app
        self.by_address: Counter[str] = Counter()
        self.max_connections = max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES, RESERVED_FILES)
        self.is_shutting_down = False
        self.idle_seconds = 0.0

    def begin_shutdown(self, idle_seconds: float) -> None:
        """End streams, ask the worker to stop, and make every response from now on the last of its connection.

        Called on the event loop; the second call does nothing. Idle connections stay open for `idle_seconds`, because a
        request may be on its way.
        """
        if self.is_shutting_down:
            return
        self.is_shutting_down, self.idle_seconds = True, idle_seconds
        self._app.end_streams()
        worker = self._app.api.state.get("worker")
        if worker is not None:
            worker.request_stop()


def get_connection_registry(app: RootApp) -> ConnectionRegistry:
    """The connections of the server that serves `app`; created at the first call."""
    found: ConnectionRegistry | None = app.api.state.get("connection_registry")
    if found is None:
        found = app.api.state.connection_registry = ConnectionRegistry(app)
    return found


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with deadlines for headers, body and response, which uvicorn would wait for without end.

    At a shutdown it finishes the open request. An idle connection stays open for a while, because its client may be
    sending at this moment; the response then says `Connection: close`.
    """

    _incomplete_bytes = 0
    _body_bytes = 0
    _head_is_open = False
    _body_is_open = False
    _is_draining = False
    _peer = ""
    _registry: ConnectionRegistry
    _read_deadline: asyncio.TimerHandle | None = None
    _write_deadline: asyncio.TimerHandle | None = None
    _unsent_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, start the deadline for its headers, and refuse it above the limits."""
        super().connection_made(transport)
        self._registry = get_connection_registry(self.config.loaded_app)
        self._start_header_deadline()
        if self._exceeds_connection_limit():
            self._refuse(TOO_MANY)
        elif self._registry.is_shutting_down:
            self.shutdown()  # it was accepted just before the listening socket closed

    # The next five methods run for every request. They name the class above instead of calling super(), which costs
    # as much as the rest of them, and call nothing else in the usual case.

    def data_received(self, data: bytes) -> None:
        """Parse `data`. Refuse the request when too many bytes complete neither headers nor a part of a body."""
        if self.transport.is_closing():
            return
        self._incomplete_bytes += len(data)
        HttpToolsProtocol.data_received(self, data)
        if self._incomplete_bytes > MAX_HEAD_BYTES:
            self._refuse(TOO_LARGE)
        elif self._read_deadline is None and (self._head_is_open or self._body_is_open):
            self._start_read_deadline()

    def on_message_begin(self) -> None:
        """Record that headers are arriving; the parser calls it at the first byte of a request."""
        HttpToolsProtocol.on_message_begin(self)
        self._head_is_open = True

    def on_headers_complete(self) -> None:
        """Begin the request; the parser calls it at the end of the headers."""
        self._incomplete_bytes, self._head_is_open = 0, False
        if self._read_deadline is not None:
            self._cancel_deadline()
        HttpToolsProtocol.on_headers_complete(self)
        if self._is_draining:
            self.cycle.keep_alive = False
        self._body_bytes, self._body_is_open = 0, True

    def on_message_complete(self) -> None:
        """Stop the deadline of the body; the parser calls it at the end of a request."""
        self._incomplete_bytes, self._body_is_open = 0, False
        if self._read_deadline is not None:
            self._cancel_deadline()
        HttpToolsProtocol.on_message_complete(self)

    def on_response_complete(self) -> None:
        """Begin the deadline for reading; called when the response is written, but maybe not read yet."""
        HttpToolsProtocol.on_response_complete(self)
        if self._write_deadline is None:
            self._start_write_deadline()

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body; the parser calls it."""
        self._incomplete_bytes = 0
        self._body_bytes += len(body)
        super().on_body(body)

    def pause_writing(self) -> None:
        """Begin the deadline for reading; the transport calls it when its buffer is full."""
        super().pause_writing()
        self._start_write_deadline()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the parser's message is not for clients
        """Answer what is not HTTP with 400, and close the connection."""
        self.transport.write(UNREADABLE)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the deadlines and release the place of this connection; called once."""
        self._cancel_deadline()
        if self._write_deadline is not None:
            self._write_deadline.cancel()
        if self._peer:
            self._registry.by_address[self._peer] -= 1
            if not self._registry.by_address[self._peer]:
                del self._registry.by_address[self._peer]
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the connection after the open request, or after a while without one.

        The server calls it for each connection.
        """
        self._is_draining = True
        app: RootApp = self.config.loaded_app
        self._registry.begin_shutdown(app.api.state.settings.drain_seconds)
        if self._is_idle():
            self.loop.call_later(self._registry.idle_seconds, self._close_if_idle)
        elif not self._head_is_open:
            self.cycle.keep_alive = False

    def _close_if_idle(self) -> None:
        if self._is_idle() and not self.transport.is_closing():
            self.transport.close()

    def _is_idle(self) -> bool:
        return not self._head_is_open and (self.cycle is None or self.cycle.response_complete)

    def _exceeds_connection_limit(self) -> bool:
        app: RootApp = self.config.loaded_app
        settings: Settings = app.api.state.settings
        if len(self.connections) > (settings.max_connections or self._registry.max_connections):
            return True
        peer = self.client[0] if self.client else ""
        most = settings.max_connections_per_address
        if not peer or most <= 0 or is_trusted_proxy(peer, settings.proxy_networks):
            return False
        self._peer = client_ip_key(peer)
        self._registry.by_address[self._peer] += 1
        return self._registry.by_address[self._peer] > most

    def _start_read_deadline(self) -> None:
        """Start the deadline for the rest of the headers or of the body."""
        if self.transport.is_closing():
            return
        if self._head_is_open:
            self._start_header_deadline()
        else:
            self._read_deadline = self.loop.call_later(BODY_SECONDS, self._check_body_rate, self._body_bytes)

    def _start_header_deadline(self) -> None:
        self._read_deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _cancel_deadline(self) -> None:
        if self._read_deadline is not None:
            self._read_deadline.cancel()
            self._read_deadline = None

    def _check_body_rate(self, counted: int) -> None:
        """Refuse a body of which too little has arrived since `counted` bytes.

        Does nothing while the app does not read.
        """
        more = (self._body_bytes - counted) / BODY_BYTES_A_SECOND
        if self.flow.read_paused:
            more = max(more, 1.0)
        if more * BODY_BYTES_A_SECOND >= 1024:
            self._read_deadline = self.loop.call_later(more, self._check_body_rate, self._body_bytes)
        else:
            self._refuse(TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        """Send `answer` unless a response has begun, and close the connection."""
        cycle = self.cycle
        if not self.transport.is_closing():
            is_silent = cycle is None or cycle.response_complete or not cycle.response_started
            if is_silent and not self.pipeline:
                self.transport.write(answer)
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
            self.transport.close()

    def _start_write_deadline(self) -> None:
        if self._write_deadline is None and self.transport.get_write_buffer_size():
            self._unsent_bytes = self._count_unsent_bytes()
            self._write_deadline = self.loop.call_later(READ_SECONDS, self._check_write_progress)

    def _check_write_progress(self) -> None:
        self._write_deadline = None
        if self.transport.get_write_buffer_size() and self._unsent_bytes - self._count_unsent_bytes() < READ_BYTES:
            self.transport.abort()  # close() would wait until everything has been read
        else:
            self._start_write_deadline()

    def _count_unsent_bytes(self) -> int:
        """Count the bytes in our buffer and in the kernel's, which takes much at once and rarely reports progress."""
        line: socket.socket = self.transport.get_extra_info("socket")
        try:
            waiting = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, b"\0\0\0\0")
        except (OSError, ValueError):
            waiting = b"\0\0\0\0"
        unsent: int = struct.unpack("i", waiting)[0]
        return unsent + self.transport.get_write_buffer_size()
