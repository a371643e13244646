"""Server processes that share a listening socket: each accepts its share of the connections, and none waits for ever.

Two event loops in threads stand for two processes.
"""

import asyncio
import copy
import os
import socket
import threading
from contextlib import ExitStack, contextmanager

import pytest

from chuckwagon.server import balanced_accept
from chuckwagon.server.balanced_accept import BalancedLoop
from chuckwagon.server.connection_counts import ConnectionCounts
from tests.log_lines import collect_lines
from tests.servers import TIMEOUT_SECONDS, bound_socket, wait_until


class Counted(asyncio.Protocol):
    """A connection that its process counts as long as it is open."""

    def __init__(self, counts, accepted):
        self._counts, self._accepted = counts, accepted

    def connection_made(self, transport):
        self._accepted.append(transport)

    def connection_lost(self, exc):
        self._counts.closed()
        self._accepted.pop()


@contextmanager
def accepting(counts, bound, protocol=Counted):
    """Accept connections of `bound` in a thread, as a server process does; yields the list of those that are open."""
    own, accepted, listening = copy.copy(counts), [], bound.dup()
    loop = BalancedLoop(own)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(
        loop.create_server(lambda: protocol(own, accepted), sock=listening, backlog=100), loop
    ).result()
    try:
        yield accepted
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        listening.close()
        loop.close()


@pytest.fixture
def bound():
    with bound_socket() as found:
        found.listen()
        yield found


@contextmanager
def connections(bound, count):
    with ExitStack() as opened:
        yield [opened.enter_context(socket.create_connection(bound.getsockname())) for _ in range(count)]


@pytest.fixture
def ended_pid():
    """The PID of a process that does not run any more."""
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
    return pid


def wait_for_others_longer_than_a_test(monkeypatch):
    monkeypatch.setattr(balanced_accept, "MAX_PAUSES", 1_000_000)


def test_each_process_gets_its_share(bound, monkeypatch):
    wait_for_others_longer_than_a_test(monkeypatch)  # a thread may get no processor for longer than 100 pauses
    counts = ConnectionCounts()
    with accepting(counts, bound) as first, accepting(counts, bound) as second:
        with connections(bound, 16):
            wait_until(lambda: len(first) + len(second) == 16)
            assert min(len(first), len(second)) >= 7
        wait_until(lambda: not first and not second)
        with connections(bound, 16):  # those that were closed do not count any more
            wait_until(lambda: len(first) + len(second) == 16)
            assert min(len(first), len(second)) >= 7


def test_a_process_that_does_not_accept_holds_up_no_connection(bound):
    counts = ConnectionCounts()
    stuck = copy.copy(counts)
    stuck.join()
    with accepting(counts, bound) as accepted, connections(bound, 5):
        wait_until(lambda: len(accepted) == 5)


def test_a_process_that_stops_accepting_is_waited_for_no_more():
    counts = ConnectionCounts()
    own, other = copy.copy(counts), copy.copy(counts)
    own.join()
    other.join()
    own.opened()
    assert own.is_ahead()
    other.leave()
    assert not own.is_ahead()


def test_a_process_that_was_killed_and_not_replaced_holds_up_connections_once(bound, ended_pid, monkeypatch):
    counts = ConnectionCounts()
    killed = copy.copy(counts)
    with accepting(counts, bound) as accepted:
        killed.join(pid=ended_pid)
        with connections(bound, 5):
            wait_until(lambda: len(accepted) == 5)
            wait_for_others_longer_than_a_test(monkeypatch)
            with connections(bound, 5):
                wait_until(lambda: len(accepted) == 10)


def test_a_connection_without_a_protocol_is_closed_and_counts_no_more(bound, monkeypatch):
    lines = collect_lines(monkeypatch)
    counts = ConnectionCounts()
    idle = copy.copy(counts)
    broken = [True]

    def protocol(own, accepted):
        if broken:
            broken.clear()
            raise LookupError
        return Counted(own, accepted)

    with accepting(counts, bound, protocol) as accepted:
        idle.join()
        with connections(bound, 1) as [refused]:
            refused.settimeout(TIMEOUT_SECONDS)
            assert refused.recv(1) == b""
        wait_for_others_longer_than_a_test(monkeypatch)
        with connections(bound, 1):
            wait_until(lambda: len(accepted) == 1)
    assert any("connection_failed" in line and "LookupError" in line for line in lines)


def test_the_event_loop_does_its_other_work_while_many_connections_wait(bound, monkeypatch):
    monkeypatch.setattr(balanced_accept, "MAX_AT_ONCE", 3)
    opened = []
    monkeypatch.setattr(ConnectionCounts, "opened", lambda _counts: opened.append("connection"))
    opened_before = []

    def protocol(own, accepted):
        opened_before.append(len(opened))
        return Counted(own, accepted)

    with ExitStack() as clients:
        clients.enter_context(connections(bound, 7))
        with accepting(ConnectionCounts(), bound, protocol) as accepted:
            wait_until(lambda: len(accepted) == 7)
            clients.close()  # the event loop cannot be closed before its connections
            wait_until(lambda: not accepted)
    assert opened_before == [3, 3, 3, 6, 6, 6, 7]


def test_the_row_of_a_process_that_was_killed_is_taken_again(ended_pid):
    counts = ConnectionCounts()
    killed, own, other = copy.copy(counts), copy.copy(counts), copy.copy(counts)
    killed.join(pid=ended_pid)
    killed.opened()
    own.join()
    other.join()
    own.opened()
    assert own.is_ahead()
    assert not other.is_ahead()
