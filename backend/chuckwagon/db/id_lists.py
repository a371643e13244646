"""Lists of strings that are one parameter, so that a statement is compiled once for lists of any length.

They are joined, because SQLite may scan a table for `IN` with a list that it does not know.
"""

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

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
