"""Gauges of the database and the disk, read at a scrape and kept for a few seconds.

Each query reads the few open rows by an index, never the finished ones.
"""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, table_of
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.monitoring.readiness import find_free_disk_bytes, find_heartbeat_age_seconds
from chuckwagon.notifications import daily_sms_limit
from chuckwagon.observability.metrics import LAST_BACKUP, LAST_RESTORE_DRILL, find_age_seconds
from chuckwagon.payments.metrics import UNSETTLED_SINCE
from chuckwagon.payments.queries import summarize_held_payments
from chuckwagon.payments.reconciliation import deferrals
from chuckwagon.payments.usage import count_orders_of_deleted_trucks, find_largest_unpaid_share
from chuckwagon.settings import Settings

MAX_AGE_SECONDS = 5.0

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
OF_DELETED_TRUCKS = (
    "chuckwagon_open_orders_of_deleted_trucks",
    "Orders of deleted trucks that are neither completed nor cancelled; a superadmin has to end them.",
)
UNPAID_SHARE = (
    "chuckwagon_unpaid_units_share",
    "Largest share of a stop's taken units that unpaid checkouts hold, from 0 to 1.",
)
BUDGET = ("chuckwagon_sms_budget_left", "Texts that may still be sent today (UTC).")
SILENCE = ("chuckwagon_worker_silence_seconds", "Since when no worker has shown itself.")
WAL = ("chuckwagon_wal_bytes", "Size of SQLite's write-ahead log.")
DISK = ("chuckwagon_disk_free_bytes", "Free bytes where the data folder lies.")
BACKUP_AGE = ("chuckwagon_backup_age_seconds", "Since the last whole backup by `chuckwagon backup`.")
DRILL_AGE = ("chuckwagon_restore_drill_age_seconds", "Since the last restore drill was noted.")
READ_HERE = (
    DEPTH, OLDEST, UP, UNMADE, HELD, SET_ASIDE, STUCK_CHECKOUTS, OF_DELETED_TRUCKS, UNPAID_SHARE, BUDGET, SILENCE, WAL,
    DISK, BACKUP_AGE, DRILL_AGE,
)  # fmt: skip


class GaugeReader(Collector):
    """Reads the gauges of the disk and the database, at most once in MAX_AGE_SECONDS."""

    def __init__(self, db: Database, settings: Settings, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._db = db
        self._settings = settings
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._kept: list[Metric] = []
        self._unmade_since: float | None = None
        self._read_at: float | None = None
        self._is_database_down = False

    def collect(self) -> list[Metric]:
        """The gauges, at most MAX_AGE_SECONDS old. While the database is down, only those that need none.

        The age of the oldest payment without an order is computed at each call, with what this process has found.
        """
        with self._lock:
            if self._read_at is None or self._monotonic() - self._read_at > MAX_AGE_SECONDS:
                self._kept = [*self._read_disk(), *self._read_database()]
                self._read_at = self._monotonic()
            unmade = [] if self._is_database_down else [_one(UNMADE, self._find_oldest_unfulfilled())]
            return [*self._kept, *unmade]

    def _read_disk(self) -> Iterator[Metric]:
        free = find_free_disk_bytes(self._settings)
        if free is not None:
            yield _one(DISK, free)
        if self._db.is_sqlite:
            yield _one(WAL, _size(Path(f"{self._db.url.database}-wal")))
        for about, mark in ((BACKUP_AGE, LAST_BACKUP), (DRILL_AGE, LAST_RESTORE_DRILL)):
            age = find_age_seconds(self._settings.data_dir, mark)
            if age is not None:
                yield _one(about, age)

    def _read_database(self) -> list[Metric]:
        try:
            with self._db.reading() as session:
                found = [*self._query(session)]
            silence = find_heartbeat_age_seconds(self._db)
        except (sa.exc.SQLAlchemyError, OSError):
            self._is_database_down = True
            return [_one(UP, 0)]
        self._is_database_down = False
        # A heartbeat ahead of the clock, which was set back, says nothing of the worker either.
        return [_one(UP, 1), *found, *([] if silence is None else [_one(SILENCE, abs(silence))])]

    def _query(self, session: Session) -> Iterator[Metric]:
        now = clock.now()
        backlog = [(kind, count, oldest) for kind, count, oldest in session.execute(_BACKLOG)]
        depth, oldest_seconds = (GaugeMetricFamily(*about, labels=("kind",)) for about in (DEPTH, OLDEST))
        for kind, count, oldest in backlog:
            depth.add_metric((kind,), count)
            oldest_seconds.add_metric((kind,), max(0.0, (now - oldest).total_seconds()))
        yield from (depth, oldest_seconds)
        held, held_since = summarize_held_payments(session)
        set_aside, paid_at = deferrals.summarize_deferred_payments(session)
        self._unmade_since = min((at.timestamp() for at in (held_since, paid_at) if at), default=None)
        yield _one(HELD, held)
        yield _one(SET_ASIDE, set_aside)
        yield _one(STUCK_CHECKOUTS, deferrals.count_deferred_checkouts(session))
        yield _one(OF_DELETED_TRUCKS, count_orders_of_deleted_trucks(session))
        yield _one(UNPAID_SHARE, find_largest_unpaid_share(session))
        left = daily_sms_limit.find_remaining_sms(session, self._settings)
        if left is not None:
            yield _one(BUDGET, left)

    def _find_oldest_unfulfilled(self) -> float:
        """The age in seconds of the oldest payment without an order: held, deferred or being settled."""
        [found_here] = UNSETTLED_SINCE.collect()
        since = [one for one in (found_here.samples[0].value, self._unmade_since) if one]
        return max(0.0, clock.now().timestamp() - min(since)) if since else 0.0


def _one(about: tuple[str, str], value: float) -> Metric:
    return GaugeMetricFamily(*about, value=value)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
