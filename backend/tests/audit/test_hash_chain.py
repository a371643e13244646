"""The hash chain of the audit log: every manipulation of a row is detected and named."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.audit import hash_chain, log
from chuckwagon.audit.hash_chain import ChainPosition
from chuckwagon.audit.log import AuditActor, AuditEvent, FieldChange, RequestSource
from tests.servers import BACKEND

ANA = AuditActor("a" * 24, "Ana", "admin", RequestSource("r1", "192.0.2.0/24"))
BEN = AuditActor("b" * 24, "Ben", "superadmin", RequestSource("r2", "192.0.2.0/24"))
WRITING = """
import sys
from chuckwagon.audit import hash_chain, log
from chuckwagon.db.database import Database
db = Database(sys.argv[1])
by = log.AuditActor(None, sys.argv[2], "system")
for number in range(40):
    db.write(lambda session: log.record(session, by, "thing.done", str(number)))
    hash_chain.append_pending(db)
db.close()
"""


@pytest.fixture
def chained_db(db):
    """Ten events in the chain."""

    def write(session):
        for number in range(10):
            details = {"price": FieldChange("$4.50", f"$5.0{number}"), "sold": number, "fresh": True, "why": None}
            log.record(session, ANA, "menu_item.price_changed", str(number), truck_id="b" * 24, details=details)

    db.write(write)
    hash_chain.append_pending(db)
    return db


def numbers(db):
    with db.reading() as session:
        return list(session.scalars(sa.select(AuditEvent.number).order_by(AuditEvent.number)))


def manipulate(db, statement, **values):
    db.write(lambda session: session.execute(sa.text(statement), values))


@pytest.mark.dialect
def test_an_untouched_chain_is_fine(chained_db):
    result = hash_chain.verify_chain(chained_db)
    assert (result.checked, result.pending, result.problem) == (10, 0, None)
    assert numbers(chained_db) == list(range(1, 11))
    assert hash_chain.verify_chain(chained_db, result.last).problem is None


@pytest.mark.parametrize(
    "change",
    [
        'details = \'{"price": "$1.00"}\'',
        "actor_name = 'Ben'",
        "actor_id = NULL",
        "action = 'menu_item.seen'",
        "at = (SELECT max(at) FROM audit_events WHERE number < 5)",
        "address = ''",
        "truck_id = NULL",
    ],
)
def test_a_changed_row_is_named(chained_db, change):
    manipulate(chained_db, f"UPDATE audit_events SET {change} WHERE number = 5")
    with chained_db.reading() as session:
        event_id = session.scalar(sa.select(AuditEvent.id).where(AuditEvent.number == 5))
    result = hash_chain.verify_chain(chained_db)
    assert result.problem == f"The event number 5 ({event_id}) is not as it was written."
    assert result.checked == 4


def test_a_changed_row_with_a_digest_to_match_is_named_all_the_same(chained_db):
    with chained_db.reading() as session:
        row = session.execute(sa.select(sa.inspect(AuditEvent).local_table).filter_by(number=5)).mappings().one()
    digest = log.compute_digest({**row, "actor_name": "Ben"})
    manipulate(chained_db, "UPDATE audit_events SET actor_name = 'Ben', digest = :new WHERE number = 5", new=digest)
    assert hash_chain.verify_chain(chained_db).problem == f"Event 5 ({row['id']}) does not follow event 4."


def test_removed_and_added_rows_are_named(chained_db):
    noted = hash_chain.verify_chain(chained_db).last
    manipulate(chained_db, "DELETE FROM audit_events WHERE number = 10")
    assert hash_chain.verify_chain(chained_db).problem == "Events after number 9 are missing."
    manipulate(chained_db, "UPDATE audit_marks SET number = 9, hash = (SELECT hash FROM audit_events WHERE number = 9)")
    assert hash_chain.verify_chain(chained_db).problem is None, "a removed tail leaves no trace in the database itself"
    assert hash_chain.verify_chain(chained_db, noted).problem == "Event 10 was written down and is missing."
    manipulate(chained_db, "DELETE FROM audit_events WHERE number = 3")
    assert hash_chain.verify_chain(chained_db).problem == "Event 3 is missing."
    manipulate(chained_db, "DELETE FROM audit_events WHERE number < 3")
    assert hash_chain.verify_chain(chained_db).problem == "Event 1 is missing."


def test_a_row_of_which_nobody_knows_is_named(chained_db):
    manipulate(chained_db, "UPDATE audit_marks SET number = 9, hash = (SELECT hash FROM audit_events WHERE number = 9)")
    assert hash_chain.verify_chain(chained_db).problem == "Events after number 9 were added by hand."


def test_a_chain_made_anew_is_not_the_one_that_was_noted_down(chained_db):
    noted = hash_chain.verify_chain(chained_db).last
    manipulate(chained_db, "UPDATE audit_events SET number = NULL, previous = NULL, hash = NULL")
    manipulate(chained_db, "DELETE FROM audit_marks")
    manipulate(chained_db, "DELETE FROM audit_events WHERE subject_id = '2'")
    hash_chain.append_pending(chained_db)
    assert hash_chain.verify_chain(chained_db).problem is None
    assert (
        hash_chain.verify_chain(chained_db, ChainPosition(9, noted.hash)).problem
        == "Event 9 differs from the one that was written down."
    )


@pytest.mark.dialect
def test_a_redacted_row_is_as_the_erasure_left_it_and_any_other_change_is_named(chained_db, clock):
    noted = hash_chain.verify_chain(chained_db).last

    def erase(session, person, former):
        digests = hash_chain.redact_events(session, person.id, former)
        details = {hash_chain.REDACTIONS: hash_chain.digest_redactions(digests)}
        erasure_id = log.record(session, BEN, "user.erased", person.id, details=details)
        hash_chain.store_redactions(session, erasure_id, digests)
        return len(digests)

    about = {"name": FieldChange("Anna", "Ana"), "role": "Ana", "email": "a…@x.org"}
    chained_db.write(lambda session: log.record(session, BEN, "user.changed", ANA.id, details=about))
    clock.advance(timedelta(seconds=1))
    assert chained_db.write(lambda session: erase(session, ANA, "Former user 1")) == 11
    clock.advance(timedelta(seconds=1))
    assert chained_db.write(lambda session: erase(session, BEN, "Former user 2")) == 2  # one row a second time
    with chained_db.reading() as session:
        names = session.execute(sa.select(AuditEvent.actor_name, AuditEvent.details)).all()
    assert "Ana" not in {name for name, _details in names}
    former = dict.fromkeys(("before", "after"), "Former user 1")
    assert {"name": former, "role": "Ana", "email": "Former user 1"} in [details for _name, details in names]
    hash_chain.append_pending(chained_db)
    result = hash_chain.verify_chain(chained_db, noted)
    assert (result.problem, result.checked, result.redacted, result.erasures) == (None, 13, 12, 2)

    manipulate(chained_db, "UPDATE audit_events SET actor_name = 'Ana' WHERE number = 5")
    assert "is not as it was written" in hash_chain.verify_chain(chained_db).problem
    with chained_db.reading() as session:
        row = session.execute(sa.select(sa.inspect(AuditEvent).local_table).filter_by(number=5)).mappings().one()
    digest = "UPDATE audit_redactions SET digest = :digest WHERE event_id = :id"
    manipulate(chained_db, digest, digest=log.compute_digest(row), id=row["id"])
    assert "changed are not as it wrote them" in hash_chain.verify_chain(chained_db).problem

    clock.advance(timedelta(days=366))
    hash_chain.delete_old_events(chained_db, 365)
    with chained_db.reading() as session:
        assert session.scalars(sa.select(hash_chain.AuditRedaction)).all() == []
    assert hash_chain.verify_chain(chained_db).problem is None


@pytest.mark.parametrize(
    ("action", "altered", "problem"),
    [
        ("truck.changed", 5, "changed are not as it wrote them"),
        ("user.erased", 12, "names rows that were written after it"),
        ("user.erased", 5, None),
    ],
)
def test_only_an_erasure_redacts_and_only_rows_before_it(chained_db, clock, action, altered, problem):
    later = chained_db.write(lambda session: log.record(session, ANA, "thing.done", "12"))
    with chained_db.reading() as session:
        rows = sa.select(sa.inspect(AuditEvent).local_table)
        fifth = session.execute(rows.filter_by(number=5)).mappings().one()
        twelfth = session.execute(rows.filter_by(id=later)).mappings().one()
    row = {5: fifth, 12: twelfth}[altered]
    digests = {row["id"]: log.compute_digest({**row, "actor_name": "Ben"})}

    def forge(session):
        details = {hash_chain.REDACTIONS: hash_chain.digest_redactions(digests)}
        one_id = log.record(session, BEN, action, "1", details=details)
        hash_chain.store_redactions(session, one_id, digests)

    clock.advance(timedelta(seconds=-1 if altered == 12 else 1))
    chained_db.write(forge)
    hash_chain.append_pending(chained_db)
    manipulate(chained_db, "UPDATE audit_events SET actor_name = 'Ben' WHERE id = :id", id=row["id"])
    found = hash_chain.verify_chain(chained_db).problem
    assert found is None if problem is None else problem in found


def test_a_row_without_a_place_is_read_too(chained_db):
    chained_db.write(lambda session: log.record(session, ANA, "menu_item.eaten", "11"))
    assert hash_chain.verify_chain(chained_db).pending == 1
    manipulate(chained_db, "UPDATE audit_events SET actor_name = 'Ben' WHERE number IS NULL")
    assert "not yet in the chain" in hash_chain.verify_chain(chained_db).problem


@pytest.mark.dialect
def test_what_was_rolled_back_leaves_no_gap(chained_db):
    def fail(session):
        log.record(session, ANA, "menu_item.eaten", "11")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        chained_db.write(fail)
    chained_db.write(lambda session: log.record(session, ANA, "menu_item.eaten", "12"))
    hash_chain.append_pending(chained_db)
    assert numbers(chained_db) == list(range(1, 12))
    assert hash_chain.verify_chain(chained_db).problem is None


@pytest.mark.dialect
def test_a_crowd_of_writers_and_sealers_makes_one_chain(db):
    def write(number):
        db.write(lambda session: log.record(session, ANA, "menu_item.eaten", str(number)))
        if number % 3 == 0:
            hash_chain.append_pending(db)

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(write, range(150)))
    hash_chain.append_pending(db)
    assert numbers(db) == list(range(1, 151))
    assert hash_chain.verify_chain(db).problem is None


@pytest.mark.dialect
def test_processes_beside_each_other_make_one_chain(db, settings):
    command = [sys.executable, "-c", WRITING, settings.database]
    environment = {**os.environ, "PYTHONPATH": str(BACKEND)}
    writing = [subprocess.Popen([*command, f"process {one}"], env=environment) for one in range(2)]
    assert [process.wait(180) for process in writing] == [0, 0]
    assert numbers(db) == list(range(1, 81))
    assert hash_chain.verify_chain(db).problem is None


@pytest.mark.dialect
def test_what_is_a_year_old_goes_and_the_rest_stays_verifiable(chained_db, clock):
    clock.advance(timedelta(days=200))
    chained_db.write(lambda session: log.record(session, ANA, "menu_item.eaten", "11"))
    hash_chain.append_pending(chained_db)
    clock.advance(timedelta(days=164))
    hash_chain.delete_old_events(chained_db, 365)
    assert len(numbers(chained_db)) == 11
    clock.advance(timedelta(days=2))
    hash_chain.delete_old_events(chained_db, 365)
    assert numbers(chained_db) == [11]
    assert hash_chain.verify_chain(chained_db).problem is None
    manipulate(chained_db, "DELETE FROM audit_events")
    assert hash_chain.verify_chain(chained_db).problem == "Events after number 10 are missing."


def test_a_long_past_goes_in_pieces_and_all_of_it(db, clock, monkeypatch):
    monkeypatch.setattr(hash_chain, "BATCH_SIZE", 4)
    db.write(lambda session: [log.record(session, ANA, "menu_item.eaten", str(n)) for n in range(10)])
    hash_chain.append_pending(db)
    clock.advance(timedelta(days=400))
    hash_chain.delete_old_events(db, 365)
    assert numbers(db) == []
    assert hash_chain.verify_chain(db).problem is None
    db.write(lambda session: log.record(session, ANA, "menu_item.eaten", "10"))
    hash_chain.append_pending(db)
    assert numbers(db) == [11]
    assert hash_chain.verify_chain(db).problem is None


@pytest.mark.dialect
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
    assert log.anonymize_ip(address) == kept
