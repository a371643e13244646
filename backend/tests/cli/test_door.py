"""Several processes take connections from one socket: nobody takes a burst alone."""

import asyncio
import errno
import socket
from contextlib import ExitStack

import pytest

from chuckwagon import door as doors
from chuckwagon.door import Door
from tests.servers import bound_socket


class Guest(asyncio.Protocol):
    """Counts who has come in."""

    def __init__(self, inside):
        self._inside = inside

    def connection_made(self, transport):
        self._inside.append(transport)


class Street:
    """A door, and guests who knock."""

    def __init__(self, stack, bound):
        self._stack, self.bound, self.inside = stack, bound, []
        bound.listen()

    def knock(self, count=1):
        for _ in range(count):
            guest = socket.create_connection(self.bound.getsockname(), timeout=60)
            self._stack.callback(guest.close)

    def open_elsewhere(self):
        """As another process does."""
        return self.open(self._stack.enter_context(self.bound.dup()))

    def open(self, bound=None):
        door = Door(bound or self.bound, lambda: Guest(self.inside))
        self._stack.callback(door.close)
        return door

    async def has(self, count):
        """So many are inside, and nobody else comes for a while."""
        async with asyncio.timeout(10):
            while len(self.inside) < count:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0.03)
        assert len(self.inside) == count


@pytest.fixture
def on_the_street():
    """Runs a coroutine function with a street."""

    async def play(scene, bound):
        with ExitStack() as stack:
            street = Street(stack, bound)
            stack.callback(lambda: [transport.abort() for transport in street.inside])
            await scene(street)
        await asyncio.sleep(0)  # what was aborted is gone

    def run(scene):
        with bound_socket() as bound:
            asyncio.run(play(scene, bound))

    return run


def test_the_next_of_a_burst_is_left_to_the_others_for_a_moment(on_the_street, monkeypatch):
    monkeypatch.setattr(doors, "TURN_SECONDS", 60)

    async def scene(street):
        street.knock(8)
        street.open()
        await street.has(1)

    on_the_street(scene)


def test_when_all_others_are_busy_nobody_waits(on_the_street):
    async def scene(street):
        street.knock(60)
        street.open()
        await street.has(60)

    on_the_street(scene)


def test_whoever_comes_alone_finds_it_open_again(on_the_street):
    async def scene(street):
        street.open()
        for count in range(1, 4):
            street.knock()
            await street.has(count)

    on_the_street(scene)


def test_two_doors_share_a_burst(on_the_street, monkeypatch):
    monkeypatch.setattr(doors, "TURN_SECONDS", 60)

    async def scene(street):
        street.knock(8)
        street.open()
        street.open_elsewhere()
        await street.has(2)

    on_the_street(scene)


class Trouble:
    """A socket whose next accept fails."""

    def __init__(self, bound, number):
        self._bound, self._number = bound, number

    def __getattr__(self, name):
        return getattr(self._bound, name)

    def accept(self):
        if self._number:
            number, self._number = self._number, 0
            raise OSError(number, "trouble")
        return self._bound.accept()


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ECONNABORTED])
def test_after_trouble_it_opens_again(on_the_street, monkeypatch, number):
    monkeypatch.setattr(doors, "AGAIN_SECONDS", 0.05)

    async def scene(street):
        street.knock(2)
        street.open(Trouble(street.bound, number))
        await street.has(2)

    on_the_street(scene)


def test_a_closed_door_takes_nobody_and_leaves_the_socket_to_the_others(on_the_street):
    async def scene(street):
        door = street.open()
        street.knock(3)
        await street.has(3)
        door.close()
        await door.wait_closed()
        street.knock()
        await street.has(3)
        street.open_elsewhere()
        await street.has(4)

    on_the_street(scene)
