"""How several server processes are counted as one: each leaves its figures in a file, now and then.

A file is always whole, since it takes its name when it is written. One that a dead process left keeps its
numbers in the sum, for a counter must never fall.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from chuckwagon.core.metrics import Figures, add_up, read_figures
from chuckwagon.settings import Settings

EVERY_SECONDS = 1.0
SUFFIX = ".figures"
PAST = f"past{SUFFIX}"
FOLDER = "CHUCKWAGON_FIGURES_DIR"
PREFIX = "chuckwagon-figures-"


class Publisher:
    """Leaves the figures of this process in a folder, each second in which they have changed."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.getpid()}{SUFFIX}"
        self._last = b""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="figures", daemon=True)

    def start(self) -> None:
        """Begin, with what there is now."""
        self._publish()
        self._thread.start()

    def stop(self) -> None:
        """Leave the last figures."""
        self._stopping.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            self._publish()
        self._publish()

    def _publish(self) -> None:
        written = msgspec.json.encode(read_figures())
        if written != self._last and _put(self._file, written):
            self._last = written


class Gatherer:
    """Adds up the files of a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def gather(self) -> Figures:
        """Of all processes that ever left figures here, and of this one."""
        if self._folder is None:
            return read_figures()
        with self._lock:
            self._fold(self._folder)
            files = [_read(path) for path in sorted(self._folder.glob(f"*{SUFFIX}"))]
        return add_up([read_figures(), *(one for one in files if one is not None)])

    def _fold(self, folder: Path) -> None:
        """The files of ended processes become one, so that crashes without end fill no folder."""
        ended = [path for path in folder.glob(f"*{SUFFIX}") if _has_ended(path.stem)]
        found = [one for path in ended if (one := _read(path)) is not None]
        past = folder / PAST
        if found and _put(past, msgspec.json.encode(add_up([_read(past) or Figures(), *found]))):
            for path in ended:
                path.unlink(missing_ok=True)


@contextmanager
def shared_figures(settings: Settings) -> Iterator[None]:
    """Have the server processes that start inside leave their figures where the listener finds them."""
    if not settings.metrics_port or settings.processes <= 1:
        yield
        return
    with make_folder() as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            os.environ.pop(FOLDER, None)


def make_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for the processes of one server, on a disk that only this machine has.

    Folders of servers that were killed go away with it.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if _has_ended(left.name.removeprefix(PREFIX).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-")


def _has_ended(number: str) -> bool:
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (ValueError, OSError):
        return False
    return False


def _put(path: Path, written: bytes) -> bool:
    """Says whether it could be written: a full disk must end nothing but the count."""
    half = path.with_suffix(".half")
    try:
        half.write_bytes(written)
        half.replace(path)
    except OSError:
        return False
    return True


def _read(path: Path) -> Figures | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Figures)
    except (OSError, msgspec.MsgspecError):
        return None
