"""SQLite in WAL mode, with an fsync at each commit and one writer thread per process.

Why: docs/decisions/0003-one-writer.md
"""

import fcntl
import os
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import RawDriver
from chuckwagon.db.transaction_callbacks import run_after_commit, run_before_commit

T = TypeVar("T")

MIN_SQLITE_VERSION = (3, 51, 3)  # older releases can corrupt a WAL database if a checkpoint and a WAL reset coincide
MAX_BATCH_SIZE = 32
BEGIN_WRITE = "BEGIN IMMEDIATE"
OWNER_ONLY = 0o600
LOG_SUFFIXES, LOCK_SUFFIXES = ("-wal", "-shm", "-journal"), (".open", ".lock", ".migrating")
SECURE_DELETE = "secure_delete=ON"  # what is deleted is overwritten with zeros
# The driver keeps a hundred prepared unless told, those of the start, and would compile most of an order's each time.
WRITER_STATEMENTS = 500


def load_sqlite_module() -> ModuleType:
    """Import the bundled SQLite if its wheel is installed, otherwise the system's.

    Raises RuntimeError if the version is older than MIN_SQLITE_VERSION.
    """
    try:
        from pysqlite3 import dbapi2 as module
    except ImportError:
        import sqlite3 as module
    version: tuple[int, ...] = module.sqlite_version_info
    if version < MIN_SQLITE_VERSION:
        found = ".".join(map(str, version))
        raise RuntimeError(f"SQLite {found} is too old to keep orders safe. Use PostgreSQL or a newer SQLite.")
    return module  # type: ignore[no-any-return]


def create_private_file(database: Path) -> None:
    """Create the file of a database, if it is missing, for its owner only. SQLite gives its logs the same mode.

    What cannot be created SQLite reports itself, with the connection.
    """
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):
        os.close(os.open(database, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY))


def list_database_files(url: str) -> list[Path]:
    """The present files of a SQLite database: its own first, then logs and locks. None of another database."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return []
    found = [Path(f"{parsed.database}{suffix}") for suffix in ("", *LOG_SUFFIXES, *LOCK_SUFFIXES)]
    return [file for file in found if file.is_file()]


def open_lock_file(path: str) -> IO[str]:
    """Open a file to lock, for its owner only: a lock needs no right to write, so another user could hold it."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY), "w", encoding="utf-8")


def sqlite_engine(url: sa.URL, *, read_only: bool) -> sa.Engine:
    """Create an engine. Read-only transactions begin with BEGIN, others with BEGIN IMMEDIATE."""
    create_private_file(Path(url.database or ""))
    kept = {} if read_only else {"cached_statements": WRITER_STATEMENTS}
    engine = sa.create_engine(
        url,
        module=load_sqlite_module(),
        connect_args={"check_same_thread": False, "timeout": 5, **kept},
        poolclass=sa.pool.QueuePool,
        hide_parameters=True,
        pool_size=1 if not read_only else 40,
        max_overflow=0 if not read_only else 40,
    )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the `begin` event below decides how a transaction starts
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", SECURE_DELETE):
            connection.execute(f"PRAGMA {pragma}")
        if read_only:
            connection.execute("PRAGMA query_only=ON")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        # By the driver itself: SQLAlchemy's own execution takes longer than a small query.
        driver = RawDriver(connection.dialect, connection.connection.driver_connection)
        driver.run("BEGIN" if read_only else BEGIN_WRITE)

    return engine


def empty_log(url: sa.URL) -> bool:
    """Move the write-ahead log into the file and empty it, because it holds erased rows as they were before.

    False, without waiting, while another connection reads or writes.
    """
    connection: Any = load_sqlite_module().connect(url.database, timeout=0, isolation_level=None)
    with closing(connection):
        [is_busy, *_] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


class _WriteJob:
    """A queued write. The writer thread runs it and tells the thread that waits for it."""

    def __init__(self, work: Callable[[Session], Any]) -> None:
        self.work = work
        self._finished: queue.SimpleQueue[None] = queue.SimpleQueue()  # a Future takes four times as long
        self.session: Session | None = None
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self, connection: sa.Connection, driver: RawDriver, *, needs_savepoint: bool) -> None:
        """Run the work so that an error does not affect the other jobs of the batch.

        With `needs_savepoint` in its own savepoint. Without, nothing precedes it in the transaction, which is rolled
        back as a whole: cheaper, because for a savepoint SQLite copies each page that is changed. The savepoint is set
        with the raw driver, because SQLAlchemy's costs ten times as much. SQLAlchemy adds one only if the session runs
        statements of its own.
        """
        self.session = Session(
            connection,
            expire_on_commit=False,
            join_transaction_mode="create_savepoint",
            info={"driver": driver},
        )
        if needs_savepoint:
            driver.run("SAVEPOINT job")
        try:
            self.result = self.work(self.session)
            run_before_commit(self.session)
            if self.session.in_transaction():  # otherwise SQLAlchemy ran nothing, and an unused session needs no end
                self.session.commit()
                self.session.close()
            _require_transaction(connection)
        except Exception as error:  # noqa: BLE001 - passed to the caller
            self.error = error
            self.session.close()
            if needs_savepoint:
                driver.run("ROLLBACK TO job")
            else:
                driver.run("ROLLBACK")
                driver.run(BEGIN_WRITE)
        if needs_savepoint:
            driver.run("RELEASE job")

    def finish(self, failure: BaseException | None = None) -> None:
        """End the wait after the commit, or with `failure` after a failed commit."""
        self.error = self.error or failure
        if self.error is None and self.session is not None:
            run_after_commit(self.session)
        self._finished.put(None)

    def wait(self) -> Any:
        """Wait until `finish`, and return the result or raise the error of the work or its commit."""
        self._finished.get()
        if self.error is not None:
            raise self.error
        return self.result


