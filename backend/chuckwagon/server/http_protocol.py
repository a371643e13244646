"""One connection of a client: how long and how large a request may be, and how many one client may hold."""

import asyncio
import fcntl
import resource
import socket
import struct
import termios
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from chuckwagon.core.limits import address_key
from chuckwagon.core.proxies import is_trusted
from chuckwagon.settings import Settings

MAX_HEAD_BYTES = 64 * 1024
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
BODY_BYTES_A_SECOND = 16 * 1024  # each so many give a second more: a picture over a poor line takes its time
READ_SECONDS = 30.0
READ_BYTES = 16 * 1024  # that a client must take of its answer in that time
RESERVED_FILES = 200  # for the database, pictures and calls to providers


# What comes before anybody knows what was asked for may do nothing at all.
CLOSED = (
    "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\ncache-control: no-store\r\n"
)


def _refusal(status: str, sentence: str, more: str = "") -> bytes:
    kind = "content-type: text/plain; charset=utf-8"
    head = f"HTTP/1.1 {status}\r\n{kind}\r\ncontent-length: {len(sentence)}\r\n{CLOSED}{more}"
    return f"{head}connection: close\r\n\r\n{sentence}".encode()


UNREADABLE = _refusal("400 Bad Request", "The request cannot be read.")
TOO_LARGE = _refusal("431 Request Header Fields Too Large", "The headers are too long.")
TOO_SLOW = _refusal("408 Request Timeout", "The request took too long to arrive.")
TOO_MANY = _refusal("503 Service Unavailable", "Too many open connections.", "retry-after: 5\r\n")


class Crowd:
    """All the connections of one server: how many each address holds, and whether the server is ending."""

    def __init__(self) -> None:
        self.by_address: Counter[str] = Counter()
        self.most = max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES, RESERVED_FILES)
        self.is_ending = False
        self.idle_seconds = 0.0

    def end(self, idle_seconds: float) -> None:
        """From now on every answer is the last one of its connection; idle ones have so long."""
        self.is_ending, self.idle_seconds = True, idle_seconds


_crowds: WeakKeyDictionary[ServerState, Crowd] = WeakKeyDictionary()


def crowd_of(state: ServerState) -> Crowd:
    """The one crowd of this server."""
    found = _crowds.get(state)
    if found is None:
        found = _crowds[state] = Crowd()
    return found


