"""Whether this server should get requests: asked by a balancer or a restart, never by the public.

The providers are not asked: that one of them is out is no reason to take a server away.
"""

import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import Database, table_of
from chuckwagon.core.leases import WorkerLease
from chuckwagon.core.migrate import current_revision, newest_revision
from chuckwagon.settings import Settings
from chuckwagon.worker import HEARTBEAT, HEARTBEAT_SECONDS

LEAST_DISK_BYTES = 1024**3
LONGEST_SILENCE_SECONDS = 30.0
PATIENCE_SECONDS = 3.0

_UNTIL = sa.select(table_of(WorkerLease).c.until).where(table_of(WorkerLease).c.name == HEARTBEAT)


class Report(msgspec.Struct, frozen=True, rename="camel"):
    """What was looked at; `problems` says in words what is not as it should be."""

    is_ready: bool = msgspec.field(name="ready")
    problems: dict[str, str]


class _TakeBack(Exception):
    """Ends the write that only tried whether one is possible."""


class Readiness:
    """Looks anew each time it is asked; a database that hangs is no answer, and so not ready."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self._looking = ThreadPoolExecutor(1, "readiness")
        self._hanging: Future[dict[str, str]] | None = None

    def examine(self) -> Report:
        """Every look, each with its own words."""
        problems = self._look_at_disk() | self._look_at_database()
        return Report(not problems, problems)

    def _look_at_disk(self) -> dict[str, str]:
        free = disk_free_bytes(self._settings)
        if free is None:
            return {"disk": "The data folder cannot be read."}
        if free < LEAST_DISK_BYTES:
            return {"disk": f"Only {free // 1024**2} MiB are free in the data folder; 1024 are needed."}
        return {}

    def _look_at_database(self) -> dict[str, str]:
        """In a thread of its own; while an earlier look still hangs there is no second one."""
        if self._hanging is None or self._hanging.done():
            self._hanging = self._looking.submit(self._ask_database)
        try:
            return self._hanging.result(PATIENCE_SECONDS)
        except TimeoutError:
            return {"database": f"The database has not answered for {PATIENCE_SECONDS:g} seconds."}

    def _ask_database(self) -> dict[str, str]:
        try:
            behind = self._look_at_migrations()
            if behind:
                return behind
            self._try_to_write()
            return self._look_at_worker()
        except (sa.exc.SQLAlchemyError, OSError) as error:
            return {"database": f"The database takes no writes ({type(error).__name__})."}

    def _look_at_migrations(self) -> dict[str, str]:
        """Tables of a newer version are fine: it was installed first, and only ever adds."""
        found, newest = current_revision(self._db.engine), newest_revision()
        if found is None or (newest is not None and found < newest):
            return {"migrations": f"The tables are at {found}, and {newest} is needed: chuckwagon migrate."}
        return {}

    def _try_to_write(self) -> None:
        leases = table_of(WorkerLease)

        def try_it(session: Session) -> None:
            session.execute(leases.delete().where(leases.c.name == "nobody's"))
            session.execute(leases.insert(), {"name": "nobody's", "until": clock.now()})
            raise _TakeBack

        try:
            self._db.write(try_it)
        except _TakeBack:
            return

    def _look_at_worker(self) -> dict[str, str]:
        silence = worker_silence_seconds(self._db)
        if silence is None:
            return {"worker": "No worker has ever worked here."}
        if silence > LONGEST_SILENCE_SECONDS:
            return {"worker": f"No worker has been heard of for {silence:.0f} seconds."}
        return {}


def worker_silence_seconds(db: Database) -> float | None:
    """Since when no worker, wherever it runs, has shown that it is there; None if never."""
    with db.reading() as session:
        until = session.scalar(_UNTIL)
    if until is None:
        return None
    began = until - timedelta(seconds=HEARTBEAT_SECONDS)
    silence: float = (clock.now() - began).total_seconds()
    return max(0.0, silence)


def disk_free_bytes(settings: Settings) -> int | None:
    """What is left where the data folder lies."""
    try:
        return shutil.disk_usage(settings.data_dir).free
    except OSError:
        return None
