"""Dumps a database to one file, and replaces one with a dump: completely, or not at all.

Before any other process sees the restored tables, they are migrated and the caller's `after_restore` changes them.
On SQLite this happens in a separate file, which then replaces the database. On PostgreSQL it is one transaction.

Why: docs/decisions/0027-restore-is-one-step.md

Why: docs/decisions/0019-backups-in-one-file.md
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, Writer
from chuckwagon.db.migrations import current_revision, migrate, migration_engine, upgrade_in_transaction
from chuckwagon.db.sqlite import LOG_SUFFIXES, OWNER_ONLY, list_database_files, load_sqlite_module, lock_database
from chuckwagon.db.transaction_callbacks import run_before_commit
from chuckwagon.kit import clock
from chuckwagon.kit.errors import CannotStart, OperatorError

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


T = TypeVar("T")
BeforeReplace = Callable[[Session], None]
"""Reads from the old database what must be carried over to the restored one."""
AfterRestore = Callable[[Writer], None]
"""Changes the restored tables before any other process sees them."""

LOCK_TIMEOUT_SECONDS = 10
READER_TIMEOUT_MS = 1_000
LEAVING_SECONDS = 3.0
LEAVING_POLL_SECONDS = 0.1
_COPY_CHUNK = 1024 * 1024
_COUNT_OTHER_CONNECTIONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND coalesce(backend_type, 'client backend') = 'client backend'
"""
_LIST_RELATIONS = """
    SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
        ELSE 'TABLE' END, quote_ident(nspname) || '.' || quote_ident(relname)
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""


def replace_database(
    url: str, copy: Path, before_replace: BeforeReplace, after_restore: AfterRestore, *, replace: bool
) -> None:
    """Restore the database from the file `copy`. An existing database is replaced only if `replace` is set.

    `copy` is a SQLite file, which is moved, or a dump of `pg_dump --format=custom`. `before_replace` is called only
    if there is a database to replace. Raises BackupFailed; in that case nothing has changed.
    """
    try:
        (_replace_sqlite if get_backend_name(url) == "sqlite" else _replace_postgresql)(
            url, copy, before_replace, after_restore, replace
        )
    except CannotStart as problem:
        raise BackupFailed(f"Nothing was restored. {problem}") from None
    except sa.exc.SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise BackupFailed(f"Nothing was restored, because the database reported an error: {reason}") from error


class SavepointWriter(Writer):
    """Runs writes inside the open transaction of a connection, which its owner commits."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a savepoint, without a commit. Its `after_commit` callbacks are not called."""
        with Session(self._connection, expire_on_commit=False, join_transaction_mode="create_savepoint") as session:
            result = work(session)
            run_before_commit(session)
            session.flush()
            driver = session.info.get("driver")
            if driver is not None:
                driver.send()
            session.commit()
            return result

    def close(self) -> None:
        """Do nothing, because the owner of the connection closes it."""


def _replace_sqlite(
    url: str, copy: Path, before_replace: BeforeReplace, after_restore: AfterRestore, replace: bool
) -> None:
    database = Path(sa.make_url(url).database or "")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        database_lock = lock_database(database, exclusive=True)
    except BlockingIOError:
        raise BackupFailed("Chuckwagon is running on this database. Stop it, then restore.") from None
    with database_lock:
        if database.exists():
            if not replace:
                raise BackupFailed(f"{database} exists. Use --replace; the old file is renamed and kept.")
            _call_before_replace(url, before_replace)
        _migrate_and_adapt(f"sqlite:///{copy}", after_restore)
        _put_in_place(copy, database)


def _call_before_replace(url: str, before_replace: BeforeReplace) -> None:
    """Call `before_replace` on a separate connection, because this restore already holds the database lock.

    Then empty the write-ahead log, whose rows belong to the old file.
    """
    engine = migration_engine(url)
    try:
        with Session(engine) as session:
            before_replace(session)
        _empty_log(engine)
    finally:
        engine.dispose()


def _empty_log(engine: sa.Engine) -> None:
    """Move the rows of the write-ahead log into the database file; those of a damaged one stay.

    Raises BackupFailed while another program, such as the `sqlite3` shell, reads the database.
    """
    is_busy = 0
    with closing(engine.raw_connection()) as connection, suppress(load_sqlite_module().DatabaseError):
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {READER_TIMEOUT_MS}")
        [is_busy, *_] = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise BackupFailed("Nothing was restored. Another program reads the database: close it, then restore.")


def _migrate_and_adapt(url: str, after_restore: AfterRestore) -> None:
    migrate(url)
    with closing(Database(url)) as database:
        after_restore(database)


