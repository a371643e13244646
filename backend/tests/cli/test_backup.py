"""Backup into one file while customers order, and restore."""

import json
import threading
import zipfile
from pathlib import Path

import pytest
import sqlalchemy as sa

from chuckwagon.cli import backup
from chuckwagon.db import dump_and_restore
from chuckwagon.db.database import Base, Database
from chuckwagon.db.dump_and_restore import BackupFailed
from chuckwagon.db.migrations import migrate
from chuckwagon.menu.models import MenuItem
from tests.conftest import DATABASE_KIND
from tests.databases import create_tables
from tests.factories import make_item, make_truck
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect

EVIL = {"uploads/../../evil": b"x"}


def quiet(_what: str, _done: int, _total: int) -> None:
    """Progress callback that shows nothing."""


@pytest.fixture
def full(db, settings, own_programs):
    """A database with a truck, its menu and an image."""
    truck = make_truck(db, "Saved Truck")
    make_item(db, truck, "Saved Taco", groups=[("Salsa", 0, 1, [("Verde", 50)])])
    image = settings.data_dir / "uploads/trucks/own-320.webp"
    image.parent.mkdir(parents=True, exist_ok=True)
    image.write_bytes(b"an image")
    yield settings
    image.unlink(missing_ok=True)


def contents(url: str) -> dict[str, list]:
    """Every row of every table except Alembic's."""
    database = Database(url)
    try:
        with database.reading() as session:
            return {
                table.name: sorted(map(repr, session.execute(sa.select(table)).all()))
                for table in Base.metadata.sorted_tables
                if table.name != "schema_compatibility"
            }
    finally:
        database.close()


def test_what_was_saved_comes_back_whole(full, elsewhere, tmp_path):
    before = contents(full.database)
    manifest = backup.create_backup(full, tmp_path / "saved.zip", quiet)
    assert backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet).manifest == manifest
    assert migrate(elsewhere.database) is False
    assert contents(elsewhere.database) == before
    assert (elsewhere.data_dir / "uploads/trucks/own-320.webp").read_bytes() == b"an image"
    assert sorted(path.name for path in tmp_path.glob(".*")) == []


def test_a_backup_under_load_is_one_moment(full, elsewhere, tmp_path, db):
    """Menu items are created in pairs, one transaction each, so a backup never contains half a pair."""
    truck = make_truck(db, "Busy Truck")
    stopping = threading.Event()

    def add_pairs():
        number = 0
        while not stopping.is_set():
            number += 1
            db.write(lambda session, number=number: session.add_all([
                MenuItem(truck_id=truck.id, name=f"pair {number}", base_price_cents=100) for _ in range(2)
            ]))  # fmt: skip

    writer = threading.Thread(target=add_pairs)
    writer.start()
    try:
        backup.create_backup(full, tmp_path / "saved.zip", quiet)
    finally:
        stopping.set()
        writer.join()
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    database = Database(elsewhere.database)
    with database.reading() as session:
        counts = session.execute(
            sa.select(MenuItem.name, sa.func.count()).where(MenuItem.name.like("pair %")).group_by(MenuItem.name)
        ).all()
    database.close()
    assert {count for _, count in counts} <= {2}


def test_a_database_that_holds_something_is_replaced_only_when_asked(full, elsewhere, tmp_path):
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    before = contents(elsewhere.database)
    with pytest.raises(BackupFailed, match="--replace"):
        backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    assert contents(elsewhere.database) == before
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert contents(elsewhere.database) == contents(full.database)
    if DATABASE_KIND == "sqlite":
        [kept] = elsewhere.data_dir.glob("*.before-*Z")
        assert kept.stat().st_size > 0


def test_a_running_product_is_not_replaced(full, elsewhere, tmp_path, monkeypatch):
    monkeypatch.setattr(dump_and_restore, "LEAVING_SECONDS", 0)
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    running = Database(elsewhere.database)
    try:
        running.ping()
        with pytest.raises(BackupFailed, match=r"Stop (it|every server)"):
            backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
        running.ping()
    finally:
        running.close()


