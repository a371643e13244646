"""What makes a test run cheap: memory instead of a disk, kept bytecode, and few certificates.

Everything is set in the environment before the parallel test processes start, so that they and the programs
that they start inherit it.
"""

import fcntl
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import IO

import certifi
import pytest

SHARED_MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 * 1024**3
RUN_FOLDER = "CHUCKWAGON_TEST_RUN_FOLDER"
PREFIX = "chuckwagon-tests-"
END_OF_CERTIFICATE = "-----END CERTIFICATE-----\n"

_lock = pytest.StashKey[IO[str]]()


def prepare(config: pytest.Config) -> None:
    """Set the environment of this run; call it in the process that starts the others."""
    if "TMPDIR" not in os.environ and _is_usable(SHARED_MEMORY):
        os.environ["TMPDIR"] = str(SHARED_MEMORY)
        tempfile.tempdir = None  # forget the folder that was found without it
    # A short path, because that of a Unix socket may have 107 characters only; TMPDIR may be long.
    base = SHARED_MEMORY if tempfile.gettempdir() == str(SHARED_MEMORY) else Path("/tmp")
    remove_abandoned(base)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    config.stash[_lock] = hold(folder)
    os.environ[RUN_FOLDER] = str(folder)
    _keep_bytecode()
    _trust_one_authority(folder / "authority.pem")


def clean_up(config: pytest.Config) -> None:
    """Remove what `prepare` has made."""
    lock = config.stash.get(_lock, None)
    if lock is not None:
        shutil.rmtree(os.environ.pop(RUN_FOLDER), ignore_errors=True)
        lock.close()


def run_folder() -> str:
    """The folder of this test run, which is removed at its end; /tmp outside a run."""
    return os.environ.get(RUN_FOLDER, "/tmp")


def _is_usable(folder: Path) -> bool:
    """Containers often offer 64 MB only, and some systems start no program from there."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free >= ROOM_BYTES


def hold(folder: Path) -> IO[str]:
    """Lock the folder of a run until the returned file is closed; it has its name only once it is locked."""
    lock = (folder / "lock.new").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / "lock.new").rename(folder / "lock")
    return lock


def remove_abandoned(base: Path) -> None:
    """Give back the memory of runs that were killed: nothing holds their locks any more."""
    for path in base.glob(f"{PREFIX}*/lock"):
        try:
            with path.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:
            continue  # it is at work, or another user's


def _keep_bytecode() -> None:
    """Let Python keep its bytecode, even where the environment forbids it.

    Otherwise each test process compiles all tests again (7 s), and each program that they start the product.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _trust_one_authority(path: Path) -> None:
    """Let httpx read one certificate: all of them take 20 ms for each client, and no test needs any."""
    first, end, _others = Path(certifi.where()).read_text(encoding="utf-8").partition(END_OF_CERTIFICATE)
    path.write_text(first + end, encoding="utf-8")
    os.environ["SSL_CERT_FILE"] = str(path)
