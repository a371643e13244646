"""Notifies the broker of changes, both those of this process and those of other processes.

On SQLite a commit counter of the database is polled ten times a second while there are streams. On PostgreSQL it is
LISTEN/NOTIFY. NOTIFY is sent after the commit on a separate connection, because inside the transactions it would
serialize their commits. A lost notification delays updates by at most one second, because the broker also polls.
"""

import queue
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database
from chuckwagon.observability.background_thread import BackgroundThread
from chuckwagon.observability.logging import log
from chuckwagon.realtime import change_log

CHANNEL = "chuckwagon_changes"
POLL_SECONDS = 0.1
RETRY_SECONDS = 1.0
DEBOUNCE_SECONDS = 0.05  # changes in quick succession share one notification

_NOTIFY = CompiledStatement(sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("truck_id", type_=sa.String))))

WakeCallback = Callable[[Collection[str] | None], None]


class CrossProcessNotifier:
    """Notifies other processes of the trucks that this one has changed. Used on PostgreSQL only.

    The writers' threads fill its queue, and its own thread sends the notifications.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._changed: queue.SimpleQueue[frozenset[str]] = queue.SimpleQueue()
        self._thread = BackgroundThread("notifier", self._publish_next)
        self._remove_listener: Callable[[], None] | None = None

    def start(self) -> None:
        """Start the thread that notifies other processes of changes; does nothing on SQLite."""
        if self._db.is_sqlite:
            return
        self._remove_listener = change_log.add_listener(self._changed.put)
        self._thread.start()

    def stop(self) -> None:
        """Send the queued notifications, then stop the thread."""
        if self._remove_listener is None:
            return
        self._remove_listener()
        self._thread.stop(wake=lambda: self._changed.put(frozenset()))
        with suppress(sa.exc.SQLAlchemyError):
            self._notify(self._drain_queue())

    def _publish_next(self) -> None:
        trucks = {*self._changed.get(), *self._drain_queue()}
        try:
            self._notify(trucks)
        except sa.exc.SQLAlchemyError as error:
            # Not retried: the other processes poll within a second.
            log.warning("notify_failed", reason=type(error).__name__)
        time.sleep(DEBOUNCE_SECONDS)

    def _drain_queue(self) -> set[str]:
        """Remove all queued changes, and return the IDs of their trucks."""
        trucks: set[str] = set()
        with suppress(queue.Empty):
            while True:
                trucks |= self._changed.get_nowait()
        return trucks

    def _notify(self, trucks: Collection[str]) -> None:
        if not trucks:
            return
        with self._db.reading() as session:
            for truck_id in sorted(trucks):
                _NOTIFY.first(session, {"truck_id": truck_id})


class ChangeListener:
    """Calls `wake` after changes with the ids of the trucks, or with None if they are not known.

    `wake` is called in the writers' threads and in the listener's own thread.
    """

    def __init__(self, db: Database, wake: WakeCallback) -> None:
        self._db = db
        self._wake = wake
        self._publisher = CrossProcessNotifier(db)
        self._is_needed = threading.Event()
        self._is_stopping = False
        self._thread: threading.Thread | None = None
        self._remove_listener: Callable[[], None] | None = None

    def start(self) -> None:
        self._remove_listener = change_log.add_listener(self._wake)
        self._publisher.start()
        listen = self._poll_sqlite if self._db.is_sqlite else self._listen_postgresql
        self._thread = threading.Thread(target=self._run, args=(listen,), name="change listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop listening and wait for the threads."""
        if self._thread is None or self._remove_listener is None:
            return
        self._remove_listener()
        self._is_stopping = True
        self._is_needed.set()
        self._publisher.stop()
        self._thread.join()

    def set_needed(self, *, is_needed: bool) -> None:
        """Set whether there are streams. Without any, changes of other processes are not noticed."""
        if is_needed or self._is_stopping:
            self._is_needed.set()
        else:
            self._is_needed.clear()

    def _run(self, listen: Callable[[], None]) -> None:
        is_broken = False
        while not self._is_stopping:
            self._is_needed.wait()
            try:
                listen()
                is_broken = False
            except Exception as error:  # noqa: BLE001 - the database is unavailable; the broker polls
                if not is_broken:
                    log.warning("change_listener_failed", reason=type(error).__name__)
                is_broken = True
                time.sleep(RETRY_SECONDS)

    def _is_listening(self) -> bool:
        return self._is_needed.is_set() and not self._is_stopping

    def _poll_sqlite(self) -> None:
        """Poll `data_version`, which counts the commits of all other connections."""
        proxy = self._db.engine.raw_connection()
        try:
            connection: Any = proxy.driver_connection  # outside a transaction, in which the counter would not change
            last_version = None
            while self._is_listening():
                [version] = connection.execute("PRAGMA data_version").fetchone()
                if version != last_version:
                    last_version = version
                    self._wake(None)
                time.sleep(POLL_SECONDS)
        finally:
            proxy.close()

    def _listen_postgresql(self) -> None:
        """Listen on a connection outside the pool, because LISTEN belongs to a session of the server."""
        connection = self._db.open_session_connection()
        try:
            connection.execute(f"LISTEN {CHANNEL}")
            self._wake(None)
            while self._is_listening():
                for notification in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                    self._wake((notification.payload,))
        finally:
            connection.close()
