"""What monitoring reads on a port of its own: metrics for Prometheus, gauges, and the readiness of this server.

The private listener has a thread and a port of its own. So it answers while the product is busy, and clients from
outside do not reach it: the product's own port knows neither path. Readiness says whether this server should get
requests, for a load balancer or a restart. The providers are not checked, because the outage of a provider is no reason
to take a server out of service. Gauges of the database and the disk are read at a scrape and kept for a few seconds;
each query reads the few open rows by an index, never the finished ones.
"""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import msgspec
import sqlalchemy as sa
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, table_of
from chuckwagon.db.migrations import current_revision, newest_revision
from chuckwagon.jobs import outbox
from chuckwagon.jobs.leases import HEARTBEAT_LEASE, HEARTBEAT_SECONDS, WorkerLease, get_lease_time
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import CannotStart
from chuckwagon.notifications import daily_sms_limit
from chuckwagon.observability.metrics import LAST_BACKUP, LAST_RESTORE_DRILL, expose, find_age_seconds
from chuckwagon.payments.metrics import UNSETTLED_SINCE
from chuckwagon.payments.queries import summarize_held_payments
from chuckwagon.payments.reconciliation import deferrals
from chuckwagon.payments.usage import count_orders_of_deleted_trucks, find_largest_unpaid_share
from chuckwagon.settings import Settings

MIN_FREE_DISK_BYTES = 1024**3
MAX_HEARTBEAT_AGE_SECONDS = 30.0
MAX_HEARTBEAT_AHEAD_SECONDS = 15.0
DATABASE_TIMEOUT_SECONDS = 3.0

_HEARTBEAT_UNTIL = sa.select(table_of(WorkerLease).c.until).where(table_of(WorkerLease).c.name == HEARTBEAT_LEASE)


class ReadinessReport(msgspec.Struct, frozen=True, rename="camel"):
    """The result of the checks. `problems` maps the name of each failed check to a sentence."""

    is_ready: bool = msgspec.field(name="ready")
    problems: dict[str, str]


class _Rollback(Exception):
    """Rolls back the trial write."""


