"""SQLite as the product uses it: WAL, fsync at every commit, one writer thread a process."""

import fcntl
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core.drivers import Driver
from chuckwagon.core.transaction_callbacks import run_after_commit, run_before_commit

T = TypeVar("T")

SAFE_VERSION = (3, 51, 3)  # older releases can corrupt a WAL database when a checkpoint meets a reset
BATCH = 32


def driver() -> ModuleType:
    """The bundled SQLite where there is a wheel for it, else the system's if it is new enough.

    Raises RuntimeError where only an unsafe SQLite is to be had.
    """
    try:
        from pysqlite3 import dbapi2 as module
    except ImportError:
        import sqlite3 as module
    version: tuple[int, ...] = module.sqlite_version_info
    if version < SAFE_VERSION:
        found = ".".join(map(str, version))
        raise RuntimeError(
            f"SQLite {found} is too old to keep orders safe. Use PostgreSQL or a newer SQLite."
        )
    return module  # type: ignore[no-any-return]


def sqlite_engine(url: sa.URL, *, read_only: bool) -> sa.Engine:
    """An engine whose transactions are deferred reads, or writes that begin immediately."""
    Path(url.database or "").parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        module=driver(),
        connect_args={"check_same_thread": False, "timeout": 5},
        poolclass=sa.pool.QueuePool,
        hide_parameters=True,
        pool_size=1 if not read_only else 40,
        max_overflow=0 if not read_only else 40,
    )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the begin event below decides how a transaction starts
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")
        if read_only:
            connection.execute("PRAGMA query_only=ON")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


class _Job:
    def __init__(self, work: Callable[[Session], Any]) -> None:
        self.work = work
        self.future: Future[Any] = Future()
        self.session: Session | None = None
        self.answer: Any = None
        self.error: BaseException | None = None

    def run(self, connection: sa.Connection, driver: Driver) -> None:
        """In a savepoint of its own, so that one refused transaction leaves the others alone.

        The driver's own: the toolkit's costs ten times as much, and is only set when its statements run.
        """
        self.session = Session(
            connection,
            expire_on_commit=False,
            join_transaction_mode="create_savepoint",
            info={"driver": driver},
        )
        driver.run("SAVEPOINT job")
        try:
            self.answer = self.work(self.session)
            run_before_commit(self.session)
            if self.session.in_transaction():
                self.session.commit()
        except Exception as error:  # noqa: BLE001 - handed to the caller
            self.error = error
            self.session.rollback()
            driver.run("ROLLBACK TO job")
        finally:
            self.session.close()
        driver.run("RELEASE job")

    def settle(self, failure: BaseException | None = None) -> None:
        """Tell the caller; only now is its answer durable."""
        error = self.error or failure
        if error is not None:
            self.future.set_exception(error)
            return
        if self.session is not None:
            run_after_commit(self.session)
        self.future.set_result(self.answer)


def take_presence(database: Path, *, alone: bool) -> IO[str]:
    """Show that the database is in use until the file is closed; `alone` keeps everybody else out.

    Raises BlockingIOError when `alone` is asked for and somebody is there.
    """
    file = Path(f"{database}.open").open("w", encoding="utf-8")  # noqa: SIM115 - held by the caller
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
    except BlockingIOError:
        file.close()
        raise
    return file


class SqliteWriter:
    """The one thread that writes."""

    def __init__(self, url: sa.URL) -> None:
        self._engine = sqlite_engine(url, read_only=False)
        self._presence = take_presence(Path(url.database or ""), alone=False)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        self._is_closed = False
        self._lock_file: IO[str] = Path(f"{url.database}.lock").open("w", encoding="utf-8")  # noqa: SIM115 - held for the process's life
        self._thread = threading.Thread(target=self._work, name="database-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Session], T]) -> T:
        """See `Database.write`."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("a write transaction cannot wait for another one")
        job = _Job(work)
        with self._door:
            if self._is_closed:
                raise sa.exc.InterfaceError(None, None, RuntimeError("the database is closed"))
            self._jobs.put(job)
        return job.future.result()  # type: ignore[no-any-return]

    def close(self) -> None:
        """Finish what waits, then stop."""
        with self._door:
            self._is_closed = True
            self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()
        self._lock_file.close()
        self._presence.close()

    def _work(self) -> None:
        connection: sa.Connection | None = None
        while (first := self._jobs.get()) is not None:
            batch: list[_Job] = []
            try:
                connection = connection or self._engine.connect()
                with self._turn(), connection.begin():
                    driver = Driver(connection.dialect, connection.connection.driver_connection)
                    for job in self._gather(first):
                        batch.append(job)
                        job.run(connection, driver)
            except Exception as error:  # noqa: BLE001 - handed to every caller of the batch
                _let_go(connection)
                connection = None
                for job in batch or [first]:
                    job.settle(error)
            else:
                for job in batch:
                    job.settle()
        _let_go(connection)

    def _gather(self, first: _Job) -> Iterator[_Job]:
        """Who has come by the time of our turn, or comes while others are served, shares one commit and its
        fsync, up to a limit.
        """
        yield first
        for _ in range(BATCH - 1):
            if self._jobs.empty():
                return
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)  # the last one of all: nobody puts in more
                return
            yield job

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """A fair queue between processes; the busy timeout alone lets one of them starve."""
        fcntl.flock(self._lock_file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._lock_file, fcntl.LOCK_UN)


def _let_go(connection: sa.Connection | None) -> None:
    """After a failure nobody knows what state a connection is in: the next batch gets a new one."""
    if connection is not None:
        connection.invalidate()
        connection.close()