def _require_transaction(connection: sa.Connection) -> None:
    """Raise OperationalError if SQLite has rolled the transaction back by itself, as it may when the disk is full.

    The work may have caught that error, and what follows would be committed statement by statement.
    """
    raw: Any = connection.connection.driver_connection
    if not raw.in_transaction:
        raise sa.exc.OperationalError(None, None, RuntimeError("SQLite has rolled back the transaction"))


def lock_database(database: Path, *, exclusive: bool) -> IO[str]:
    """Lock the database until the returned file is closed: shared, or `exclusive` against all other processes.

    Raises BlockingIOError if `exclusive` is wanted and another process has the database open.
    """
    file = open_lock_file(f"{database}.open")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if exclusive else fcntl.LOCK_SH)
    except BlockingIOError:
        file.close()
        raise
    return file


class SqliteWriter:
    """The writer thread of a process, with a queue in front of it."""

    def __init__(self, url: sa.URL) -> None:
        self._engine = sqlite_engine(url, read_only=False)
        self._database_lock = lock_database(Path(url.database or ""), exclusive=False)
        self._jobs: queue.SimpleQueue[_WriteJob | None] = queue.SimpleQueue()
        self._queue_lock = threading.Lock()
        self._is_closed = False
        self._lock_file = open_lock_file(f"{url.database}.lock")
        self._thread = threading.Thread(target=self._run, name="database-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Session], T]) -> T:
        """Queue `work`, wait until it is committed, and return its result.

        Raises RuntimeError in the writer thread itself, and InterfaceError once the database is closed.
        """
        if threading.current_thread() is self._thread:
            raise RuntimeError("a write transaction cannot wait for another one")
        job = _WriteJob(work)
        with self._queue_lock:
            if self._is_closed:
                raise sa.exc.InterfaceError(None, None, RuntimeError("the database is closed"))
            self._jobs.put(job)
        return job.wait()  # type: ignore[no-any-return]

    def close(self) -> None:
        """Finish the queued writes, stop the thread, close the connections and release the locks. Later writes fail."""
        with self._queue_lock:
            self._is_closed = True
            self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()
        self._lock_file.close()
        self._database_lock.close()

    def _run(self) -> None:
        connection: sa.Connection | None = None
        while (first := self._jobs.get()) is not None:
            batch: list[_WriteJob] = []
            try:
                connection = connection or self._engine.connect()
                with self._interprocess_lock(), connection.begin():
                    driver = RawDriver(connection.dialect, connection.connection.driver_connection)
                    has_changes = False
                    for job in self._collect_batch(first):
                        batch.append(job)
                        job.run(connection, driver, needs_savepoint=has_changes)
                        has_changes = has_changes or job.error is None
            except Exception as error:  # noqa: BLE001 - passed to every caller of the batch
                _discard(connection)
                connection = None
                for job in batch or [first]:
                    job.finish(error)
            else:
                for job in batch:
                    job.finish()
        _discard(connection)

    def _collect_batch(self, first: _WriteJob) -> Iterator[_WriteJob]:
        """Yield the jobs that share one commit and its fsync: those in the queue now, and those that arrive meanwhile.

        At most MAX_BATCH_SIZE jobs.
        """
        yield first
        for _ in range(MAX_BATCH_SIZE - 1):
            if self._jobs.empty():
                return
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)  # the end marker: `close` was called and no job follows
                return
            yield job

    @contextmanager
    def _interprocess_lock(self) -> Iterator[None]:
        """Queue up behind other processes in a fair order. With the busy timeout alone one of them could starve."""
        fcntl.flock(self._lock_file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._lock_file, fcntl.LOCK_UN)


def _discard(connection: sa.Connection | None) -> None:
    """Close a connection that is in an unknown state after an error. The next batch gets a new one."""
    if connection is not None:
        connection.invalidate()
        connection.close()
