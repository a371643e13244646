"""Whether what was read from the database a moment ago would read the same now, for next to nothing.

The stamp is the newest change of a truck or a menu (`core/changes.py`). This process knows its own changes at
once. Those of others: on SQLite by the file's own change counter, at most 10 ms late; on PostgreSQL by a look
every quarter of a second, and a stamp that was not confirmed within a second is no stamp.
"""

import threading
import time
from typing import Protocol

import sqlalchemy as sa

from chuckwagon.core import changes
from chuckwagon.core.changes import Change
from chuckwagon.core.db import Database
from chuckwagon.core.logging import log
from chuckwagon.core.service_thread import ServiceThread
from chuckwagon.core.sqlite import driver

SQLITE_SECONDS = 0.01
LOOK_SECONDS = 0.25
SURE_SECONDS = 1.0
IDLE_SECONDS = 5.0

_NEWEST = f"SELECT id FROM changes WHERE kind <> '{changes.ORDER}' ORDER BY id DESC LIMIT 1"  # noqa: S608 - our word
_SINCE = (
    sa.select(Change.id, Change.truck_id, Change.kind).where(Change.kind != changes.ORDER).order_by(Change.id)
)
ALL_TRUCKS = "*"


class Shown:
    """What the public sees, by its last change: of one truck with its menu, or of the list of all trucks."""

    def __init__(self) -> None:
        self.newest = 0
        self._last: dict[str, int] = {}

    def last_change(self, key: str) -> int:
        """The id of the last change of a truck that was noticed, or of any under `ALL_TRUCKS`; else 0."""
        return self._last.get(key, 0)

    def learn(self, connection: sa.Connection) -> None:
        """Read what has changed since the last time."""
        for number, truck_id, kind in connection.execute(_SINCE.where(Change.id > self.newest)):
            self._last[truck_id] = self.newest = number
            if kind == changes.TRUCK:
                self._last[ALL_TRUCKS] = number

    def begin(self, connection: sa.Connection) -> None:
        """Take what there is for granted."""
        self.newest = connection.exec_driver_sql(_NEWEST).scalar() or 0


class Freshness(Protocol):
    """Tells apart what was read before and after a change of a truck or a menu."""

    shown: Shown

    def stamp(self) -> int | None:
        """The newest change; None when nobody can be sure of it. Never waits for the network."""
        ...

    def close(self) -> None: ...


def freshness_of(db: Database) -> Freshness:
    """The one for this database."""
    return SqliteFreshness(db) if db.is_sqlite else PolledFreshness(db)


class SqliteFreshness:
    """Asks the file's change counter on a connection of its own, and the table only when that has moved."""

    def __init__(self, db: Database) -> None:
        self.shown = Shown()
        self._engine = db.engine
        self._watch: sa.PoolProxiedConnection | None = None
        self._counter = 0
        self._is_sure = False
        self._asked_at = 0.0
        self._own_change = threading.Event()
        self._unlisten = changes.listen(lambda _trucks: self._own_change.set(), shown_only=True)

    def stamp(self) -> int | None:
        """See `Freshness`. A local file answers in microseconds, so it is asked where it is needed."""
        now = time.monotonic()
        if now - self._asked_at >= SQLITE_SECONDS or self._own_change.is_set():
            self._own_change.clear()
            self._asked_at = now
            try:
                self._look()
            except (sa.exc.SQLAlchemyError, driver().Error) as error:
                log.warning("freshness_unknown", reason=type(error).__name__)
                self._is_sure = False
        return self.shown.newest if self._is_sure else None

    def _look(self) -> None:
        """The counter on the driver's own connection: in a transaction it would stand still."""
        if self._watch is None:
            self._watch = self._engine.raw_connection()
        counter = self._watch.cursor().execute("PRAGMA data_version").fetchone()[0]
        if counter == self._counter and self._is_sure:
            return
        with self._engine.connect() as connection:
            if self._counter == 0:
                self.shown.begin(connection)
            else:
                self.shown.learn(connection)
        self._counter, self._is_sure = counter, True

    def close(self) -> None:
        """Give the connection back."""
        self._unlisten()
        if self._watch is not None:
            self._watch.close()


class PolledFreshness:
    """A thread that looks while somebody asks."""

    def __init__(self, db: Database) -> None:
        self.shown = Shown()
        self._db = db
        self._has_begun = False
        self._sure_until = 0.0
        self._asked_at = 0.0
        self._wanted = threading.Event()
        self._changes_heard = 0
        self._unlisten = changes.listen(lambda _trucks: self._hear(), shown_only=True)
        self._thread: ServiceThread | None = None

    def stamp(self) -> int | None:
        """See `Freshness`."""
        self._asked_at = time.monotonic()
        if self._thread is None:
            self._thread = ServiceThread("freshness", self._look_once, LOOK_SECONDS)
            self._thread.start()
        if self._asked_at < self._sure_until:
            return self.shown.newest
        self._wanted.set()
        return None

    def _hear(self) -> None:
        """What this process has committed must not be answered from before it."""
        self._changes_heard += 1
        self._sure_until = 0.0
        self._wanted.set()

    def _look_once(self) -> None:
        """One round: wait for the next look, or until a request asks again."""
        if time.monotonic() - self._asked_at > IDLE_SECONDS:
            self._wanted.wait()
        self._wanted.clear()
        try:
            self._look()
        except sa.exc.SQLAlchemyError as error:
            log.warning("freshness_unknown", reason=type(error).__name__)
        self._wanted.wait(LOOK_SECONDS)

    def _look(self) -> None:
        heard, began = self._changes_heard, time.monotonic()
        with self._db.engine.connect() as connection:
            if self._has_begun:
                self.shown.learn(connection)
            else:
                self.shown.begin(connection)
        self._has_begun = True
        if heard == self._changes_heard:
            self._sure_until = began + SURE_SECONDS

    def close(self) -> None:
        """End the thread."""
        self._unlisten()
        if self._thread is not None:
            self._thread.stop(wake=self._wanted.set)
