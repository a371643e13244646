"""Runs the migrations on the connection that `chuckwagon.db.migrations` opened.

Each migration is a transaction, unless the caller has an open one (a restore, which is all or nothing).
"""

from typing import Any

import sqlalchemy as sa
from alembic import context
from alembic.autogenerate.api import AutogenContext

from chuckwagon.db.database import UtcDateTime, load_models


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | bool:
    """Write plain column types to a migration, so that it still runs after our own types are renamed or removed."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run() -> None:
    """Run the migrations that Alembic's command asked for."""
    connection: sa.Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=load_models(),
        render_as_batch=connection.dialect.name == "sqlite",
        render_item=render_item,
        transactional_ddl=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
