"""SQLite's writer thread keeps the writes of a batch apart, survives failures, and refuses writes after its end."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.customers.models import OptOut
from chuckwagon.db import rate_limits
from chuckwagon.db.compiled import ONE_ROW, CompiledStatement, driver_of
from chuckwagon.db.database import Database, table_of
from chuckwagon.db.transaction_callbacks import AFTER_COMMIT_FAILURES, after_commit
from chuckwagon.kit import clock
from tests.databases import create_tables
from tests.metrics import metric_value
from tests.servers import wait_until

pytestmark = pytest.mark.dialect
INSERT = CompiledStatement(sa.insert(table_of(OptOut)), ("phone", "opted_out_at"))


@pytest.fixture
def own_db(tmp_path):
    url = f"sqlite:///{tmp_path}/own_db.sqlite3"
    create_tables(url)
    db = Database(url)
    yield db
    db.close()


def consume_one(session):
    return rate_limits.try_consume(session, "a", limit=9, seconds=60)


@pytest.mark.parametrize("fails", [*itertools.product([False, True], repeat=4)], ids=str)
def test_a_write_that_fails_changes_nothing_and_leaves_the_others_of_its_batch(own_db, fails):
    has_begun, may_go_on = threading.Event(), threading.Event()

    def write(session, number):
        if number == 0:
            has_begun.set()
            assert may_go_on.wait(30)
        INSERT.run(session, {"phone": f"compiled {number}", "opted_out_at": clock.now()})
        session.add(OptOut(phone=f"entity {number}", opted_out_at=clock.now()))
        session.flush()
        if fails[number]:
            raise RuntimeError("changed its mind")
        return number

    with ThreadPoolExecutor(len(fails)) as executor:
        asked = [executor.submit(own_db.write, lambda session: write(session, 0))]
        assert has_begun.wait(30)
        for number in range(1, len(fails)):
            asked.append(executor.submit(own_db.write, lambda session, number=number: write(session, number)))
            wait_until(lambda number=number: own_db._writer._jobs.qsize() == number)
        may_go_on.set()
    for number, (one, has_failed) in enumerate(zip(asked, fails, strict=True)):
        if has_failed:
            assert str(one.exception()) == "changed its mind"
        else:
            assert one.result() == number
    with own_db.reading() as session:
        kept = set(session.scalars(sa.select(OptOut.phone)))
    successful = [number for number, has_failed in enumerate(fails) if not has_failed]
    assert kept == {f"{way} {number}" for number in successful for way in ("compiled", "entity")}


def test_the_statements_of_an_order_stay_prepared_beside_many_others(own_db):
    """The driver keeps the hundred that came first, and compiles what comes later again each time."""

    def find_compiled(session):
        compiled = []
        connection = session.connection().connection.driver_connection
        connection.set_authorizer(lambda *asked: compiled.append(asked) or 0)  # asked when a statement is compiled
        for number in range(200):
            connection.execute(f"SELECT {number}")
            connection.execute(f"SELECT {number}")
        of_an_order = ("SELECT phone FROM opt_outs", "SELECT opted_out_at FROM opt_outs")
        for statement in of_an_order:
            connection.execute(statement)
        compiled.clear()
        for statement in of_an_order:
            connection.execute(statement)
        connection.set_authorizer(None)
        return compiled

    assert own_db.write(find_compiled) == []


def test_a_limit_of_one_row_is_not_compiled_again_with_each_run(own_db):
    """SQLite plans by a bound limit, so that it would compile the statement for each."""
    statement = CompiledStatement(sa.select(table_of(OptOut).c.phone).limit(ONE_ROW))

    def find_compiled(session):
        compiled = []
        connection = session.connection().connection.driver_connection
        connection.set_authorizer(lambda *asked: compiled.append(asked) or 0)
        statement.all(session)
        is_seen = bool(compiled)
        compiled.clear()
        statement.all(session)
        connection.set_authorizer(None)
        return is_seen, compiled

    assert own_db.write(find_compiled) == (True, [])


def test_a_write_that_sqlite_rolled_back_by_itself_is_no_success(own_db):
    """On a full disk SQLite may end the transaction. What comes after it would be committed statement by statement."""

    def write(session):
        driver = driver_of(session)
        [pages] = driver.run("PRAGMA page_count").fetchone()
        driver.run(f"PRAGMA max_page_count = {pages + 20}")
        INSERT.run(session, {"phone": "before", "opted_out_at": clock.now()})
        with pytest.raises(sa.exc.OperationalError, match="full"):  # noqa: PT012 - one of many fills the disk
            for number in range(1_000):
                INSERT.run(session, {"phone": f"{number:4096}", "opted_out_at": clock.now()})
        INSERT.run(session, {"phone": "after", "opted_out_at": clock.now()})

    with pytest.raises(sa.exc.OperationalError):
        own_db.write(write)
    assert own_db.write(consume_one)


def test_news_that_fails_after_the_commit_stops_no_later_write(own_db):
    def write(session):
        after_commit(session, lambda: 1 / 0)
        return consume_one(session)

    assert own_db.write(write)
    assert own_db.write(consume_one)


def test_news_that_fails_after_the_commit_fails_no_write_on_either_database(db):
    """Otherwise the caller would repeat the operation."""
    before = metric_value(AFTER_COMMIT_FAILURES)

    def write(session):
        after_commit(session, lambda: 1 / 0)
        after_commit(session, calls.append)
        return consume_one(session)

    calls = CallCounter()
    assert db.write(write)
    assert calls.count == 1
    assert metric_value(AFTER_COMMIT_FAILURES) == before + 1


class CallCounter:
    count = 0

    def append(self):
        self.count += 1


def test_a_write_after_the_end_is_refused(own_db):
    assert own_db.write(consume_one)
    own_db.close()
    with pytest.raises(sa.exc.InterfaceError):
        own_db.write(consume_one)
