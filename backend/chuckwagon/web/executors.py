"""Threads for slow work of request handlers: each kind of work has its own threads and a bounded queue.

So a slow provider takes neither the threads of requests that need no provider nor those of another kind of work. A
request that cannot begin within half a second is refused, because no customer waits a minute.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from prometheus_client import Counter

from chuckwagon.kit.errors import Unavailable

T = TypeVar("T")
Given = TypeVarTuple("Given")

REFUSED = Counter(
    "chuckwagon_provider_queue_refused_total",
    "Requests that were refused because too many waited for a provider, by kind of work.",
    ("kind",),
)
MAX_WAIT_SECONDS = 0.5
RETRY_AFTER_SECONDS = 5

requested_at: ContextVar[float | None] = ContextVar("requested_at", default=None)
"""When the request that waits for this call arrived, in seconds of the monotonic clock; None outside a request.

Such a call is not sent to a provider that is down. Its time limit counts from here, so that no answer takes longer
than the limit of one call.
"""


class _ClientCalls:
    """The calls of one client that run or wait, and the threads that it may have."""

    def __init__(self, threads: asyncio.Semaphore) -> None:
        self.threads = threads
        self.calls = 0


def _part_of_one(count: int) -> int:
    return max(1, count * 3 // 4)


class BoundedExecutor:
    """The threads of one kind of work, with a bounded queue in front of them.

    `threads` calls run at once and `waiting` more wait, at most `max_wait_seconds` if that is given. One client has at
    most three quarters of both, so that the others find a thread while it sends more than fits.
    """

    def __init__(
        self, name: str, threads: int, waiting: int, retry_after_seconds: int, max_wait_seconds: float | None = None
    ) -> None:
        self._max_calls = threads + waiting
        self._threads_of_one = _part_of_one(threads)
        self._of_clients: dict[str, _ClientCalls] = {}  # only the event loop changes it
        self._retry_after_seconds = retry_after_seconds
        self._max_wait_seconds = max_wait_seconds
        self._pool = ThreadPoolExecutor(threads, name)
        self._calls = 0  # only the event loop changes it

    async def call(self, work: Callable[[*Given], T], *given: *Given, client: str = "") -> T:
        """Run `work` in one of the threads, for a client if one is named.

        Raises Unavailable if the queue is full, the client's part of it is, or the wait is too long.
        """
        if self._calls >= self._max_calls:
            raise self._refusal()
        self._calls += 1
        try:
            if client:
                return await self._run_of(client, partial(copy_context().run, work, *given))
            return await self._run(partial(copy_context().run, work, *given))
        finally:
            self._calls -= 1

    async def _run_of(self, client: str, work: Callable[[], T]) -> T:
        """Wait for one of the client's own threads, then run `work`."""
        known = self._of_clients.setdefault(client, _ClientCalls(asyncio.Semaphore(self._threads_of_one)))
        if known.calls >= _part_of_one(self._max_calls):
            raise self._refusal()
        known.calls += 1
        try:
            try:
                await asyncio.wait_for(known.threads.acquire(), self._max_wait_seconds)
            except TimeoutError:
                raise self._refusal() from None
            try:
                return await self._run(work)
            finally:
                known.threads.release()
        finally:
            known.calls -= 1
            if known.calls == 0:
                self._of_clients.pop(client, None)

    async def _run(self, work: Callable[[], T]) -> T:
        running = self._pool.submit(work)
        is_too_late = False

        def give_up() -> None:
            nonlocal is_too_late
            is_too_late = running.cancel()  # False if it has begun

        wait = self._max_wait_seconds
        timer = asyncio.get_running_loop().call_later(wait, give_up) if wait is not None else None
        try:
            return await asyncio.wrap_future(running)
        except asyncio.CancelledError:
            if is_too_late:
                raise self._refusal() from None
            raise
        finally:
            if timer is not None:
                timer.cancel()

    def _refusal(self) -> Unavailable:
        return Unavailable(retry_after_seconds=self._retry_after_seconds)


class ProviderExecutor(BoundedExecutor):
    """The threads of requests that wait for a provider. Refused requests are counted."""

    def __init__(self, kind: str, threads: int, waiting: int, max_wait_seconds: float = MAX_WAIT_SECONDS) -> None:
        super().__init__(f"provider-{kind}", threads, waiting, RETRY_AFTER_SECONDS, max_wait_seconds)
        self._kind = kind
        self._running: set[asyncio.Future[Any]] = set()

    async def call(self, work: Callable[[*Given], T], *given: *Given, client: str = "") -> T:
        """Run `work` with `requested_at` set to now, so that provider calls know that a request waits.

        Raises Unavailable if the queue is full or the wait too long.
        """
        return await super().call(_run_for_request, time.monotonic(), work, *given, client=client)

    async def call_for(
        self, seconds: float, work: Callable[[*Given], object], *given: *Given, client: str = ""
    ) -> None:
        """Run `work` as `call` does, and wait at most so long for its end, while it goes on. Its errors are dropped."""
        running = asyncio.ensure_future(self.call(work, *given, client=client))
        self._running.add(running)  # a task without a reference may be collected
        running.add_done_callback(self._forget)
        await asyncio.wait({running}, timeout=seconds)

    def _forget(self, ended: asyncio.Future[Any]) -> None:
        self._running.discard(ended)
        if not ended.cancelled():
            ended.exception()  # asyncio logs one that no one has looked at

    def _refusal(self) -> Unavailable:
        REFUSED.labels(self._kind).inc()
        return super()._refusal()


def _run_for_request(at: float, work: Callable[[*Given], T], *given: *Given) -> T:
    """Run in the thread, in a context that belongs to this call."""
    requested_at.set(at)
    return work(*given)


# Public reads that the response cache does not answer. A crowd behind one address waits, and is not turned away.
READS = BoundedExecutor("read", threads=12, waiting=1000, retry_after_seconds=RETRY_AFTER_SECONDS)
# Receipt printers that ask for work, which takes a read, and rarely an image that is drawn.
PRINTS = BoundedExecutor("print", threads=4, waiting=400, retry_after_seconds=RETRY_AFTER_SECONDS)
CHECKOUTS = ProviderExecutor("checkout", threads=16, waiting=32)
# Room for fifty at once, which may be the pages of one order: none of them is turned away.
VERIFICATIONS = ProviderExecutor("verify", threads=8, waiting=48)
WEBHOOKS = ProviderExecutor("webhook", threads=4, waiting=64)
ACCOUNTS = ProviderExecutor("account", threads=4, waiting=8)
READER_LOOKS = ProviderExecutor("reader", threads=2, waiting=8)
UPLOADS = ProviderExecutor("upload", threads=4, waiting=16)
MESSAGES = ProviderExecutor("message", threads=4, waiting=8)
PROVIDER_THREADS = 34  # of those that call the payment provider
