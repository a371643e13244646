"""Nobody waits for ever for SQLite's one writer."""

import pytest
import sqlalchemy as sa

from chuckwagon.core import limits
from chuckwagon.core.db import Database
from chuckwagon.core.migrate import migrate
from chuckwagon.core.transaction_callbacks import FAILED, after_commit

pytestmark = pytest.mark.dialect


@pytest.fixture
def own(tmp_path):
    url = f"sqlite:///{tmp_path}/own.sqlite3"
    migrate(url)
    db = Database(url)
    yield db
    db.close()


def take(session):
    return limits.take(session, "a", limit=9, seconds=60)


def test_news_that_fails_after_the_commit_stops_no_later_write(own):
    def write(session):
        after_commit(session, lambda: 1 / 0)
        return take(session)

    assert own.write(write)
    assert own.write(take)


def test_news_that_fails_after_the_commit_fails_no_write_on_either_database(db):
    """The caller would repeat what is done."""
    before = FAILED.value()

    def write(session):
        after_commit(session, lambda: 1 / 0)
        after_commit(session, told.append)
        return take(session)

    told = Told()
    assert db.write(write)
    assert told.count == 1
    assert FAILED.value() == before + 1


class Told:
    count = 0

    def append(self):
        self.count += 1


def test_a_write_after_the_end_is_refused(own):
    assert own.write(take)
    own.close()
    with pytest.raises(sa.exc.InterfaceError):
        own.write(take)
