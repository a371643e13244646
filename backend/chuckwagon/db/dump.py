"""A whole database as one file: SQLite by its online copy, PostgreSQL by `pg_dump`."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuckwagon.core.migrate import current_revision, migration_engine
from chuckwagon.core.sqlite import driver

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""
PAGES_PER_STEP = 1000


class BackupFailed(Exception):
    """A backup or a restore that did not happen, with one sentence for people."""


def kind_of(url: str) -> str:
    """sqlite or postgresql."""
    return "sqlite" if sa.make_url(url).get_backend_name() == "sqlite" else "postgresql"


def get_revision(url: str) -> str:
    """The migration that the database is at. Raises BackupFailed when there is nothing to save."""
    if kind_of(url) == "sqlite" and not Path(sa.make_url(url).database or "").is_file():
        raise BackupFailed("There is no database yet, so there is nothing to save.")
    revision = find_revision(url)
    if revision is None:
        raise BackupFailed("The database has no tables yet, so there is nothing to save.")
    return revision


def save_database(url: str, copy: Path, progress: Progress) -> None:
    """Write one consistent moment of a database in use to a file. Raises BackupFailed."""
    (_copy_sqlite if kind_of(url) == "sqlite" else _dump_postgresql)(url, copy, progress)


def find_revision(url: str) -> str | None:
    engine = migration_engine(url)
    try:
        return current_revision(engine)
    except sa.exc.OperationalError as error:
        raise BackupFailed(f"The database does not answer: {str(error.orig).splitlines()[0]}") from None
    finally:
        engine.dispose()


def _copy_sqlite(url: str, copy: Path, progress: Progress) -> None:
    """The online copy of one read transaction.

    Without that transaction SQLite restarts the copy whenever another connection commits between two
    steps, and a copy under load never ends.
    """
    module: Any = driver()
    source = module.connect(sa.make_url(url).database, isolation_level=None)
    target = module.connect(copy)
    try:
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master").fetchone()
        source.backup(
            target,
            pages=PAGES_PER_STEP,
            progress=lambda _s, left, all_: progress("database", all_ - left, all_),
        )
        if target.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise BackupFailed("The copy of the database is not sound. Check the disk, then try again.")
        # One file, without the write-ahead log that a reader would leave beside it.
        target.execute("PRAGMA journal_mode=DELETE")
    except module.Error as error:
        raise BackupFailed(f"The database could not be copied: {error}.") from None
    finally:
        target.close()
        source.close()


def _dump_postgresql(url: str, copy: Path, progress: Progress) -> None:
    progress("database", 0, 1)
    _run_client(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={copy}")
    progress("database", 1, 1)


def _run_client(url: str, program: str, *options: str) -> None:
    """Run one of PostgreSQL's own programs on the database; the password is in the environment only."""
    from psycopg.conninfo import make_conninfo

    address = sa.make_url(url)
    parts: dict[str, Any] = {"host": address.host, "port": address.port, "user": address.username}
    parts |= {"dbname": address.database, **address.query}
    target = make_conninfo("", **{name: value for name, value in parts.items() if value is not None})
    environment = {**os.environ, "PGPASSWORD": address.password} if address.password else dict(os.environ)
    done = subprocess.run(  # noqa: S603 - our own program with our own arguments
        [find_client(program), *options, f"--dbname={target}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BackupFailed(client_failure(program, done.stderr))


def find_client(program: str) -> str:
    """Where one of PostgreSQL's client programs is. Raises BackupFailed."""
    found = shutil.which(program)
    if found is None:
        raise BackupFailed(
            f"{program} is not installed. Install PostgreSQL's client programs, then try again."
        )
    return found


def client_failure(program: str, stderr: str) -> str:
    """The first line of what a program said when it failed, as a sentence."""
    return f"{program} failed: {(stderr.strip().splitlines() or ['no reason given'])[0]}"
