"""Changes of columns, constraints and indexes for migrations, without blocking a running server's writes for long."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

_FIND_INVALID_INDEX = """
    SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indexrelid
    WHERE pg_class.relname = :name AND NOT pg_index.indisvalid
"""


def create_index(name: str, table: str, columns: Sequence[Any], **options: Any) -> None:
    """Create an index unless it exists.

    On PostgreSQL the index is built concurrently, outside a transaction, because a normal build blocks all writes
    to the table. An interrupted build leaves an invalid index, which is dropped first. A restore runs in one
    transaction on tables that no other connection sees, so it uses a normal build. A migration that calls this
    function should do nothing else, because its earlier changes are committed by the call.
    """
    context = op.get_context()
    if op.get_bind().dialect.name != "postgresql" or is_in_one_transaction():
        op.create_index(name, table, list(columns), if_not_exists=True, **options)
        return
    with context.autocommit_block():
        if op.get_bind().execute(sa.text(_FIND_INVALID_INDEX), {"name": name}).first():
            op.drop_index(name, table_name=table, postgresql_concurrently=True)
        op.create_index(name, table, list(columns), if_not_exists=True, postgresql_concurrently=True, **options)


def is_in_one_transaction() -> bool:
    """Whether the caller runs all migrations in one transaction of its own, as a restore does."""
    config = op.get_context().config
    return bool(config is not None and config.attributes.get("in_one_transaction"))


def replace_check(table: str, name: str, old: str, new: str) -> None:
    """Give the check another condition. Every row must fulfill it.

    On PostgreSQL the new check holds for new rows first and then for all, in two transactions, so that orders wait for
    neither. SQLite cannot alter a check. Its text in the schema is replaced, as SQLite's manual describes for changes
    that leave the stored rows alone ("Making Other Kinds Of Table Schema Changes"). A migration that calls this
    function should do nothing else, because its earlier changes are committed by the call.
    """
    if op.get_bind().dialect.name == "sqlite":
        before, after = (f"CONSTRAINT {name} CHECK ({condition})" for condition in (old, new))
        _rewrite_sqlite_schema(op.get_bind(), table, before, after)
        return
    _run(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}, ADD CONSTRAINT {name} CHECK ({new}) NOT VALID")
    _run(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


def drop_not_null(table: str, column: str, type_name: str) -> None:
    """Let a column be null, without copying the table. `type_name` is its type as SQLite's schema has it.

    Does nothing where it may be null already, as after a downgrade that left it so.
    """
    if op.get_bind().dialect.name == "sqlite":
        columns = op.get_bind().execute(sa.text(f"PRAGMA table_info({table})"))
        if {row.name: row.notnull for row in columns}.get(column) == 0:
            return
        _rewrite_sqlite_schema(op.get_bind(), table, f"{column} {type_name} NOT NULL", f"{column} {type_name}")
    else:
        _run(f"ALTER TABLE {table} ALTER COLUMN {column} DROP NOT NULL")


def _rewrite_sqlite_schema(connection: sa.Connection, table: str, before: str, after: str) -> None:
    """Replace a part of the table's definition. Raises RuntimeError unless it is there exactly once."""
    sql = connection.scalar(
        sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name"), {"name": table}
    )
    if (sql or "").count(before) != 1:
        raise RuntimeError(f"The table {table} does not have what this migration replaces: {before}")
    version = connection.scalar(sa.text("PRAGMA schema_version"))
    connection.execute(sa.text("PRAGMA writable_schema = ON"))
    connection.execute(
        sa.text("UPDATE sqlite_master SET sql = :sql WHERE type = 'table' AND name = :name"),
        {"sql": sql.replace(before, after), "name": table},
    )
    # Tells every open connection to read the schema again.
    connection.execute(sa.text(f"PRAGMA schema_version = {version + 1}"))
    connection.execute(sa.text("PRAGMA writable_schema = RESET"))


def _run(statement: str) -> None:
    if is_in_one_transaction():
        op.execute(statement)
        return
    with op.get_context().autocommit_block():
        op.execute(statement)


def add_column(table: str, column: sa.Column[Any]) -> None:
    """Add a column; on PostgreSQL, unless it exists. It needs a default, because older code does not write it.

    On PostgreSQL each column is a transaction of its own, so that a migration never holds the lock of one table while
    it waits for another. Orders lock checkouts and orders in this order and read them in the other one, so a migration
    that held both could cause a deadlock. A migration that calls this function should do nothing else, because its
    earlier changes are committed by the call.
    """
    context = op.get_context()
    if op.get_bind().dialect.name != "postgresql" or is_in_one_transaction():
        op.add_column(table, column)
        return
    with context.autocommit_block():
        op.add_column(table, column, if_not_exists=True)
