"""The database: reads on their own connections, writes one transaction at a time.

On SQLite every write goes through one thread that begins immediately and commits several waiting
transactions together (a savepoint each), with a file lock as the queue between processes. On PostgreSQL
a write is a transaction of the caller's thread. Either way a service gets a session and never commits.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Session

from chuckwagon.core.sqlite import SqliteWriter, sqlite_engine

T = TypeVar("T")

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
            self.engine = sqlite_engine(self.url, read_only=True)
            self._writer = SqliteWriter(self.url)
        else:
            self.engine = _postgresql_engine(self.url)
            self._writer = PostgresWriter(self.engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only reads; one consistent view on SQLite, read committed on PostgreSQL."""
        with Session(self.engine, expire_on_commit=False) as session:
            if not self.is_sqlite:
                session.connection(execution_options={"postgresql_readonly": True})
            yield session

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction and return its answer after the commit; an error rolls it back."""
        return self._writer.write(work)

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
                    session.commit()
            except sa.exc.OperationalError as error:
                if attempt == 4 or getattr(error.orig, "sqlstate", None) not in self._AGAIN:
                    raise
            else:
                run_after_commit(session)
                return answer
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Nothing waits outside the callers' threads."""


def _postgresql_engine(url: sa.URL) -> sa.Engine:
    return sa.create_engine(
        url,
        pool_size=20,
        max_overflow=20,
        pool_timeout=5,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": 3, "options": "-c timezone=UTC -c statement_timeout=30000"},
    )


def after_commit(session: Session, callback: Callable[[], None]) -> None:
    """Call `callback` once the session's transaction is durable; never when it is rolled back."""
    session.info.setdefault("after_commit", []).append(callback)


def run_after_commit(session: Session) -> None:
    """Called by the writers."""
    for callback in session.info.pop("after_commit", ()):
        callback()


def insert_if_absent(session: Session, model: type[Base], values: dict[str, Any]) -> bool:
    """Insert one row unless a unique key is taken; says whether this call inserted it."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    table = cast("sa.Table", model.__table__)
    statement = dialect.insert(table).values(**values).on_conflict_do_nothing()
    # Asking for the key back: the drivers do not agree on how to count inserted rows.
    return session.execute(statement.returning(*table.primary_key)).first() is not None


def changed_one(session: Session, statement: sa.Update | sa.Delete) -> bool:
    """Execute a conditional update; says whether it found its row in the expected state."""
    result = session.execute(statement.execution_options(synchronize_session=False))
    return result.rowcount == 1  # type: ignore[attr-defined, no-any-return]
