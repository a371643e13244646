"""The connection of the bench's buyers: an answer that does not come is an error, and no wait without end."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from bench.scenarios import buyers
from bench.scenarios.buyers import Connection

SECONDS = 60  # only a failing test waits this long


@asynccontextmanager
async def connected(answer):
    """A connection to a server that reads one request, sends `answer` and closes; without one it does nothing."""
    is_over = asyncio.Event()

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        if answer:
            writer.write(answer)
        else:
            await is_over.wait()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    connection = await Connection.open(server.sockets[0].getsockname()[1])
    try:
        async with asyncio.timeout(SECONDS):
            yield connection
    finally:
        is_over.set()
        connection.close()
        server.close()


async def send_to_one_that_closes():
    async with connected(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") as connection:
        assert await connection.send("GET", "/") == (200, b"ok")
        while not connection._transport.is_closing():
            await asyncio.sleep(0)
        await asyncio.sleep(0)  # now the connection knows that it is lost
        with pytest.raises(ConnectionResetError):
            await connection.send("GET", "/")


async def send_to_one_that_is_silent():
    async with connected(b"") as connection:
        with pytest.raises(TimeoutError, match="no answer to GET /slow"):
            await connection.send("GET", "/slow")
        with pytest.raises(ConnectionResetError):
            await connection.send("GET", "/")


def test_a_connection_that_the_server_has_closed_sends_nothing():
    asyncio.run(send_to_one_that_closes())


def test_an_answer_that_takes_too_long_ends_the_connection(monkeypatch):
    monkeypatch.setattr(buyers, "ANSWER_SECONDS", 0.01, raising=False)
    asyncio.run(send_to_one_that_is_silent())
