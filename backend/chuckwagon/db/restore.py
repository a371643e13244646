"""Puts a saved database in place of the present one: all of it, or nothing.

Before any other process sees the restored tables they are migrated, and the caller changes what a restore
must change (`adapt`). SQLite does that in a file beside the database, which then takes its place. PostgreSQL
does all of it in one transaction.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.database_files import (
    BackupFailed,
    client_failure,
    find_client,
    find_revision,
    kind_of,
)
from chuckwagon.core.db import Database, Writer
from chuckwagon.core.migrate import migrate, migration_engine, upgrade_within
from chuckwagon.core.sqlite import take_presence
from chuckwagon.core.transaction_callbacks import run_before_commit
from chuckwagon.settings import CannotStart

T = TypeVar("T")
Remember = Callable[[Session], None]
"""Reads what must be carried over from the database that is about to be replaced."""
Adapt = Callable[[Writer], None]
"""Changes the restored tables before any other process sees them."""

LOCK_SECONDS = 10
_COPY_CHUNK = 1024 * 1024
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND coalesce(backend_type, 'client backend') = 'client backend'
"""
_RELATIONS = """
    SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
        ELSE 'TABLE' END, quote_ident(nspname) || '.' || quote_ident(relname)
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""


def replace_database(url: str, copy: Path, remember: Remember, adapt: Adapt, *, replace: bool) -> None:
    """Put the saved database in `copy` in place; only with `replace` where there is one already.

    `copy` is a SQLite file, which is moved, or a dump of `pg_dump --format=custom`. `remember` is called only
    if there is a database to replace. Raises BackupFailed; then nothing has changed.
    """
    try:
        (_replace_sqlite if kind_of(url) == "sqlite" else _replace_postgresql)(
            url, copy, remember, adapt, replace
        )
    except CannotStart as problem:
        raise BackupFailed(f"Nothing was restored. {problem}") from None
    except sa.exc.SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise BackupFailed(f"Nothing was restored, because the database refused it: {reason}") from error


class OneTransaction(Writer):
    """Runs each piece of work within the transaction that is open on a connection."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def write(self, work: Callable[[Session], T]) -> T:
        """See `Database.write`; nothing is committed, and what follows a commit is left out."""
        with Session(
            self._connection, expire_on_commit=False, join_transaction_mode="create_savepoint"
        ) as session:
            answer = work(session)
            run_before_commit(session)
            session.flush()
            driver = session.info.get("driver")
            if driver is not None:
                driver.send()
            session.commit()
            return answer

    def close(self) -> None:
        """The connection is its owner's."""


def _replace_sqlite(url: str, copy: Path, remember: Remember, adapt: Adapt, replace: bool) -> None:
    database = Path(sa.make_url(url).database or "")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        presence = take_presence(database, alone=True)
    except BlockingIOError:
        raise BackupFailed("Chuckwagon is running on this database. Stop it, then restore.") from None
    with presence:
        if database.exists():
            if not replace:
                raise BackupFailed(f"{database} exists. Use --replace; it will be kept beside the new one.")
            _remember_sqlite(url, remember)
        _adapt_sqlite(f"sqlite:///{copy}", adapt)
        if database.exists():
            _set_aside(database)
        with copy.open("rb") as file:
            os.fsync(file.fileno())
        copy.rename(database)
        _fsync_folder(database.parent)


def _remember_sqlite(url: str, remember: Remember) -> None:
    """On a connection of its own: the presence lock is held by this restore already."""
    engine = migration_engine(url)
    try:
        with Session(engine) as session:
            remember(session)
    finally:
        engine.dispose()


def _adapt_sqlite(url: str, adapt: Adapt) -> None:
    migrate(url)
    with closing(Database(url)) as database:
        adapt(database)


def _set_aside(database: Path) -> None:
    """The write-ahead log goes with its database: it may hold the newest orders."""
    aside = database.with_name(f"{database.name}.before-{clock.now():%Y%m%dT%H%M%SZ}")
    for suffix in ("", "-wal", "-shm"):
        if (old := Path(f"{database}{suffix}")).exists():
            old.rename(f"{aside}{suffix}")


def _fsync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace_postgresql(url: str, copy: Path, remember: Remember, adapt: Adapt, replace: bool) -> None:
    holds_tables = find_revision(url) is not None
    if holds_tables and not replace:
        raise BackupFailed("The database is not empty. Use --replace to put the backup in its place.")
    with closing(Database(url)) as database, database.engine.connect() as connection, connection.begin():
        _refuse_while_in_use(connection)
        connection.execute(sa.text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
        connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        if holds_tables:
            with Session(connection, join_transaction_mode="create_savepoint") as session:
                remember(session)
        _drop_relations(connection)
        with _script_of(copy) as script:
            _run_script(connection, script)
        upgrade_within(connection)
        adapt(OneTransaction(connection))


def _refuse_while_in_use(connection: sa.Connection) -> None:
    """A product that comes after this waits for our locks, and then sees the restored tables only."""
    others = connection.scalar(sa.text(_OTHERS))
    if others:
        raise BackupFailed(
            f"{others} other connections use this database. Stop every server and worker, then restore."
        )


def _drop_relations(connection: sa.Connection) -> None:
    """Whatever the present tables are: those of a newer release are not named in the backup."""
    for kind, name in connection.execute(sa.text(_RELATIONS)).all():
        # A sequence goes with its table.
        connection.exec_driver_sql(f"DROP {kind} IF EXISTS {name} CASCADE")


@contextmanager
def _script_of(copy: Path) -> Iterator[IO[bytes]]:
    """The dump as SQL, read while `pg_restore` writes it. Raises BackupFailed."""
    command = [find_client("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(copy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:  # noqa: S603
        assert program.stdout is not None
        assert program.stderr is not None
        try:
            yield program.stdout
        except BaseException:
            program.kill()
            raise
        said = program.stderr.read().decode(errors="replace")
        if program.wait() != 0:
            raise BackupFailed(client_failure("pg_restore", said))


def _run_script(connection: sa.Connection, script: IO[bytes]) -> None:
    """Run what `pg_restore` has written: SQL, and rows between `COPY … FROM stdin;` and `\\.`."""
    driver: Any = connection.connection.driver_connection
    statements: list[bytes] = []
    for line in script:
        if line.startswith(b"COPY ") and line.endswith(b" FROM stdin;\n"):
            _run_statements(driver, statements)
            with driver.cursor().copy(line.rstrip(b";\n")) as copying:
                for chunk in _rows(script):
                    copying.write(chunk)
        elif not line.startswith(b"\\"):  # such a line is for psql
            statements.append(line)
    _run_statements(driver, statements)
    driver.execute("RESET ALL", prepare=False)
    driver.execute("SET LOCAL lock_timeout = '10s'", prepare=False)
    driver.execute("SET LOCAL statement_timeout = 0", prepare=False)


def _run_statements(driver: Any, statements: list[bytes]) -> None:
    if any(line.strip() and not line.startswith(b"--") for line in statements):
        driver.execute(b"".join(statements), prepare=False)
    statements.clear()


def _rows(script: IO[bytes]) -> Iterator[bytes]:
    """The rows of one table, in pieces of about a mebibyte."""
    rows, size = [], 0
    for line in script:
        if line == b"\\.\n":
            break
        rows.append(line)
        size += len(line)
        if size > _COPY_CHUNK:
            yield b"".join(rows)
            rows, size = [], 0
    yield b"".join(rows)
