"""Cheap check whether cached responses are still current.

The version is the ID of the newest change of a truck or menu (`realtime/change_log.py`). A process sees its own
changes at once. On SQLite it sees those of other processes within 10 ms through the file's change counter. On
PostgreSQL it polls every quarter of a second, and a version that was not confirmed within a second is not used.
"""

import threading
import time
from typing import Protocol

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.db.engines.sqlite import load_sqlite_module
from chuckwagon.observability.background_thread import BackgroundThread
from chuckwagon.observability.logging import log
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeRow

SQLITE_POLL_SECONDS = 0.01
POLL_SECONDS = 0.25
VALID_SECONDS = 1.0
IDLE_SECONDS = 5.0

# The index of public changes leaves out orders, so the condition names them apart.
_IS_PUBLIC = " AND ".join(f"kind <> '{kind}'" for kind in change_log.STAFF_ONLY)
_NEWEST = f"SELECT id FROM changes WHERE {_IS_PUBLIC} ORDER BY id DESC LIMIT 1"  # noqa: S608 - our words
_SINCE = (
    sa.select(ChangeRow.id, ChangeRow.truck_id, ChangeRow.kind)
    .where(*(ChangeRow.kind != kind for kind in change_log.STAFF_ONLY))
    .order_by(ChangeRow.id)
)
ALL_TRUCKS = "*"
IN_THE_LIST = (change_log.TRUCK, change_log.STOP)
"""The kinds of changes that a list of all trucks shows."""


class LastChangeIndex:
    """ID of the last change that cached responses show, by truck, and for the list of all trucks.

    A truck's menu and stops are included.
    """

    def __init__(self) -> None:
        self.newest = 0
        self._last: dict[str, int] = {}

    def last_change(self, key: str) -> int:
        """ID of the truck's last known change, or of any truck's under `ALL_TRUCKS`; 0 if there is none."""
        return self._last.get(key, 0)

    def refresh(self, connection: sa.Connection) -> None:
        """Read the changes since the last call. Changes of slots are skipped, because no cached response shows them."""
        for number, truck_id, kind in connection.execute(_SINCE.where(ChangeRow.id > self.newest)):
            self.newest = number
            if kind == change_log.SLOTS:
                continue  # no cached response shows how full a slot is
            self._last[truck_id] = number
            if kind in IN_THE_LIST:
                self._last[ALL_TRUCKS] = number

    def start(self, connection: sa.Connection) -> None:
        """Start at the newest change. Earlier ones do not matter, because nothing is cached yet."""
        self.newest = connection.exec_driver_sql(_NEWEST).scalar() or 0


class CacheValidator(Protocol):
    """Knows the newest public change, by which a cached response is valid or not."""

    changes: LastChangeIndex

    def version(self) -> int | None:
        """ID of the newest change, or None while it is uncertain. Runs on the event loop; uses no network."""
        ...

    def close(self) -> None:
        """Release connections, threads and listeners. Not to be used after this."""
        ...


def create_cache_validator(db: Database) -> CacheValidator:
    """Create the validator for this kind of database."""
    return SqliteCacheValidator(db) if db.is_sqlite else PollingCacheValidator(db)


class SqliteCacheValidator:
    """Reads SQLite's change counter on its own connection, and the change log only when the counter has moved."""

    def __init__(self, db: Database) -> None:
        self.changes = LastChangeIndex()
        self._engine = db.engine
        self._connection: sa.PoolProxiedConnection | None = None
        self._data_version = 0
        self._is_valid = False
        self._last_used_at = 0.0
        self._has_own_change = False
        self._unlisten = change_log.add_listener(lambda _trucks: self._note_own_change(), public_only=True)

    def version(self) -> int | None:
        """ID of the newest change, or None while it is uncertain.

        Reads the local file on the event loop, because that takes microseconds.
        """
        now = time.monotonic()
        if now - self._last_used_at >= SQLITE_POLL_SECONDS or self._has_own_change:
            self._has_own_change = False  # before the poll, so that a change during it leads to another one
            self._last_used_at = now
            try:
                self._poll()
            except (sa.exc.SQLAlchemyError, load_sqlite_module().Error) as error:
                log.warning("freshness_unknown", reason=type(error).__name__)
                self._is_valid = False
        return self.changes.newest if self._is_valid else None

    def _note_own_change(self) -> None:
        """Make the next call of `version` poll. Called in the writer's thread after a commit."""
        self._has_own_change = True

    def _poll(self) -> None:
        """Read the change counter and, if it has moved, the change log.

        Outside a transaction, because the counter does not move inside one.
        """
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        counter = self._connection.cursor().execute("PRAGMA data_version").fetchone()[0]
        if counter == self._data_version and self._is_valid:
            return
        with self._engine.connect() as connection:
            if self._data_version == 0:
                self.changes.start(connection)
            else:
                self.changes.refresh(connection)
        self._data_version, self._is_valid = counter, True

    def close(self) -> None:
        """Stop listening and close the connection."""
        self._unlisten()
        if self._connection is not None:
            self._connection.close()


class PollingCacheValidator:
    """Polls the change log in a background thread while requests use the cache."""

    def __init__(self, db: Database) -> None:
        self.changes = LastChangeIndex()
        self._db = db
        self._is_initialized = False
        self._valid_until = 0.0
        self._last_used_at = 0.0
        self._wake = threading.Event()
        self._own_changes = 0
        self._unlisten = change_log.add_listener(lambda _trucks: self._invalidate(), public_only=True)
        self._thread: BackgroundThread | None = None

    def version(self) -> int | None:
        """ID of the newest change, or None while it is uncertain. The first call starts the thread."""
        self._last_used_at = time.monotonic()
        if self._thread is None:
            self._thread = BackgroundThread("freshness", self._poll_once, POLL_SECONDS)
            self._thread.start()
        if self._last_used_at < self._valid_until:
            return self.changes.newest
        self._wake.set()
        return None

    def _invalidate(self) -> None:
        """Invalidate the version after a commit of this process. Called in the writer's thread."""
        self._own_changes += 1
        self._valid_until = 0.0
        self._wake.set()

    def _poll_once(self) -> None:
        """Poll once, then wait for the next poll. After IDLE_SECONDS without requests, first wait for a request."""
        if time.monotonic() - self._last_used_at > IDLE_SECONDS:
            self._wake.wait()
        self._wake.clear()
        try:
            self._poll()
        except sa.exc.SQLAlchemyError as error:
            log.warning("freshness_unknown", reason=type(error).__name__)
        self._wake.wait(POLL_SECONDS)

    def _poll(self) -> None:
        own_changes, began = self._own_changes, time.monotonic()
        with self._db.engine.connect() as connection:
            if self._is_initialized:
                self.changes.refresh(connection)
            else:
                self.changes.start(connection)
        self._is_initialized = True
        if own_changes == self._own_changes:
            self._valid_until = began + VALID_SECONDS

    def close(self) -> None:
        """Stop listening and end the thread."""
        self._unlisten()
        if self._thread is not None:
            self._thread.stop(wake=self._wake.set)
