"""Index changes for migrations. They do not block the writes of a running server."""

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
