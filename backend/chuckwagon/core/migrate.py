"""Brings a database to the newest migration; loads Alembic only when there is something to do.

Migrations are numbered 0001, 0002, … in one line, so the newest one is known from the file names.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from chuckwagon.core.sqlite import driver
from chuckwagon.settings import shipped

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = shipped("migrations", "backend/migrations")
_FILE = re.compile(r"(\d{4})_\w+\.py")


def newest_revision(folder: Path = MIGRATIONS) -> str | None:
    """The number of the newest migration, or None when there is none."""
    found = (_FILE.fullmatch(path.name) for path in (folder / "versions").glob("*.py"))
    return max((match.group(1) for match in found if match), default=None)


def current_revision(engine: sa.Engine) -> str | None:
    """The migration that the database is at, or None for an empty one."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        return found


def migrate(url: str) -> bool:
    """Bring the database at `url` to the newest migration; says whether anything had to be done."""
    engine = migration_engine(url)
    try:
        if current_revision(engine) == newest_revision():
            return False
        from alembic import command

        with engine.begin() as connection:
            _take_turn(connection)
            command.upgrade(_config(connection=connection), "head")
    finally:
        engine.dispose()
    return True


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


def _take_turn(connection: sa.Connection) -> None:
    """Several processes may start at once; SQLite's immediate transaction already queues them."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(7012025)"))


def _config(**attributes: Any) -> "Config":
    from alembic.config import Config

    config = Config(str(MIGRATIONS / "alembic.ini"), attributes=attributes)
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
