"""Knows the changes of all processes, for the broker and the response cache: one watcher for each process.

It learns at once of changes of its own process. On SQLite it learns of others within 10 ms of a question of the cache,
or 0.1 s while there are streams, through the file's change counter. On PostgreSQL NOTIFY wakes it, and it polls every
quarter of a second, because a notification may be lost. NOTIFY is sent after the commit on a separate connection,
because inside the transactions it would serialize their commits.
"""

import asyncio
import queue
import select
import socket
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database
from chuckwagon.db.sqlite import load_sqlite_module
from chuckwagon.observability.background_thread import BackgroundThread
from chuckwagon.observability.logging import log
from chuckwagon.realtime import change_log

CHANNEL = "chuckwagon_changes"
SQLITE_POLL_SECONDS = 0.01
STREAM_POLL_SECONDS = 0.1
POLL_SECONDS = 0.25
VALID_SECONDS = 1.0  # without a poll for longer, the newest change is uncertain
IDLE_SECONDS = 5.0
DEBOUNCE_SECONDS = 0.05  # changes in quick succession share one notification

ALL_TRUCKS = "*"
IN_THE_LIST = (change_log.TRUCK, change_log.STOP)
"""The kinds of changes that a list of all trucks shows."""

_NOTIFY = CompiledStatement(sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("truck_id", type_=sa.String))))
# On PostgreSQL only public changes become visible in the order of their IDs. Their index leaves out orders, so the
# condition names them apart.
_IS_PUBLIC = " AND ".join(f"kind <> '{kind}'" for kind in change_log.STAFF_ONLY)

WakeCallback = Callable[[Collection[str] | None], None]


