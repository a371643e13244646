"""Pooled connections to PostgreSQL behave as the product expects."""

import pytest
import sqlalchemy as sa

from chuckwagon.db import postgresql
from chuckwagon.db.database import Database

pytestmark = pytest.mark.dialect

PID = sa.text("SELECT pg_backend_pid()")
KILL = sa.text("SELECT pg_terminate_backend(:pid)")


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
