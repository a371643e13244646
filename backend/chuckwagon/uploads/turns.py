"""How many pictures are worked on at once: one for each core, however many are sent."""

import os
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import anyio

from chuckwagon.core.errors import Unavailable

T = TypeVar("T")
Given = TypeVarTuple("Given")

# Who waits holds a file on the disk and nothing else.
QUEUE = 60


class _Desk:
    """The threads that wait for a picture, and how many callers are there, served or waiting."""

    def __init__(self, places: int) -> None:
        self.threads = anyio.CapacityLimiter(places)
        self.present = 0


_desks: anyio.lowlevel.RunVar[_Desk] = anyio.lowlevel.RunVar("picture_desk")


async def picture_call(processes: int, work: Callable[[*Given], T], *given: *Given) -> T:
    """Run `work` in its turn; the server processes share the cores. Raises Unavailable for a crowd."""
    desk = _desk(processes)
    if desk.present >= desk.threads.total_tokens + QUEUE:
        raise Unavailable(retry_after_seconds=30)
    desk.present += 1
    try:
        return await anyio.to_thread.run_sync(work, *given, limiter=desk.threads)
    finally:
        desk.present -= 1


def _desk(processes: int) -> _Desk:
    """One per event loop, because a limiter belongs to the loop that made it."""
    desk = _desks.get(None)
    if desk is None:
        desk = _Desk(max(1, (os.cpu_count() or 1) // processes))
        _desks.set(desk)
    return desk
