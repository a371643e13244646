"""A restore replaces everything or nothing, from a backup of any revision, and restores no session."""

import json
import threading
import zipfile
from datetime import timedelta
from pathlib import Path

import msgspec
import psycopg
import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import User, UserSession
from chuckwagon.cli import backup
from chuckwagon.db import dump_and_restore
from chuckwagon.db.database import Database
from chuckwagon.db.dump_and_restore import BackupFailed
from chuckwagon.db.installation import ensure_installation_id, find_installation_id
from chuckwagon.db.migrations import (
    current_revision,
    migrate,
    migration_engine,
    newest_revision,
    upgrade_in_transaction,
)
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.printers.enqueue import insert_jobs, make_job
from chuckwagon.printers.models import Printer, PrintJob
from chuckwagon.printing import handout
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeRow
from chuckwagon.trucks.models import Truck
from tests.cast import Cast
from tests.cli.test_backup import contents, full, quiet  # noqa: F401
from tests.conftest import DATABASE_KIND
from tests.databases import create_tables
from tests.factories import make_truck
from tests.suites import SAME_ON_BOTH, first_on_both

pytestmark = pytest.mark.dialect

NEWEST = int(newest_revision() or 0)
OF_EVERY_CHANGE = {1: [SAME_ON_BOTH], NEWEST - 1: []}
REVISIONS = [
    pytest.param(f"{number:04d}", marks=OF_EVERY_CHANGE.get(number, [pytest.mark.proof]))
    for number in range(1, NEWEST + 1)
]


def settings_at(elsewhere, tmp_path, name):
    """Settings of another machine; on PostgreSQL, another database of the same server."""
    if DATABASE_KIND == "sqlite":
        return msgspec.structs.replace(
            elsewhere,
            data_dir=tmp_path / name,
            database_url=f"sqlite:///{tmp_path}/{name}/chuckwagon.sqlite3",
        )
    return elsewhere


def make_tables(url, revision):
    """Create the tables of an earlier release, with one truck."""
    engine = migration_engine(url)
    with engine.begin() as connection:
        upgrade_in_transaction(connection, revision)
        trucks = sa.Table("trucks", sa.MetaData(), autoload_with=connection)
        connection.execute(trucks.insert().values(_required_values(trucks)))
    engine.dispose()


def _required_values(table):
    made_up = {
        sa.String: "x", sa.Integer: 15, sa.Boolean: True, sa.JSON: [], sa.Numeric: 1,
    }  # fmt: skip
    values = {"id": "a" * 24, "name": "Old Truck", "slug": "old-truck"}
    for column in table.columns:
        if column.name in values or column.nullable or column.server_default is not None:
            continue
        if isinstance(column.type, sa.DateTime):
            values[column.name] = sa.func.now()
        else:
            values[column.name] = next(value for kind, value in made_up.items() if isinstance(column.type, kind))
    return values


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_backup_of_any_revision_replaces_the_newest_tables(full, elsewhere, tmp_path, revision):  # noqa: F811
    old = settings_at(elsewhere, tmp_path, "old")
    make_tables(old.database, revision)
    backup.create_backup(old, tmp_path / "old.zip", quiet)
    if DATABASE_KIND == "postgresql":
        wipe(old.database)
    there = settings_at(elsewhere, tmp_path, "there")
    backup.create_backup(full, tmp_path / "new.zip", quiet)
    backup.restore_backup(there, tmp_path / "new.zip", quiet)

    backup.restore_backup(there, tmp_path / "old.zip", quiet, replace=True)

    assert migrate(there.database) is False
    database = Database(there.database)
    with database.reading() as session:
        assert session.execute(sa.text("SELECT name FROM trucks")).scalars().all() == ["Old Truck"]
        assert session.execute(sa.text("SELECT count(*) FROM menu_items")).scalar() == 0
    database.close()


def wipe(url):
    engine = migration_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()


def test_a_restore_that_fails_after_loading_changes_nothing(full, elsewhere, tmp_path, monkeypatch):  # noqa: F811
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    database = Database(elsewhere.database)
    make_truck(database, "Present Truck")
    database.close()
    before = contents(elsewhere.database)

    def die(*_given):
        raise RuntimeError("the machine dies here")

    monkeypatch.setattr(backup, "prepare_restored", die)
    with pytest.raises(RuntimeError):
        backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert contents(elsewhere.database) == before


