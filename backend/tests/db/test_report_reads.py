"""Reports are read from a replica that is new enough, else from the primary, and never write."""

import pytest
import sqlalchemy as sa

from chuckwagon.db import report_reads
from chuckwagon.db.database import Database
from chuckwagon.db.engines import postgresql
from chuckwagon.db.report_reads import AWAY, BEHIND, NO_STANDBY, NOT_FOUND, REPLICA, REPORT_READS, ReportDatabase
from chuckwagon.kit.errors import NotFound
from tests.conftest import DATABASE_KIND
from tests.servers import PostgresServer, wait_until

pytestmark = [
    pytest.mark.dialect,
    pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="a read replica is for PostgreSQL"),
]
# The test's replica is the same server, told apart by the isolation level of its transactions.
ISOLATION = sa.text("SHOW transaction_isolation")
SOURCES = {"repeatable read": REPLICA, "read committed": "primary"}
NOWHERE = "postgresql+psycopg://chuckwagon@127.0.0.1:1/none"


def where(session):
    return SOURCES[session.scalar(ISOLATION)]


@pytest.fixture
def standby(monkeypatch):
    """Let the replica be a standby that is so many seconds behind."""
    settings = report_reads._BEGIN.text.partition("pg_is_in_recovery")[0]

    def be_behind(seconds):
        lag = "NULL" if seconds is None else seconds
        monkeypatch.setattr(report_reads, "_BEGIN", sa.text(f"{settings} true, CAST({lag} AS float)"))

    be_behind(1)
    return be_behind


@pytest.fixture
def reports(db):
    found = ReportDatabase(db, db.url.render_as_string(hide_password=False), 10)
    yield found
    found.close()


@pytest.fixture
def increase():
    before = dict(REPORT_READS.read())
    return lambda source: REPORT_READS.value(source) - before.get((source,), 0)


def test_a_report_is_one_snapshot_of_the_replica_with_its_own_settings(reports, standby, increase, monkeypatch):
    monkeypatch.setattr(report_reads, "_STATEMENT_TIMEOUT", "7s")
    expected = {
        "transaction_isolation": "repeatable read",
        "transaction_read_only": "on",
        "statement_timeout": "7s",
        "TimeZone": "UTC",
    }
    shown = reports.read(lambda session: {name: session.scalar(sa.text(f"SHOW {name}")) for name in expected})
    assert shown == expected
    assert (increase(REPLICA), reports.check_replica().source) == (1, REPLICA)


def test_a_report_cannot_write(reports, standby):
    with pytest.raises(sa.exc.InternalError, match="read-only transaction"):
        reports.read(lambda session: session.execute(sa.text("DELETE FROM changes")))


@pytest.mark.parametrize(
    ("seconds", "source"),
    [(9, REPLICA), (11, BEHIND), (None, BEHIND), (-0.5, REPLICA), (-2, BEHIND)],
)
def test_a_replica_that_is_too_far_behind_is_not_read(reports, standby, increase, seconds, source):
    standby(seconds)
    assert reports.read(where) == (REPLICA if source == REPLICA else "primary")
    assert (increase(source), reports.check_replica().source) == (1, source)


def test_a_server_that_follows_no_other_is_not_read(reports, increase):
    assert (reports.read(where), increase(NO_STANDBY)) == ("primary", 1)
    assert reports.check_replica().sentence == "The replica is no standby: it does not follow the primary."


def test_a_replica_that_is_away_is_asked_again_only_after_a_while(db, increase, monkeypatch):
    reports, attempts = ReportDatabase(db, NOWHERE), []
    sa.event.listen(reports._engine, "do_connect", lambda *_: attempts.append(1))
    monkeypatch.setattr(report_reads, "AWAY_SECONDS", 600)
    assert [reports.read(where) for _ in range(3)] == ["primary"] * 3
    assert (increase(AWAY), len(attempts)) == (3, 1)
    monkeypatch.setattr(reports, "_retry_at", 0.0)
    reports.read(where)
    assert len(attempts) == 2
    assert reports.check_replica().source == AWAY
    reports.close()


@pytest.mark.parametrize(
    ("failure", "source"),
    [
        ("SELECT pg_terminate_backend(pg_backend_pid())", AWAY),
        ("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", BEHIND),  # a conflict with what is replayed
        ("SELECT not_there_yet FROM orders", BEHIND),  # a migration is not replayed yet
    ],
)
def test_a_report_that_the_replica_ends_is_read_from_the_primary(reports, standby, increase, failure, source):
    def work(session):
        found = where(session)
        if found == REPLICA:
            session.execute(sa.text(failure))
        return found

    assert (reports.read(work), increase(source)) == ("primary", 1)


