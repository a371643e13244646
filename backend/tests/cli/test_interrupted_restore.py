"""A restore on SQLite that is interrupted leaves the old database or the new one, each with its newest rows."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from chuckwagon.cli import backup
from chuckwagon.db.database import Database
from chuckwagon.db.dump_and_restore import BackupFailed
from tests.cli.test_backup import contents, full, quiet  # noqa: F401
from tests.conftest import DATABASE_KIND
from tests.databases import create_tables
from tests.factories import make_truck

pytestmark = pytest.mark.skipif(DATABASE_KIND != "sqlite", reason="PostgreSQL restores in one transaction")

NAME = "chuckwagon.sqlite3"
READER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("BEGIN")
database.execute("SELECT count(*) FROM trucks").fetchone()
print("reading", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def saved(full, tmp_path):  # noqa: F811
    """A backup."""
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    return tmp_path / "saved.zip"


@pytest.fixture
def killed(elsewhere, tmp_path):
    """The files that a killed server leaves. Its newest rows are in the write-ahead log only."""
    create_tables(elsewhere.database)
    server = Database(elsewhere.database)
    make_truck(server, "Present Truck")
    copy_database(elsewhere.data_dir, tmp_path / "killed")
    server.close()
    copy_database(tmp_path / "killed", elsewhere.data_dir)
    assert (elsewhere.data_dir / f"{NAME}-wal").stat().st_size > 0
    return elsewhere


def copy_database(source: Path, target: Path) -> None:
    target.mkdir(exist_ok=True)
    for file in source.glob(f"{NAME}*"):
        shutil.copy2(file, target)


def settings_in(settings, folder):
    return msgspec.structs.replace(settings, data_dir=folder, database_url=f"sqlite:///{folder}/{NAME}")


def contents_in(folder):
    """What a server finds that starts on these files."""
    assert (folder / NAME).exists(), "a server that starts here would create an empty database"
    return contents(f"sqlite:///{folder}/{NAME}")


@pytest.fixture
def moments(killed, tmp_path, monkeypatch):
    """Folders with what a kill would leave: one for each moment before a file gets another name."""
    folders: list[Path] = []

    def watch(name):
        do = getattr(os, name)

        def copy_then_do(*paths, **options):
            folders.append(tmp_path / f"moment-{len(folders)}")
            copy_database(killed.data_dir, folders[-1])
            return do(*paths, **options)

        monkeypatch.setattr(os, name, copy_then_do)

    for name in ("link", "rename", "replace"):
        watch(name)
    return folders


def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(full, killed, saved, tmp_path, moments):  # noqa: F811
    backup.restore_backup(killed, saved, quiet, replace=True)
    there = list(moments)
    old, new = contents_in(tmp_path / "killed"), contents(full.database)
    found = [contents_in(folder) for folder in there]
    assert all(one in (old, new) for one in found)
    assert found[0] == old
    assert contents_in(killed.data_dir) == new


def test_a_database_that_another_program_reads_is_not_replaced(killed, saved, tmp_path):
    """Its newest rows would stay in the write-ahead log, which has to be moved away before the file is replaced."""
    read = [sys.executable, "-c", READER, str(killed.data_dir / NAME)]
    with subprocess.Popen(read, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        reader.stdout.readline()
        with pytest.raises(BackupFailed, match="Another program"):
            backup.restore_backup(killed, saved, quiet, replace=True)
        reader.stdin.close()
    assert contents_in(killed.data_dir) == contents_in(tmp_path / "killed")


def test_a_restore_after_a_killed_one_is_whole(full, killed, saved, moments):  # noqa: F811
    backup.restore_backup(killed, saved, quiet, replace=True)
    for folder in list(moments):
        for kept in folder.glob("*.before-*"):
            kept.rename(f"{kept}-earlier")  # the second restore of the test is in the same second
        backup.restore_backup(settings_in(killed, folder), saved, quiet, replace=True)
        assert contents_in(folder) == contents(full.database)


def test_no_foreign_log_is_left_beside_the_restored_database(full, killed, saved):  # noqa: F811
    """SQLite would replay it into the restored database."""
    log = killed.data_dir / f"{NAME}-wal"
    content = log.read_bytes()
    (killed.data_dir / NAME).unlink()
    backup.restore_backup(killed, saved, quiet)
    assert contents_in(killed.data_dir) == contents(full.database)
    [kept] = killed.data_dir.glob("*.before-*Z-wal")
    assert kept.read_bytes() == content


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError("the disk is gone")])
def test_a_restored_file_that_cannot_be_flushed_replaces_nothing(killed, saved, tmp_path, monkeypatch, error):
    def refuse(_descriptor):
        raise error

    def refuse_from_now_on(*_given):
        monkeypatch.setattr(os, "fsync", refuse)
        return 0

    monkeypatch.setattr(backup, "prepare_restored", refuse_from_now_on)
    with pytest.raises((KeyboardInterrupt, BackupFailed)):
        backup.restore_backup(killed, saved, quiet, replace=True)
    assert contents_in(killed.data_dir) == contents_in(tmp_path / "killed")
    assert list(killed.data_dir.glob("*.before-*")) == []


def test_the_old_database_is_kept_with_its_newest_rows(killed, saved, tmp_path):
    old = contents_in(tmp_path / "killed")
    backup.restore_backup(killed, saved, quiet, replace=True)
    [kept] = killed.data_dir.glob("*.before-*Z")
    assert contents(f"sqlite:///{kept}") == old


def test_the_old_database_is_kept_where_a_file_has_one_name_only(full, killed, saved, tmp_path, monkeypatch):  # noqa: F811
    def refuse(*_paths):
        raise PermissionError("no hard links on this file system")

    monkeypatch.setattr(os, "link", refuse)
    test_the_old_database_is_kept_with_its_newest_rows(killed, saved, tmp_path)
    assert contents_in(killed.data_dir) == contents(full.database)


def test_a_second_restore_in_one_second_overwrites_no_old_database(killed, saved, tmp_path, clock):
    backup.restore_backup(killed, saved, quiet, replace=True)
    with pytest.raises(BackupFailed, match="File exists"):
        backup.restore_backup(killed, saved, quiet, replace=True)
    [kept] = killed.data_dir.glob("*.before-*Z")
    assert contents(f"sqlite:///{kept}") == contents_in(tmp_path / "killed")
