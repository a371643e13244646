"""A restored database never reuses a change id, because a client would skip that change as already seen."""

import pytest

from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeRow

pytestmark = pytest.mark.dialect

TRUCK = "a" * 24


def publish(db) -> int:
    db.write(lambda session: change_log.publish_change(session, TRUCK, change_log.ORDER, "b" * 24))
    with db.reading() as session:
        return change_log.get_last_change_id(session, TRUCK)


def test_what_was_given_out_after_the_backup_is_never_given_out_again(db):
    after_the_backup = [publish(db) for _ in range(3)][-1]
    db.write(change_log.reset_after_restore)
    with db.reading() as session:
        assert not change_log.is_retained(session, TRUCK, after_the_backup)
        assert session.query(ChangeRow).count() == 0
    assert publish(db) > after_the_backup + 1_000_000
