"""Threads for handlers that wait for a provider, so that a slow provider never takes the others' threads."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import anyio

T = TypeVar("T")
Given = TypeVarTuple("Given")

PROVIDER_THREADS = 20

_limiters: anyio.lowlevel.RunVar[anyio.CapacityLimiter] = anyio.lowlevel.RunVar("provider_limiter")


async def provider_call(work: Callable[[*Given], T], *given: *Given) -> T:
    """Run `work`, which may wait for a provider, on a thread; at most 20 wait at once, others queue."""
    return await anyio.to_thread.run_sync(work, *given, limiter=_provider_limiter())


def _provider_limiter() -> anyio.CapacityLimiter:
    """One per event loop, because a limiter belongs to the loop that made it."""
    limiter = _limiters.get(None)
    if limiter is None:
        limiter = anyio.CapacityLimiter(PROVIDER_THREADS)
        _limiters.set(limiter)
    return limiter
