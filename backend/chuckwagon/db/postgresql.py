"""PostgreSQL: the engine of a process, the writer that runs its transactions, and a pooler such as PgBouncer before it.

A pooler in transaction mode gives every transaction whichever session is free. So what belongs to a session goes
around it, over the direct address: LISTEN, migrations with their lock, backup, restore and the commands. A connection
through a pooler cannot set up its session either. The settings that the product relies on are therefore stored with
the role.
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from prometheus_client import Counter
from sqlalchemy.orm import Session

from chuckwagon.db.migrations import migration_engine
from chuckwagon.db.transaction_callbacks import run_after_commit, run_before_commit

T = TypeVar("T")
BUSY_WRITES = Counter("chuckwagon_db_busy_total", "Writes that failed or were retried because the database was busy.")
LOST_WRITES = Counter("chuckwagon_db_lost_total", "Writes that ran again because their connection was lost.")
LOST_WAITS = (0.05, 0.5)  # seconds before a write whose connection was lost runs again
PING_AFTER_IDLE_SECONDS = (
    0.1  # ping a pooled connection that was idle for longer, because the server may have restarted
)
SESSION_SETTINGS = {"TimeZone": "UTC", "statement_timeout": "30s", "default_transaction_read_only": "on"}
_KEEPALIVES = {"tcp_keepalives_idle": "15", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
_CONNECT_ARGUMENTS: dict[str, Any] = {
    "connect_timeout": 3,
    # Connections to a dead host are closed within a minute, on both sides.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 35_000,
}
_DIRECT_ARGUMENTS = {
    "options": " ".join(f"-c {name}={value}" for name, value in (SESSION_SETTINGS | _KEEPALIVES).items())
}
# A pooler takes no options, and a statement prepared in one session is unknown or taken in the next.
_POOLED_ARGUMENTS = {"prepare_threshold": None}


class PostgresWriter:
    """Runs a transaction in the calling thread, and again if the server ended it to resolve a deadlock.

    It also runs again after its connection was lost before the commit was sent, because then nothing was committed.
    Once the commit was sent, its outcome is unknown, and the caller gets the error.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction and return its result after the commit.

        At most five attempts: after deadlocks, and up to twice after a connection that was lost before the commit.
        """
        for attempt in range(5):
            is_committing = False
            try:
                with Session(self._engine, expire_on_commit=False) as session:
                    result = work(session)
                    run_before_commit(session)
                    session.flush()
                    is_committing = True
                    _commit(session)
            except sa.exc.DBAPIError as error:
                if _is_deadlock(error) and attempt < 4:
                    BUSY_WRITES.inc()
                elif _is_lost(error) and not is_committing and attempt < len(LOST_WAITS):
                    LOST_WRITES.inc()
                    time.sleep(LOST_WAITS[attempt])
                elif _is_of_a_standby(error):
                    raise sa.exc.OperationalError(None, None, cast("Exception", error.orig)) from error
                else:
                    raise
            else:
                run_after_commit(session)
                return result
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Do nothing, because no writes are queued outside the callers' threads."""


