"""New columns for migrations, added to the tables of a running server one at a time."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.index_migrations import is_in_one_transaction


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
