"""Dumps a database to one file: SQLite with `VACUUM INTO`, PostgreSQL with `pg_dump`.

Why: docs/decisions/0019-backups-in-one-file.md
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuckwagon.db.migrations import current_revision, migration_engine
from chuckwagon.db.sqlite import load_sqlite_module
from chuckwagon.kit.errors import OperatorError

Progress = Callable[[str, int, int], None]
"""Called with the name of the step, the amount that is done and the total."""
INSTRUCTIONS_PER_STEP = 5_000  # of SQLite, between two reports of progress


class BackupFailed(OperatorError):
    """A backup or a restore did not succeed. The text is one sentence for the operator."""


def get_backend_name(url: str) -> str:
    """Return `sqlite` or `postgresql`."""
    return "sqlite" if sa.make_url(url).get_backend_name() == "sqlite" else "postgresql"


def get_revision(url: str) -> str:
    """Return the database's current migration. Raises BackupFailed if the database is missing or empty."""
    if get_backend_name(url) == "sqlite" and not Path(sa.make_url(url).database or "").is_file():
        raise BackupFailed("There is no database yet, so there is nothing to back up.")
    revision = find_revision(url)
    if revision is None:
        raise BackupFailed("The database has no tables yet, so there is nothing to back up.")
    return revision


def dump_database(url: str, copy: Path, progress: Progress) -> None:
    """Write a consistent snapshot of a running database to the file `copy`. Raises BackupFailed."""
    (_copy_sqlite if get_backend_name(url) == "sqlite" else _dump_postgresql)(url, copy, progress)


def find_revision(url: str) -> str | None:
    """Return the database's current migration; None if it is empty. Raises BackupFailed if it does not respond."""
    engine = migration_engine(url)
    try:
        return current_revision(engine)
    except sa.exc.OperationalError as error:
        raise BackupFailed(f"The database does not answer: {str(error.orig).splitlines()[0]}") from None
    finally:
        engine.dispose()


def _copy_sqlite(url: str, copy: Path, progress: Progress) -> None:
    """Write the rows of one read transaction into a new file.

    The online backup would copy pages, and with their free space whatever was deleted from them.
    """
    module: Any = load_sqlite_module()
    source = module.connect(sa.make_url(url).database, isolation_level=None)
    target = module.connect(copy)
    size = max(Path(sa.make_url(url).database or "").stat().st_size, 1)
    try:
        source.set_progress_handler(
            lambda: progress("database", min(_size_of(copy), size - 1), size), INSTRUCTIONS_PER_STEP
        )
        source.execute("VACUUM INTO ?", (str(copy),))
        progress("database", size, size)
        if target.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise BackupFailed("The copy of the database is corrupt. Check the disk, then try again.")
        # A single file: in WAL mode each reader would create a second file next to it.
        target.execute("PRAGMA journal_mode=DELETE")
    except module.Error as error:
        raise BackupFailed(f"The database could not be copied: {error}.") from None
    finally:
        target.close()
        source.close()


def _size_of(copy: Path) -> int:
    return copy.stat().st_size if copy.exists() else 0


def _dump_postgresql(url: str, copy: Path, progress: Progress) -> None:
    progress("database", 0, 1)
    _run_client(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={copy}")
    progress("database", 1, 1)


def _run_client(url: str, program: str, *options: str) -> None:
    """Run a PostgreSQL client program on the database. The password is passed in the environment only."""
    from psycopg.conninfo import make_conninfo

    parsed = sa.make_url(url)
    parts: dict[str, Any] = {"host": parsed.host, "port": parsed.port, "user": parsed.username}
    parts |= {"dbname": parsed.database, **parsed.query}
    target = make_conninfo("", **{name: value for name, value in parts.items() if value is not None})
    environment = {**os.environ, "PGPASSWORD": parsed.password} if parsed.password else dict(os.environ)
    result = subprocess.run(  # noqa: S603 - our own program with our own arguments
        [get_client_path(program), *options, f"--dbname={target}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        raise BackupFailed(describe_client_failure(program, result.stderr))


def get_client_path(program: str) -> str:
    """Return the path of a PostgreSQL client program. Raises BackupFailed if it is not installed."""
    path = shutil.which(program)
    if path is None:
        raise BackupFailed(f"{program} is not installed. Install the PostgreSQL client programs, then try again.")
    return path


def describe_client_failure(program: str, stderr: str) -> str:
    """Build a sentence from the first line of a failed program's error output."""
    return f"{program} failed: {(stderr.strip().splitlines() or ['no reason given'])[0]}"
