"""The chain of the audit log: whatever is done to a row behind the product's back is named."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.core import audit, audit_chain
from chuckwagon.core.audit import AuditEvent, Author, Changed, Origin
from chuckwagon.core.audit_chain import Place
from tests.servers import BACKEND

pytestmark = pytest.mark.dialect

ANA = Author("a" * 24, "Ana", "admin", Origin("r1", "192.0.2.0/24"))
WRITING = """
import sys
from chuckwagon.core import audit, audit_chain
from chuckwagon.core.db import Database
db = Database(sys.argv[1])
by = audit.Author(None, sys.argv[2], "system")
for number in range(40):
    db.write(lambda session: audit.record(session, by, "thing.done", str(number)))
    audit_chain.seal(db)
db.close()
"""


@pytest.fixture
def written(db):
    """Ten events with their places."""

    def write(session):
        for number in range(10):
            details = {"price": Changed("$4.50", f"$5.0{number}"), "sold": number, "fresh": True, "why": None}
            audit.record(session, ANA, "dish.price_changed", str(number), truck_id="b" * 24, details=details)

    db.write(write)
    audit_chain.seal(db)
    return db


def numbers(db):
    with db.reading() as session:
        return list(session.scalars(sa.select(AuditEvent.number).order_by(AuditEvent.number)))


def by_hand(db, statement, **values):
    db.write(lambda session: session.execute(sa.text(statement), values))


def test_an_untouched_chain_is_fine(written):
    verdict = audit_chain.verify(written)
    assert (verdict.checked, verdict.unsealed, verdict.problem) == (10, 0, None)
    assert numbers(written) == list(range(1, 11))
    assert audit_chain.verify(written, verdict.last).problem is None


@pytest.mark.parametrize(
    "change",
    [
        'details = \'{"price": "$1.00"}\'',
        "actor_name = 'Ben'",
        "actor_id = NULL",
        "action = 'dish.seen'",
        "at = (SELECT max(at) FROM audit_events WHERE number < 5)",
        "address = ''",
        "truck_id = NULL",
    ],
)
def test_a_changed_row_is_named(written, change):
    by_hand(written, f"UPDATE audit_events SET {change} WHERE number = 5")
    with written.reading() as session:
        event_id = session.scalar(sa.select(AuditEvent.id).where(AuditEvent.number == 5))
    verdict = audit_chain.verify(written)
    assert verdict.problem == f"The event number 5 ({event_id}) is not as it was written."
    assert verdict.checked == 4


def test_a_changed_row_with_a_digest_to_match_is_named_all_the_same(written):
    with written.reading() as session:
        row = (
            session.execute(sa.select(sa.inspect(AuditEvent).local_table).filter_by(number=5))
            .mappings()
            .one()
        )
    digest = audit.digest_of({**row, "actor_name": "Ben"})
    by_hand(written, "UPDATE audit_events SET actor_name = 'Ben', digest = :new WHERE number = 5", new=digest)
    assert audit_chain.verify(written).problem == f"Event 5 ({row['id']}) does not follow event 4."


def test_removed_and_added_rows_are_named(written):
    noted = audit_chain.verify(written).last
    by_hand(written, "DELETE FROM audit_events WHERE number = 10")
    assert audit_chain.verify(written).problem == "Events after number 9 are missing."
    by_hand(
        written, "UPDATE audit_marks SET number = 9, hash = (SELECT hash FROM audit_events WHERE number = 9)"
    )
    assert audit_chain.verify(written).problem is None, "a whole tail leaves no trace in the database itself"
    assert audit_chain.verify(written, noted).problem == "Event 10 was noted down and is missing."
    by_hand(written, "DELETE FROM audit_events WHERE number = 3")
    assert audit_chain.verify(written).problem == "Event 3 is missing."
    by_hand(written, "DELETE FROM audit_events WHERE number < 3")
    assert audit_chain.verify(written).problem == "Event 1 is missing."


def test_a_row_of_which_nobody_knows_is_named(written):
    by_hand(
        written, "UPDATE audit_marks SET number = 9, hash = (SELECT hash FROM audit_events WHERE number = 9)"
    )
    assert audit_chain.verify(written).problem == "Events after number 9 were added by hand."


def test_a_chain_made_anew_is_not_the_one_that_was_noted_down(written):
    noted = audit_chain.verify(written).last
    by_hand(written, "UPDATE audit_events SET number = NULL, previous = NULL, hash = NULL")
    by_hand(written, "DELETE FROM audit_marks")
    by_hand(written, "DELETE FROM audit_events WHERE subject_id = '2'")
    audit_chain.seal(written)
    assert audit_chain.verify(written).problem is None
    assert (
        audit_chain.verify(written, Place(9, noted.hash)).problem
        == "Event 9 is not the one that was noted down."
    )


def test_a_row_without_a_place_is_read_too(written):
    written.write(lambda session: audit.record(session, ANA, "dish.eaten", "11"))
    assert audit_chain.verify(written).unsealed == 1
    by_hand(written, "UPDATE audit_events SET actor_name = 'Ben' WHERE number IS NULL")
    assert "waits for its place" in audit_chain.verify(written).problem


def test_what_was_rolled_back_leaves_no_gap(written):
    def fail(session):
        audit.record(session, ANA, "dish.eaten", "11")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        written.write(fail)
    written.write(lambda session: audit.record(session, ANA, "dish.eaten", "12"))
    audit_chain.seal(written)
    assert numbers(written) == list(range(1, 12))
    assert audit_chain.verify(written).problem is None


def test_a_crowd_of_writers_and_sealers_makes_one_chain(db):
    def write(number):
        db.write(lambda session: audit.record(session, ANA, "dish.eaten", str(number)))
        if number % 3 == 0:
            audit_chain.seal(db)

    with ThreadPoolExecutor(12) as crowd:
        list(crowd.map(write, range(150)))
    audit_chain.seal(db)
    assert numbers(db) == list(range(1, 151))
    assert audit_chain.verify(db).problem is None


def test_processes_beside_each_other_make_one_chain(db, settings):
    command = [sys.executable, "-c", WRITING, settings.database]
    environment = {**os.environ, "PYTHONPATH": str(BACKEND)}
    writing = [subprocess.Popen([*command, f"process {one}"], env=environment) for one in range(3)]
    assert [process.wait(60) for process in writing] == [0, 0, 0]
    assert numbers(db) == list(range(1, 121))
    assert audit_chain.verify(db).problem is None


def test_what_is_a_year_old_goes_and_the_rest_stays_verifiable(written, clock):
    clock.advance(timedelta(days=200))
    written.write(lambda session: audit.record(session, ANA, "dish.eaten", "11"))
    audit_chain.seal(written)
    clock.advance(timedelta(days=164))
    audit_chain.forget_old(written, 365)
    assert len(numbers(written)) == 11
    clock.advance(timedelta(days=2))
    audit_chain.forget_old(written, 365)
    assert numbers(written) == [11]
    assert audit_chain.verify(written).problem is None
    by_hand(written, "DELETE FROM audit_events")
    assert audit_chain.verify(written).problem == "Events after number 10 are missing."


def test_a_long_past_goes_in_pieces_and_all_of_it(db, clock, monkeypatch):
    monkeypatch.setattr(audit_chain, "BATCH", 4)
    db.write(lambda session: [audit.record(session, ANA, "dish.eaten", str(n)) for n in range(10)])
    audit_chain.seal(db)
    clock.advance(timedelta(days=400))
    audit_chain.forget_old(db, 365)
    assert numbers(db) == []
    assert audit_chain.verify(db).problem is None
    db.write(lambda session: audit.record(session, ANA, "dish.eaten", "10"))
    audit_chain.seal(db)
    assert numbers(db) == [11]
    assert audit_chain.verify(db).problem is None


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("unknown", ""),
    ],
)
def test_of_an_address_the_network_is_kept(address, kept):
    assert audit.short_address(address) == kept
