"""Periodic tasks that take long. Each runs in its own thread, in one process at a time.

The lease of a task is short, so that a killed process is replaced soon; another thread renews it while the task runs.
A lease that was not renewed in time counts as lost, because another process may have acquired it.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, is_outage
from chuckwagon.jobs import leases
from chuckwagon.kit import clock
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings

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
            if leases.list_held_leases(session, {name: max_ahead}) or not self._task.has_work(session):
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
