"""Raw driver access behind a session, for compiled statements."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session


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

    def _wrap_error(self, text: str, error: Exception) -> Exception:
        base = self.dialect.loaded_dbapi.Error
        wrapped: Exception = sa.exc.DBAPIError.instance(
            text, None, error, base, hide_parameters=True, dialect=self.dialect
        )
        return wrapped


class PipelinedDriver(RawDriver):
    """Saves round trips to the server, because during each of them another thread takes over the interpreter.

    Statements without a result are kept and sent in one pipeline with the next statement that has one, or with the
    commit. Their errors are raised there.
    """

    __slots__ = ("_pending",)

    def __init__(self, dialect: sa.Dialect, connection: Any) -> None:
        super().__init__(dialect, connection)
        self._pending: list[tuple[str, Any]] = []

    def run(self, text: str, values: Any = ()) -> Any:
        """Run the pending statements and this one in one round trip. Return the cursor of this one."""
        return self._run_pipeline(text, values) if self._pending else super().run(text, values)

    def run_later(self, text: str, values: list[Any]) -> None:
        """Keep the statements for the next round trip.

        Raises RuntimeError outside a transaction, because nothing would send them.
        """
        if self._connection.autocommit:
            raise RuntimeError("a read-only session cannot write")
        self._pending += [(text, one) for one in values]

    def send(self) -> None:
        """Run the pending statements, because SQLAlchemy is about to use the connection."""
        if self._pending:
            self._run_pipeline()

    def commit(self) -> None:
        """Commit in one round trip with the pending statements. Without any, SQLAlchemy commits."""
        if self._pending:
            # The driver's `commit` would wait for the result, and the end of the pipeline would wait again.
            self._run_pipeline("COMMIT", prepare=False)

    def _run_pipeline(self, last: str = "", values: Any = (), *, prepare: bool | None = None) -> Any:
        """Run the pending statements, then `last`. Return the cursor of `last`."""
        pending, self._pending = self._pending, []
        try:
            with self._connection.pipeline():
                for text, bound in pending:
                    self._connection.execute(text, bound)
                return self._connection.execute(last, values, prepare=prepare) if last else None
        except self.dialect.loaded_dbapi.Error as error:
            # The server does not tell which statement failed.
            raise self._wrap_error("; ".join([*(text for text, _values in pending), last]), error) from error


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
