"""Raw driver access behind a session, for compiled statements."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session


class LaterRow:
    """The row of a statement that runs later in the transaction."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: list[Any] | None = None

    def fetch_from(self, cursor: Any) -> None:
        """Keep the row, because the statement has run."""
        self._rows = cursor.fetchall()

    def get(self) -> Any:
        """The row. Raises RuntimeError before the statement has run, as it has after the commit at the latest."""
        if self._rows is None:
            raise RuntimeError("the statement has not run yet")
        return self._rows[0]


class RawDriver:
    """The driver connection of a session, and its dialect."""

    __slots__ = ("_connection", "dialect")

    def __init__(self, dialect: sa.Dialect, connection: Any) -> None:
        self.dialect = dialect
        self._connection = connection

    def run(self, text: str, values: Any = ()) -> Any:
        """Run one statement and return its cursor. Driver errors become SQLAlchemy errors."""
        try:
            return self._connection.execute(text, values)
        except self.dialect.loaded_dbapi.Error as error:
            raise self._wrap_error(text, error) from error

    def run_later(self, text: str, values: list[Any]) -> None:
        """Run the statement once for each set of values, at the latest before the next `run`. Returns nothing."""
        if len(values) == 1:
            self.run(text, values[0])
            return
        try:
            self._connection.cursor().executemany(text, values)
        except self.dialect.loaded_dbapi.Error as error:
            raise self._wrap_error(text, error) from error

    def run_later_for_row(self, text: str, values: Any) -> LaterRow:
        """Run one statement at the same late moment as `run_later`. Return its only row, which is known then."""
        later = LaterRow()
        later.fetch_from(self.run(text, values))
        return later

    def _wrap_error(self, text: str, error: Exception) -> Exception:
        base = self.dialect.loaded_dbapi.Error
        wrapped: Exception = sa.exc.DBAPIError.instance(
            text, None, error, base, hide_parameters=True, dialect=self.dialect
        )
        return wrapped


class PipelinedDriver(RawDriver):
    """Saves round trips to the server, because during each of them another thread takes over the interpreter.

    Statements whose result is not needed yet are kept and sent in one pipeline with the next statement whose result is,
    or with the commit. Their errors are raised there. All are prepared at their first run, because the texts are few.
    """

    __slots__ = ("_pending",)

    def __init__(self, dialect: sa.Dialect, connection: Any) -> None:
        super().__init__(dialect, connection)
        self._pending: list[tuple[str, Any, LaterRow | None]] = []

    def run(self, text: str, values: Any = ()) -> Any:
        """Run the pending statements and this one in one round trip. Return the cursor of this one."""
        if self._pending:
            return self._run_pipeline(text, values)
        try:
            return self._connection.execute(text, values, prepare=True)
        except self.dialect.loaded_dbapi.Error as error:
            raise self._wrap_error(text, error) from error

    def run_later(self, text: str, values: list[Any]) -> None:
        """Keep the statements for the next round trip.

        Raises RuntimeError outside a transaction, because nothing would send them.
        """
        self._check_writable()
        self._pending += [(text, one, None) for one in values]

    def run_later_for_row(self, text: str, values: Any) -> LaterRow:
        """Keep the statement for the next round trip. Raises RuntimeError outside a transaction."""
        self._check_writable()
        later = LaterRow()
        self._pending.append((text, values, later))
        return later

    def send(self) -> None:
        """Run the pending statements, because SQLAlchemy is about to use the connection."""
        if self._pending:
            self._run_pipeline()

    def commit(self) -> None:
        """Commit in one round trip with the pending statements. Without any, SQLAlchemy commits."""
        if self._pending:
            # The driver's `commit` would wait for the result, and the end of the pipeline would wait again.
            self._run_pipeline("COMMIT", prepare=False)

    def _check_writable(self) -> None:
        if self._connection.autocommit:
            raise RuntimeError("a read-only session cannot write")

    def _run_pipeline(self, last: str = "", values: Any = (), *, prepare: bool = True) -> Any:
        """Run the pending statements, then `last`. Return the cursor of `last`."""
        pending, self._pending = self._pending, []
        try:
            with self._connection.pipeline():
                cursors = [self._connection.execute(text, bound, prepare=True) for text, bound, _later in pending]
                found = self._connection.execute(last, values, prepare=prepare) if last else None
        except self.dialect.loaded_dbapi.Error as error:
            # The server does not tell which statement failed.
            raise self._wrap_error("; ".join([*(text for text, _values, _later in pending), last]), error) from error
        for cursor, (_text, _values, later) in zip(cursors, pending, strict=True):
            if later is not None:
                later.fetch_from(cursor)
        return found


def driver_of(session: Session) -> RawDriver:
    """Return the raw driver of a session. It is created once and kept in the session's `info`."""
    driver: RawDriver | None = session.info.get("driver")
    if driver is None:
        connection = session.connection()
        raw_connection = connection.connection.driver_connection
        if connection.dialect.name == "postgresql":
            # Stored with the connection too, so that the engine sends pending statements before SQLAlchemy's own.
            driver = connection.info["driver"] = PipelinedDriver(connection.dialect, raw_connection)
        else:
            driver = RawDriver(connection.dialect, raw_connection)
        session.info["driver"] = driver
    return driver
