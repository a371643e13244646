"""A whole database as one file, and back: SQLite by its online copy, PostgreSQL by its own programs."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuckwagon.core import clock
from chuckwagon.core.migrate import current_revision, migration_engine
from chuckwagon.core.sqlite import driver, take_presence

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


class BackupFailed(Exception):
    """A backup or a restore that did not happen, with one sentence for people."""


def kind_of(url: str) -> str:
    """sqlite or postgresql."""
    return "sqlite" if sa.make_url(url).get_backend_name() == "sqlite" else "postgresql"


def get_revision(url: str) -> str:
    """The migration that the database is at. Raises BackupFailed when there is nothing to save."""
    if kind_of(url) == "sqlite" and not Path(sa.make_url(url).database or "").is_file():
        raise BackupFailed("There is no database yet, so there is nothing to save.")
    revision = _find_revision(url)
    if revision is None:
        raise BackupFailed("The database has no tables yet, so there is nothing to save.")
    return revision


def save_database(url: str, copy: Path, progress: Progress) -> None:
    """Write one consistent moment of a database in use to a file. Raises BackupFailed."""
    (_copy_sqlite if kind_of(url) == "sqlite" else _dump_postgresql)(url, copy, progress)


def load_database(url: str, copy: Path, *, replace: bool) -> None:
    """Put a saved database in its place, all or nothing. Raises BackupFailed."""
    (_replace_sqlite if kind_of(url) == "sqlite" else _load_postgresql)(url, copy, replace)


def _find_revision(url: str) -> str | None:
    engine = migration_engine(url)
    try:
        return current_revision(engine)
    except sa.exc.OperationalError as error:
        raise BackupFailed(f"The database does not answer: {str(error.orig).splitlines()[0]}") from None
    finally:
        engine.dispose()


def _copy_sqlite(url: str, copy: Path, progress: Progress) -> None:
    """The online copy: pages that change meanwhile are copied again, so that the end is one moment."""
    module: Any = driver()
    source = module.connect(sa.make_url(url).database)
    target = module.connect(copy)
    try:
        source.backup(
            target, pages=1000, progress=lambda _s, left, all_: progress("database", all_ - left, all_)
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


def _replace_sqlite(url: str, copy: Path, replace: bool) -> None:
    database = Path(sa.make_url(url).database or "")
    try:
        presence = take_presence(database, alone=True)
    except BlockingIOError:
        raise BackupFailed("Chuckwagon is running on this database. Stop it, then restore.") from None
    with presence:
        if database.exists():
            if not replace:
                raise BackupFailed(f"{database} exists. Use --replace; it will be kept beside the new one.")
            _set_aside(database)
        with copy.open("rb") as file:
            os.fsync(file.fileno())
        copy.rename(database)
        _fsync_folder(database.parent)


def _set_aside(database: Path) -> None:
    """The write-ahead log goes with its database: it may hold the newest orders."""
    aside = database.with_name(f"{database.name}.before-{clock.now():%Y%m%dT%H%M%SZ}")
    for suffix in ("", "-wal", "-shm"):
        if (old := Path(f"{database}{suffix}")).exists():
            old.rename(f"{aside}{suffix}")


def _load_postgresql(url: str, copy: Path, replace: bool) -> None:
    if _find_revision(url) is not None and not replace:
        raise BackupFailed("The database is not empty. Use --replace to put the backup in its place.")
    _run_client(
        url, "pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges",
        "--single-transaction", "--exit-on-error", str(copy),
    )  # fmt: skip


def _run_client(url: str, program: str, *options: str) -> None:
    """Run one of PostgreSQL's own programs; the password is in the environment, where only we see it."""
    from psycopg.conninfo import make_conninfo

    found = shutil.which(program)
    if found is None:
        raise BackupFailed(
            f"{program} is not installed. Install PostgreSQL's client programs, then try again."
        )
    address = sa.make_url(url)
    parts: dict[str, Any] = {"host": address.host, "port": address.port, "user": address.username}
    parts |= {"dbname": address.database, **address.query}
    target = make_conninfo("", **{name: value for name, value in parts.items() if value is not None})
    environment = {**os.environ, "PGPASSWORD": address.password} if address.password else dict(os.environ)
    done = subprocess.run(  # noqa: S603 - our own program with our own arguments
        [found, *options, f"--dbname={target}"], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[0]
        raise BackupFailed(f"{program} failed: {reason}")


def _fsync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
