"""Index changes for migrations: built without stopping the writes of a running product."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

_INVALID = """
    SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indexrelid
    WHERE pg_class.relname = :name AND NOT pg_index.indisvalid
"""


def create_index(name: str, table: str, columns: Sequence[Any], **options: Any) -> None:
    """Create an index unless it is there already.

    On PostgreSQL it is built concurrently, outside a transaction, because a plain build locks out every
    writer of the table until it is done. A build that was interrupted leaves an invalid index, which is
    dropped first. Within a restore, which is one transaction on tables that no other connection sees, it is
    built plainly. A migration that calls this should do nothing else: what it did before is committed.
    """
    context = op.get_context()
    if op.get_bind().dialect.name != "postgresql" or _is_in_one_transaction():
        op.create_index(name, table, list(columns), if_not_exists=True, **options)
        return
    with context.autocommit_block():
        if op.get_bind().execute(sa.text(_INVALID), {"name": name}).first():
            op.drop_index(name, table_name=table, postgresql_concurrently=True)
        op.create_index(
            name, table, list(columns), if_not_exists=True, postgresql_concurrently=True, **options
        )


def _is_in_one_transaction() -> bool:
    config = op.get_context().config
    return bool(config is not None and config.attributes.get("in_one_transaction"))
