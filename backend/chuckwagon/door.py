"""One listening socket that several processes take connections from, in turn, so that each gets some."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

BACKLOG = 2048
TURN_SECONDS = 0.001
MOST_AT_ONCE = 64
AGAIN_SECONDS = 0.5  # after the machine has no more files for us


class Door:
    """Takes connections in place of the loop's own server, which empties the whole queue when it wakes.

    Whoever woke first then had all the connections of a burst, and the other processes nothing to do for as
    long as those were kept. Here everybody takes one and leaves the next to the others for a moment; who
    comes back and finds that they were all busy takes twice as many.
    """

    def __init__(self, bound: socket.socket, make_connection: Callable[[], asyncio.Protocol]) -> None:
        self._bound, self._make_connection = bound, make_connection
        self._loop = asyncio.get_running_loop()
        self._entering: set[asyncio.Task[None]] = set()
        self._pause: asyncio.TimerHandle | None = None
        self._share = 1
        bound.setblocking(False)
        bound.listen(BACKLOG)
        self._open()

    def close(self) -> None:
        """Take no more. The socket stays open, for the others."""
        if self._pause is not None:
            self._pause.cancel()
        self._loop.remove_reader(self._bound)

    async def wait_closed(self) -> None:
        """Until the last one taken has become a connection."""
        await asyncio.gather(*self._entering, return_exceptions=True)

    def _open(self) -> None:
        self._loop.add_reader(self._bound, self._take)

    def _take(self) -> None:
        try:
            for _ in range(self._share):
                self._take_one()
        except BlockingIOError:
            self._share = 1
            self._open()
        except OSError:
            self._wait(AGAIN_SECONDS)
        else:
            self._share = min(2 * self._share, MOST_AT_ONCE)
            self._wait(TURN_SECONDS)

    def _wait(self, seconds: float) -> None:
        self._loop.remove_reader(self._bound)
        self._pause = self._loop.call_later(seconds, self._take)

    def _take_one(self) -> None:
        with suppress(ConnectionAbortedError):  # they have hung up
            line, _address = self._bound.accept()
            entering = self._loop.create_task(self._enter(line))
            self._entering.add(entering)
            entering.add_done_callback(self._entering.discard)

    async def _enter(self, line: socket.socket) -> None:
        line.setblocking(False)
        with suppress(OSError):  # they have hung up
            await self._loop.connect_accepted_socket(self._make_connection, line)