def test_what_the_replica_does_not_know_yet_is_looked_for_on_the_primary(reports, standby, increase):
    def work(session):
        if where(session) == REPLICA:
            raise NotFound
        return "found"

    assert (reports.read(work), increase(NOT_FOUND), increase(REPLICA)) == ("found", 1, 0)


def test_what_is_nowhere_is_not_found(reports, standby):
    asked = []

    def work(session):
        asked.append(where(session))
        raise NotFound

    with pytest.raises(NotFound):
        reports.read(work)
    assert asked == [REPLICA, "primary"]


@pytest.mark.parametrize("moment", ["ping", "begin", "work"])
def test_a_replica_that_freezes_is_given_up(reports, standby, increase, monkeypatch, moment):
    """It is at the end of its patience that the client gives up, because a frozen server ends nothing itself."""
    monkeypatch.setattr(report_reads, "AWAY_SECONDS", 600)
    never = sa.text("SELECT pg_sleep(600)")

    def work(session):
        source = where(session)
        if (source, moment) == (REPLICA, "work"):
            session.execute(never)
        return source

    if moment == "ping":
        monkeypatch.setattr(postgresql, "REPLICA_ANSWER_SECONDS", 0.05)
        ping = lambda connection: connection.execute("SELECT pg_sleep(600)")  # noqa: E731
        monkeypatch.setattr(reports._engine.dialect, "do_ping", ping)
    elif moment == "begin":
        monkeypatch.setattr(report_reads, "REPLICA_ANSWER_SECONDS", 0.05)
        monkeypatch.setattr(report_reads, "_BEGIN", sa.text("SELECT pg_sleep(600), :timeout"))
    else:
        monkeypatch.setattr(report_reads, "REPORT_SECONDS", 0.5)
    assert [reports.read(work) for _ in range(2)] == ["primary"] * 2
    assert increase(AWAY) == 2


def test_reports_that_find_all_connections_busy_are_read_from_the_primary(reports, standby, increase, monkeypatch):
    monkeypatch.setattr(reports._engine.pool, "_timeout", 0.05)
    held = [reports._engine.connect() for _ in range(reports._engine.pool.size())]
    assert [reports.read(where) for _ in range(2)] == ["primary"] * 2
    assert increase(AWAY) == 2
    for one in held:
        one.close()


def test_a_statement_that_takes_too_long_is_not_repeated_on_the_primary(reports, standby, monkeypatch):
    monkeypatch.setattr(report_reads, "_STATEMENT_TIMEOUT", "50ms")
    sources = []

    def work(session):
        sources.append(where(session))
        session.execute(sa.text("SELECT pg_sleep(60)"))

    with pytest.raises(sa.exc.OperationalError, match="statement timeout"):
        reports.read(work)
    assert sources == [REPLICA]


@pytest.mark.proof
def test_a_streaming_standby_is_read_while_it_keeps_up(increase):
    with_standby = {"wal_level": "replica", "max_wal_senders": "4", "hot_standby": "on", "listen_addresses": ""}
    primary, follower = PostgresServer(settings=with_standby), PostgresServer(settings=with_standby)
    try:
        primary.start()
        db = Database(primary.create_database("figures").replace("postgresql:", "postgresql+psycopg:"))
        db.write(lambda session: session.execute(sa.text("CREATE TABLE figures (n int)")))
        follower.follow(primary)
        url = f"postgresql+psycopg:///figures?host={follower.folder}&user=chuckwagon"
        _follow_and_fall_behind(db, url, follower, increase)
    finally:
        follower.stop()
        primary.stop()


def _follow_and_fall_behind(db, url, follower, increase):
    reports = ReportDatabase(db, url, 2)
    in_recovery, count = sa.text("SELECT pg_is_in_recovery()"), sa.text("SELECT count(*) FROM figures")

    def add():
        db.write(lambda session: session.execute(sa.text("INSERT INTO figures VALUES (1)")))

    def read():
        return reports.read(lambda session: (session.scalar(in_recovery), session.scalar(count)))

    add()
    wait_until(lambda: read() == (True, 1))
    unpooled = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.pool.NullPool)
    with unpooled.connect() as replica:
        replica.execute(sa.text("SELECT pg_wal_replay_pause()"))
        add()
        assert read() in {(True, 1), (False, 2)}, "the figure of the replica is older, but by less than is allowed"
        wait_until(lambda: read() == (False, 2))
        assert increase(BEHIND) > 0
        replica.execute(sa.text("SELECT pg_wal_replay_resume()"))
    wait_until(lambda: (add(), read()[0])[1])
    follower.crash()
    assert read()[0] is False
    assert increase(AWAY) == 1
    reports.close()
    db.close()