def _put_in_place(copy: Path, database: Path) -> None:
    """Replace the database file with `copy` in one step, and keep the old file under a second name.

    A file is at the path at every moment, because a server that starts without one creates an empty database.
    """
    for file in (copy, *list_database_files(f"sqlite:///{database}")):
        file.chmod(OWNER_ONLY)
    _fsync(copy)
    kept = database.with_name(f"{database.name}.before-{clock.now():%Y%m%dT%H%M%SZ}")
    if database.exists():
        _keep_old_file(database, kept, copy.with_name("old"))
    _move_logs_away(database, kept)
    _fsync(database.parent)
    copy.rename(database)
    _fsync(database.parent)


def _keep_old_file(database: Path, kept: Path, partial: Path) -> None:
    """Give the old file the name `kept` too, or copy it where the file system has no hard links."""
    try:
        os.link(database, kept)
    except FileExistsError:  # that of another restore in this second
        raise
    except OSError:
        shutil.copy2(database, partial)
        _fsync(partial)
        partial.rename(kept)


def _move_logs_away(database: Path, kept: Path) -> None:
    """Rename the logs of the old database, also if only they are left. SQLite would replay them into the new one."""
    for suffix in LOG_SUFFIXES:
        if (log := Path(f"{database}{suffix}")).exists():
            log.rename(f"{kept}{suffix}")


def _fsync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace_postgresql(
    url: str, copy: Path, before_replace: BeforeReplace, after_restore: AfterRestore, replace: bool
) -> None:
    has_tables = find_revision(url) is not None
    if has_tables and not replace:
        raise BackupFailed("The database is not empty. Use --replace to put the backup in its place.")
    with closing(Database(url)) as database, database.engine.connect() as connection, connection.begin():
        _refuse_while_in_use(connection)
        connection.execute(sa.text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_SECONDS}s'"))
        connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        if has_tables:
            with Session(connection, join_transaction_mode="create_savepoint") as session:
                before_replace(session)
        _drop_relations(connection)
        with _restore_script(copy) as script:
            _run_script(connection, script)
        upgrade_in_transaction(connection)
        after_restore(SavepointWriter(connection))


def _refuse_while_in_use(connection: sa.Connection) -> None:
    """Raise BackupFailed if other connections are still open after LEAVING_SECONDS.

    PostgreSQL ends the session of a stopped process a moment later. A server that connects later waits for the locks of
    this transaction, and then sees the restored tables only.
    """
    deadline = time.monotonic() + LEAVING_SECONDS
    while count := connection.scalar(sa.text(_COUNT_OTHER_CONNECTIONS)):
        if time.monotonic() >= deadline:
            raise BackupFailed(
                f"{count} other connections use this database. Stop every server and worker, tell a pooler to PAUSE, "
                "then restore."
            )
        time.sleep(LEAVING_POLL_SECONDS)
        connection.execute(sa.text("SELECT pg_stat_clear_snapshot()"))  # a transaction sees the sessions of its start


def _drop_relations(connection: sa.Connection) -> None:
    """Drop all tables, views and sequences, because the backup does not name those of a newer release."""
    for kind, name in connection.execute(sa.text(_LIST_RELATIONS)).all():
        # A sequence may be gone with its table.
        connection.exec_driver_sql(f"DROP {kind} IF EXISTS {name} CASCADE")


@contextmanager
def _restore_script(copy: Path) -> Iterator[IO[bytes]]:
    """Open the output of `pg_restore`, which converts the dump to SQL. Raises BackupFailed."""
    command = [get_client_path("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(copy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:  # noqa: S603
        assert program.stdout is not None
        assert program.stderr is not None
        try:
            yield program.stdout
        except BaseException:
            program.kill()
            raise
        error_output = program.stderr.read().decode(errors="replace")
        if program.wait() != 0:
            raise BackupFailed(describe_client_failure("pg_restore", error_output))


def _run_script(connection: sa.Connection, script: IO[bytes]) -> None:
    """Run the output of `pg_restore`: SQL statements, and rows between `COPY … FROM stdin;` and `\\.`."""
    driver: Any = connection.connection.driver_connection
    statements: list[bytes] = []
    for line in script:
        if line.startswith(b"COPY ") and line.endswith(b" FROM stdin;\n"):
            _run_statements(driver, statements)
            with driver.cursor().copy(line.rstrip(b";\n")) as copy:
                for chunk in _copy_chunks(script):
                    copy.write(chunk)
        elif not line.startswith(b"\\"):  # such a line is a command for psql
            statements.append(line)
    _run_statements(driver, statements)
    driver.execute("RESET ALL", prepare=False)
    driver.execute("SET LOCAL lock_timeout = '10s'", prepare=False)
    driver.execute("SET LOCAL statement_timeout = 0", prepare=False)


def _run_statements(driver: Any, statements: list[bytes]) -> None:
    if any(line.strip() and not line.startswith(b"--") for line in statements):
        driver.execute(b"".join(statements), prepare=False)
    statements.clear()


def _copy_chunks(script: IO[bytes]) -> Iterator[bytes]:
    """Yield the rows of one table in chunks of about 1 MiB."""
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
