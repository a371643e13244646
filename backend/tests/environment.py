"""What makes a test run cheap: memory instead of a disk, kept bytecode, and few certificates.

Everything is set in the environment before the parallel test processes start, so that they and the programs
that they start inherit it.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import certifi
import pytest

SHARED_MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 * 1024**3
END_OF_CERTIFICATE = "-----END CERTIFICATE-----\n"

_own_folder = pytest.StashKey[Path]()


def prepare(config: pytest.Config) -> None:
    """Set the environment of this run; call it in the process that starts the others."""
    if "TMPDIR" not in os.environ and _is_usable(SHARED_MEMORY):
        os.environ["TMPDIR"] = str(SHARED_MEMORY)
        tempfile.tempdir = None  # forget the folder that was found without it
    folder = config.stash[_own_folder] = Path(tempfile.mkdtemp(prefix="chuckwagon-tests-"))
    _keep_bytecode(folder / "bytecode")
    _trust_one_authority(folder / "authority.pem")


def clean_up(config: pytest.Config) -> None:
    """Remove what `prepare` has made."""
    folder = config.stash.get(_own_folder, None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def short_folder() -> str:
    """The folder in memory if this run uses it, else /tmp; unlike TMPDIR in general, its path is short."""
    chosen = tempfile.gettempdir()
    return chosen if chosen == str(SHARED_MEMORY) else "/tmp"


def _is_usable(folder: Path) -> bool:
    """Containers often offer 64 MB only, and some systems start no program from there."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free >= ROOM_BYTES


def _keep_bytecode(folder: Path) -> None:
    """Where no bytecode may be written beside the sources, keep it for this run.

    Otherwise each of the hundreds of programs that the tests start compiles the product anew.
    """
    if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


def _trust_one_authority(path: Path) -> None:
    """Let httpx read one certificate: all of them take 20 ms for each client, and no test needs any."""
    first, end, _others = Path(certifi.where()).read_text(encoding="utf-8").partition(END_OF_CERTIFICATE)
    path.write_text(first + end, encoding="utf-8")
    os.environ["SSL_CERT_FILE"] = str(path)