class Readiness:
    """Runs the checks at each call. A database that does not answer in time counts as a problem."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self._executor = ThreadPoolExecutor(1, "readiness")
        self._pending_check: Future[dict[str, str]] | None = None

    def check_all(self) -> ReadinessReport:
        """Check disk, migrations, database and worker. Writes a row to the database and rolls it back."""
        problems = self._check_disk() | self._check_database()
        return ReadinessReport(not problems, problems)

    def _check_disk(self) -> dict[str, str]:
        free = find_free_disk_bytes(self._settings)
        if free is None:
            return {"disk": "The data folder cannot be read."}
        if free < MIN_FREE_DISK_BYTES:
            return {"disk": f"Only {free // 1024**2} MiB are free in the data folder; 1024 are needed."}
        return {}

    def _check_database(self) -> dict[str, str]:
        """Check the database in another thread, with a timeout. Only one check runs at a time."""
        if self._pending_check is None or self._pending_check.done():
            self._pending_check = self._executor.submit(self._query_database)
        try:
            return self._pending_check.result(DATABASE_TIMEOUT_SECONDS)
        except TimeoutError:
            return {"database": f"The database has not answered for {DATABASE_TIMEOUT_SECONDS:g} seconds."}

    def _query_database(self) -> dict[str, str]:
        try:
            problems = self._check_migrations()
            if problems:
                return problems
            self._check_write()
            return self._check_worker()
        except (sa.exc.SQLAlchemyError, OSError) as error:
            return {"database": f"The database takes no writes ({type(error).__name__})."}

    def _check_migrations(self) -> dict[str, str]:
        """Check that the tables are not older than the code. Newer ones are fine: a release migrates first."""
        current, newest = current_revision(self._db.engine), newest_revision()
        if current is None or (newest is not None and current < newest):
            return {"migrations": f"The tables are at {current}, but {newest} is needed. Run chuckwagon migrate."}
        return {}

    def _check_write(self) -> None:
        leases = table_of(WorkerLease)

        def write_and_fail(session: Session) -> None:
            session.execute(leases.delete().where(leases.c.name == "readiness"))
            session.execute(leases.insert(), {"name": "readiness", "until": clock.now()})
            raise _Rollback

        try:
            self._db.write(write_and_fail)
        except _Rollback:
            return

    def _check_worker(self) -> dict[str, str]:
        age = find_heartbeat_age_seconds(self._db)
        if age is None:
            return {"worker": "No worker has ever run on this database."}
        if age > MAX_HEARTBEAT_AGE_SECONDS:
            return {"worker": f"No worker has sent a heartbeat for {age:.0f} seconds."}
        if age < -MAX_HEARTBEAT_AHEAD_SECONDS:  # the clock was set back, and no worker has sent one since
            return {"worker": f"The last heartbeat of a worker is {-age:.0f} seconds ahead of the clock."}
        return {}


def find_heartbeat_age_seconds(db: Database) -> float | None:
    """Seconds since the last heartbeat of any worker on any host; None if there was none.

    Negative if the clock of leases was set back since.
    """
    with db.reading() as session:
        until = session.scalar(_HEARTBEAT_UNTIL)
        now = get_lease_time(session)
    if until is None:
        return None
    last_heartbeat_at = until - timedelta(seconds=HEARTBEAT_SECONDS)
    age: float = (now - last_heartbeat_at).total_seconds()
    return age


def find_free_disk_bytes(settings: Settings) -> int | None:
    """Free bytes on the disk of the data folder; None if it cannot be read."""
    try:
        return shutil.disk_usage(settings.data_dir).free
    except OSError:
        return None


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


METRICS, READY = "/metrics", "/health/ready"
TIMEOUT_SECONDS = 5


class CannotListen(CannotStart):
    """The private port is taken; the message says what to do."""


@contextmanager
def private_listener(settings: Settings) -> Iterator[None]:
    """Answer on the private port while inside the block; do nothing if no port is set. Raises CannotListen."""
    if not settings.metrics_port:
        yield
        return
    db = Database(settings.database, settings.direct_database)
    try:
        server = _bind(settings, db)
    except OSError as error:
        db.close()
        raise CannotListen(
            f"Cannot use {settings.metrics_host}:{settings.metrics_port} ({error.strerror}). "
            "Stop what runs there, or set CHUCKWAGON_METRICS_PORT."
        ) from error
    thread = Thread(target=server.serve_forever, name="private-listener", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        db.close()


class PrivateServer(ThreadingHTTPServer):
    """Serves `/metrics` and `/health/ready`, and answers 404 to other paths."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], gauges: GaugeReader, ready: Readiness) -> None:
        self.gauges, self.ready = gauges, ready
        super().__init__(address, _Handler)

    def handle_error(self, _request: object, _client_address: object) -> None:
        """Ignore a client that has closed the connection."""


def _bind(settings: Settings, db: Database) -> PrivateServer:
    address = (settings.metrics_host, settings.metrics_port)
    return PrivateServer(address, GaugeReader(db, settings), Readiness(db, settings))


class _Handler(BaseHTTPRequestHandler):
    server: PrivateServer
    timeout = TIMEOUT_SECONDS

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == METRICS:
            self._answer(HTTPStatus.OK, expose(self.server.gauges), CONTENT_TYPE_PLAIN_0_0_4)
        elif path == READY:
            found = self.server.ready.check_all()
            status = HTTPStatus.OK if found.is_ready else HTTPStatus.SERVICE_UNAVAILABLE
            self._answer(status, msgspec.json.encode(found), "application/json")
        else:
            self._answer(HTTPStatus.NOT_FOUND, b'{"error":"Nothing was found here."}', "application/json")

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def _answer(self, status: HTTPStatus, body: bytes, media_type: str) -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_given: object) -> None:
        """Write no log line for a scrape."""