class Connection(HttpToolsProtocol):
    """The server's protocol, which would collect headers, wait for bodies and keep answers without end.

    Asked to end, it finishes what has begun. An idle connection stays open for a while, because its client
    may be sending at this moment; what comes is answered with `Connection: close`.
    """

    _fruitless_bytes = 0
    _body_bytes = 0
    _head_is_open = False
    _body_is_open = False
    _is_leaving = False
    _peer = ""
    _crowd: Crowd
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called once, at the beginning."""
        super().connection_made(transport)
        self._crowd = crowd_of(self.server_state)
        self._await_head()
        if self._is_one_too_many():
            self._refuse(TOO_MANY)
        elif self._crowd.is_ending:
            self.shutdown()  # it was taken in the moment before the server stopped taking any

    def data_received(self, data: bytes) -> None:
        """Called with whatever has come; bytes that bring no request or body any further are counted."""
        if self.transport.is_closing():
            return
        self._fruitless_bytes += len(data)
        super().data_received(data)
        if self._fruitless_bytes > MAX_HEAD_BYTES:
            self._refuse(TOO_LARGE)
        elif self._deadline is None and not self.transport.is_closing():
            if self._head_is_open:
                self._await_head()
            elif self._body_is_open:
                self._deadline = self.loop.call_later(BODY_SECONDS, self._end_slow_body, self._body_bytes)

    def on_message_begin(self) -> None:
        """Called by the parser at the first letter of a request."""
        super().on_message_begin()
        self._head_is_open = True

    def on_headers_complete(self) -> None:
        """Called by the parser at the empty line."""
        self._fruitless_bytes, self._head_is_open = 0, False
        self._forget_deadline()
        super().on_headers_complete()
        if self._is_leaving:
            self.cycle.keep_alive = False
        self._body_bytes, self._body_is_open = 0, True

    def on_body(self, body: bytes) -> None:
        """Called by the parser with each part of a body."""
        self._fruitless_bytes = 0
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Called by the parser at the end of a request."""
        self._fruitless_bytes, self._body_is_open = 0, False
        self._forget_deadline()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Called by the cycle when its answer is written, be it read or not."""
        super().on_response_complete()
        self._expect_to_be_read()

    def pause_writing(self) -> None:
        """Called by the transport when too much of an answer waits to be read."""
        super().pause_writing()
        self._expect_to_be_read()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the parser's own words stay inside
        """Called for what is no HTTP."""
        self.transport.write(UNREADABLE)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called once, at the end."""
        self._forget_deadline()
        if self._reading is not None:
            self._reading.cancel()
        if self._peer:
            self._crowd.by_address[self._peer] -= 1
            if not self._crowd.by_address[self._peer]:
                del self._crowd.by_address[self._peer]
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Called by the server for each connection."""
        self._is_leaving = True
        if not self._crowd.is_ending:  # the server of a test, which ends nothing but connections
            app: Any = self.config.loaded_app
            app.end_streams()
        if self._is_idle():
            self.loop.call_later(self._crowd.idle_seconds, self._leave_if_idle)
        elif not self._head_is_open:
            self.cycle.keep_alive = False

    def _leave_if_idle(self) -> None:
        if self._is_idle() and not self.transport.is_closing():
            self.transport.close()

    def _is_idle(self) -> bool:
        return not self._head_is_open and (self.cycle is None or self.cycle.response_complete)

    def _is_one_too_many(self) -> bool:
        app: Any = self.config.loaded_app
        settings: Settings = app.api.state.settings
        if len(self.connections) > (settings.max_connections or self._crowd.most):
            return True
        peer = self.client[0] if self.client else ""
        most = settings.max_connections_per_address
        if not peer or most <= 0 or is_trusted(peer, settings.proxy_networks):
            return False
        self._peer = address_key(peer)
        self._crowd.by_address[self._peer] += 1
        return self._crowd.by_address[self._peer] > most

    def _await_head(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_slow_body(self, counted: int) -> None:
        """Each part gives time in proportion; while nobody here takes the body, its sender is not slow."""
        more = (self._body_bytes - counted) / BODY_BYTES_A_SECOND
        if self.flow.read_paused:
            more = max(more, 1.0)
        if more * BODY_BYTES_A_SECOND >= 1024:
            self._deadline = self.loop.call_later(more, self._end_slow_body, self._body_bytes)
        else:
            self._refuse(TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        """Say so if nothing has been said yet, and hang up."""
        cycle = self.cycle
        if not self.transport.is_closing():
            is_silent = cycle is None or cycle.response_complete or not cycle.response_started
            if is_silent and not self.pipeline:
                self.transport.write(answer)
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
            self.transport.close()

    def _expect_to_be_read(self) -> None:
        if self._reading is None and self.transport.get_write_buffer_size():
            self._unread = self._count_unread()
            self._reading = self.loop.call_later(READ_SECONDS, self._end_unread)

    def _end_unread(self) -> None:
        self._reading = None
        if self.transport.get_write_buffer_size() and self._unread - self._count_unread() < READ_BYTES:
            self.transport.abort()  # a polite end would wait until all has been read
        else:
            self._expect_to_be_read()

    def _count_unread(self) -> int:
        """Here and in the kernel, which takes much at once and tells us rarely when it has room again."""
        line: socket.socket = self.transport.get_extra_info("socket")
        try:
            waiting = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, b"\0\0\0\0")
        except (OSError, ValueError):
            waiting = b"\0\0\0\0"
        unsent: int = struct.unpack("i", waiting)[0]
        return unsent + self.transport.get_write_buffer_size()
