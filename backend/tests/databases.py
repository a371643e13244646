"""Databases with all tables, copied from one that each test run migrates once, because a migration takes a second.

And what the tables hold.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

# A migration loads this table, which only migrations write; a test process that copies knows it as well.
from chuckwagon.db import installation  # noqa: F401
from chuckwagon.db.database import Base, Database
from chuckwagon.db.migrations import migrate
from tests import environment
from tests.servers import PostgresServer

MIGRATED, UNFINISHED = "migrated", "migrating"
Row = TypeVar("Row", bound=Base)
WRITTEN_AT = ("at", "created_at", "opened_at", "closed_at", "received_at")  # the column that says when, by its names


def create_tables(url: str) -> None:
    """Do what `migrate` does with the database at `url`, which holds nothing and may be missing."""
    address = sa.make_url(url)
    if address.get_backend_name() == "sqlite":
        _copy_sqlite(Path(address.database or ""))
    else:
        _copy_postgresql(PostgresServer.running_in(str(address.query["host"])), address.database or "")


def _copy_sqlite(target: Path) -> None:
    folder = Path(os.environ[environment.RUN_FOLDER])
    finished, unfinished = folder / f"{MIGRATED}.sqlite3", folder / f"{UNFINISHED}.sqlite3"
    with _locked(folder):
        if not finished.exists():
            unfinished.unlink(missing_ok=True)
            migrate(f"sqlite:///{unfinished}")
            unfinished.rename(finished)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copyfile(finished, target)


def _copy_postgresql(server: PostgresServer, name: str) -> None:
    with _locked(Path(os.environ[environment.RUN_FOLDER])):
        if not server.has_database(MIGRATED):
            server.drop_database(UNFINISHED)
            migrate(server.create_database(UNFINISHED))
            server.rename_database(UNFINISHED, MIGRATED)
    server.drop_database(name)
    server.create_database(name, template=MIGRATED)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one test process at a time migrate."""
    with (folder / "migrating.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def table_names() -> tuple[str, ...]:
    """The names of all tables, referencing tables first."""
    return tuple(table.name for table in reversed(Base.metadata.sorted_tables))


def filled_tables(connection: sa.Connection) -> list[str]:
    """The names of the tables that have rows, referencing tables first. One query, because most tables have none."""
    queries = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in table_names()]
    filled = set(connection.exec_driver_sql(" UNION ALL ".join(queries)).scalars())
    return [name for name in table_names() if name in filled]


def every_row(database: Database) -> dict[str, list[str]]:
    """Every row of every table, as the database driver reads it: the matrix asks for it a thousand times."""
    with database.reading() as session:
        connection = session.connection()
        found = {
            name: sorted(map(repr, connection.exec_driver_sql(f"SELECT * FROM {name}")))
            for name in filled_tables(connection)
        }
    return {name: found.get(name, []) for name in table_names()}


def read_rows(database: Database, model: type[Row]) -> list[Row]:
    """Every row of a table, oldest first: PostgreSQL writes a row where there is room, and reads them as they lie."""
    columns = model.__table__.c
    written_at = next((columns[name] for name in WRITTEN_AT if name in columns), None)
    with database.reading() as session:
        return list(session.scalars(sa.select(model).order_by(written_at)))
