"""The database: read sessions, write transactions, and the locks that a transaction holds until it ends.

On SQLite one thread runs all writes of the process. It begins with BEGIN IMMEDIATE and commits several queued
transactions together, with a savepoint for all but the first; a file lock is the queue between processes. On
PostgreSQL a write is a transaction in the caller's thread. On both the caller's function gets a session and never
commits. Only PostgreSQL needs the locks: SQLite has a single writer.
"""

import importlib
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import sqlalchemy as sa
from prometheus_client import Histogram
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Session

from chuckwagon.db.compiled import CompiledStatement, driver_of
from chuckwagon.db.postgresql import BUSY_WRITES, PostgresWriter, open_session_connection, postgresql_engine
from chuckwagon.db.sqlite import SqliteWriter, empty_log, sqlite_engine
from chuckwagon.observability.metrics import FAST

T = TypeVar("T")

OUTAGE_ERRORS = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)
_STATEMENT_TIMEOUT_SQLSTATE = "57014"

WRITE_SECONDS = Histogram(
    "chuckwagon_db_write_seconds", "Time of write transactions, including the wait in the queue.", buckets=FAST
)
_BUSY_ERROR_TEXTS = ("locked", "busy", "deadlock", "serialize", "lock timeout", "queuepool limit")

TABLES_OUTSIDE_MODELS = (
    "audit.hash_chain",
    "audit.log",
    "db.idempotency",
    "db.installation",
    "db.rate_limits",
    "demand",
    "jobs.leases",
    "jobs.outbox",
    "realtime.change_log",
)
NAMING_CONVENTION = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


_LENGTH_WITHOUT_ZONE = len("2026-11-30 12:00:00.000000")


class UtcDateTime(sa.types.TypeDecorator[datetime]):
    """A datetime in UTC. SQLite stores no time zone, so it is added when a value is read."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        """Convert an aware datetime to UTC."""
        return None if value is None else value.astimezone(UTC)

    def bind_processor(self, dialect: sa.Dialect) -> Callable[[Any], Any] | None:
        """Write the text of SQLite in one step: an order has thirty, and SQLAlchemy's steps take twice as long."""
        return _write_sqlite_text if dialect.name == "sqlite" else super().bind_processor(dialect)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        """Return an aware datetime in UTC."""
        return None if value is None else value.astimezone(UTC)

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """Read the text of SQLite in one step. Adding the time zone to a datetime takes ten times as long."""
        return _read_sqlite_text if dialect.name == "sqlite" else super().result_processor(dialect, coltype)


def _write_sqlite_text(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).isoformat(" ", "microseconds")[:_LENGTH_WITHOUT_ZONE]


def _read_sqlite_text(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(f"{text}+00:00")


class Base(DeclarativeBase):
    """Base class of all tables."""

    metadata = sa.MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        datetime: UtcDateTime,
        dict[str, Any]: sa.JSON,
        list[str]: sa.JSON,
        list[int]: sa.JSON,
        list[dict[str, int]]: sa.JSON,
        list[dict[str, Any]]: sa.JSON,
        int: sa.BigInteger().with_variant(sa.Integer, "sqlite"),
    }


class Writer(Protocol):
    """Runs functions in write transactions. Called from any thread."""

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction and return its result. Not re-entrant; PostgreSQL may run `work` again."""
        ...

    def close(self) -> None: ...


@cache
def load_models() -> sa.MetaData:
    """Import the tables of all slices (`models.py`) and of the folders below them. Return their metadata.

    A table is known once its module is imported, and foreign keys name tables of other slices. So what a process can
    write would depend on what else it has imported: a server has all, a command few.
    """
    folder = Path(__file__).parents[1]
    for name in TABLES_OUTSIDE_MODELS:
        importlib.import_module(f"chuckwagon.{name}")
    for path in sorted(folder.rglob("models.py")):
        importlib.import_module(".".join(("chuckwagon", *path.relative_to(folder).with_suffix("").parts)))
    return Base.metadata


class Database:
    """The database of a process: one instance for as long as the process runs. Thread-safe."""

    def __init__(self, url: str, direct_url: str = "") -> None:
        """`direct_url` leads to PostgreSQL itself if a pooler in transaction mode answers at `url`."""
        load_models()
        self.url = sa.make_url(url)
        self._direct_url = sa.make_url(direct_url or url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writer: Writer
        if self.is_sqlite:
            self.engine = self._reading = sqlite_engine(self.url, read_only=True)
            self._writer = SqliteWriter(self.url)
        else:
            self.engine = postgresql_engine(self.url, is_pooled=self._direct_url != self.url)
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
            self._writer = PostgresWriter(self.engine)

    def empty_log(self) -> None:
        """Empty SQLite's write-ahead log, unless it is in use, in which case the worker does it within a minute."""
        if self.is_sqlite:
            empty_log(self.url)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a read-only session: one snapshot on SQLite, read committed on PostgreSQL.

        On PostgreSQL it is in autocommit mode, because a transaction would cost two more round trips and each
        statement sees all committed rows anyway. The server refuses writes in it.
        """
        with Session(self._reading, expire_on_commit=False) as session:
            yield session

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction and return its result after the commit. An error rolls it back.

        On PostgreSQL `work` runs again after a deadlock, or if the connection was lost before the commit, so it must
        have no effects outside the session.
        """
        began = time.perf_counter()
        try:
            return self._writer.write(work)
        except OUTAGE_ERRORS as error:
            if any(word in str(error).lower() for word in _BUSY_ERROR_TEXTS):
                BUSY_WRITES.inc()
            raise
        finally:
            WRITE_SECONDS.observe(time.perf_counter() - began)

    def ping(self) -> None:
        """Make one round trip. Raises a database error if the database does not respond."""
        with self.engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))

    def open_session_connection(self) -> Any:
        """Open a driver connection for what needs a session, such as LISTEN. The caller closes it. PostgreSQL only."""
        return open_session_connection(self._direct_url)

    def close(self) -> None:
        """Finish the queued writes and close all connections."""
        self._writer.close()
        self.engine.dispose()