def _is_deadlock(error: sa.exc.DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in ("40001", "40P01")


def _is_lost(error: sa.exc.DBAPIError) -> bool:
    """Whether the connection was lost, or could not be made, instead of the statement having failed."""
    if not isinstance(error, sa.exc.OperationalError):
        return False
    sqlstate: str | None = getattr(error.orig, "sqlstate", None)
    return sqlstate is None or sqlstate.startswith(("08", "57P0"))


def _is_of_a_standby(error: sa.exc.DBAPIError) -> bool:
    """Whether a standby refused to write. During a failover a proxy may connect to one for a moment."""
    return getattr(error.orig, "sqlstate", None) == "0A000" and "recovery" in str(error.orig)


def _commit(session: Session) -> None:
    driver = session.info.get("driver")
    if driver is not None:
        driver.commit()
    session.commit()


def postgresql_engine(url: sa.URL, *, is_pooled: bool = False) -> sa.Engine:
    """Create an engine whose autocommit connections are read-only and whose transactions may write.

    `is_pooled` says that a pooler in transaction mode answers at `url` (see `db/postgresql.py`).
    """
    from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper  # SQLite does without the driver

    engine = sa.create_engine(
        url,
        pool_size=40,
        max_overflow=0,  # what is above the size is closed after each use, and opened again for the next
        pool_use_lifo=True,  # the connection that was used last is warm
        pool_timeout=5,
        hide_parameters=True,
        connect_args=_CONNECT_ARGUMENTS | (_POOLED_ARGUMENTS if is_pooled else _DIRECT_ARGUMENTS),
    )

    sa.event.listen(engine, "handle_error", _translate_double_result, retval=True)

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        connection.read_only = False
        # One width for all integers: the driver would prepare a statement for each mix of small and large values.
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.adapters.register_dumper(int, Int8BinaryDumper)
        record.info["idle_since"] = time.monotonic()

    @sa.event.listens_for(engine, "checkin")
    def _checkin(_connection: Any, record: Any) -> None:
        record.info["idle_since"] = time.monotonic()
        record.info.pop("driver", None)

    @sa.event.listens_for(engine, "before_cursor_execute")
    def _send_pending(connection: sa.Connection, *_arguments: Any) -> None:
        driver = connection.info.get("driver")
        if driver is not None:
            driver.send()

    @sa.event.listens_for(engine, "checkout")
    def _checkout(connection: Any, record: Any, _proxy: Any) -> None:
        """Ping the server if the connection was idle for a while."""
        if time.monotonic() - record.info["idle_since"] > PING_AFTER_IDLE_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise sa.exc.InvalidatePoolError from error

    return engine


def _translate_double_result(context: sa.engine.ExceptionContext) -> Exception | None:
    """Translate psycopg's InternalError for several results of one BEGIN or COMMIT into OperationalError.

    When a server dies, PgBouncer adds an error of its own to the server's last one, and closes the connection.
    """
    error = context.sqlalchemy_exception
    is_internal = isinstance(error, sa.exc.InternalError) and getattr(error.orig, "sqlstate", None) is None
    if is_internal and context.is_disconnect:
        return sa.exc.OperationalError(None, None, cast("Exception", context.original_exception))
    return None


def open_session_connection(url: sa.URL) -> Any:
    """Open a driver connection in autocommit mode that keeps one session of the server. The caller closes it."""
    engine = sa.create_engine(url, poolclass=sa.pool.NullPool, connect_args=_CONNECT_ARGUMENTS | _DIRECT_ARGUMENTS)
    proxy = engine.raw_connection()
    connection: Any = proxy.driver_connection
    proxy.detach()
    connection.rollback()
    connection.autocommit = True
    return connection


POOLER_MESSAGE = "unsupported startup parameter"
POOLER_WITHOUT_DIRECT_URL = (
    "a pooler such as PgBouncer answers there. Set CHUCKWAGON_DATABASE_DIRECT_URL to the address of PostgreSQL itself."
)
_READ_STORED = sa.text("""
    SELECT unnest(setconfig) FROM pg_db_role_setting
    WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
    AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
""")
_LOCK = sa.text("SELECT pg_advisory_xact_lock(7012026)")  # PostgreSQL refuses two changes of a role at once


def describe_connection_error(error: sa.exc.DBAPIError) -> str:
    """One line that says why the database does not respond."""
    reason = str(error.orig).strip().splitlines()[0]
    return POOLER_WITHOUT_DIRECT_URL if POOLER_MESSAGE in reason else reason


def store_session_settings(direct_url: str) -> bool:
    """Store the settings of a session with this role in this database. Return whether any was missing."""
    engine = migration_engine(direct_url)
    wanted = {f"{name}={value}" for name, value in SESSION_SETTINGS.items()}
    try:
        with engine.begin() as connection:
            if wanted <= set(connection.scalars(_READ_STORED)):
                return False
            connection.execute(_LOCK)
            database = connection.dialect.identifier_preparer.quote(engine.url.database or "")
            for name, value in SESSION_SETTINGS.items():
                connection.exec_driver_sql(f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} TO '{value}'")
            return True
    finally:
        engine.dispose()


def find_wrong_settings(url: str) -> list[str]:
    """The settings that a session behind the pooler lacks, each as `name=value`."""
    engine = postgresql_engine(sa.make_url(url), is_pooled=True)
    try:
        with engine.connect() as connection:
            read = sa.text("SELECT current_setting(:name)")
            found = {name: connection.scalar(read, {"name": name}) for name in SESSION_SETTINGS}
    finally:
        engine.dispose()
    return [f"{name}={value}" for name, value in SESSION_SETTINGS.items() if found[name] != value]
