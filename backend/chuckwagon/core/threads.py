"""Threads for handlers that wait for a provider. Each kind of work has its own, and a bounded queue.

A slow provider then takes neither the threads of requests that need no provider, nor those of another kind
of work. A request that cannot begin within a second is refused, because no customer waits a minute.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import TypeVar, TypeVarTuple

from chuckwagon.core.errors import Unavailable
from chuckwagon.core.metrics import Counter

T = TypeVar("T")
Given = TypeVarTuple("Given")

REFUSED = Counter(
    "chuckwagon_provider_queue_refused_total",
    "Requests that were refused because too many waited for a provider, by kind of work.",
    "kind",
)
# With the 15 s of a provider call, every answer comes within 16 s.
PATIENCE_SECONDS = 0.5
RETRY_AFTER_SECONDS = 5

fails_fast: ContextVar[bool] = ContextVar("fails_fast", default=False)
"""Whether a request waits for the present call, so that it should not be sent to a provider that is down."""


class ProviderThreads:
    """The threads of one kind of work: `threads` calls at once, at most `waiting` more for half a second."""

    def __init__(
        self, kind: str, threads: int, waiting: int, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        self._kind = kind
        self._most = threads + waiting
        self._patience_seconds = patience_seconds
        self._pool = ThreadPoolExecutor(threads, f"provider-{kind}")
        self._present = 0  # only the event loop changes it

    async def call(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """Run `work`, which may wait for a provider. Raises Unavailable if it cannot begin soon."""
        if self._present >= self._most:
            raise self._refusal()
        self._present += 1
        try:
            return await self._run(partial(copy_context().run, lambda: _as_request(work, *given)))
        finally:
            self._present -= 1

    async def _run(self, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        begun = asyncio.Event()

        def run() -> T:
            loop.call_soon_threadsafe(begun.set)
            return work()

        running = self._pool.submit(run)
        try:
            await asyncio.wait_for(begun.wait(), self._patience_seconds)
        except TimeoutError:
            if running.cancel():
                raise self._refusal() from None
        return await asyncio.wrap_future(running)

    def _refusal(self) -> Unavailable:
        REFUSED.add(self._kind)
        return Unavailable(retry_after_seconds=RETRY_AFTER_SECONDS)


def _as_request(work: Callable[[*Given], T], *given: *Given) -> T:
    fails_fast.set(True)
    return work(*given)


CHECKOUTS = ProviderThreads("checkout", threads=16, waiting=32)
VERIFICATIONS = ProviderThreads("verify", threads=8, waiting=32)
WEBHOOKS = ProviderThreads("webhook", threads=4, waiting=64)
ACCOUNTS = ProviderThreads("account", threads=4, waiting=8)
UPLOADS = ProviderThreads("upload", threads=4, waiting=16)
PROVIDER_THREADS = 32  # of those that call the payment provider
