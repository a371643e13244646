"""Work that takes long, in a thread of its own, in one process at a time for as long as it runs.

Its lease is short, so that a killed process is replaced soon, and is renewed by another thread while it runs.
A turn that could not be renewed in time counts as lost, because another process may have it.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec

from chuckwagon.core import clock, leases
from chuckwagon.core.db import OUTAGES, Database
from chuckwagon.core.logging import log
from chuckwagon.settings import Settings

LEASE = timedelta(seconds=10)
RENEW_SECONDS = 3.0
OUTAGE_SECONDS = 2.0

MayGoOn = Callable[[], bool]


class LongTask(msgspec.Struct, frozen=True):
    """What is done every so many seconds. `work` asks between its steps whether it may go on."""

    name: str
    seconds: float
    work: Callable[[Database, Settings, MayGoOn], None]


class LongTaskRunner:
    """Runs one task. `stopping` ends it between two steps."""

    def __init__(self, db: Database, settings: Settings, task: LongTask, stopping: threading.Event) -> None:
        self._db, self._settings, self._task, self._stopping = db, settings, task, stopping

    def run_forever(self) -> None:
        """Take a turn whenever it is due, until the end."""
        while not self._stopping.is_set():
            try:
                self.run_once()
            except Exception as error:  # noqa: BLE001 - an outage of the database ends no thread
                log.error("long_task_waits", name=self._task.name, reason=type(error).__name__)
                self._stopping.wait(OUTAGE_SECONDS)
            else:
                self._stopping.wait(self._settings.worker_poll_seconds)

    def run_once(self) -> None:
        """Do the work if its turn is due and no other process has it."""
        name = self._task.name
        with self._db.reading() as session:
            if name in leases.list_taken(session):
                return
        asked_at = time.monotonic()
        until = self._db.write(lambda session: leases.take_turn(session, name, LEASE))
        if until is None:
            return
        next_at = clock.now() + timedelta(seconds=self._task.seconds)
        with _renewed(self._db, name, _Turn(until, asked_at)) as turn:
            self._work(turn)
        self._db.write(lambda session: leases.end_turn(session, name, turn.until, next_at))

    def _work(self, turn: "_Turn") -> None:
        try:
            self._task.work(
                self._db, self._settings, lambda: not turn.is_lost and not self._stopping.is_set()
            )
        except OUTAGES:
            raise
        except Exception:  # noqa: BLE001 - the next turn may go better
            log.exception("periodic_failed", name=self._task.name)


class _Turn:
    """A lease that is being renewed; `asked_at` is when it was asked for, by the monotonic clock."""

    def __init__(self, until: datetime, asked_at: float) -> None:
        self.until = until
        self._asked_at = asked_at
        self._is_taken = False

    @property
    def is_lost(self) -> bool:
        """Whether another process has it, or may have it."""
        return self._is_taken or time.monotonic() - self._asked_at > LEASE.total_seconds()

    def renew(self, db: Database, name: str) -> None:
        """Ask for it once more. What fails is tried again by the caller."""
        asked_at = time.monotonic()
        until = db.write(lambda session: leases.extend_turn(session, name, self.until, LEASE))
        if until is None:
            self._is_taken = True
        else:
            self.until, self._asked_at = until, asked_at


@contextmanager
def _renewed(db: Database, name: str, turn: _Turn) -> Iterator[_Turn]:
    is_over = threading.Event()

    def renew() -> None:
        while not turn.is_lost and not is_over.wait(RENEW_SECONDS):
            try:
                turn.renew(db, name)
            except Exception as error:  # noqa: BLE001 - the next try may go better
                log.error("lease_not_renewed", name=name, reason=type(error).__name__)

    thread = threading.Thread(target=renew, name=f"lease {name}", daemon=True)
    thread.start()
    try:
        yield turn
    finally:
        is_over.set()
        thread.join()
