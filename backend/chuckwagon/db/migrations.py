"""Brings a database to the newest migration; loads Alembic only when there is something to do.

Migrations are numbered 0001, 0002, … in one line, so the newest one is known from the file names.
"""

import fcntl
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from chuckwagon.core.sqlite import driver
from chuckwagon.settings import CannotStart, shipped

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = shipped("migrations", "backend/migrations")
_FILE = re.compile(r"(\d{4})_\w+\.py")
LOCK_NOT_AVAILABLE = "55P03"
LOCK_SECONDS, LOCK_ATTEMPTS = 5.0, 8
TURN_SECONDS = 1800
ADVISORY_LOCK = 7012025


class DatabaseTooNew(CannotStart):
    """The tables are of a release that this code does not work with."""


class DatabaseUnknown(CannotStart):
    """The tables are at a revision that is none of ours."""


class TablesInUse(CannotStart):
    """A migration could not get hold of a table; what was done before it stays."""


def newest_revision(folder: Path = MIGRATIONS) -> str | None:
    """The number of the newest migration, or None when there is none."""
    found = (_FILE.fullmatch(path.name) for path in (folder / "versions").glob("*.py"))
    return max((match.group(1) for match in found if match), default=None)


def current_revision(engine: sa.Engine) -> str | None:
    """The migration that the database is at, or None for an empty one."""
    with engine.connect() as connection:
        return _revision_on(connection)


def _revision_on(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found


def migrate(url: str) -> bool:
    """Bring the database at `url` to the newest migration; says whether anything had to be done.

    Tables of a newer release are left as they are if that release says that this code works with them.
    Raises DatabaseTooNew, DatabaseUnknown, TablesInUse.
    """
    engine = migration_engine(url)
    try:
        if not needs_migration(engine):
            return False
        with engine.connect() as connection, _turn(connection):
            if not needs_migration(engine):
                return False  # another process has just done it
            _upgrade_patiently(connection)
    finally:
        engine.dispose()
    return True


def needs_migration(engine: sa.Engine) -> bool:
    """Whether the tables are older than this code. Raises DatabaseTooNew, DatabaseUnknown."""
    with engine.connect() as connection:
        return _is_behind(connection)


def _is_behind(connection: sa.Connection) -> bool:
    found, newest = _revision_on(connection), newest_revision()
    if found is None:
        return newest is not None
    if not found.isdecimal():
        raise DatabaseUnknown(f"The tables of the database are at {found!r}, which no Chuckwagon knows.")
    if int(found) > int(newest or 0):
        minimum = _minimum_on(connection)
        if minimum is None or int(minimum) > int(newest or 0):
            raise DatabaseTooNew(
                f"The tables of the database are at {found}, but this version knows {newest} and cannot work "
                f"with newer ones. Install the version that made them, or restore a backup."
            )
    return int(found) < int(newest or 0)


def describe_newer(url: str) -> str | None:
    """A sentence about tables of a newer release that this code works with; None for its own tables."""
    engine = migration_engine(url)
    try:
        found, newest = current_revision(engine), newest_revision()
    finally:
        engine.dispose()
    if found is None or int(found) <= int(newest or 0):
        return None
    return (
        f"The tables are of a newer Chuckwagon ({found}; this version knows {newest}) and work with this one."
    )


def minimum_revision(engine: sa.Engine) -> str | None:
    """The oldest revision whose code works with the present tables, as the newest release declared it."""
    with engine.connect() as connection:
        return _minimum_on(connection)


def _minimum_on(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("schema_compatibility"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT minimum_revision FROM schema_compatibility"))
    return found


def upgrade_within(connection: sa.Connection, to: str = "head") -> None:
    """Bring the tables to a revision inside the caller's transaction.

    Raises DatabaseTooNew, DatabaseUnknown.
    """
    from alembic import command

    if not _is_behind(connection):
        return
    command.upgrade(_config(connection=connection, in_one_transaction=True), to)
    _declare_minimum(connection)


def _upgrade_patiently(connection: sa.Connection) -> None:
    """Each migration is a transaction that waits for a table for some seconds only, so that orders do not
    queue behind it; it is tried again, and goes on where it was.
    """
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SET lock_timeout = {int(1000 * LOCK_SECONDS)}"))
        connection.commit()
    for attempt in range(LOCK_ATTEMPTS):
        try:
            command.upgrade(_config(connection=connection), "head")
        except sa.exc.OperationalError as error:
            connection.rollback()
            if getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
            time.sleep(min(2.0**attempt, 10))
        else:
            with connection.begin():
                _declare_minimum(connection)
            return
    raise TablesInUse(
        "The tables could not be changed: a long transaction holds one of them. Nothing is half done; "
        "end it (see pg_stat_activity) and run chuckwagon migrate again."
    )


def _declare_minimum(connection: sa.Connection) -> None:
    """Tell older code whether it works with these tables."""
    from alembic.script import ScriptDirectory

    if not sa.inspect(connection).has_table("schema_compatibility"):
        return  # the tables are of a time before this was told
    at = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    breaking = [
        script.revision
        for script in scripts
        if script.revision <= at and getattr(script.module, "breaks_older_code", False)
    ]
    connection.execute(sa.text("DELETE FROM schema_compatibility"))
    connection.execute(
        sa.text("INSERT INTO schema_compatibility (minimum_revision) VALUES (:minimum)"),
        {"minimum": max(breaking, default="0001")},
    )


def write_revision(url: str, name: str) -> Path:
    """Write the next migration from what the models have and the database at `url` has not."""
    from alembic import command

    slug = re.sub(r"\W+", "_", name.strip().lower()).strip("_")
    number = f"{int(newest_revision() or 0) + 1:04d}"
    engine = migration_engine(url)
    try:
        with engine.begin() as connection:
            config = _config(connection=connection)
            command.revision(config, message=slug.replace("_", " "), rev_id=number, autogenerate=True)
    finally:
        engine.dispose()
    return next((MIGRATIONS / "versions").glob(f"{number}_*.py"))


def migration_engine(url: str) -> sa.Engine:
    """An engine for schema changes: on SQLite without foreign keys, as rebuilding a table needs it."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed, poolclass=sa.pool.NullPool, connect_args={"connect_timeout": 3})
    Path(parsed.database or "").parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    arguments = {"timeout": 30}
    engine = sa.create_engine(parsed, module=driver(), poolclass=sa.pool.NullPool, connect_args=arguments)

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # else the driver commits before each schema change

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextmanager
def _turn(connection: sa.Connection) -> Iterator[None]:
    """One migrating process at a time, however many start at once. Raises TablesInUse."""
    if connection.dialect.name == "sqlite":
        with Path(f"{connection.engine.url.database}.migrating").open("w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        return
    # Asked again and again, since a statement that waits would hold up an index that is built concurrently.
    deadline = time.monotonic() + TURN_SECONDS
    while not connection.scalar(sa.text(f"SELECT pg_try_advisory_lock({ADVISORY_LOCK})")):
        connection.rollback()
        if time.monotonic() > deadline:
            raise TablesInUse("Another process has been changing the tables for long. Look after that one.")
        time.sleep(0.1)
    connection.commit()
    yield  # the lock goes with the connection


def _config(**attributes: Any) -> "Config":
    from alembic.config import Config

    config = Config(str(MIGRATIONS / "alembic.ini"), attributes=attributes)
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
