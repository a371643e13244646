"""SQLite's writer thread survives failing callbacks, and refuses writes after it was closed."""

import pytest
import sqlalchemy as sa

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.transaction_callbacks import AFTER_COMMIT_FAILURES, after_commit
from tests.databases import create_tables

pytestmark = pytest.mark.dialect


@pytest.fixture
def own_db(tmp_path):
    url = f"sqlite:///{tmp_path}/own_db.sqlite3"
    create_tables(url)
    db = Database(url)
    yield db
    db.close()


def consume_one(session):
    return rate_limits.try_consume(session, "a", limit=9, seconds=60)


def test_news_that_fails_after_the_commit_stops_no_later_write(own_db):
    def write(session):
        after_commit(session, lambda: 1 / 0)
        return consume_one(session)

    assert own_db.write(write)
    assert own_db.write(consume_one)


def test_news_that_fails_after_the_commit_fails_no_write_on_either_database(db):
    """Otherwise the caller would repeat the operation."""
    before = AFTER_COMMIT_FAILURES.value()

    def write(session):
        after_commit(session, lambda: 1 / 0)
        after_commit(session, calls.append)
        return consume_one(session)

    calls = CallCounter()
    assert db.write(write)
    assert calls.count == 1
    assert AFTER_COMMIT_FAILURES.value() == before + 1


class CallCounter:
    count = 0

    def append(self):
        self.count += 1


def test_a_write_after_the_end_is_refused(own_db):
    assert own_db.write(consume_one)
    own_db.close()
    with pytest.raises(sa.exc.InterfaceError):
        own_db.write(consume_one)
