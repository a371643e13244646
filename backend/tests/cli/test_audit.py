"""`chuckwagon audit verify` reports that the log is intact, or which row is not."""

import pytest
import sqlalchemy as sa

from chuckwagon.audit import hash_chain, log
from chuckwagon.db.database import Database
from tests.databases import create_tables


@pytest.fixture
def url(program):
    found = f"sqlite:///{program.folder}/data/chuckwagon.sqlite3"
    (program.folder / "data").mkdir(mode=0o700)
    create_tables(found)
    db = Database(found)
    db.write(lambda session: [log.record(session, log.SYSTEM_ACTOR, "thing.done", str(n)) for n in range(3)])
    hash_chain.append_pending(db)
    db.close()
    return found


def test_a_whole_chain_is_said_to_be_one(program, url):
    done = program.call("audit", "verify")
    assert done.returncode == 0, done.stdout
    assert "3 events checked, 0 not yet chained" in done.stdout
    last = done.stdout.split("Last event: ")[1].strip()
    assert program.call("audit", "verify", "--known", last).returncode == 0
    assert program.call("audit", "verify", "--known", f"3:{'0' * 64}").returncode == 1
    assert program.call("audit", "verify", "--known", "three").returncode == 2


def test_an_edited_row_is_named(program, url):
    db = Database(url)
    db.write(lambda session: session.execute(sa.text("UPDATE audit_events SET action='thing.seen' WHERE number=2")))
    db.close()
    done = program.call("audit", "verify")
    assert done.returncode == 1
    assert "The event number 2 (" in done.stdout
    assert "is not as it was written" in done.stdout


def test_the_first_account_is_written_down(program, url):
    done = program.call("create-superadmin", "--email", "a@example.com", "--name", "Ana", given="griddle-lantern-58\n")
    assert done.returncode == 0, done.stdout
    db = Database(url)
    with db.reading() as session:
        made = session.scalars(sa.select(log.AuditEvent).where(log.AuditEvent.action == "user.created")).one()
    db.close()
    assert (made.actor_role, made.details["name"], made.details["email"]) == (
        "system",
        "Ana",
        "a…@example.com",
    )