def is_outage(error: Exception) -> bool:
    """Whether the database is away or overloaded, so that waiting helps.

    A statement that has taken too long is no outage, because a repeat would take as long again.
    """
    sqlstate = getattr(getattr(error, "orig", None), "sqlstate", None)
    return isinstance(error, OUTAGE_ERRORS) and sqlstate != _STATEMENT_TIMEOUT_SQLSTATE


def table_of(model: type[Base]) -> sa.Table:
    """The table of a model. A statement on its columns costs half as much as one on the model's attributes."""
    return cast("sa.Table", model.__table__)


def fetch_named_rows(result: sa.Result[Any]) -> list[Any]:
    """All rows as named tuples, whose attributes are read several times as fast as those of SQLAlchemy's rows."""
    return list(map(_named_tuple(tuple(result.keys()))._make, result.all()))


@cache
def _named_tuple(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names)


def insert_if_absent(session: Session, model: type[Base], values: dict[str, Any]) -> bool:
    """Insert one row unless a unique key exists already. Return whether this call inserted it."""
    return session.execute(_insert_if_absent(session.get_bind().dialect.name, model), values).first() is not None


@cache
def _insert_if_absent(dialect_name: str, model: type[Base]) -> sa.Executable:
    """Build the statement for a dialect, once, because building it costs more than running it."""
    dialect: Any = postgresql if dialect_name == "postgresql" else sqlite
    table = table_of(model)
    # RETURNING, because the drivers count inserted rows in different ways.
    statement: sa.Executable = dialect.insert(table).on_conflict_do_nothing().returning(*table.primary_key)
    return statement


def try_update_one(session: Session, statement: sa.Update | sa.Delete, values: dict[str, Any] | None = None) -> bool:
    """Execute a conditional update or delete. Return whether it changed one row.

    It changes none if the row is not in the expected state. `values` are the bound parameters of `statement`.
    """
    if values is None:
        statement = statement.execution_options(synchronize_session=False)
    result = session.execute(statement, values)
    return result.rowcount == 1  # type: ignore[attr-defined, no-any-return]


def change_rows(session: Session, statement: sa.Update | sa.Delete) -> None:
    """Execute an update or delete. Objects that the session has loaded of these rows stay as they were."""
    session.execute(statement.execution_options(synchronize_session=False))


_NAMESPACE = 0x4C494D54  # keeps these advisory locks apart from all others
_LOCK = CompiledStatement(
    sa.select(sa.func.pg_advisory_xact_lock(_NAMESPACE, sa.func.hashtext(sa.bindparam("key", type_=sa.String))))
)


def lock_transaction(session: Session, key: str) -> None:
    """Take the lock `key` until the transaction ends; wait while another transaction holds it.

    For rules that read first and then write. The lock is requested with the next statement that returns a result
    (`CompiledStatement.run_later`).
    """
    if driver_of(session).dialect.name == "postgresql":
        _LOCK.run_later(session, {"key": key})


def lock_tables(session: Session, *names: str) -> None:
    """Keep all other transactions from changing rows of these tables until the transaction ends."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(sa.text(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE"))


class Findings(Protocol):
    """What a check of kept figures has found."""

    @property
    def is_consistent(self) -> bool: ...


FindingsT = TypeVar("FindingsT", bound=Findings)


def check_twice(db: Database, find: Callable[[Session], FindingsT], *tables: str) -> FindingsT:
    """Compare without a lock, and if something differs, again with the tables locked. Returns the last result.

    The second comparison is needed because a transaction between two reads of the first looks like a difference.
    """
    with db.reading() as session:
        found = find(session)
    if found.is_consistent:
        return found

    def find_again(session: Session) -> FindingsT:
        lock_tables(session, *tables)
        return find(session)

    return db.write(find_again)
