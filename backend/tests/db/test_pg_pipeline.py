"""Statements without a result run before the next query, or with the commit, on both databases."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa
from psycopg.pq import TransactionStatus

from chuckwagon.db import database
from chuckwagon.db.compiled import CompiledStatement, driver_of
from chuckwagon.db.database import table_of
from chuckwagon.db.transaction_callbacks import before_commit
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from tests.conftest import DATABASE_KIND
from tests.servers import wait_until

pytestmark = pytest.mark.dialect

_messages = table_of(OutboxMessage)
COLUMNS = ("kind", "key", "payload", "status", "attempts", "available_at", "created_at")
INSERT = CompiledStatement(sa.insert(_messages), COLUMNS)
RETURNED = CompiledStatement(sa.insert(_messages).returning(_messages.c.key), COLUMNS)
KEYS = CompiledStatement(sa.select(_messages.c.key).order_by(_messages.c.key))
FINISH = CompiledStatement(
    sa.update(_messages)
    .where(_messages.c.key == sa.bindparam("named"))
    .values(status="done", finished_at=sa.bindparam("at"))
)

only_postgresql = pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has no round trips to save")


def row(key):
    instant = clock.now() - timedelta(seconds=1)
    return dict(zip(COLUMNS, ("bake", key, {}, "waiting", 0, instant, instant), strict=True))


def read_keys(db):
    with db.reading() as session:
        return [key for (key,) in KEYS.all(session)]


@pytest.mark.parametrize(("rows", "inserts"), [(1, 1), (2, 1), (7, 3), (32, 1), (71, 5)])
def test_several_rows_are_inserted_in_their_order_by_few_statements(db, rows, inserts):
    keys = [f"{number:03}" for number in range(rows)]

    def write(session):
        driver = driver_of(session)
        texts = []

        def run_later(text, values):
            texts.extend([text] * len(values))
            type(driver).run_later(driver, text, values)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("chuckwagon.db.compiled.driver_of", lambda _session: Noting(driver, run_later))
            INSERT.run_each_later(session, map(row, keys))
        return len(texts)

    assert db.write(write) == (rows if db.is_sqlite else inserts)
    with db.reading() as session:
        assert session.scalars(sa.select(OutboxMessage.key).order_by(OutboxMessage.id)).all() == keys


class Noting:
    """A driver whose `run_later` is another."""

    def __init__(self, driver, run_later):
        self.dialect, self.run_later = driver.dialect, run_later


def test_it_is_there_for_whatever_is_asked_next(db):
    def write(session):
        INSERT.run_later(session, row("a"))
        assert KEYS.all(session) == [("a",)]
        INSERT.run_each_later(session, [row("b"), row("c")])
        assert session.scalars(sa.select(OutboxMessage.key).order_by(OutboxMessage.key)).all() == [
            "a",
            "b",
            "c",
        ]
        INSERT.run_later(session, row("d"))
        return FINISH.run(session, {"named": "d", "at": clock.now()})

    assert db.write(write) == 1
    assert read_keys(db) == ["a", "b", "c", "d"]


def test_a_row_is_known_after_the_next_query_or_the_commit(db):
    def write(session):
        first = RETURNED.first_later(session, row("a"))
        if DATABASE_KIND == "postgresql":
            with pytest.raises(RuntimeError, match="has not run yet"):
                first()
        assert KEYS.all(session) == [("a",)]
        assert first() == ("a",)
        return RETURNED.first_later(session, row("b"))

    second = db.write(write)
    assert second() == ("b",)


def test_it_keeps_its_place_among_the_toolkits_own_statements(db):
    def write(session):
        session.add(OutboxMessage(**row("a")))
        FINISH.run_later(session, {"named": "a", "at": clock.now()})
        session.add(OutboxMessage(**row("b")))

    db.write(write)
    with db.reading() as session:
        found = session.execute(sa.select(OutboxMessage.key, OutboxMessage.status).order_by(OutboxMessage.key))
        assert found.all() == [("a", "done"), ("b", "waiting")]


def test_the_last_step_of_a_transaction_counts_too(db):
    def write(session):
        INSERT.run_later(session, row("a"))
        before_commit(session, lambda: INSERT.run_later(session, row("b")))

    db.write(write)
    assert read_keys(db) == ["a", "b"]


@pytest.mark.parametrize("follows", ["nothing", "a write", "a question", "the toolkit", "one that is refused too"])
def test_a_refused_one_takes_the_transaction_along_and_nothing_else(db, follows):
    db.write(lambda session: INSERT.run_later(session, row("a")))
    then = {
        "nothing": lambda _session: None,
        "a write": lambda session: INSERT.run_later(session, row("c")),
        "a question": KEYS.all,
        "the toolkit": lambda session: session.scalars(sa.select(OutboxMessage.key)).all(),
        "one that is refused too": lambda session: INSERT.run(session, row("a") | {"kind": None}),
    }[follows]

    def write(session):
        INSERT.run_later(session, row("b"))
        INSERT.run_later(session, row("a"))
        then(session)

    for _ in range(2):
        with pytest.raises(sa.exc.IntegrityError, match=r"(?i)unique"):
            db.write(write)
    assert read_keys(db) == ["a"]
    db.write(lambda session: INSERT.run_later(session, row("d")))
    assert read_keys(db) == ["a", "d"]


def test_an_error_of_ones_own_leaves_nothing_for_the_next(db):
    def give_up(session):
        INSERT.run_later(session, row("a"))
        raise LookupError

    for _ in range(3):
        with pytest.raises(LookupError):
            db.write(give_up)
    db.write(lambda session: INSERT.run_later(session, row("b")))
    assert read_keys(db) == ["b"]


QUERIES = {
    "prepared": lambda session: len(KEYS.all(session)),
    "the toolkit's": lambda session: len(session.scalars(sa.select(OutboxMessage.key)).all()),
}
COUNT_WAITING = sa.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


@only_postgresql
@pytest.mark.parametrize("query", QUERIES)
def test_who_queued_up_looks_only_when_whoever_is_in_front_has_gone(db, query):
    has_read, may_go = threading.Event(), threading.Event()

    def first(session):
        database.lock_transaction(session, "oven")
        found = QUERIES[query](session)
        has_read.set()
        assert may_go.wait(60)
        INSERT.run_later(session, row("a"))
        return found

    def second(session):
        database.lock_transaction(session, "oven")
        return QUERIES[query](session)

    def is_waiting():
        with db.reading() as session:
            return session.scalar(COUNT_WAITING)

    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(db.write, first)
        assert has_read.wait(60)
        two = threads.submit(db.write, second)
        try:
            wait_until(is_waiting)
        finally:
            may_go.set()
        assert (one.result(), two.result()) == (0, 1)


def test_who_only_reads_cannot_write(db):
    with db.reading() as session, pytest.raises((RuntimeError, sa.exc.OperationalError)):
        INSERT.run_later(session, row("a"))
    assert read_keys(db) == []


@only_postgresql
def test_one_that_met_a_deadlock_is_tried_again_as_a_whole(db):
    tries = []

    def write(session):
        tries.append(len(tries))
        INSERT.run_later(session, row("a"))
        if len(tries) < 3:
            deadlock = "DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$"
            driver_of(session).run_later(deadlock, [()])
        INSERT.run_later(session, row("b"))

    db.write(write)
    assert (tries, read_keys(db)) == ([0, 1, 2], ["a", "b"])


@only_postgresql
def test_a_transaction_that_asks_nothing_meets_the_server_at_its_commit(db):
    def write(session):
        INSERT.run_each_later(session, [row("a"), row("b")])
        return session.connection().connection.driver_connection.info.transaction_status

    assert db.write(write) is TransactionStatus.IDLE
    assert read_keys(db) == ["a", "b"]
