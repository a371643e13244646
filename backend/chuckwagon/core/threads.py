"""Threads for work that waits for a provider, so that a slow provider never takes the others' threads."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread

P = ParamSpec("P")
T = TypeVar("T")

PROVIDER_THREADS = 20


@lru_cache(maxsize=1)
def _limiter() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(PROVIDER_THREADS)


async def provider_call(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work that may wait for a provider, at most twenty at a time."""
    return await anyio.to_thread.run_sync(lambda: work(*args, **kwargs), limiter=_limiter())