@SAME_ON_BOTH
def test_a_backup_never_overwrites_another(full, tmp_path):
    (tmp_path / "saved.zip").write_text("mine")
    with pytest.raises(BackupFailed, match="already exists"):
        backup.create_backup(full, tmp_path / "saved.zip", quiet)
    assert (tmp_path / "saved.zip").read_text() == "mine"


def damage(file: Path, change) -> None:
    """Change one member of the archive."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def edit_manifest(**values):
    def change(members):
        members["manifest.json"] = json.dumps(json.loads(members["manifest.json"]) | values)

    return change


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda members: members.update(database=members["database"][:-100]), "damaged"),
        pytest.param(lambda members: members.pop("manifest.json"), "not a backup", marks=SAME_ON_BOTH),
        pytest.param(edit_manifest(format=2), "newer", marks=SAME_ON_BOTH),
        pytest.param(edit_manifest(revision="9999"), "newer", marks=SAME_ON_BOTH),
        pytest.param(edit_manifest(revision="the first"), "damaged", marks=SAME_ON_BOTH),
        pytest.param(edit_manifest(database="oracle"), "from oracle", marks=SAME_ON_BOTH),
        (lambda members: members.pop("database"), "damaged"),
        pytest.param(lambda members: members.update(EVIL), "not allowed", marks=SAME_ON_BOTH),
    ],
)
def test_a_file_that_does_not_fit_changes_nothing(full, elsewhere, tmp_path, change, sentence):
    file = tmp_path / "saved.zip"
    backup.create_backup(full, file, quiet)
    damage(file, change)
    create_tables(elsewhere.database)
    before = contents(elsewhere.database)
    with pytest.raises(BackupFailed, match=sentence):
        backup.restore_backup(elsewhere, file, quiet, replace=True)
    assert contents(elsewhere.database) == before
    assert not list(tmp_path.rglob("evil"))


@SAME_ON_BOTH
@pytest.mark.parametrize("part", [b"an image", b"PK\x01\x02"])
def test_a_file_that_the_disk_has_damaged_changes_nothing(full, elsewhere, tmp_path, part):
    file = tmp_path / "saved.zip"
    backup.create_backup(full, file, quiet)
    raw = bytearray(file.read_bytes())
    raw[raw.index(part)] ^= 0xFF
    file.write_bytes(raw)
    create_tables(elsewhere.database)
    before = contents(elsewhere.database)
    with pytest.raises(BackupFailed, match="damaged"):
        backup.restore_backup(elsewhere, file, quiet, replace=True)
    assert contents(elsewhere.database) == before
    assert not elsewhere.uploads_dir.exists()


@SAME_ON_BOTH
def test_a_backup_is_for_its_owner_only(full, tmp_path):
    file = tmp_path / "saved.zip"
    backup.create_backup(full, file, quiet)
    assert file.stat().st_mode & 0o777 == 0o600


@SAME_ON_BOTH
def test_a_place_that_cannot_be_written_to_is_told(full, tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BackupFailed, match="cannot be written"):
        backup.create_backup(full, tmp_path / "file" / "saved.zip", quiet)


@SAME_ON_BOTH
@pytest.mark.parametrize("given", ["nothing-there.zip", "text.zip"])
def test_a_file_that_is_none_is_told(settings, tmp_path, given):
    (tmp_path / "text.zip").write_text("hello")
    with pytest.raises(BackupFailed):
        backup.restore_backup(settings, tmp_path / given, quiet)


@SAME_ON_BOTH
def test_from_the_command_line(program):
    """Save the demo street, lose it, put it back; no provider is asked, so none need be named."""
    assert program.call("seed").returncode == 0
    assert "Saved to backup.zip" in program.call("backup", "backup.zip").stdout
    refused = program.call("restore", "backup.zip")
    assert (refused.returncode, "--replace" in refused.stdout) == (1, True)
    for file in (program.folder / "data").glob("chuckwagon.sqlite3*"):
        file.unlink()
    assert "Restored the backup of" in program.call("restore", "backup.zip").stdout
    again = program.call("seed")
    assert (again.returncode, "already contains trucks" in again.stdout) == (1, True)
    named = program.call("backup")
    assert named.returncode == 0
    assert list((program.folder / "data/backups").glob("chuckwagon-*Z.zip"))
