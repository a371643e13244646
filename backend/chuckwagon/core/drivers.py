"""The driver's connection behind a session, for statements that are written out already."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session


class Driver:
    """The driver's connection that a session works on, and what its database speaks."""

    __slots__ = ("_connection", "dialect")

    def __init__(self, dialect: sa.Dialect, connection: Any) -> None:
        self.dialect = dialect
        self._connection = connection

    def run(self, text: str, values: Any = ()) -> Any:
        """The cursor of one statement; its errors have the names that the toolkit gives them."""
        try:
            return self._connection.execute(text, values)
        except self.dialect.loaded_dbapi.Error as error:
            raise self._named(text, error) from error

    def run_later(self, text: str, values: list[Any]) -> None:
        """One statement for each of these values, at the latest before anything else that is run."""
        if len(values) == 1:
            self.run(text, values[0])
            return
        try:
            self._connection.cursor().executemany(text, values)
        except self.dialect.loaded_dbapi.Error as error:
            raise self._named(text, error) from error

    def _named(self, text: str, error: Exception) -> Exception:
        base = self.dialect.loaded_dbapi.Error
        named: Exception = sa.exc.DBAPIError.instance(
            text, None, error, base, hide_parameters=True, dialect=self.dialect
        )
        return named


class PostgresDriver(Driver):
    """Takes few trips to the server: in each of them another thread comes first.

    What gives nothing back travels with what is asked next, or with the commit; its errors are raised there.
    """

    __slots__ = ("_put_off",)

    def __init__(self, dialect: sa.Dialect, connection: Any) -> None:
        super().__init__(dialect, connection)
        self._put_off: list[tuple[str, Any]] = []

    def run(self, text: str, values: Any = ()) -> Any:
        """See `Driver.run`."""
        return self._in_one_trip(text, values) if self._put_off else super().run(text, values)

    def run_later(self, text: str, values: list[Any]) -> None:
        """See `Driver.run_later`. Raises RuntimeError outside a transaction: nothing would ever send it."""
        if self._connection.autocommit:
            raise RuntimeError("what only reads cannot write")
        self._put_off += [(text, one) for one in values]

    def send(self) -> None:
        """Run what was put off: the toolkit is about to use the same connection."""
        if self._put_off:
            self._in_one_trip()

    def commit(self) -> None:
        """Commit, if there is something to send along; otherwise the toolkit may as well."""
        if self._put_off:
            # The driver's own method would wait for the answer, and the end of the pipeline once more.
            self._in_one_trip("COMMIT", prepare=False)

    def _in_one_trip(self, last: str = "", values: Any = (), *, prepare: bool | None = None) -> Any:
        """What was put off, and the last statement, whose cursor it gives."""
        put_off, self._put_off = self._put_off, []
        try:
            with self._connection.pipeline():
                for text, given in put_off:
                    self._connection.execute(text, given)
                return self._connection.execute(last, values, prepare=prepare) if last else None
        except self.dialect.loaded_dbapi.Error as error:
            # Which of them it was, the server does not say.
            raise self._named("; ".join([*(text for text, _given in put_off), last]), error) from error


def driver_of(session: Session) -> Driver:
    """The session's driver; a writer that has one at hand leaves it in the session's `info`."""
    found: Driver | None = session.info.get("driver")
    if found is None:
        connection = session.connection()
        own = connection.connection.driver_connection
        if connection.dialect.name == "postgresql":
            # Beside the connection too, for the toolkit's own statements.
            found = connection.info["driver"] = PostgresDriver(connection.dialect, own)
        else:
            found = Driver(connection.dialect, own)
        session.info["driver"] = found
    return found
