"""The threads that handle a worker's messages side by side, because a message mostly waits for its provider."""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import MAIN_LANE, PROVIDER_LANES, OutboxMessage

# A lane has one thread for so many of the setting: together 37 of 16, fewer than a process has database connections.
LANE_SHARES = {"sms": 1, MAIN_LANE: 2, "refund": 4, "email": 4, "push": 4, "erasure": 16}


class MessageThreads:
    """A fixed number of threads for each lane with a short queue, so that a worker that dies leaves few leased.

    A lane whose provider hangs takes no thread of another lane. `handle` is called in the threads and must not raise.
    Leaving the context waits for the messages in hand.
    """

    def __init__(self, count: int, handle: Callable[[OutboxMessage], None]) -> None:
        self._lanes = {lane: _Lane(max(1, count // share), handle) for lane, share in LANE_SHARES.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for lane in self._lanes.values():
            lane.shutdown()

    def has_room(self) -> bool:
        """Whether another batch may be claimed: no message of the main lane waits for a thread."""
        return self._lanes[MAIN_LANE].has_room()

    def list_full_lanes(self) -> list[str]:
        """The lanes of providers of which nothing may be claimed, because their messages wait for threads."""
        return [name for name in PROVIDER_LANES if not self._lanes[name].has_room()]

    def add(self, messages: Iterable[OutboxMessage]) -> None:
        """Handle these claimed messages, in this order as far as threads of their lanes are free."""
        for message in messages:
            self._lanes[outbox.lane_of(message.kind)].add(message)


class _Lane:
    """The threads of one lane."""

    def __init__(self, count: int, handle: Callable[[OutboxMessage], None]) -> None:
        self._count = count
        self._handle = handle
        self._lock = threading.Lock()
        self._unfinished = 0
        self._pool = ThreadPoolExecutor(count, "worker message")

    def has_room(self) -> bool:
        with self._lock:
            return self._unfinished <= self._count

    def add(self, message: OutboxMessage) -> None:
        with self._lock:
            self._unfinished += 1
        self._pool.submit(self._run, message)

    def shutdown(self) -> None:
        self._pool.shutdown()

    def _run(self, message: OutboxMessage) -> None:
        try:
            self._handle(message)
        finally:
            with self._lock:
                self._unfinished -= 1
                has_room_again = self._unfinished == self._count
            if has_room_again:
                outbox.wake_event.set()
