"""The threads of a worker, and the metrics, log lines and trace spans of the jobs in them.

Some threads handle messages side by side, because a message mostly waits for its provider. Each periodic task that
takes long has one thread, in one process at a time.
"""

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Self

import msgspec
from prometheus_client import Histogram
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, is_outage
from chuckwagon.jobs import leases, outbox
from chuckwagon.jobs.outbox import MAIN_LANE, PROVIDER_LANES, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.ids import is_id
from chuckwagon.observability import tracing
from chuckwagon.observability.logging import log, log_context, timestamp, write_line
from chuckwagon.observability.metrics import SLOW
from chuckwagon.settings import Settings

# A lane has one thread for so many of the setting: together 38 of 16, fewer than a process has database connections.
LANE_SHARES = {"sms": 1, MAIN_LANE: 2, "refund": 4, "email": 4, "push": 4, "erasure": 16, "reader": 16}


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


LEASE_DURATION = timedelta(seconds=3)
RENEW_SECONDS = 1.0
OUTAGE_RETRY_SECONDS = 2.0
ShouldContinue = Callable[[], bool]


class LongTask(msgspec.Struct, frozen=True):
    """A task that runs every `seconds` if there is work to do.

    `work` must call its last argument between steps, and stop if it is False. `has_work` must not take a write lock.
    """

    name: str
    seconds: float
    work: Callable[[Database, Settings, ShouldContinue], None]
    has_work: Callable[[Session], bool] = lambda _session: True

    @property
    def max_lease_ahead(self) -> timedelta:
        """How far ahead its lease can expire: a lease while the task runs, its period after that."""
        return max(timedelta(seconds=self.seconds), LEASE_DURATION)


class LongTaskRunner:
    """Runs one task. The event `stopping` ends it between two steps."""

    def __init__(self, db: Database, settings: Settings, task: LongTask, stopping: threading.Event) -> None:
        self._db, self._settings, self._task, self._stopping = db, settings, task, stopping

    def run_forever(self) -> None:
        """Run the task in the caller's thread whenever it is due, until `stopping` is set."""
        while not self._stopping.is_set():
            try:
                self.run_once()
            except Exception as error:  # noqa: BLE001 - the thread must survive a database outage
                log.error("long_task_waits", name=self._task.name, reason=type(error).__name__)
                self._stopping.wait(OUTAGE_RETRY_SECONDS)
            else:
                self._stopping.wait(self._settings.worker_poll_seconds)

    def run_once(self) -> None:
        """Run the task if it is due, has work, and no other process holds its lease.

        Raises only on a database outage.
        """
        name, max_ahead = self._task.name, self._task.max_lease_ahead
        with self._db.reading() as session:
            if not self._task.has_work(session) or leases.list_held_leases(session, {name: max_ahead}):
                return
        requested_at = time.monotonic()
        until = self._db.write(lambda session: leases.acquire_lease(session, name, LEASE_DURATION, max_ahead))
        if until is None:
            return
        next_at = clock.now() + timedelta(seconds=self._task.seconds)
        with _renewing(self._db, name, _HeldLease(until, requested_at)) as lease:
            self._work(lease)
        self._db.write(lambda session: leases.release_lease(session, name, lease.until, next_at))

    def _work(self, lease: "_HeldLease") -> None:
        try:
            self._task.work(self._db, self._settings, lambda: not lease.is_lost and not self._stopping.is_set())
        except Exception as error:  # the next run may succeed
            if is_outage(error):
                raise
            log.exception("periodic_failed", name=self._task.name)


class _HeldLease:
    """A lease that is renewed while the task runs.

    `until` is its expiry, `requested_at` the time of the last request for it, by the monotonic clock.
    """

    def __init__(self, until: datetime, requested_at: float) -> None:
        self.until = until
        self._requested_at = requested_at
        self._is_taken = False

    @property
    def is_lost(self) -> bool:
        """Whether another process has, or may have, acquired the lease."""
        return self._is_taken or time.monotonic() - self._requested_at > LEASE_DURATION.total_seconds()

    def renew(self, db: Database, name: str) -> None:
        """Extend the lease, or mark it as lost if another process has it. The caller retries after an error."""
        requested_at = time.monotonic()
        until = db.write(lambda session: leases.extend_lease(session, name, self.until, LEASE_DURATION))
        if until is None:
            self._is_taken = True
        else:
            self.until, self._requested_at = until, requested_at


@contextmanager
def _renewing(db: Database, name: str, lease: _HeldLease) -> Iterator[_HeldLease]:
    is_done = threading.Event()

    def renew() -> None:
        while not lease.is_lost and not is_done.wait(RENEW_SECONDS):
            try:
                lease.renew(db, name)
            except Exception as error:  # noqa: BLE001 - the next attempt may succeed
                log.error("lease_not_renewed", name=name, reason=type(error).__name__)

    thread = threading.Thread(target=renew, name=f"lease {name}", daemon=True)
    thread.start()
    try:
        yield lease
    finally:
        is_done.set()
        thread.join()


JOB_SECONDS = Histogram(
    "chuckwagon_job_seconds", "Time of the worker's jobs, including the wait for providers.",
    ("kind", "outcome"), buckets=SLOW,
)  # fmt: skip
LOGGED_IDS = {"orderId": "order_id", "refundId": "refund_id"}


class JobOutcome:
    """The outcome of a job, set by its handler and read by the metrics and the log.

    `done` means that no one has to act, not that the job succeeded: a payment that was refused is done too."""

    outcome = "done"


@contextmanager
def instrument_job(message: OutboxMessage) -> Iterator[JobOutcome]:
    """Run the block as one job: observe its duration, write its log line and, if tracing is on, record a span."""
    result, started = JobOutcome(), time.perf_counter()
    token = log_context.set({"job_id": secrets.token_hex(8)})
    try:
        with tracing.job_span(f"job {message.kind}", kind=message.kind):
            yield result
    except BaseException as error:
        result.outcome = type(error).__name__
        raise
    finally:
        seconds = time.perf_counter() - started
        JOB_SECONDS.labels(message.kind, result.outcome).observe(seconds)
        write_line(_line(message, result, seconds))
        log_context.reset(token)


def _line(message: OutboxMessage, result: JobOutcome, seconds: float) -> dict[str, object]:
    line: dict[str, object] = {
        "ts": timestamp(), "level": "info" if result.outcome == "done" else "error", "event": "job",
        **(log_context.get() or {}),
        "kind": message.kind, "attempts": message.attempts, "ms": round(seconds * 1000, 2),
        "outcome": result.outcome,
    }  # fmt: skip
    for name, field in LOGGED_IDS.items():
        value = message.payload.get(name)
        if isinstance(value, str) and is_id(value):
            line[field] = value
    return line
