"""What wakes the hub: this process's own writes, and word from other processes that something has changed.

On SQLite that is a counter of the file, looked at ten times a second while somebody watches. On PostgreSQL it
is NOTIFY, sent after the commit on a connection of its own: inside the writers' transactions it would have
them commit one after another. A bell that does not ring costs at most the hub's own second.
"""

import queue
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from chuckwagon.core import changes
from chuckwagon.core.db import Database
from chuckwagon.core.logging import log
from chuckwagon.core.prepared import Prepared
from chuckwagon.core.service_thread import ServiceThread

CHANNEL = "chuckwagon_changes"
GLANCE_SECONDS = 0.1
AGAIN_SECONDS = 1.0
GATHER_SECONDS = 0.05  # a rush rings once for many orders

_NOTIFY = Prepared(sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("truck_id", type_=sa.String))))

Wake = Callable[[Collection[str] | None], None]


class Notifier:
    """Tells the other processes which trucks this one has changed. Needed on PostgreSQL only."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._changed: queue.SimpleQueue[frozenset[str]] = queue.SimpleQueue()
        self._thread = ServiceThread("notifier", self._pass_on)
        self._end_listening: Callable[[], None] | None = None

    def start(self) -> None:
        """Pass on what is announced in this process from now on."""
        if self._db.is_sqlite:
            return
        self._end_listening = changes.listen(self._changed.put)
        self._thread.start()

    def stop(self) -> None:
        """Pass on what is left, then end."""
        if self._end_listening is None:
            return
        self._end_listening()
        self._thread.stop(wake=lambda: self._changed.put(frozenset()))
        with suppress(sa.exc.SQLAlchemyError):
            self._notify(self._take_all())

    def _pass_on(self) -> None:
        trucks = {*self._changed.get(), *self._take_all()}
        try:
            self._notify(trucks)
        except sa.exc.SQLAlchemyError as error:
            # Not tried again: a process that is not told looks for itself within a second.
            log.warning("notify_failed", reason=type(error).__name__)
        time.sleep(GATHER_SECONDS)

    def _take_all(self) -> set[str]:
        """The trucks of every change that waits."""
        found: set[str] = set()
        with suppress(queue.Empty):
            while True:
                found |= self._changed.get_nowait()
        return found

    def _notify(self, trucks: Collection[str]) -> None:
        if not trucks:
            return
        with self._db.reading() as session:
            for truck_id in sorted(trucks):
                _NOTIFY.first(session, {"truck_id": truck_id})


class Bells:
    """Calls `wake` with the trucks that have changed, or with None when that is not known."""

    def __init__(self, db: Database, wake: Wake) -> None:
        self._db = db
        self._wake = wake
        self._notifier = Notifier(db)
        self._is_needed = threading.Event()
        self._is_stopping = False
        self._thread: threading.Thread | None = None
        self._end_listening: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen from now on."""
        self._end_listening = changes.listen(self._wake)
        self._notifier.start()
        ear = self._watch_file if self._db.is_sqlite else self._hear
        self._thread = threading.Thread(target=self._keep_listening, args=(ear,), name="bells", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no longer; waits for the threads."""
        if self._thread is None or self._end_listening is None:
            return
        self._end_listening()
        self._is_stopping = True
        self._is_needed.set()
        self._notifier.stop()
        self._thread.join()

    def listen(self, *, is_needed: bool) -> None:
        """Whether anybody watches; word from other processes is worth nothing otherwise."""
        if is_needed or self._is_stopping:
            self._is_needed.set()
        else:
            self._is_needed.clear()

    def _keep_listening(self, ear: Callable[[], None]) -> None:
        is_broken = False
        while not self._is_stopping:
            self._is_needed.wait()
            try:
                ear()
                is_broken = False
            except Exception as error:  # noqa: BLE001 - the database is away; the hub looks by itself
                if not is_broken:
                    log.warning("bells_silent", reason=type(error).__name__)
                is_broken = True
                time.sleep(AGAIN_SECONDS)

    def _is_listening(self) -> bool:
        return self._is_needed.is_set() and not self._is_stopping

    def _watch_file(self) -> None:
        """SQLite counts the commits of all other connections."""
        proxy = self._db.engine.raw_connection()
        try:
            connection: Any = (
                proxy.driver_connection
            )  # without the engine's own transaction, which sees no news
            before = None
            while self._is_listening():
                [now] = connection.execute("PRAGMA data_version").fetchone()
                if now != before:
                    before = now
                    self._wake(None)
                time.sleep(GLANCE_SECONDS)
        finally:
            proxy.close()

    def _hear(self) -> None:
        """A connection out of the pool, for a connection that listens is never given back clean."""
        proxy = self._db.engine.raw_connection()
        connection: Any = proxy.driver_connection
        proxy.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            self._wake(None)
            while self._is_listening():
                for told in connection.notifies(timeout=GLANCE_SECONDS, stop_after=1):
                    self._wake((told.payload,))
        finally:
            connection.close()
