"""Backup and restore: one file with the database and the images of the local folder.

A backup is taken while the product runs. Its database is one consistent snapshot: SQLite's online backup, or `pg_dump`.
A restore replaces the whole database or changes nothing. SQLite's old file is kept next to the new one.
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
from chuckwagon.db.database import Writer
from chuckwagon.db.dump_and_restore import (
    BackupFailed,
    Progress,
    dump_database,
    get_backend_name,
    get_revision,
    replace_database,
)
from chuckwagon.db.migrations import newest_revision
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import decode_json
from chuckwagon.observability.metrics import LAST_BACKUP, touch_timestamp
from chuckwagon.privacy.restore_carry_over import (
    OWNER_ONLY_MODE,
    CarriedCounts,
    load_carry_over,
    prepare_restored,
    read_carry_over,
    save_carry_over,
)
from chuckwagon.settings import Settings

FORMAT = 1
MANIFEST, DATABASE, IMAGES = "manifest.json", "database", "uploads/"
CHUNK = 1024 * 1024
TOO_NEW = "This backup is from a newer Chuckwagon ({}). Update, then restore."
BACKUP_NEWER = "The backup is newer than the replaced database, so accounts are those of the backup."
DATABASE_NEWER = (
    "The replaced database is newer than the backup, so accounts stay as they were in it. If it is an older copy that"
    " was only opened since, restore the backup into an empty database instead."
)
INSTANTS = "The replaced database was last used at {}, the backup was made at {}."
DAMAGED = "{} is not a backup, or it is damaged."
CARRY_OVER = "carried-over-by-restore.json"
# Exceptions of the libraries for a file that is not an archive or is damaged.
_ARCHIVE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, msgspec.MsgspecError)


class Manifest(msgspec.Struct, frozen=True, rename="camel"):
    """Description of a backup. `taken_at` is the time before the copy started."""

    format: int
    product: str
    database: str
    revision: str
    taken_at: str
    sha256: str
    pictures: int  # the published name


class RestoreResult(msgspec.Struct, frozen=True):
    """Result of a restore. `carried_over` is None if the replaced database could not be read."""

    manifest: Manifest
    carried_over: CarriedCounts | None


_CARRIED_OVER = {
    "roles": "Roles stay as they were, not as in the backup: {}.",
    "trucks": "Trucks of staff stay as they were, not as in the backup: {}.",
    "disabled": "Accounts that were disabled since stay disabled: {}.",
    "passwords": "Passwords stay those that were set since: {}.",
    "factors": "Accounts whose second factors or recovery codes stay as they were: {}.",
    "own_data": "Accounts whose name, e-mail address or language stays as it was: {}.",
    "added": "Accounts made since are kept: {}.",
    "truckless": "Accounts without a truck, because the backup does not have theirs: {}.",
    "left_out": "Accounts not carried over, because they are of another installation: {}.",
    "opt_outs": "Customers who wrote STOP since still get no SMS: {}.",
}


def describe_carried_over(found: CarriedCounts) -> list[str]:
    """One line for each kind of what a restore carried over, with its number."""
    counts = msgspec.structs.asdict(found.accounts)
    lines = [line.format(counts[name]) for name, line in _CARRIED_OVER.items() if counts[name]]
    for people, number in (("customers", found.erased), ("staff", found.erased_staff)):
        if number:
            lines.append(f"Repeated the erasure of {people} since then: {number}.")
    if found.is_backup_newer:
        lines.append(BACKUP_NEWER)
    elif found.used_at is not None:
        lines.append(DATABASE_NEWER)
    if found.used_at is not None:
        lines.append(INSTANTS.format(clock.to_iso(found.used_at), clock.to_iso(found.taken_at)))
    return lines


def create_backup(settings: Settings, file: Path, progress: Progress) -> Manifest:
    """Write a backup to `file`, which must not exist yet. An interrupted backup leaves no file.

    Raises BackupFailed.
    """
    if file.exists():
        raise BackupFailed(f"{file} already exists. Choose another name: a backup never overwrites a file.")
    kind, revision = get_backend_name(settings.database), get_revision(settings.direct_database)
    taken_at = clock.now()
    with _translate_os_errors(f"{file} cannot be written"), _temporary_folder(file.parent, ".backup-") as folder:
        copy = folder / DATABASE
        dump_database(settings.direct_database, copy, progress)
        images = list(_list_images(settings))
        manifest = Manifest(FORMAT, __version__, kind, revision, clock.to_iso(taken_at), _sha256(copy), len(images))
        whole = folder / "whole.zip"
        whole.touch(mode=OWNER_ONLY_MODE)
        _write_archive(whole, manifest, copy, images, progress)
        whole.rename(file)
    touch_timestamp(settings.data_dir, LAST_BACKUP)
    return manifest


def read_manifest(file: Path) -> Manifest:
    """Read the manifest of a backup.

    Raises BackupFailed for a file that is no backup, is damaged, or is from a newer release.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = decode_json(archive.read(MANIFEST), Manifest)
    except FileNotFoundError:
        raise BackupFailed(f"There is no file {file}.") from None
    except (*_ARCHIVE_ERRORS, OSError):
        raise BackupFailed(DAMAGED.format(file)) from None
    if not manifest.revision.isdecimal():
        raise BackupFailed(DAMAGED.format(file))
    if manifest.format > FORMAT or int(manifest.revision) > int(newest_revision() or 0):
        raise BackupFailed(TOO_NEW.format(manifest.product))
    return manifest


