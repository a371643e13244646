"""Statements that are compiled once, because compiling them for each call was most of the cost of an order.

A statement is built with SQLAlchemy as usual, and compiled for the dialect of the session at its first run.
Later runs pass the compiled text and the parameters to the driver, in the session's own transaction (`RawDriver`).
Types are converted as SQLAlchemy converts them. A list of strings is one parameter, so that one statement serves any
length. It is joined, because SQLite may scan a table for `IN` with a list that it does not know.

Why: docs/decisions/0026-order-path.md
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


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


Statement = sa.Select[Any] | sa.Insert | sa.Update | sa.Delete
Parameters = Mapping[str, Any]
Converter = Callable[[Any], Any]
Row = tuple[Any, ...]
_REQUIRED = object()
# How many rows one insert takes, the most first. Few numbers, because every connection prepares a statement for each.
ROWS_PER_INSERT = (32, 16, 8, 4, 2, 1)
# For `limit`: in the text, because SQLite plans by a bound limit and so compiles the statement again for each run.
ONE_ROW: sa.ColumnElement[int] = sa.literal_column("1", sa.Integer)


class CompiledStatement:
    """One statement. `build` may be a function of the dialect's `insert`; an insert names its `columns`."""

    def __init__(self, build: Statement | Callable[[Any], Statement], columns: Sequence[str] | None = None) -> None:
        self._build = build
        self._columns = columns
        self._compiled: dict[tuple[str, int], _Compiled] = {}  # keyed by dialect and number of rows

    def all(self, session: Session, parameters: Parameters | None = None) -> list[Row]:
        """Run the statement and return every row."""
        compiled, cursor = self._execute(session, parameters or {})
        return [compiled.read(row) for row in cursor.fetchall()]

    def first(self, session: Session, parameters: Parameters | None = None) -> Row | None:
        """Run the statement and return the first row, or None. It sets no limit: every row is fetched."""
        compiled, cursor = self._execute(session, parameters or {})
        rows = cursor.fetchall()
        return compiled.read(rows[0]) if rows else None

    def run(self, session: Session, parameters: Parameters) -> int:
        """Run the statement and return the number of changed rows."""
        _compiled, cursor = self._execute(session, parameters)
        count: int = cursor.rowcount
        return count

    def run_later(self, session: Session, parameters: Parameters) -> None:
        """Run the statement at the latest with the next one that returns a result, or with the commit.

        PostgreSQL reports its errors only then. See `PipelinedDriver`.
        """
        self.run_each_later(session, [parameters])

    def run_each_later(self, session: Session, each: Iterable[Parameters]) -> None:
        """Run the statement once for each set of parameters, at the same late moment as `run_later`.

        On PostgreSQL one insert takes several rows, because each statement costs client and server.
        """
        driver, compiled = self._compiled_for(session)
        if self._columns is None or driver.dialect.name != "postgresql":
            driver.run_later(compiled.text, [compiled.values(parameters) for parameters in each])
            return
        for rows in _split_rows(list(each)):
            compiled = self._compiled_with(driver, len(rows))
            driver.run_later(compiled.text, [compiled.values(_merge_parameters(rows))])

    def first_later(self, session: Session, parameters: Parameters) -> Callable[[], Row]:
        """Run the statement at the same late moment as `run_later`. The returned function gives its only row then."""
        driver, compiled = self._compiled_for(session)
        later = driver.run_later_for_row(compiled.text, compiled.values(parameters))
        return lambda: compiled.read(later.get())

    def _execute(self, session: Session, parameters: Parameters) -> "tuple[_Compiled, Any]":
        driver, compiled = self._compiled_for(session)
        return compiled, driver.run(compiled.text, compiled.values(parameters))

    def _compiled_for(self, session: Session) -> "tuple[RawDriver, _Compiled]":
        session.flush()  # pending changes of the session are written first, as before its own statements
        driver = driver_of(session)
        return driver, self._compiled_with(driver)

    def _compiled_with(self, driver: RawDriver, rows: int = 1) -> "_Compiled":
        key = driver.dialect.name, rows
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = _compile(self._build, self._columns, driver.dialect, rows)
        return compiled


