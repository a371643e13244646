"""Pooled connections to PostgreSQL behave as the product expects."""

import select
import socket
import socketserver
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import sqlalchemy as sa

from chuckwagon.db import postgresql
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, table_of
from chuckwagon.db.rate_limits import RateLimitWindow
from tests import environment
from tests.servers import PostgresServer

pytestmark = pytest.mark.dialect

PID = sa.text("SELECT pg_backend_pid()")
KILL = sa.text("SELECT pg_terminate_backend(CAST(:pid AS integer))")


@pytest.fixture(autouse=True)
def _only_postgresql(db):
    if db.is_sqlite:
        pytest.skip("SQLite's reads have connections that cannot write")


@pytest.fixture
def own_db(db):
    """A separate pool with two idle connections."""
    own_db = Database(db.url.render_as_string(hide_password=False))
    with own_db.reading() as one, own_db.reading() as other:
        own_db.pids = [session.scalar(PID) for session in (one, other)]
    yield own_db
    own_db.close()


def test_a_read_cannot_write(db):
    with db.reading() as session, pytest.raises(sa.exc.InternalError, match="read-only transaction"):
        session.execute(sa.text("DELETE FROM changes"))


def test_a_read_sees_what_is_committed_meanwhile(db):
    count = sa.text("SELECT count(*) FROM limit_windows")
    add = sa.text("INSERT INTO limit_windows (key, \"window\", seconds, count) VALUES ('a', 1, 60, 1)")
    with db.reading() as session:
        assert session.scalar(count) == 0
        db.write(lambda writing: writing.execute(add))
        assert session.scalar(count) == 1


def test_a_writer_after_a_reader_of_the_same_connection_has_a_transaction(own_db):
    def fail(session):
        session.execute(sa.text("INSERT INTO limit_windows VALUES ('a', 1, 60, 1)"))
        raise LookupError

    with pytest.raises(LookupError):
        own_db.write(fail)
    with own_db.reading() as session:
        assert session.scalar(sa.text("SELECT count(*) FROM limit_windows")) == 0


def test_connections_that_died_while_they_rested_are_replaced_unseen(db, own_db, monkeypatch):
    monkeypatch.setattr(postgresql, "PING_AFTER_IDLE_SECONDS", 0)
    with db.reading() as session:
        assert all(session.scalar(KILL, {"pid": pid}) for pid in own_db.pids)
    with own_db.reading() as one, own_db.reading() as other:
        assert not {session.scalar(PID) for session in (one, other)} & set(own_db.pids)


def test_who_was_there_a_moment_ago_is_not_asked_again(own_db, monkeypatch):
    pings = []
    monkeypatch.setattr(own_db.engine.dialect, "do_ping", pings.append)
    monkeypatch.setattr(postgresql, "PING_AFTER_IDLE_SECONDS", 60)
    with own_db.reading() as session:
        session.execute(sa.text("SELECT 1"))
    assert pings == []
    monkeypatch.setattr(postgresql, "PING_AFTER_IDLE_SECONDS", -1)
    with own_db.reading() as session:
        session.execute(sa.text("SELECT 1"))
    assert len(pings) == 1


ADD = sa.text("INSERT INTO limit_windows (key, \"window\", seconds, count) VALUES ('a', 1, 60, 1)")
COUNT = sa.text("SELECT count(*) FROM limit_windows")
DIE = sa.text("SELECT pg_terminate_backend(pg_backend_pid())")
DIE_AT_COMMIT = """
    CREATE FUNCTION pg_temp.die() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE TEMPORARY TABLE dying (id int);
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON dying DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION pg_temp.die();
    INSERT INTO dying VALUES (1)
"""


@pytest.mark.parametrize("losses", [1, 2])
def test_a_write_whose_connection_is_lost_before_the_commit_is_made_once(own_db, losses):
    calls = []

    def work(session):
        calls.append(1)
        session.execute(ADD)
        if len(calls) <= losses:
            session.execute(DIE)

    own_db.write(work)
    assert len(calls) == losses + 1
    with own_db.reading() as session:
        assert session.scalar(COUNT) == 1