def restore_backup(settings: Settings, file: Path, progress: Progress, *, replace: bool = False) -> RestoreResult:
    """Restore a backup. The product must be stopped. A failed restore has changed nothing.

    A database that is not empty is only replaced with `replace`. SQLite's old file is kept next to the new one. The
    restored database is migrated to the latest schema and has no sessions. Customers that the replaced database had
    erased are erased again, its opt-outs stay, and so do its accounts if it is newer. Raises BackupFailed.
    """
    manifest = read_manifest(file)
    kind = get_backend_name(settings.database)
    if manifest.database != kind:
        raise BackupFailed(f"This backup is from {manifest.database}, but the settings use {kind}.")
    with (
        _translate_os_errors(f"{file} cannot be restored"),
        _temporary_folder(_staging_folder(settings), ".restore-") as folder,
    ):
        copy = folder / DATABASE
        with zipfile.ZipFile(file) as archive:
            images = _find_image_targets(settings, archive)
            _unpack_verified(archive, file, copy)
            if _sha256(copy) != manifest.sha256:
                raise BackupFailed(f"{file} is damaged: the database in it was changed.")
            taken_at = datetime.fromisoformat(manifest.taken_at)
            carried_over = _replace_database(settings, copy, taken_at, replace=replace)
            _restore_images(archive, images, progress)
    return RestoreResult(manifest, carried_over)


def _replace_database(settings: Settings, copy: Path, taken_at: datetime, *, replace: bool) -> CarriedCounts | None:
    """Replace the database with the backup. Return what was carried over, or None if some of it may be missing.

    What must outlive the old database (its erasures, accounts, opt-outs and installation ID) is saved to disk first
    and applied to the new one, so a second try after a crash applies it too.
    """
    kept = settings.data_dir / CARRY_OVER
    carried: list[CarriedCounts] = []

    def remember(session: Session) -> None:
        save_carry_over(kept, read_carry_over(session))

    def adapt(writer: Writer) -> None:
        carried.append(prepare_restored(writer, load_carry_over(kept), taken_at))

    replace_database(settings.direct_database, copy, remember, adapt, replace=replace)
    is_complete = load_carry_over(kept).is_complete
    kept.unlink(missing_ok=True)
    return carried[-1] if is_complete else None


@contextmanager
def _translate_os_errors(what: str) -> Iterator[None]:
    """Turn an OSError, such as a full disk, into BackupFailed with one sentence."""
    try:
        yield
    except OSError as error:
        raise BackupFailed(f"{what}: {error.strerror or error}.") from None


@contextmanager
def _temporary_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """Temporary folder in `parent`, deleted afterwards."""
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix=prefix) as folder:
        yield Path(folder)


def _staging_folder(settings: Settings) -> Path:
    """Folder on the database's file system, from which the new file can be renamed into place."""
    folder = Path(sa.make_url(settings.database).database or "").parent
    return folder if get_backend_name(settings.database) == "sqlite" else settings.data_dir


def _list_images(settings: Settings) -> Iterator[tuple[Path, str]]:
    root = settings.data_dir / "uploads"
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            yield path, IMAGES + path.relative_to(root).as_posix()


def _write_archive(
    whole: Path, manifest: Manifest, copy: Path, images: list[tuple[Path, str]], progress: Progress
) -> None:
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        archive.write(copy, DATABASE, zipfile.ZIP_DEFLATED)
        for done, (path, name) in enumerate(images, start=1):
            archive.write(path, name, zipfile.ZIP_STORED)
            progress("images", done, len(images))
    with whole.open("rb") as file:
        os.fsync(file.fileno())


def _find_image_targets(settings: Settings, archive: zipfile.ZipFile) -> dict[zipfile.ZipInfo, Path]:
    """Target path of each image. Raises BackupFailed for a name that points outside the image folder."""
    root = (settings.data_dir / "uploads").resolve()
    members = (info for info in archive.infolist() if info.filename.startswith(IMAGES))
    found = {info: (root / info.filename.removeprefix(IMAGES)).resolve() for info in members}
    for info, target in found.items():
        if not target.is_relative_to(root):
            raise BackupFailed(f"The backup contains an image with a name that is not allowed: {info.filename}")
    return {info: target for info, target in found.items() if not info.is_dir()}


def _unpack_verified(archive: zipfile.ZipFile, file: Path, copy: Path) -> None:
    """Verify every member of the archive, then unpack the database."""
    try:
        damaged = archive.testzip()
        _unpack(archive, archive.getinfo(DATABASE), copy)
    except _ARCHIVE_ERRORS:
        raise BackupFailed(DAMAGED.format(file)) from None
    if damaged is not None:
        raise BackupFailed(f"{file} is damaged: {damaged} was changed.")


def _restore_images(archive: zipfile.ZipFile, images: dict[zipfile.ZipInfo, Path], progress: Progress) -> None:
    """Restore missing images. Existing ones stay, because the content of an image never changes under its name."""
    for done, (info, target) in enumerate(images.items(), start=1):
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            _unpack(archive, info, target)
        progress("images", done, len(images))


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
    """File name that sorts by time: chuckwagon-20261121T184502Z.zip."""
    return f"chuckwagon-{instant:%Y%m%dT%H%M%SZ}.zip"
