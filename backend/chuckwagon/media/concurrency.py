"""How many images are processed at once: one for each core, however many are sent."""

import os
from collections.abc import Callable
from functools import cache
from typing import TypeVar, TypeVarTuple

from chuckwagon.web.executors import BoundedExecutor

T = TypeVar("T")
Given = TypeVarTuple("Given")

MAX_WAITING = 60  # each waits with a file on the disk and nothing else


async def run_in_image_thread(processes: int, work: Callable[[*Given], T], *given: *Given) -> T:
    """Run `work` on an image thread of this process. Raises Unavailable if the queue is full.

    `processes` is the number of server processes, which share the cores.
    """
    return await _executor(processes).call(work, *given)


@cache
def _executor(processes: int) -> BoundedExecutor:
    threads = max(1, (os.cpu_count() or 1) // processes)
    return BoundedExecutor("image", threads, MAX_WAITING, retry_after_seconds=30)
