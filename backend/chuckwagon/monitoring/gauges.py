"""What stands in the database and on the disk, read when somebody asks and kept for a few seconds.

Each query reads the few rows that are open, by an index; none of them walks through what is done.
"""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Database, table_of
from chuckwagon.core.marks import BACKUP, DRILL, age_seconds
from chuckwagon.core.metrics import Figures
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.notifications import budget
from chuckwagon.payments import deferrals
from chuckwagon.payments.metrics import UNSETTLED_SINCE
from chuckwagon.payments.queries import read_held
from chuckwagon.settings import Settings
from chuckwagon.watching.exposition import Reading
from chuckwagon.watching.readiness import disk_free_bytes, worker_silence_seconds

KEPT_SECONDS = 5.0

_messages = table_of(OutboxMessage)
_BACKLOG = (
    sa.select(_messages.c.kind, sa.func.count(), sa.func.min(_messages.c.created_at))
    .where(_messages.c.status == outbox.WAITING)
    .group_by(_messages.c.kind)
)

DEPTH = ("chuckwagon_outbox_depth", "Messages that wait to be worked off, by kind.")
OLDEST = ("chuckwagon_outbox_oldest_seconds", "Age of the oldest message that waits, by kind.")
UP = ("chuckwagon_database_up", "1 while the database answers.")
UNMADE = (
    "chuckwagon_paid_without_order_oldest_seconds",
    "Age of the oldest payment that has succeeded and has neither an order nor a decision.",
)
HELD = ("chuckwagon_payments_held", "Payments that wait for the superadmin's decision.")
SET_ASIDE = (
    "chuckwagon_payments_set_aside",
    "Paid payments that the reconciler could not settle and tries again with growing waits.",
)
STUCK_CHECKOUTS = (
    "chuckwagon_checkouts_set_aside",
    "Overdue checkouts that the provider did not let us end, and that are tried again.",
)
BUDGET = ("chuckwagon_sms_budget_left", "Texts that may still be sent today (UTC).")
SILENCE = ("chuckwagon_worker_silence_seconds", "Since when no worker has shown itself.")
WAL = ("chuckwagon_wal_bytes", "Size of SQLite's write-ahead log.")
DISK = ("chuckwagon_disk_free_bytes", "Free bytes where the data folder lies.")
BACKUP_AGE = ("chuckwagon_backup_age_seconds", "Since the last whole backup by `chuckwagon backup`.")
DRILL_AGE = ("chuckwagon_restore_drill_age_seconds", "Since the last restore drill was noted.")
READ_HERE = (
    DEPTH, OLDEST, UP, UNMADE, HELD, SET_ASIDE, STUCK_CHECKOUTS, BUDGET, SILENCE, WAL, DISK, BACKUP_AGE,
    DRILL_AGE,
)  # fmt: skip


class Gauges:
    """Reads all of them, at most every few seconds however often it is asked."""

    def __init__(
        self, db: Database, settings: Settings, ticking: Callable[[], float] = time.monotonic
    ) -> None:
        self._db = db
        self._settings = settings
        self._ticking = ticking
        self._lock = threading.Lock()
        self._kept: list[Reading] = []
        self._unmade_since: float | None = None
        self._read_at: float | None = None
        self._is_away = False

    def read(self, figures: Figures) -> list[Reading]:
        """The values, the newest of them a few seconds old."""
        with self._lock:
            if self._read_at is None or self._ticking() - self._read_at > KEPT_SECONDS:
                self._kept = [*self._of_disk(), *self._of_database()]
                self._read_at = self._ticking()
            unmade = [] if self._is_away else [_one(UNMADE, self._oldest_unmade(figures))]
            return [*self._kept, *unmade]

    def _of_disk(self) -> Iterator[Reading]:
        free = disk_free_bytes(self._settings)
        if free is not None:
            yield _one(DISK, free)
        if self._db.is_sqlite:
            yield _one(WAL, _size(Path(f"{self._db.url.database}-wal")))
        for about, mark in ((BACKUP_AGE, BACKUP), (DRILL_AGE, DRILL)):
            age = age_seconds(self._settings.data_dir, mark)
            if age is not None:
                yield _one(about, age)

    def _of_database(self) -> list[Reading]:
        try:
            with self._db.reading() as session:
                found = [*self._of_session(session)]
            silence = worker_silence_seconds(self._db)
        except (sa.exc.SQLAlchemyError, OSError):
            self._is_away = True
            return [_one(UP, 0)]
        self._is_away = False
        return [_one(UP, 1), *found, *([] if silence is None else [_one(SILENCE, silence)])]

    def _of_session(self, session: Session) -> Iterator[Reading]:
        now = clock.now()
        backlog = [(kind, count, oldest) for kind, count, oldest in session.execute(_BACKLOG)]
        yield Reading(*DEPTH, ("kind",), [((kind,), count) for kind, count, _oldest in backlog])
        ages = [((kind,), max(0.0, (now - oldest).total_seconds())) for kind, _count, oldest in backlog]
        yield Reading(*OLDEST, ("kind",), ages)
        held, held_since = read_held(session)
        set_aside, paid_at = deferrals.read_payments(session)
        self._unmade_since = min((at.timestamp() for at in (held_since, paid_at) if at), default=None)
        yield _one(HELD, held)
        yield _one(SET_ASIDE, set_aside)
        yield _one(STUCK_CHECKOUTS, deferrals.count_checkouts(session))
        left = budget.read_left(session, self._settings)
        if left is not None:
            yield _one(BUDGET, left)

    def _oldest_unmade(self, figures: Figures) -> float:
        """Of the payments that are held or set aside, and of those that the reconciler is settling."""
        found = [value for _labels, value, _at in figures.gauges.get(UNSETTLED_SINCE.name, ()) if value]
        since = [*found, *([] if self._unmade_since is None else [self._unmade_since])]
        return max(0.0, clock.now().timestamp() - min(since)) if since else 0.0


def _one(about: tuple[str, str], value: float) -> Reading:
    return Reading(*about, (), [((), value)])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
