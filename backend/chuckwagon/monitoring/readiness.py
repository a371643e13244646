"""Readiness: whether this server should get requests. For a load balancer or a restart, never public.

The providers are not checked, because the outage of a provider is no reason to take a server out of service.
"""

import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, table_of
from chuckwagon.db.migrations import current_revision, newest_revision
from chuckwagon.jobs.leases import HEARTBEAT_LEASE, HEARTBEAT_SECONDS, WorkerLease, get_lease_time
from chuckwagon.kit import clock
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
