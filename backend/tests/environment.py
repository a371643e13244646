"""Makes test runs fast: files in memory, cached bytecode, and one certificate.

All settings are environment variables that are set before the parallel test processes start, so that they and
the programs that they start inherit them.
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
MIN_FREE_BYTES = 4 * 1024**3
RUN_FOLDER = "CHUCKWAGON_TEST_RUN_FOLDER"
PREFIX = "chuckwagon-tests-"
END_OF_CERTIFICATE = "-----END CERTIFICATE-----\n"

_lock = pytest.StashKey[IO[str]]()


def prepare(config: pytest.Config) -> None:
    """Set the environment of this run. Called in the process that starts the others."""
    if "TMPDIR" not in os.environ and _is_usable(SHARED_MEMORY):
        os.environ["TMPDIR"] = str(SHARED_MEMORY)
        tempfile.tempdir = None  # clear the cached folder
    # A short path, because the path of a Unix socket has at most 107 characters, and TMPDIR may be long.
    base = SHARED_MEMORY if tempfile.gettempdir() == str(SHARED_MEMORY) else Path("/tmp")
    remove_abandoned(base)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    config.stash[_lock] = lock_folder(folder)
    os.environ[RUN_FOLDER] = str(folder)
    _keep_bytecode()
    _trust_one_authority(folder / "authority.pem")


def clean_up(config: pytest.Config) -> None:
    """Remove the folder of this run."""
    lock = config.stash.get(_lock, None)
    if lock is not None:
        shutil.rmtree(os.environ.pop(RUN_FOLDER), ignore_errors=True)
        lock.close()


def run_folder() -> str:
    """The folder of this test run, which is removed at its end; /tmp outside a run."""
    return os.environ.get(RUN_FOLDER, "/tmp")


def _is_usable(folder: Path) -> bool:
    """True when the folder has enough space and can start programs. Containers often have only 64 MB there."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free >= MIN_FREE_BYTES


def lock_folder(folder: Path) -> IO[str]:
    """Lock the folder of a run until the returned file is closed. The lock file gets its name after it is locked."""
    lock = (folder / "lock.new").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / "lock.new").rename(folder / "lock")
    return lock


def remove_abandoned(base: Path) -> None:
    """Remove the folders of runs that were killed, whose locks are free."""
    for path in base.glob(f"{PREFIX}*/lock"):
        try:
            with path.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:
            continue  # the run is active, or belongs to another user


def _keep_bytecode() -> None:
    """Let Python write bytecode, even where the environment forbids it.

    Without bytecode each test process compiles all tests (7 s), and each program that it starts the product.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _trust_one_authority(path: Path) -> None:
    """Let httpx load one certificate, because all of them take 20 ms for each client, and no test needs any."""
    first, end, _others = Path(certifi.where()).read_text(encoding="utf-8").partition(END_OF_CERTIFICATE)
    path.write_text(first + end, encoding="utf-8")
    os.environ["SSL_CERT_FILE"] = str(path)
