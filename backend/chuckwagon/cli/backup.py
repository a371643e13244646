"""One file with everything that must survive the machine: the database and the pictures of the local folder.

A backup is taken while the product runs. The database in it is one consistent moment: SQLite's own online
copy, or `pg_dump`. A restore replaces the database whole or changes nothing. SQLite's old file stays beside
the new one.
"""

import hashlib
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon import __version__
from chuckwagon.core import clock
from chuckwagon.core.database_files import BackupFailed, Progress, get_revision, kind_of, save_database
from chuckwagon.core.database_restore import replace_database
from chuckwagon.core.db import Writer
from chuckwagon.core.marks import BACKUP, set_mark
from chuckwagon.core.migrate import newest_revision
from chuckwagon.privacy.carry_over import (
    adapt_restored,
    load_carry_over,
    read_carry_over,
    save_carry_over,
)
from chuckwagon.settings import Settings

FORMAT = 1
MANIFEST, DATABASE, PICTURES = "manifest.json", "database", "uploads/"
CHUNK = 1024 * 1024
NEWER = "This backup is of a newer Chuckwagon ({}). Update, then restore."
DAMAGED = "{} is not a backup, or it is damaged."
CARRY_OVER = "carried-over-by-restore.json"
# Whose phones and passwords' hashes are in it is nobody else's business on this machine.
OWNER_ONLY = 0o600
# How the libraries say that an archive is none, or not whole.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, msgspec.MsgspecError)


class Manifest(msgspec.Struct, frozen=True, rename="camel"):
    """What a backup says about itself. `taken_at` is from before the copy began."""

    format: int
    product: str
    database: str
    revision: str
    taken_at: str
    sha256: str
    pictures: int


class Restored(msgspec.Struct, frozen=True):
    """What a restore did. `erased_again` is None where the replaced database could not be asked."""

    manifest: Manifest
    erased_again: int | None


def take(settings: Settings, file: Path, progress: Progress) -> Manifest:
    """Write a backup to `file`, which must not exist yet; an interrupted one leaves nothing behind.

    Raises BackupFailed.
    """
    if file.exists():
        raise BackupFailed(f"{file} already exists. Give another name; a backup never overwrites one.")
    kind, revision = kind_of(settings.database), get_revision(settings.database)
    taken_at = clock.now()
    with _told(f"{file} cannot be written"), _folder_in(file.parent, ".backup-") as folder:
        copy = folder / DATABASE
        save_database(settings.database, copy, progress)
        pictures = list(_pictures(settings))
        manifest = Manifest(
            FORMAT, __version__, kind, revision, clock.to_iso(taken_at), _sha256(copy), len(pictures)
        )
        whole = folder / "whole.zip"
        whole.touch(mode=OWNER_ONLY)
        _pack(whole, manifest, copy, pictures, progress)
        whole.rename(file)
    set_mark(settings.data_dir, BACKUP)
    return manifest


def read_manifest(file: Path) -> Manifest:
    """What a backup holds. Raises BackupFailed for a file that is none."""
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except FileNotFoundError:
        raise BackupFailed(f"There is no file {file}.") from None
    except (*_DAMAGE, OSError):
        raise BackupFailed(DAMAGED.format(file)) from None
    if not manifest.revision.isdecimal():
        raise BackupFailed(DAMAGED.format(file))
    if manifest.format > FORMAT or int(manifest.revision) > int(newest_revision() or 0):
        raise BackupFailed(NEWER.format(manifest.product))
    return manifest


def restore(settings: Settings, file: Path, progress: Progress, *, replace: bool = False) -> Restored:
    """Put a backup back; the product must not run meanwhile. What fails has changed nothing.

    A database that holds anything is only replaced with `replace`; SQLite's old file is kept beside it. The
    restored tables are the newest ones, no session is left, and whom the replaced database had erased or
    disabled is erased and disabled again. Raises BackupFailed.
    """
    manifest = read_manifest(file)
    kind = kind_of(settings.database)
    if manifest.database != kind:
        raise BackupFailed(f"This backup is of {manifest.database}, but the settings name {kind}.")
    with _told(f"{file} cannot be restored"), _folder_in(_workplace(settings), ".restore-") as folder:
        copy = folder / DATABASE
        with zipfile.ZipFile(file) as archive:
            pictures = _read_targets(settings, archive)
            _unpack_whole(archive, file, copy)
            if _sha256(copy) != manifest.sha256:
                raise BackupFailed(f"{file} is damaged: its database is not the one that was saved.")
            erased_again = _replace(settings, copy, replace=replace)
            _restore_pictures(archive, pictures, progress)
    return Restored(manifest, erased_again)


