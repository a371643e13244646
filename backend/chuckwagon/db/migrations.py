"""Upgrades a database to the newest migration. Alembic is imported only if there is work to do.

Migrations are numbered 0001, 0002, … without branches, so the file names tell the newest one.
"""

import fcntl
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from chuckwagon.db.sqlite import SECURE_DELETE, create_private_file, load_sqlite_module, open_lock_file
from chuckwagon.kit.errors import CannotStart
from chuckwagon.observability.logging import log
from chuckwagon.settings import find_packaged_folder

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS_DIR = find_packaged_folder("migrations", "backend/migrations")
_MIGRATION_FILE = re.compile(r"(\d{4})_\w+\.py")
LOCK_NOT_AVAILABLE = "55P03"
LOCK_TIMEOUT_SECONDS, MAX_LOCK_ATTEMPTS = 5.0, 8
LOCK_RETRY_SECONDS, MAX_LOCK_RETRY_SECONDS = 1.0, 10.0  # the first wait, which doubles with each attempt
MIGRATION_LOCK_TIMEOUT_SECONDS = 1800
ADVISORY_LOCK_ID = 7012025
FREE_OF_DELETED = "0056"  # from here on SQLite overwrites what is deleted


class DatabaseTooNew(CannotStart):
    """A newer release created the tables, and this code does not work with them."""


class UnknownRevision(CannotStart):
    """The tables are at a revision that no release of Chuckwagon has."""


class TablesInUse(CannotStart):
    """A migration could not lock a table. The migrations before it are committed."""


def newest_revision(folder: Path = MIGRATIONS_DIR) -> str | None:
    """The number of the newest migration, four digits as a string; None if there are none."""
    matches = (_MIGRATION_FILE.fullmatch(path.name) for path in (folder / "versions").rglob("*.py"))
    return max((match.group(1) for match in matches if match), default=None)


def current_revision(engine: sa.Engine) -> str | None:
    """The database's current migration, or None if the database is empty."""
    with engine.connect() as connection:
        return _read_revision(connection)


def _read_revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision


def migrate(url: str) -> bool:
    """Upgrade the database at `url` to the newest migration. Return whether there was work to do.

    Tables of a newer release are left unchanged if that release declares that this code works with them. Raises
    DatabaseTooNew, UnknownRevision, TablesInUse.
    """
    engine = migration_engine(url)
    try:
        if not needs_migration(engine):
            return False
        with engine.connect() as connection, _migration_lock(connection):
            if not needs_migration(engine):
                return False  # another process has just migrated
            if engine.dialect.name == "sqlite" and (current_revision(engine) or FREE_OF_DELETED) < FREE_OF_DELETED:
                _write_file_again(engine)
            _upgrade_with_retries(connection)
    finally:
        engine.dispose()
    return True


