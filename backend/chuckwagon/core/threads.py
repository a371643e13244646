"""Threads for handlers that wait for a provider, so that a slow provider never takes the others' threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Given = TypeVarTuple("Given")

PROVIDER_THREADS = 20

_threads = ThreadPoolExecutor(PROVIDER_THREADS, "provider")


async def provider_call(work: Callable[[*Given], T], *given: *Given) -> T:
    """Run `work`, which may wait for a provider, on a thread; at most 20 wait at once, others queue."""
    run = partial(copy_context().run, work, *given)
    return await asyncio.get_running_loop().run_in_executor(_threads, run)