@SAME_ON_BOTH
def test_nobody_is_signed_in_and_disabled_accounts_stay_disabled(full, elsewhere, tmp_path, db):  # noqa: F811
    Cast(db)
    sign_in(db)
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    there = Database(elsewhere.database)
    disabled = there.write(disable_one)
    there.close()

    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)

    there = Database(elsewhere.database)
    with there.reading() as session:
        assert session.scalars(sa.select(UserSession)).all() == []
        assert session.scalars(sa.select(User.id).where(~User.is_active)).all() == [disabled]
    there.close()
    with db.reading() as session:
        assert session.scalars(sa.select(UserSession)).all() != []


def sign_in(db):
    def add(session):
        user = session.scalars(sa.select(User)).first()
        now = clock.now()
        session.add(
            UserSession(
                token_digest="d" * 64, user_id=user.id, is_remembered=True, created_at=now, seen_at=now,
                expires_at=now + timedelta(days=30),
            )
        )  # fmt: skip

    db.write(add)


def disable_one(session):
    user = session.scalars(sa.select(User).order_by(User.id)).first()
    user.is_active = False
    return user.id


@SAME_ON_BOTH
def test_the_installation_stays_the_same_if_the_backup_does_not_know_it(full, elsewhere, tmp_path):  # noqa: F811
    """Otherwise payments made since the backup would count as another installation's."""
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    known = in_database(elsewhere, ensure_installation_id)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert in_database(elsewhere, find_installation_id) == known


@SAME_ON_BOTH
def test_a_backup_of_another_machine_brings_its_installation_along(full, elsewhere, tmp_path, db):  # noqa: F811
    moved = db.write(ensure_installation_id)
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    assert in_database(elsewhere, ensure_installation_id) != moved
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert in_database(elsewhere, find_installation_id) == moved


@pytest.mark.parametrize("missing", first_on_both(["installation", "erased_payments", "passkeys"]))
def test_an_older_database_that_is_replaced_tells_what_it_knows(full, elsewhere, tmp_path, db, missing):  # noqa: F811
    """Its schema is older than the missing table."""
    Cast(db)
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    disabled = in_database(elsewhere, disable_one)
    in_database(elsewhere, lambda session: session.execute(sa.text(f"DROP TABLE {missing}")))
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert in_database(elsewhere, list_disabled) == [disabled]


def list_disabled(session):
    return session.scalars(sa.select(User.id).where(~User.is_active)).all()


@pytest.mark.skipif(DATABASE_KIND != "sqlite", reason="PostgreSQL's files are the server's")
@pytest.mark.parametrize("kept_bytes", [0, 100])
def test_a_damaged_database_is_replaced(full, elsewhere, tmp_path, kept_bytes):  # noqa: F811
    """Damage the header of the database file, or everything after it."""
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    file = Path(sa.make_url(elsewhere.database).database)
    file.write_bytes(file.read_bytes()[:kept_bytes] + b"no database" * 1000)
    file.chmod(0o644)  # as an earlier release made it
    restored = backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert restored.carried_over is None
    assert contents(elsewhere.database) == contents(full.database)
    [aside] = file.parent.glob("*.before-*Z")
    assert b"no database" in aside.read_bytes()
    assert [path.stat().st_mode & 0o777 for path in (file, aside)] == [0o600, 0o600]


def in_database(settings, work):
    """Run a function on another machine's database."""
    database = Database(settings.database)
    try:
        return database.write(work)
    finally:
        database.close()


@SAME_ON_BOTH
def test_waiting_messages_are_asked_about_before_any_worker_sees_them(full, elsewhere, tmp_path, db):  # noqa: F811
    db.write(lambda session: outbox.enqueue(session, "send_confirmation", "one", {"orderId": "a" * 24}))
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    there = Database(elsewhere.database)
    with there.reading() as session:
        assert session.scalars(sa.select(OutboxMessage.attempts)).all() == [1]
    there.close()


