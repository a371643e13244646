"""Runs the migrations in the connection that `chuckwagon.core.migrate` opened.

Each is a transaction of its own, unless the caller has one already (a restore, which is all or nothing).
"""

import importlib
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import context
from alembic.autogenerate.api import AutogenContext

import chuckwagon
from chuckwagon.core.db import Base, Instant

PACKAGE = Path(chuckwagon.__file__).parent


def load_models() -> sa.MetaData:
    """The tables of every slice, each in its models.py, and those of the core."""
    for name in (
        "audit",
        "audit_chain",
        "changes",
        "compatibility",
        "idempotency",
        "installation",
        "leases",
        "limits",
        "outbox",
    ):
        importlib.import_module(f"chuckwagon.core.{name}")
    for path in sorted(PACKAGE.glob("*/models.py")):
        importlib.import_module(f"chuckwagon.{path.parent.name}.models")
    return Base.metadata


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | bool:
    """A migration names plain column types, so that it still runs when our own types are gone."""
    if kind == "type" and isinstance(item, Instant):
        return "sa.DateTime(timezone=True)"
    return False


def run() -> None:
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
