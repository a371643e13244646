"""Timestamp files: the modification time of an empty file records when an operation last succeeded.

Backups and restore drills leave no other trace on the machine that the metrics endpoint could read.
"""

import time
from pathlib import Path

LAST_BACKUP, LAST_RESTORE_DRILL = "last-backup", "last-restore-drill"


def touch_timestamp(folder: Path, name: str) -> None:
    """Record that the operation succeeded now."""
    path = folder / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)


def find_age_seconds(folder: Path, name: str) -> float | None:
    """Seconds since the operation last succeeded; None if it never did."""
    try:
        return max(0.0, time.time() - (folder / name).stat().st_mtime)
    except OSError:
        return None