class _Compiled:
    """The SQL text for one dialect, and the converters of parameters and result columns."""

    __slots__ = ("_is_named", "_readers", "_slots", "text")

    def __init__(
        self,
        text: str,
        slots: list[tuple[str, Any, Converter | None]],
        readers: list[tuple[int, Converter]],
        *,
        is_named: bool,
    ) -> None:
        self.text = text
        self._slots = slots
        self._readers = readers
        self._is_named = is_named

    def values(self, parameters: Parameters) -> Any:
        """Convert the parameters for the driver: a dict, or a list in the order of the placeholders."""
        values = [
            (parameters[name] if convert is None else convert(parameters[name])) if fixed is _REQUIRED else fixed
            for name, fixed, convert in self._slots
        ]
        if self._is_named:
            return {slot[0]: value for slot, value in zip(self._slots, values, strict=True)}
        return values

    def read(self, row: Row) -> Row:
        """Convert the values of a driver's row to the Python types of the columns."""
        if not self._readers:
            return row
        values = list(row)
        for index, convert in self._readers:
            value = values[index]
            if value is not None:  # no type has another meaning for NULL, and most columns of an order's rows are
                values[index] = convert(value)
        return tuple(values)


def _compile(
    build: Statement | Callable[[Any], Statement], columns: Sequence[str] | None, dialect: sa.Dialect, rows: int
) -> _Compiled:
    if isinstance(build, sa.Select | sa.Insert | sa.Update | sa.Delete):
        statement = build
    else:
        dialect_module: Any = postgresql if dialect.name == "postgresql" else sqlite
        statement = build(dialect_module.insert)
    if rows > 1 and isinstance(statement, sa.Insert):
        types = {name: statement.table.c[name].type for name in columns or ()}
        statement = statement.values(
            [{name: sa.bindparam(_numbered(name, place), type_=types[name]) for name in types} for place in range(rows)]
        )
        columns = None
    compiled: Any = statement.compile(dialect=dialect, column_keys=columns)
    if isinstance(statement, sa.Insert) and compiled.insert_prefetch:
        raise TypeError(f"every column of {statement.table} that has a default must be given")
    names = compiled.positiontup if compiled.positional else list(compiled.binds)
    slots = [_bind_slot(name, compiled.binds[name], dialect) for name in names]
    readers = [
        (index, reader)
        for index, column in enumerate(getattr(statement, "exported_columns", ()))
        if not isinstance(column.type, sa.Float)  # both drivers give floats
        and (reader := column.type.dialect_impl(dialect).result_processor(dialect, None)) is not None
    ]
    return _Compiled(str(compiled), slots, readers, is_named=not compiled.positional)


def _split_rows(rows: list[Parameters]) -> Iterator[list[Parameters]]:
    """Split the rows of an insert into chunks of the sizes in ROWS_PER_INSERT, as few as possible."""
    start = 0
    for size in ROWS_PER_INSERT:
        while len(rows) - start >= size:
            yield rows[start : start + size]
            start += size


def _merge_parameters(rows: list[Parameters]) -> Parameters:
    """The parameters of one insert of these rows: `name_0`, `name_1` and so on if there are several."""
    if len(rows) == 1:
        return rows[0]
    return {_numbered(name, place): value for place, row in enumerate(rows) for name, value in row.items()}


def _numbered(name: str, place: int) -> str:
    return f"{name}_{place}"


def _bind_slot(name: str, bind: sa.BindParameter[Any], dialect: sa.Dialect) -> tuple[str, Any, Converter | None]:
    """Describe a parameter: its name, its fixed value (`_REQUIRED` if the caller gives it) and its converter."""
    convert: Any = bind.type.dialect_impl(dialect).bind_processor(dialect)
    if bind.required:
        return name, _REQUIRED, convert
    fixed = bind.effective_value
    return name, fixed if convert is None else convert(fixed), convert


_VALUE = "value"  # PostgreSQL names the column as the alias, SQLite has the name from its function


class _TextList(sa.types.TypeDecorator[list[str]]):
    """An array on PostgreSQL, a JSON text on SQLite."""

    impl = sa.Text
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
        """See SQLAlchemy."""
        return postgresql.ARRAY(sa.Text) if dialect.name == "postgresql" else sa.Text()

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> Any:
        """Convert the list for the driver."""
        return value if dialect.name == "postgresql" else json.dumps(value)


class _Unnest(FunctionElement[str]):
    """A row for each string of the list."""

    type = sa.Text()
    inherit_cache = True


@compiles(_Unnest, "postgresql")
def _unnest_array(element: _Unnest, compiler: SQLCompiler, **options: Any) -> str:
    return f"unnest({compiler.process(element.clauses, **options)})"


@compiles(_Unnest, "sqlite")
def _unnest_json(element: _Unnest, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **options)})"


def join_list(column: sa.ColumnElement[Any], name: str) -> sa.FromClause:
    """The column's table, joined to the list parameter `name`: one row for each of its strings that the column has."""
    wanted = _Unnest(sa.bindparam(name, type_=_TextList)).table_valued(_VALUE).alias(_VALUE)
    table: sa.FromClause = column.table
    return wanted.join(table, column == wanted.c[_VALUE])
