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

from chuckwagon.server.balanced_accept import BalancedLoop
from chuckwagon.server.connection_counts import ConnectionCounts
from tests.servers import bound_socket, wait_until


class Counted(asyncio.Protocol):
    """A connection that its process counts as long as it is open."""

    def __init__(self, counts, accepted):
        self._counts, self._accepted = counts, accepted

    def connection_made(self, transport):
        self._accepted.append(transport)

    def connection_lost(self, exc):
        self._accepted.pop()
        self._counts.closed()


@contextmanager
def accepting(counts, bound):
    """Accept connections of `bound` in a thread, as a server process does; yields the list of those that are open."""
    own, accepted, listening = copy.copy(counts), [], bound.dup()
    loop = BalancedLoop(own)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(
        loop.create_server(lambda: Counted(own, accepted), sock=listening, backlog=100), loop
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


def test_each_process_gets_its_share(bound):
    counts = ConnectionCounts()
    with accepting(counts, bound) as first, accepting(counts, bound) as second:
        with connections(bound, 16):
            wait_until(lambda: len(first) + len(second) == 16)
            assert min(len(first), len(second)) >= 4
        wait_until(lambda: not first and not second)
        with connections(bound, 16):  # those that were closed do not count any more
            wait_until(lambda: len(first) + len(second) == 16)
            assert min(len(first), len(second)) >= 4


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


def test_the_row_of_a_process_that_was_killed_is_taken_again():
    counts = ConnectionCounts()
    ended = os.fork()
    if not ended:
        os._exit(0)
    os.waitpid(ended, 0)
    killed, own, other = copy.copy(counts), copy.copy(counts), copy.copy(counts)
    killed.join(pid=ended)
    killed.opened()
    own.join()
    other.join()
    own.opened()
    assert own.is_ahead()
    assert not other.is_ahead()