def _replace(settings: Settings, copy: Path, *, replace: bool) -> int | None:
    """Replace the database, carrying over what the present one knows; that is on the disk before."""
    kept = settings.data_dir / CARRY_OVER
    erased: list[int] = []

    def remember(session: Session) -> None:
        save_carry_over(kept, read_carry_over(session))

    def adapt(writer: Writer) -> None:
        erased.append(adapt_restored(writer, load_carry_over(kept)))

    replace_database(settings.database, copy, remember, adapt, replace=replace)
    is_complete = load_carry_over(kept).is_complete
    kept.unlink(missing_ok=True)
    return erased[-1] if is_complete else None


@contextmanager
def _told(what: str) -> Iterator[None]:
    """A disk that is full or may not be written to, in one sentence."""
    try:
        yield
    except OSError as error:
        raise BackupFailed(f"{what}: {error.strerror or error}.") from None


@contextmanager
def _folder_in(parent: Path, prefix: str) -> Iterator[Path]:
    """A folder of our own, gone afterwards."""
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix=prefix) as folder:
        yield Path(folder)


def _workplace(settings: Settings) -> Path:
    """Where the new file can be moved into place in one step."""
    folder = Path(sa.make_url(settings.database).database or "").parent
    return folder if kind_of(settings.database) == "sqlite" else settings.data_dir


def _pictures(settings: Settings) -> Iterator[tuple[Path, str]]:
    root = settings.data_dir / "uploads"
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            yield path, PICTURES + path.relative_to(root).as_posix()


def _pack(
    whole: Path, manifest: Manifest, copy: Path, pictures: list[tuple[Path, str]], progress: Progress
) -> None:
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        archive.write(copy, DATABASE, zipfile.ZIP_DEFLATED)
        for done, (path, name) in enumerate(pictures, start=1):
            archive.write(path, name, zipfile.ZIP_STORED)
            progress("pictures", done, len(pictures))
    with whole.open("rb") as file:
        os.fsync(file.fileno())


def _read_targets(settings: Settings, archive: zipfile.ZipFile) -> dict[zipfile.ZipInfo, Path]:
    """Where each picture goes. Names are checked: an archive must not write outside the folder."""
    root = (settings.data_dir / "uploads").resolve()
    members = (info for info in archive.infolist() if info.filename.startswith(PICTURES))
    found = {info: (root / info.filename.removeprefix(PICTURES)).resolve() for info in members}
    for info, target in found.items():
        if not target.is_relative_to(root):
            raise BackupFailed(f"The backup holds a picture with a name that is not allowed: {info.filename}")
    return {info: target for info, target in found.items() if not info.is_dir()}


def _unpack_whole(archive: zipfile.ZipFile, file: Path, copy: Path) -> None:
    """The database, once every member has been read to its end."""
    try:
        damaged = archive.testzip()
        _unpack(archive, archive.getinfo(DATABASE), copy)
    except _DAMAGE:
        raise BackupFailed(DAMAGED.format(file)) from None
    if damaged is not None:
        raise BackupFailed(f"{file} is damaged: {damaged} is not what was saved.")


def _restore_pictures(
    archive: zipfile.ZipFile, pictures: dict[zipfile.ZipInfo, Path], progress: Progress
) -> None:
    """Pictures that are there stay: what is in one never changes under its name."""
    for done, (info, target) in enumerate(pictures.items(), start=1):
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            _unpack(archive, info, target)
        progress("pictures", done, len(pictures))


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path) -> None:
    partial = target.with_name(f".{target.name}.part")
    with archive.open(info) as source, partial.open("wb") as sink:
        shutil.copyfileobj(source, sink, CHUNK)
    partial.rename(target)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return _digest(file)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def default_name(instant: datetime) -> str:
    """A name that sorts by time: chuckwagon-20261121T184502Z.zip."""
    return f"chuckwagon-{instant:%Y%m%dT%H%M%SZ}.zip"
