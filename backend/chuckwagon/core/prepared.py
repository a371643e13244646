"""Statements that are written out once: doing that anew was most of an order's cost.

A statement is put together as anywhere else, and turned into the words of the session's database when it is
first run. From then on the driver gets that text and the values, in the session's own transaction; types are
converted as the toolkit would.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from chuckwagon.core.drivers import Driver, driver_of

Statement = sa.Select[Any] | sa.Insert | sa.Update | sa.Delete
Given = Mapping[str, Any]
Converter = Callable[[Any], Any]
Row = tuple[Any, ...]

_NEEDED = object()


class Prepared:
    """One statement. `build` may take the dialect's own `insert`; an insert gives these `columns`."""

    def __init__(
        self, build: Statement | Callable[[Any], Statement], columns: Sequence[str] | None = None
    ) -> None:
        self._build = build
        self._columns = columns
        self._written: dict[str, _Written] = {}

    def all(self, session: Session, given: Given | None = None) -> list[Row]:
        """Every row."""
        written, cursor = self._run(session, given or {})
        return [written.read(row) for row in cursor.fetchall()]

    def first(self, session: Session, given: Given | None = None) -> Row | None:
        """The first row; None without one."""
        written, cursor = self._run(session, given or {})
        found = cursor.fetchall()
        return written.read(found[0]) if found else None

    def change(self, session: Session, given: Given) -> int:
        """How many rows it changed."""
        _written, cursor = self._run(session, given)
        count: int = cursor.rowcount
        return count

    def write(self, session: Session, given: Given) -> None:
        """Have it run before anything else is asked, or with the commit: nobody waits for an answer."""
        self.write_each(session, [given])

    def write_each(self, session: Session, each: Iterable[Given]) -> None:
        """As `write`, once for each of these."""
        driver, written = self._in_words_of(session)
        driver.run_later(written.text, [written.values(given) for given in each])

    def _run(self, session: Session, given: Given) -> "tuple[_Written, Any]":
        driver, written = self._in_words_of(session)
        return written, driver.run(written.text, written.values(given))

    def _in_words_of(self, session: Session) -> "tuple[Driver, _Written]":
        session.flush()  # what the session has not written yet comes first, as with its own statements
        driver = driver_of(session)
        written = self._written.get(driver.dialect.name)
        if written is None:
            written = self._written[driver.dialect.name] = _write(self._build, self._columns, driver.dialect)
        return driver, written


class _Written:
    """The text, and how values go in and come out."""

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

    def values(self, given: Given) -> Any:
        """What the driver takes: by name, or in order."""
        values = [
            (given[name] if convert is None else convert(given[name])) if fixed is _NEEDED else fixed
            for name, fixed, convert in self._slots
        ]
        if self._is_named:
            return {slot[0]: value for slot, value in zip(self._slots, values, strict=True)}
        return values

    def read(self, row: Row) -> Row:
        """A row with its values converted."""
        if not self._readers:
            return row
        values = list(row)
        for place, convert in self._readers:
            values[place] = convert(values[place])
        return tuple(values)


def _write(
    build: Statement | Callable[[Any], Statement], columns: Sequence[str] | None, dialect: sa.Dialect
) -> _Written:
    if isinstance(build, sa.Select | sa.Insert | sa.Update | sa.Delete):
        statement = build
    else:
        own: Any = postgresql if dialect.name == "postgresql" else sqlite
        statement = build(own.insert)
    compiled: Any = statement.compile(dialect=dialect, column_keys=columns)
    if isinstance(statement, sa.Insert) and compiled.insert_prefetch:
        raise TypeError(f"every column of {statement.table} that has a default must be given")
    names = compiled.positiontup if compiled.positional else list(compiled.binds)
    slots = [_slot(name, compiled.binds[name], dialect) for name in names]
    readers = [
        (place, reader)
        for place, column in enumerate(getattr(statement, "exported_columns", ()))
        if (reader := column.type.dialect_impl(dialect).result_processor(dialect, None)) is not None
    ]
    return _Written(str(compiled), slots, readers, is_named=not compiled.positional)


def _slot(name: str, bind: sa.BindParameter[Any], dialect: sa.Dialect) -> tuple[str, Any, Converter | None]:
    """The name of a value, the value itself if it stands in the statement, and how the driver wants it."""
    convert: Any = bind.type.dialect_impl(dialect).bind_processor(dialect)
    if bind.required:
        return name, _NEEDED, convert
    fixed = bind.effective_value
    return name, fixed if convert is None else convert(fixed), convert