def test_printers_keep_their_addresses_and_what_was_to_be_printed_waits_for_staff(full, elsewhere, tmp_path, db):  # noqa: F811
    printed = {"state": "printed", "available_at": None, "done_at": clock.now()}
    fetched = {"state": "fetched", "available_at": handout.FIRST, "fetched_at": clock.now(), "attempts": 1}
    kinds = (printed, fetched, {}, {"kind": "drawer"}, {"available_at": None})

    def add(session):
        truck_id = session.scalar(sa.select(Truck.id))
        printer = Printer(
            id=new_id(), truck_id=truck_id, label="Kitchen", kind="star_cloudprnt", paper_mm=80, prints_tickets=True,
            prints_receipts=True, print_on="placed", language="en", drawer_kick=True, secret_hash=hash_secret("own"),
            created_at=clock.now(),
        )  # fmt: skip
        session.add(printer)
        session.flush()
        insert_jobs(session, [make_job(printer.id, truck_id, "test", f"test:{n}") | of for n, of in enumerate(kinds)])

    db.write(add)
    assert handout.poll(db, "own").job_id is not None
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    there = Database(elsewhere.database)
    assert handout.poll(there, "own").job_id is None, "nothing prints by itself"
    with there.reading() as session:
        rows = session.execute(sa.select(PrintJob.state, PrintJob.fetched_at.is_not(None)).order_by(PrintJob.key)).all()
    there.close()
    waits = ("waiting", False)
    assert rows == [("printed", False), ("waiting", True), waits, ("dropped", False), waits]


def test_no_id_of_a_change_is_given_out_a_second_time(full, elsewhere, tmp_path, db):  # noqa: F811
    """A client that has seen the first change with that ID would skip the second."""
    truck, announced = "a" * 24, (change_log.ORDER, "b" * 24)
    db.write(lambda session: change_log.publish_change(session, truck, *announced))
    seen = db.write(lambda session: change_log.get_last_change_id(session, truck))
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    assert in_database(elsewhere, lambda session: session.query(ChangeRow).count()) == 0
    in_database(elsewhere, lambda session: change_log.publish_change(session, truck, *announced))
    assert in_database(elsewhere, lambda session: change_log.get_last_change_id(session, truck)) > seen + 1_000_000


def test_a_copy_under_load_goes_on_and_tells_how_far_it_is(full, tmp_path, db):  # noqa: F811
    """Another connection commits at every report of progress."""
    if DATABASE_KIND != "sqlite":
        pytest.skip("pg_dump reads one snapshot")
    fill(db, rows=3000)
    left: list[int] = []

    def commit_between(what, done, total):
        if what != "database":
            return
        left.append(total - done)
        db.write(lambda session: session.execute(sa.text("UPDATE trucks SET name = name || '.'")))

    backup.create_backup(full, tmp_path / "saved.zip", commit_between)
    assert len(left) > 3
    assert left == sorted(left, reverse=True)


def fill(db, rows):
    """Write enough pages for several steps of the copy."""
    blob = "x" * 4000
    db.write(
        lambda session: session.execute(
            sa.text("INSERT INTO sync_marks (name, at) VALUES (:name, '2026-01-01 00:00:00')"),
            [{"name": f"{number}{blob}"} for number in range(rows)],
        )
    )


def connect_to(settings):
    address = sa.make_url(settings.database)
    return psycopg.connect(
        host=address.query["host"], user=address.query["user"], dbname=address.database, autocommit=True
    )


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite's lock file is free at once")
def test_a_connection_that_is_going_does_not_keep_a_restore_away(full, elsewhere, tmp_path, monkeypatch):  # noqa: F811
    """PostgreSQL needs a moment to end the session of a server that has just been stopped."""
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    monkeypatch.setattr(dump_and_restore, "LEAVING_SECONDS", 60)
    leaving = connect_to(elsewhere)
    closing = threading.Timer(0.5, leaving.close)
    closing.start()
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    closing.join()
    assert contents(elsewhere.database) == contents(full.database)


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite's lock file does this")
def test_other_connections_keep_a_restore_away(full, elsewhere, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setattr(dump_and_restore, "LEAVING_SECONDS", 0)
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    before = contents(elsewhere.database)
    with connect_to(elsewhere), pytest.raises(BackupFailed, match="Stop every server and worker"):
        backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert contents(elsewhere.database) == before


def test_a_backup_that_its_database_refuses_is_one_sentence(full, elsewhere, tmp_path):  # noqa: F811
    """The dump is complete, but its revision is unknown."""
    there = settings_at(elsewhere, tmp_path, "there")
    create_tables(there.database)
    engine = migration_engine(there.database)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'strange'"))
    engine.dispose()
    backup.create_backup(there, tmp_path / "saved.zip", quiet)
    with zipfile.ZipFile(tmp_path / "saved.zip") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["manifest.json"] = json.dumps(json.loads(members["manifest.json"]) | {"revision": "0018"}).encode()
    with zipfile.ZipFile(tmp_path / "strange.zip", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(BackupFailed, match="no Chuckwagon knows"):
        backup.restore_backup(there, tmp_path / "strange.zip", quiet, replace=True)
    engine = migration_engine(there.database)
    assert current_revision(engine) == "strange"
    engine.dispose()
