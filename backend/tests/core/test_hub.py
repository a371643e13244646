"""The hub: one thing that cannot be shown never keeps the others from being told."""

import pytest
import sqlalchemy as sa

from chuckwagon.core.changes import Seen
from chuckwagon.core.db import Database
from chuckwagon.core.hub import Hub, Topic

TRUCK = "a" * 24


@pytest.fixture
def empty_db(tmp_path):
    db = Database(f"sqlite:///{tmp_path}/empty.sqlite3")
    yield db
    db.close()


@pytest.mark.parametrize("fault", [sa.exc.NoResultFound, ValueError])
def test_what_cannot_be_shown_is_passed_over(fault, empty_db):
    def render(_session, _topic, _seen):
        raise fault

    hub = Hub(empty_db)
    hub.subscribe(Topic(TRUCK, render), 0, None)
    hub._tell(None, TRUCK, [Seen(7, TRUCK, "order", "b" * 24)])
    assert hub._positions == {TRUCK: 7}


def test_a_database_that_is_away_is_asked_again(empty_db):
    def render(_session, _topic, _seen):
        raise sa.exc.OperationalError("SELECT", {}, Exception("away"))

    hub = Hub(empty_db)
    hub.subscribe(Topic(TRUCK, render), 0, None)
    with pytest.raises(sa.exc.OperationalError):
        hub._tell(None, TRUCK, [Seen(7, TRUCK, "order", "b" * 24)])
    assert hub._positions == {TRUCK: 0}
