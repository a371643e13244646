"""The threads that handle a worker's messages side by side, because a message mostly waits for its provider."""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage


class MessageThreads:
    """A fixed number of threads with a short queue, so that a worker that dies leaves few messages leased.

    `handle` is called in them and must not raise. Leaving the context waits for the messages in hand.
    """

    def __init__(self, count: int, handle: Callable[[OutboxMessage], None]) -> None:
        self._count = count
        self._handle = handle
        self._lock = threading.Lock()
        self._unfinished = 0
        self._pool = ThreadPoolExecutor(count, "worker message")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def has_room(self) -> bool:
        """Whether another batch may be claimed: no message waits for a thread."""
        with self._lock:
            return self._unfinished <= self._count

    def add(self, messages: Iterable[OutboxMessage]) -> None:
        """Handle these claimed messages, in this order as far as threads are free."""
        for message in messages:
            with self._lock:
                self._unfinished += 1
            self._pool.submit(self._run, message)

    def _run(self, message: OutboxMessage) -> None:
        try:
            self._handle(message)
        finally:
            with self._lock:
                self._unfinished -= 1
                has_room_again = self._unfinished == self._count
            if has_room_again:
                outbox.wake_event.set()