def _write_file_again(engine: sa.Engine) -> None:
    """Write a SQLite file again without its free space, where rows stand that earlier releases deleted.

    Raises CannotStart without room for a copy of the file, or while another program keeps it locked.
    """
    log.info("database_rewrite_started", megabytes=Path(engine.url.database or "").stat().st_size // 1_000_000)
    with closing(engine.raw_connection()) as connection:
        try:
            connection.cursor().execute("VACUUM")
        except load_sqlite_module().OperationalError as error:
            raise CannotStart(
                f"The database must be written again once, without what was deleted from it, and this failed: {error}. "
                "It needs as much free disk as the file is large, and no other program that writes to it."
            ) from None
    log.info("database_rewrite_finished")


def needs_migration(engine: sa.Engine) -> bool:
    """Whether the tables are older than this code. Raises DatabaseTooNew, UnknownRevision."""
    with engine.connect() as connection:
        return _is_behind(connection)


def _is_behind(connection: sa.Connection) -> bool:
    current, newest = _read_revision(connection), newest_revision()
    if current is None:
        return newest is not None
    if not current.isdecimal():
        raise UnknownRevision(f"The database is at revision {current!r}, which no Chuckwagon knows.")
    if int(current) > int(newest or 0):
        minimum = _read_minimum_revision(connection)
        if minimum is None or int(minimum) > int(newest or 0):
            raise DatabaseTooNew(
                f"The database is at revision {current}, but this version knows only {newest} and cannot work with "
                f"a newer one. Install the version that created it, or restore a backup."
            )
    return int(current) < int(newest or 0)


def describe_newer_schema(url: str) -> str | None:
    """A sentence about tables of a newer release that this code works with; None if the tables are not newer."""
    engine = migration_engine(url)
    try:
        current, newest = current_revision(engine), newest_revision()
    finally:
        engine.dispose()
    if current is None or int(current) <= int(newest or 0):
        return None
    return (
        f"A newer Chuckwagon created the tables ({current}; this version knows {newest}). They work with this version."
    )


def minimum_revision(engine: sa.Engine) -> str | None:
    """The oldest revision whose code works with the current tables; None if no release has declared it."""
    with engine.connect() as connection:
        return _read_minimum_revision(connection)


def _read_minimum_revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("schema_compatibility"):
        return None
    minimum: str | None = connection.scalar(sa.text("SELECT minimum_revision FROM schema_compatibility"))
    return minimum


def upgrade_in_transaction(connection: sa.Connection, to: str = "head") -> None:
    """Upgrade the tables to the revision `to` inside the caller's transaction.

    Raises DatabaseTooNew, UnknownRevision.
    """
    from alembic import command

    if not _is_behind(connection):
        return
    command.upgrade(_config(connection=connection, in_one_transaction=True), to)
    _store_minimum_revision(connection)


def _upgrade_with_retries(connection: sa.Connection) -> None:
    """Run each migration in a transaction with a short lock timeout, so that orders do not queue behind it.

    After a timeout the upgrade is retried and continues with the migration that failed. Raises TablesInUse after
    the last attempt.
    """
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SET lock_timeout = {int(1000 * LOCK_TIMEOUT_SECONDS)}"))
        connection.commit()
    for attempt in range(MAX_LOCK_ATTEMPTS):
        try:
            command.upgrade(_config(connection=connection), "head")
        except sa.exc.OperationalError as error:
            connection.rollback()
            if getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
            time.sleep(min(LOCK_RETRY_SECONDS * 2**attempt, MAX_LOCK_RETRY_SECONDS))
        else:
            with connection.begin():
                _store_minimum_revision(connection)
            return
    raise TablesInUse(
        "The tables could not be changed, because a long transaction has locked one of them. No migration is "
        "half done. End the transaction (see pg_stat_activity) and run chuckwagon migrate again."
    )


def _store_minimum_revision(connection: sa.Connection) -> None:
    """Store the oldest revision whose code works with these tables, for older releases to read."""
    from alembic.script import ScriptDirectory

    if not sa.inspect(connection).has_table("schema_compatibility"):
        return  # migrations before this table existed
    current = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    breaking = [
        script.revision
        for script in scripts
        if script.revision <= current and getattr(script.module, "breaks_older_code", False)
    ]
    connection.execute(sa.text("DELETE FROM schema_compatibility"))
    connection.execute(
        sa.text("INSERT INTO schema_compatibility (minimum_revision) VALUES (:minimum)"),
        {"minimum": max(breaking, default="0001")},
    )


def generate_migration(url: str, name: str) -> Path:
    """Write the next migration, from the difference between the models and the database at `url`. Returns its file."""
    from alembic import command

    slug = re.sub(r"\W+", "_", name.strip().lower()).strip("_")
    number = f"{int(newest_revision() or 0) + 1:04d}"
    engine = migration_engine(url)
    try:
        with engine.begin() as connection:
            config = _config(connection=connection)
            command.revision(
                config,
                message=slug.replace("_", " "),
                rev_id=number,
                autogenerate=True,
                version_path=str(MIGRATIONS_DIR / "versions"),
            )
    finally:
        engine.dispose()
    return next((MIGRATIONS_DIR / "versions").glob(f"{number}_*.py"))


def migration_engine(url: str) -> sa.Engine:
    """Create an engine for schema changes. On SQLite foreign keys are off, because rebuilding a table needs that."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        # The options stand above those that are stored with the role (`db/postgresql.py`).
        options = {"connect_timeout": 3, "options": "-c default_transaction_read_only=off -c statement_timeout=0"}
        return sa.create_engine(parsed, poolclass=sa.pool.NullPool, connect_args=options)
    create_private_file(Path(parsed.database or ""))
    arguments = {"timeout": 30}
    engine = sa.create_engine(parsed, module=load_sqlite_module(), poolclass=sa.pool.NullPool, connect_args=arguments)

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # otherwise the driver commits before each schema change
        connection.execute(f"PRAGMA {SECURE_DELETE}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextmanager
def _migration_lock(connection: sa.Connection) -> Iterator[None]:
    """Let one process migrate at a time, even if many start at once. Raises TablesInUse."""
    if connection.dialect.name == "sqlite":
        with open_lock_file(f"{connection.engine.url.database}.migrating") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        return
    # Polled, because a waiting statement would block an index that is built concurrently.
    deadline = time.monotonic() + MIGRATION_LOCK_TIMEOUT_SECONDS
    while not connection.scalar(sa.text(f"SELECT pg_try_advisory_lock({ADVISORY_LOCK_ID})")):
        connection.rollback()
        if time.monotonic() > deadline:
            raise TablesInUse("Another process has been migrating the tables for a long time. Check that process.")
        time.sleep(0.1)
    connection.commit()
    yield  # the lock ends with the connection


def _config(**attributes: Any) -> "Config":
    from alembic.config import Config

    config = Config(str(MIGRATIONS_DIR / "alembic.ini"), attributes=attributes)
    config.set_main_option("script_location", str(MIGRATIONS_DIR))
    return config
