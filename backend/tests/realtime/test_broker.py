"""The broker: an object that cannot be rendered does not stop the events of the others."""

import pytest
import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.realtime.broker import Broker, Topic
from chuckwagon.realtime.change_log import ChangeEvent

TRUCK = "a" * 24


@pytest.fixture
def empty_db(tmp_path):
    db = Database(f"sqlite:///{tmp_path}/empty.sqlite3")
    yield db
    db.close()


@pytest.mark.parametrize("fault", [sa.exc.NoResultFound, ValueError])
def test_what_cannot_be_shown_is_passed_over(fault, empty_db):
    def render(_session, _topic, _changes):
        raise fault

    broker = Broker(empty_db)
    broker.subscribe(Topic(TRUCK, render), 0, None)
    broker._publish(None, [ChangeEvent(7, TRUCK, "order", "b" * 24)])
    assert broker._positions == {TRUCK: 7}


def test_a_database_that_is_away_is_asked_again(empty_db):
    def render(_session, _topic, _changes):
        raise sa.exc.OperationalError("SELECT", {}, Exception("unavailable"))

    broker = Broker(empty_db)
    broker.subscribe(Topic(TRUCK, render), 0, None)
    with pytest.raises(sa.exc.OperationalError):
        broker._publish(None, [ChangeEvent(7, TRUCK, "order", "b" * 24)])
    assert broker._positions == {TRUCK: 0}
