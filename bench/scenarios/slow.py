"""The health of the server while slow clients hold connections, and without them.

They are of three kinds: a head that comes byte by byte, a body that does, and an answer that is not read.
"""

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from typing import Self

from bench import machine
from bench.environment import Product
from bench.load_client import Asking, Refused
from bench.plan import Plan
from bench.results import Row

HEAD = b"POST /api/verify-payment HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LIST = b"GET /api/trucks/public HTTP/1.1\r\nHost: x\r\n\r\n"
BYTE_SECONDS = 0.5
PAUSE_SECONDS = 0.01


class SlowClients:
    """So many of them, each on a connection of its own, that is opened again once it is cut."""

    def __init__(self, port: int, count: int) -> None:
        self._port, self._count = port, count
        self._tasks: list[asyncio.Task[None]] = []
        self.cut = 0

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._stay(number % 3)) for number in range(self._count)]
        await asyncio.sleep(1)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stay(self, kind: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                await (self._send_slowly(kind) if kind < 2 else self._read_nothing())
            self.cut += 1

    async def _send_slowly(self, kind: int) -> None:
        start = (b"GET /hea", HEAD + b"Content-Length: 60000\r\n\r\n{")[kind]
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(start)
            while not reader.at_eof():
                await asyncio.sleep(BYTE_SECONDS)
                writer.write(b"l" if kind == 0 else b" ")
                await writer.drain()
        finally:
            writer.close()

    async def _read_nothing(self) -> None:
        """Asks for more than fits anywhere, through a window as small as it gets."""
        loop, line = asyncio.get_running_loop(), socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        try:
            await loop.sock_connect(line, ("127.0.0.1", self._port))
            await loop.sock_sendall(line, LIST * 20)  # once: more would be a flood, which is something else
            await asyncio.Event().wait()
        finally:
            line.close()


async def _ask(port: int, seconds: float) -> tuple[list[float], int]:
    """`/health` again and again, each time on a new connection; milliseconds, and how many failed."""
    taken, errors, begun = [], 0, time.perf_counter()
    while (now := time.perf_counter()) < begun + seconds:
        asking = Asking("127.0.0.1", port)
        try:
            errors += (await asking.ask("GET", "/health")).status != 200
        except (OSError, Refused):
            errors += 1
        asking.close()
        taken.append((time.perf_counter() - now) * 1000)
        await asyncio.sleep(PAUSE_SECONDS)
    return taken, errors


async def _measure(port: int, count: int, seconds: float) -> tuple[list[float], int, int]:
    async with SlowClients(port, count) as clients:
        taken, errors = await _ask(port, seconds)
        return taken, errors, clients.cut


def measure(plan: Plan, product: Product) -> Iterator[Row]:
    """A row without anybody, and one with all of them."""
    for count in (0, plan.slow_clients):
        before, begun = product.cpu_seconds(), time.perf_counter()
        taken, errors, cut = asyncio.run(_measure(product.port, count, plan.slow_seconds))
        seconds = time.perf_counter() - begun
        yield Row(
            cell=product.cell,
            work=f"/health beside {count} slow clients",
            rate=len(taken) / seconds,
            p50=machine.percentile(taken, 0.5),
            p99=machine.percentile(taken, 0.99),
            cpu=(product.cpu_seconds() - before) / seconds,
            memory=product.memory_mib(),
            errors=errors,
            note=f"{cut} were cut" if count else "",
        )
