"""Checks of file modes, so that other users of the machine read nothing, and of who is taken for a proxy."""

import tempfile
import time
from contextlib import suppress
from pathlib import Path

from chuckwagon.db.sqlite import list_database_files
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult
from chuckwagon.web.requests import find_untrusted_forwarder

DOTENV = Path(".env")
OTHERS, OTHERS_WRITE = 0o007, 0o002
MAX_FORWARDER_AGE_SECONDS = 7 * 86_400


def check_env_file(settings: Settings) -> CheckResult:
    """Check that only the product's user reads the file with the keys."""
    if settings.sandbox or not DOTENV.is_file() or not _is_accessible_to_others(DOTENV):
        return CheckResult(True, "No file with keys is readable by other users of this machine.")
    return CheckResult(False, "Other users of this machine can read the file .env: chmod 600 .env")


def check_data_folder(settings: Settings) -> CheckResult:
    """Check that the data folder takes files, and that no other user reads them. Creates it."""
    folder = settings.data_dir
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return CheckResult(False, f"The data folder {folder} cannot be created: {error.strerror}.")
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return CheckResult(False, f"The data folder {folder} is not writable: {error.strerror}.")
    if not settings.sandbox and _is_accessible_to_others(folder):
        return CheckResult(False, f"Other users of this machine can read the data folder {folder}: chmod 700 {folder}")
    return CheckResult(True, f"The data folder {folder} is writable.")


def check_database_files(settings: Settings) -> CheckResult:
    """Check that no other user reads a SQLite database outside the data folder, or puts a file beside it."""
    exposed = _list_exposed_files(settings)
    if exposed:
        names = " ".join(map(str, exposed))
        return CheckResult(False, f"Other users of this machine can read the database: chmod o= {names}")
    folder = _find_shared_folder(settings)
    if folder and folder.stat().st_mode & OTHERS_WRITE:
        return CheckResult(
            False, f"Other users of this machine can write into the folder of the database: chmod o-w {folder}"
        )
    return CheckResult(True, "No other user of this machine can read the database's files.")


def close_database_files(settings: Settings) -> None:
    """Take the database's files away from other users of the machine, because an earlier release made them readable.

    What belongs to another user stays, and `check_database_files` refuses it.
    """
    for file in _list_exposed_files(settings):
        with suppress(OSError):
            file.chmod(file.stat().st_mode & 0o770)
            log.warning("database_file_closed", reason="other users of this machine could read it", file=file.name)


def check_forwarders(settings: Settings) -> CheckResult:
    """Check that a proxy is trusted where one must be, and that no other address sent its header."""
    if not settings.sandbox and settings.origin.startswith("https:") and not settings.proxy_networks:
        return CheckResult(
            False,
            "Customers come by https, so a proxy is in front, but CHUCKWAGON_TRUSTED_PROXIES names none: all of them "
            "share one limit.",
        )
    found = find_untrusted_forwarder(settings)
    if found is None or found.seen_at < time.time() - MAX_FORWARDER_AGE_SECONDS:
        return CheckResult(True, "Forwarding headers come from trusted proxies only.")
    return CheckResult(
        False,
        f"X-Forwarded-For came from {found.peer}, which CHUCKWAGON_TRUSTED_PROXIES does not name, so all who come from "
        "there share one limit. Name it if it is your proxy; if not, let only the proxy reach the product's port.",
    )


def _find_shared_folder(settings: Settings) -> Path | None:
    """The folder of a SQLite database, if other users may enter it. `check_data_folder` checks the data folder."""
    files = [] if settings.sandbox else list_database_files(settings.database)
    folder = files[0].parent if files else None
    if folder is None or folder.resolve() == settings.data_dir.resolve() or not _is_accessible_to_others(folder):
        return None
    return folder


def _list_exposed_files(settings: Settings) -> list[Path]:
    if _find_shared_folder(settings) is None:
        return []
    return [file for file in list_database_files(settings.database) if _is_accessible_to_others(file)]


def _is_accessible_to_others(path: Path) -> bool:
    return bool(path.stat().st_mode & OTHERS)