def test_a_connection_that_is_lost_again_and_again_is_an_outage(own_db):
    with pytest.raises(sa.exc.OperationalError):
        own_db.write(lambda session: session.execute(DIE))


def test_a_write_whose_commit_was_sent_is_never_repeated(own_db):
    calls = []

    def work(session):
        calls.append(1)
        session.execute(sa.text(DIE_AT_COMMIT))

    with pytest.raises(sa.exc.OperationalError):
        own_db.write(work)
    assert calls == [1]


def error_message(state: bytes, text: bytes) -> bytes:
    """ErrorResponse of PostgreSQL's protocol."""
    fields = b"SFATAL\0VFATAL\0C" + state + b"\0M" + text + b"\0\0"
    return b"E" + (len(fields) + 4).to_bytes(4) + fields


FATAL_ERRORS = error_message(b"57P01", b"terminating connection") + error_message(b"08P01", b"server conn crashed?")


class ProxyHandler(socketserver.BaseRequestHandler):
    """A connection of a DyingPooler."""

    server: "DyingPooler"

    def handle(self) -> None:
        with socket.socket(socket.AF_UNIX) as database:
            database.connect(self.server.database)
            targets = {database: self.request, self.request: database}
            while True:
                for source in select.select(list(targets), [], [])[0]:
                    data = source.recv(65536)
                    if source is self.request and self.server.word and self.server.word in data:
                        self.server.deaths += 1
                        self.request.sendall(FATAL_ERRORS)
                        return
                    if not data:
                        return
                    targets[source].sendall(data)


class DyingPooler(socketserver.ThreadingUnixStreamServer):
    """Passes everything on to PostgreSQL, until a client sends `word`.

    It answers that as PgBouncer does when the server dies: with the server's last error and one of its own.
    """

    daemon_threads = True

    def __init__(self, folder: Path, database: Path) -> None:
        super().__init__(str(folder / ".s.PGSQL.5432"), ProxyHandler)
        self.database, self.word, self.deaths = str(database / ".s.PGSQL.5432"), b"", 0


@pytest.fixture
def pooler(own_db):
    with (
        TemporaryDirectory(dir=environment.run_folder()) as folder,
        DyingPooler(Path(folder), Path(own_db.url.query["host"])) as pooler,
    ):
        threading.Thread(target=pooler.serve_forever, daemon=True).start()
        url = own_db.url.update_query_dict({"host": folder})
        pooler.db = Database(url.render_as_string(hide_password=False))
        with pooler.db.reading() as session:
            session.execute(COUNT)
        yield pooler
        pooler.db.close()
        pooler.shutdown()


ROWS = CompiledStatement(sa.select(sa.func.count()).select_from(table_of(RateLimitWindow)))
FIRST_STATEMENTS = {"SQLAlchemy": lambda session: session.execute(COUNT), "the driver": ROWS.all}


@pytest.mark.parametrize("run", FIRST_STATEMENTS.values(), ids=FIRST_STATEMENTS)
@pytest.mark.parametrize(("word", "tries"), [(b"COMMIT\0", 1), (b"BEGIN ", 3)], ids=["commit", "begin"])
def test_two_answers_to_one_command_are_a_lost_connection(pooler, word, tries, run):
    """A write whose commit was sent is not repeated then either; one that had not begun is tried again."""
    pooler.word = word
    with pytest.raises(sa.exc.OperationalError):
        pooler.db.write(run)
    assert pooler.deaths == tries


def test_a_standby_that_is_asked_to_write_is_an_outage():
    server = PostgresServer()
    server.start()
    try:
        url = server.create_database("standby").replace("postgresql:", "postgresql+psycopg:")
        server.crash()
        server.become_standby()
        standby = Database(url)
        with pytest.raises(sa.exc.OperationalError, match="recovery"):
            standby.write(lambda session: session.execute(sa.text("CREATE TABLE a (b int)")))
        standby.close()
    finally:
        server.stop()
