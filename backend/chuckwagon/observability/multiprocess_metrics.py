"""Metrics of several server processes as one: each process writes its own to a file every second.

A file is replaced as a whole, so a reader never sees half of one. The file of a process that has ended still counts,
because a counter must not fall.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from chuckwagon.kit.decoding import decode_json
from chuckwagon.observability.metrics import MetricsSnapshot, merge_snapshots, take_snapshot
from chuckwagon.settings import Settings

WRITE_INTERVAL_SECONDS = 1.0
FILE_SUFFIX = ".metrics"
ENDED_PROCESSES_FILE = f"ended{FILE_SUFFIX}"
METRICS_DIR_VARIABLE = "CHUCKWAGON_METRICS_DIR"
FOLDER_PREFIX = "chuckwagon-metrics-"


class SnapshotWriter:
    """Writes the metrics of this process to a file in a folder, once a second if they have changed."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.getpid()}{FILE_SUFFIX}"
        self._last = b""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="metrics-snapshots", daemon=True)

    def start(self) -> None:
        """Write the file and start the thread."""
        self._publish()
        self._thread.start()

    def stop(self) -> None:
        """Write the file a last time and end the thread."""
        self._stopping.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._stopping.wait(WRITE_INTERVAL_SECONDS):
            self._publish()
        self._publish()

    def _publish(self) -> None:
        written = msgspec.json.encode(take_snapshot())
        if written != self._last and _try_write(self._file, written):
            self._last = written


class SnapshotAggregator:
    """Adds up the files of a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def aggregate(self) -> MetricsSnapshot:
        """Add up the metrics of this process and of all that ever wrote a file to the folder."""
        if self._folder is None:
            return take_snapshot()
        with self._lock:
            self._compact(self._folder)
            files = [_read(path) for path in sorted(self._folder.glob(f"*{FILE_SUFFIX}"))]
        return merge_snapshots([take_snapshot(), *(one for one in files if one is not None)])

    def _compact(self, folder: Path) -> None:
        """Merge the files of ended processes into one, so that repeated crashes do not fill the folder."""
        ended = [path for path in folder.glob(f"*{FILE_SUFFIX}") if _has_ended(path.stem)]
        found = [one for path in ended if (one := _read(path)) is not None]
        past = folder / ENDED_PROCESSES_FILE
        if found and _try_write(past, msgspec.json.encode(merge_snapshots([_read(past) or MetricsSnapshot(), *found]))):
            for path in ended:
                path.unlink(missing_ok=True)


@contextmanager
def shared_snapshots(settings: Settings) -> Iterator[None]:
    """Give the server processes that are started inside a folder for their metrics, which the listener reads."""
    if not settings.metrics_port or settings.processes <= 1:
        yield
        return
    with make_folder() as folder:
        os.environ[METRICS_DIR_VARIABLE] = folder
        try:
            yield
        finally:
            os.environ.pop(METRICS_DIR_VARIABLE, None)


def make_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a temporary folder for the processes of one server, and remove those of servers that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        if _has_ended(left.name.removeprefix(FOLDER_PREFIX).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=f"{FOLDER_PREFIX}{os.getpid()}-")


def _has_ended(number: str) -> bool:
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (ValueError, OSError):
        return False
    return False


def _try_write(path: Path, written: bytes) -> bool:
    """Write the file; False if that failed, because a full disk must not end the thread."""
    half = path.with_suffix(".half")
    try:
        half.write_bytes(written)
        half.replace(path)
    except OSError:
        return False
    return True


def _read(path: Path) -> MetricsSnapshot | None:
    try:
        return decode_json(path.read_bytes(), MetricsSnapshot)
    except (OSError, msgspec.MsgspecError):
        return None
