"""A restored database gives out no id of a change a second time: a screen would believe it had seen it."""

import pytest

from chuckwagon.core import changes
from chuckwagon.core.changes import Change

pytestmark = pytest.mark.dialect

TRUCK = "a" * 24


def announce(db) -> int:
    db.write(lambda session: changes.announce(session, TRUCK, changes.ORDER, "b" * 24))
    with db.reading() as session:
        return changes.read_position(session, TRUCK)


def test_what_was_given_out_after_the_backup_is_never_given_out_again(db):
    after_the_backup = [announce(db) for _ in range(3)][-1]
    db.write(changes.begin_anew)
    with db.reading() as session:
        assert not changes.holds(session, TRUCK, after_the_backup)
        assert session.query(Change).count() == 0
    assert announce(db) > after_the_backup + 1_000_000
