"""Connections that the kernel has accepted before the server is told to end are answered."""

import socket
import time
from contextlib import ExitStack

import pytest

from chuckwagon.app import create_app
from chuckwagon.server.http_protocol import Connection
from chuckwagon.server.process import GracefulServer
from tests.server.test_rude_connections import statuses
from tests.servers import LiveServer, NoCache, bound_socket

CLOSE = b"GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class BusyServer(LiveServer):
    """The product's own server in a thread; `busy` blocks its event loop for a while."""

    def __init__(self, app, bound):
        super().__init__(app, bound, server=GracefulServer)

    def busy(self, seconds):
        self._server.servers[0].get_loop().call_soon_threadsafe(time.sleep, seconds)


def read_all(line):
    """Read until the end; a reset fails the test."""
    return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("seconds_each", [0.0, 0.03])
def test_they_are_answered(db, settings, monkeypatch, seconds_each):
    """The server sees the signal before these connections; closing the socket then would reset them.

    On a busy machine each takes long to be accepted.
    """
    accept = Connection.connection_made

    def accept_slowly(self, transport):
        time.sleep(seconds_each)
        accept(self, transport)

    monkeypatch.setattr(Connection, "connection_made", accept_slowly)
    with bound_socket() as bound, ExitStack() as lines_open:
        port = bound.getsockname()[1]
        server = BusyServer(create_app(settings, db=db, cache_validator=NoCache()), bound)
        server.busy(0.6)
        time.sleep(0.1)
        lines = [lines_open.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20)) for _ in range(5)]
        for line in lines:
            line.sendall(CLOSE)
        server.stop()
        for line in lines:
            assert statuses(read_all(line)) == [200]
