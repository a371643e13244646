"""The database: reads on their own connections, writes one transaction at a time.

On SQLite every write goes through one thread that begins immediately and commits several waiting
transactions together (a savepoint each), with a file lock as the queue between processes. On PostgreSQL
a write is a transaction of the caller's thread. Either way a service gets a session and never commits.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any, Protocol, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Session

from chuckwagon.core.metrics import Counter, Histogram
from chuckwagon.core.sqlite import SqliteWriter, sqlite_engine
from chuckwagon.core.transaction_callbacks import run_after_commit, run_before_commit

T = TypeVar("T")

OUTAGES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)

WRITE_SECONDS = Histogram(
    "chuckwagon_db_write_seconds", "Time of write transactions, their wait for a turn included."
)
BUSY = Counter("chuckwagon_db_busy_total", "Writes that were refused or tried again: the database was busy.")
UNSURE_SECONDS = 0.1  # that a pooled connection was not used; few restarts of a server are faster
_BUSY_WORDS = ("locked", "busy", "deadlock", "serialize", "lock timeout", "queuepool limit")

NAMING = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Instant(sa.types.TypeDecorator[datetime]):
    """An instant in UTC. SQLite keeps no zone, so it is added again on the way out."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Aware instants only; SQLite gets them without their zone."""
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        """Always aware, always UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """The parent of every table."""

    metadata = sa.MetaData(naming_convention=NAMING)
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        datetime: Instant,
        dict[str, Any]: sa.JSON,
        list[str]: sa.JSON,
        list[dict[str, int]]: sa.JSON,
        int: sa.BigInteger().with_variant(sa.Integer, "sqlite"),
    }


class Writer(Protocol):
    """Runs a function in one write transaction and gives back what it returned."""

    def write(self, work: Callable[[Session], T]) -> T: ...

    def close(self) -> None: ...


class Database:
    """One database, for as long as the process lives."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writer: Writer
        if self.is_sqlite:
            self.engine = self._reading = sqlite_engine(self.url, read_only=True)
            self._writer = SqliteWriter(self.url)
        else:
            self.engine = _postgresql_engine(self.url)
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
            self._writer = PostgresWriter(self.engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only reads; one consistent view on SQLite, read committed on PostgreSQL.

        There each statement sees what is committed anyway: a transaction around it would be two trips for
        nothing. The server refuses to write in it.
        """
        with Session(self._reading, expire_on_commit=False) as session:
            yield session

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction and return its answer after the commit; an error rolls it back."""
        began = time.perf_counter()
        try:
            return self._writer.write(work)
        except OUTAGES as error:
            if any(word in str(error).lower() for word in _BUSY_WORDS):
                BUSY.add()
            raise
        finally:
            WRITE_SECONDS.observe(time.perf_counter() - began)

    def ping(self) -> None:
        """One round trip. Raises a database error when it does not answer."""
        with self.engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))

    def close(self) -> None:
        """Finish the waiting writes and close every connection."""
        self._writer.close()
        self.engine.dispose()


class PostgresWriter:
    """A transaction of the calling thread, tried again when the server resolved a deadlock at its cost."""

    _AGAIN = ("40001", "40P01")

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def write(self, work: Callable[[Session], T]) -> T:
        """See `Database.write`."""
        for attempt in range(5):
            try:
                with Session(self._engine, expire_on_commit=False) as session:
                    answer = work(session)
                    run_before_commit(session)
                    _commit(session)
            except sa.exc.OperationalError as error:
                if attempt == 4 or getattr(error.orig, "sqlstate", None) not in self._AGAIN:
                    raise
                BUSY.add()
            else:
                run_after_commit(session)
                return answer
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Nothing waits outside the callers' threads."""


def _commit(session: Session) -> None:
    session.flush()
    driver = session.info.get("driver")
    if driver is not None:
        driver.commit()
    session.commit()


def _postgresql_engine(url: sa.URL) -> sa.Engine:
    """Statements outside a transaction only read; transactions write unless they say otherwise."""
    engine = sa.create_engine(
        url,
        pool_size=20,
        max_overflow=20,
        pool_timeout=5,
        hide_parameters=True,
        connect_args={
            "connect_timeout": 3,
            # Whoever loses its power or its line, here or there, lets go within a minute.
            "keepalives_idle": 15,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 35_000,
            "options": "-c timezone=UTC -c statement_timeout=30000 -c default_transaction_read_only=on"
            " -c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
        },
    )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        connection.read_only = False
        record.info["left_at"] = time.monotonic()

    @sa.event.listens_for(engine, "checkin")
    def _leave(_connection: Any, record: Any) -> None:
        record.info["left_at"] = time.monotonic()
        record.info.pop("driver", None)

    @sa.event.listens_for(engine, "before_cursor_execute")
    def _send(connection: sa.Connection, *_given: Any) -> None:
        driver = connection.info.get("driver")
        if driver is not None:
            driver.send()

    @sa.event.listens_for(engine, "checkout")
    def _look(connection: Any, record: Any, _proxy: Any) -> None:
        """Ask whether the server is still there, unless it answered a moment ago."""
        if time.monotonic() - record.info["left_at"] > UNSURE_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise sa.exc.InvalidatePoolError from error

    return engine


def table_of(model: type[Base]) -> sa.Table:
    """The bare table: a statement on its columns runs at half the cost of one on the model's attributes."""
    return cast("sa.Table", model.__table__)


def insert_if_absent(session: Session, model: type[Base], values: dict[str, Any]) -> bool:
    """Insert one row unless a unique key is taken; says whether this call inserted it."""
    return (
        session.execute(_insert_if_absent(session.get_bind().dialect.name, model), values).first() is not None
    )


@cache
def _insert_if_absent(kind: str, model: type[Base]) -> sa.Executable:
    """In the words of the database; putting a statement together costs more than running it."""
    dialect: Any = postgresql if kind == "postgresql" else sqlite
    table = table_of(model)
    # Asking for the key back: the drivers do not agree on how to count inserted rows.
    found: sa.Executable = dialect.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    return found


def changed_one(
    session: Session, statement: sa.Update | sa.Delete, given: dict[str, Any] | None = None
) -> bool:
    """Execute a conditional update; says whether it found its row in the expected state.

    `given` are the values of a statement that is written out once.
    """
    if given is None:
        statement = statement.execution_options(synchronize_session=False)
    result = session.execute(statement, given)
    return result.rowcount == 1  # type: ignore[attr-defined, no-any-return]
