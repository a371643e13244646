"""Replaces constraints in migrations, without copying the table and without a long lock."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.index_migrations import is_in_one_transaction


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