class ChangeWatcher:
    """What both kinds of databases share. Calls `wake` with the IDs of changed trucks, or None if they are not known.

    `wake` is called in the writers' threads, in the watcher's own and on the event loop.
    """

    _is_watched = "1 = 1"
    _placeholder = "?"

    def __init__(self, db: Database, wake: WakeCallback) -> None:
        self._db = db
        self._wake = wake
        self._connection: Any = None
        self._newest = 0
        self._position: int | None = None
        self._last: dict[str, int] = {}
        self._is_needed = False
        self._unlisten: list[Callable[[], None]] = []

    def start(self, loop: asyncio.AbstractEventLoop | None = None) -> None:  # noqa: ARG002 - SQLite's needs it
        """Begin to watch. On SQLite streams are woken through `loop`."""
        own_change = change_log.add_listener(lambda _trucks: self._note_own_change(), public_only=True)
        self._unlisten = [own_change, change_log.add_listener(self._wake)]

    def stop(self) -> None:
        """Stop watching: the newest change is uncertain from now on."""
        while self._unlisten:
            self._unlisten.pop()()
        self._disconnect()

    def set_needed(self, *, is_needed: bool) -> None:
        """Set whether there are streams."""
        self._is_needed = is_needed

    def version(self) -> int | None:
        """ID of the newest public change, or None while it is uncertain. Runs on the event loop; uses no network."""
        raise NotImplementedError

    def last_change(self, key: str) -> int:
        """ID of the truck's last change that cached responses show, or of any truck's under `ALL_TRUCKS`; 0 if none."""
        return self._last.get(key, 0)

    def _note_own_change(self) -> None:
        """Make the newest change uncertain until the next read. Called in the writer's thread after a commit."""
        raise NotImplementedError

    def _read(self) -> None:
        """Read the changes since the last call. Those before the first do not matter, because nothing is cached yet."""
        changes = f"FROM changes WHERE {self._is_watched}"
        if self._position is None:
            newest = f"SELECT id {changes} ORDER BY id DESC LIMIT 1"
            [self._newest] = self._connection.execute(newest).fetchone() or [0]
            self._position = self._newest
            self._wake(None)
            return
        since = f"SELECT id, truck_id, kind {changes} AND id > {self._placeholder} ORDER BY id"
        trucks = set()
        for number, truck_id, kind in self._connection.execute(since, (self._position,)).fetchall():
            trucks.add(truck_id)
            self._position = number
            if kind in change_log.STAFF_ONLY:
                continue
            self._newest = number
            if kind == change_log.SLOTS:
                continue  # no cached response shows how full a slot is
            self._last[truck_id] = number
            if kind in IN_THE_LIST:
                self._last[ALL_TRUCKS] = number
        if trucks:
            self._wake(trucks)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class SqliteWatcher(ChangeWatcher):
    """Reads SQLite's change counter, and the change log only when the counter has moved.

    It has no thread: the event loop reads the local file, because that takes microseconds.
    """

    def __init__(self, db: Database, wake: WakeCallback) -> None:
        super().__init__(db, wake)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._data_version = 0
        self._is_valid = False
        self._polled_at = 0.0
        self._has_own_change = False

    def start(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop = loop
        super().start()

    def set_needed(self, *, is_needed: bool) -> None:
        super().set_needed(is_needed=is_needed)
        if is_needed and self._loop is not None:
            self._loop.call_soon_threadsafe(self._poll_for_streams, self._loop)

    def version(self) -> int | None:
        if not self._unlisten:
            return None
        now = time.monotonic()
        if now - self._polled_at >= SQLITE_POLL_SECONDS or self._has_own_change:
            self._has_own_change = False  # before the poll, so that a change during it leads to another one
            self._polled_at = now
            try:
                self._poll()
            except (sa.exc.SQLAlchemyError, load_sqlite_module().Error) as error:
                log.warning("changes_unknown", reason=type(error).__name__)
                self._is_valid = False
        return self._newest if self._is_valid else None

    def _note_own_change(self) -> None:
        self._has_own_change = True

    def _poll(self) -> None:
        """Read the counter, which counts the commits of all other connections, and the log if it has moved.

        Outside a transaction, because the counter does not move inside one.
        """
        if self._connection is None:
            proxy = self._db.engine.raw_connection()
            self._connection = proxy.driver_connection
            proxy.detach()
        [counter] = self._connection.execute("PRAGMA data_version").fetchone()
        if counter != self._data_version or not self._is_valid:
            self._read()
        self._data_version, self._is_valid = counter, True

    def _poll_for_streams(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._is_needed and self._unlisten:
            self.version()
            self._timer = loop.call_later(STREAM_POLL_SECONDS, self._poll_for_streams, loop)


class PostgresWatcher(ChangeWatcher):
    """One thread that listens and polls on a connection outside the pool, because LISTEN belongs to a session."""

    _is_watched = _IS_PUBLIC
    _placeholder = "%s"

    def __init__(self, db: Database, wake: WakeCallback) -> None:
        super().__init__(db, wake)
        self._notifier = CrossProcessNotifier(db)
        self._thread = BackgroundThread("change watcher", self._run_round)
        self._wakers: tuple[socket.socket, ...] = ()
        self._is_woken = False
        self._asked_at = 0.0
        # The last change of this process, as a new object for each, and the last one that a poll has covered.
        self._own_change = object()
        self._valid: tuple[object, float] = (self._own_change, 0.0)

    def start(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._wakers = socket.socketpair()
        super().start(loop)
        self._notifier.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop both threads."""
        if self._wakers:
            self._notifier.stop()
            self._thread.stop(wake=self._wake_thread)
        super().stop()
        self._valid = (self._own_change, 0.0)
        wakers, self._wakers = self._wakers, ()
        for one in wakers:
            one.close()

    def set_needed(self, *, is_needed: bool) -> None:
        super().set_needed(is_needed=is_needed)
        self._wake_thread()

    def version(self) -> int | None:
        self._asked_at = time.monotonic()
        covered, until = self._valid
        if covered is self._own_change and self._asked_at < until:
            return self._newest
        self._wake_thread()
        return None

    def _note_own_change(self) -> None:
        self._own_change = object()
        self._wake_thread()

    def _wake_thread(self) -> None:
        if not self._is_woken:
            self._is_woken = True
            with suppress(OSError):  # the watcher has just been stopped
                for waker in self._wakers[1:]:
                    waker.send(b"w")

    def _run_round(self) -> None:
        """Poll, then wait for a notification, a change of this process or the next poll.

        There is no next poll without streams and without questions of the cache for IDLE_SECONDS.
        """
        is_used = self._is_needed or time.monotonic() - self._asked_at < IDLE_SECONDS
        if is_used or self._connection is not None:
            try:
                self._poll()
            except Exception:
                self._disconnect()
                raise  # the thread goes on in a second
        woken = self._wakers[0]
        ready = select.poll()  # select() takes no descriptor above 1023
        for source in (woken, self._connection) if self._connection is not None else (woken,):
            ready.register(source, select.POLLIN)
        found = ready.poll(POLL_SECONDS * 1000 if is_used else None)
        if any(number == woken.fileno() for number, _event in found):
            woken.recv(16)
            self._is_woken = False  # before the poll, so that a change during it leads to another one

    def _poll(self) -> None:
        """Read the changes, and wake the streams of the trucks that notifications name."""
        if self._connection is None:
            self._connection = self._db.open_session_connection()
            self._connection.execute(f"LISTEN {CHANNEL}")
            self._wake(None)
        own_change, began = self._own_change, time.monotonic()
        self._read()
        self._valid = (own_change, began + VALID_SECONDS)
        if trucks := {notification.payload for notification in self._connection.notifies(timeout=0)}:
            self._wake(trucks)


def create_change_watcher(db: Database, wake: WakeCallback) -> ChangeWatcher:
    """Create the watcher for this kind of database."""
    return SqliteWatcher(db, wake) if db.is_sqlite else PostgresWatcher(db, wake)


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
