"""When something was done that leaves no other trace on this machine: the age of a small file says so."""

import time
from pathlib import Path

BACKUP, DRILL = "last-backup", "last-restore-drill"


def set_mark(folder: Path, name: str) -> None:
    """It was done just now."""
    path = folder / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)


def age_seconds(folder: Path, name: str) -> float | None:
    """How long ago it was done; None if never."""
    try:
        return max(0.0, time.time() - (folder / name).stat().st_mtime)
    except OSError:
        return None
