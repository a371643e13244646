"""Connections spread evenly over the server processes: one that has more than another lets that one accept first.

All processes wait at one listening socket, and the kernel wakes each of them for a new connection. uvloop's own loop
then accepts everything that waits, so that one process got all connections of a burst, and with kept connections all
requests after it.
"""

import asyncio
import select
import socket
from collections.abc import Callable
from typing import Any, NoReturn

import uvicorn
import uvloop

from chuckwagon.observability.logging import log
from chuckwagon.server.connection_counts import ConnectionCounts

PAUSE_SECONDS = 0.001
MAX_AT_ONCE = 100  # connections, then the event loop does its other work
MAX_PAUSES = 100  # then the other processes are stuck, and this one accepts until one of them accepts again
FAILURE_SECONDS = 1.0  # after an error such as too many open files, which another try would meet again

ProtocolFactory = Callable[[], asyncio.BaseProtocol]


class BalancedConfig(uvicorn.Config):
    """uvicorn's configuration of several processes, with an event loop that accepts its share of the connections."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._counts = ConnectionCounts()

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop]:
        """The event loop of a server process."""
        return lambda: BalancedLoop(self._counts)


class BalancedLoop(uvloop.Loop):
    """uvloop's event loop, whose server accepts a connection only when no other process has fewer."""

    def __init__(self, counts: ConnectionCounts) -> None:
        super().__init__()
        self.counts = counts

    async def create_server(  # type: ignore[override]
        self, protocol_factory: ProtocolFactory, *, sock: socket.socket, backlog: int = 100, **_options: object
    ) -> "BalancedServer":
        """Listen on `sock`, which all processes share. uvicorn passes no other option that has a value."""
        sock.setblocking(False)
        sock.listen(backlog)
        return BalancedServer(self, sock, protocol_factory)


class BalancedServer(asyncio.AbstractServer):
    """Accepts the connections of one listening socket for this process."""

    def __init__(self, loop: BalancedLoop, listening: socket.socket, protocol_factory: ProtocolFactory) -> None:
        self._loop, self._listening, self._protocol_factory = loop, listening, protocol_factory
        self._counts = loop.counts
        self._waiting = select.poll()
        self._waiting.register(listening, select.POLLIN)
        self._pauses = 0
        self._resuming: asyncio.TimerHandle | None = None
        self._beginning: set[asyncio.Task[Any]] = set()  # the loop itself keeps no task alive
        self._is_closed = False
        self._counts.join()
        loop.add_reader(listening, self._accept_share)

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        """The listening socket, as asyncio's server has it."""
        return () if self._is_closed else (self._listening,)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """The event loop that accepts."""
        return self._loop

    def is_serving(self) -> bool:
        """Whether it still accepts."""
        return not self._is_closed

    async def start_serving(self) -> None:
        """Do nothing, because it accepts from the beginning."""

    async def serve_forever(self) -> NoReturn:
        """Accept until the caller is cancelled, then no more."""
        try:
            await asyncio.Event().wait()
        finally:
            self.close()
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Accept no more connections; those that are open go on. The caller closes the socket."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._resuming is not None:
            self._resuming.cancel()
        self._loop.remove_reader(self._listening)
        self._counts.leave()

    async def wait_closed(self) -> None:
        """Wait until every connection that was accepted has its protocol."""
        if self._beginning:
            await asyncio.wait(self._beginning)

    def _accept_share(self) -> None:
        """Accept until this process is ahead or nothing waits. Called as long as a connection waits."""
        for _ in range(MAX_AT_ONCE):
            if self._counts.is_ahead():
                self._let_others_accept()
                return
            self._pauses = 0
            if not self._accept():
                return

    def _let_others_accept(self) -> None:
        if self._pauses < MAX_PAUSES:
            self._pauses += 1
            self._pause(PAUSE_SECONDS)
        else:
            self._counts.ignore_ended()
            self._accept()

    def _accept(self) -> bool:
        """Accept one connection. False if none waits any more."""
        try:
            connection, _address = self._listening.accept()
        except (BlockingIOError, ConnectionAbortedError):
            self._pauses = 0  # another process has accepted it, so it is not stuck
            return False
        except OSError as error:
            log.error("accept_failed", error=str(error))
            self._pause(FAILURE_SECONDS)
            return False
        self._counts.opened()
        beginning = self._loop.create_task(self._begin(connection))
        self._beginning.add(beginning)
        beginning.add_done_callback(self._beginning.discard)
        return True

    async def _begin(self, connection: socket.socket) -> None:
        """Give the connection its protocol, which counts it as closed at its end."""
        try:
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(self._protocol_factory, connection)
        except OSError:  # the client is gone
            self._drop(connection)
        except Exception:  # noqa: BLE001 - whatever went wrong, the connection stays open otherwise
            self._drop(connection)
            log.exception("connection_failed")

    def _drop(self, connection: socket.socket) -> None:
        connection.close()
        self._counts.closed()

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._resuming = self._loop.call_later(seconds, self._resume)

    def _resume(self) -> None:
        self._resuming = None
        if not self._waiting.poll(0):
            self._pauses = 0
        self._loop.add_reader(self._listening, self._accept_share)
