"""Store of all objects by kind and ID. With a folder, every write also goes to a SQLite file."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Record = dict[str, Any]

SCHEMA = """CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (kind, id))"""
UPSERT = """INSERT INTO records (kind, id, body) VALUES (?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body"""


class Store:
    """Objects in order of creation. To change one, change it in place and `put` it again."""

    def __init__(self, folder: Path | None = None) -> None:
        self._kinds: dict[str, dict[str, Record]] = {}
        self._file: sqlite3.Connection | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(
                folder / "sandbox.sqlite3",
                isolation_level=None,
                check_same_thread=False,  # created in one thread and used in another, never in both at once
            )
            self._load(self._file)

    def _load(self, file: sqlite3.Connection) -> None:
        # A sandbox may lose its last writes in a power cut, but must not wait for the disk.
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = OFF")
        file.execute(SCHEMA)
        for kind, key, body in file.execute("SELECT kind, id, body FROM records ORDER BY seq"):
            self._kinds.setdefault(kind, {})[key] = json.loads(body)

    def put(self, kind: str, key: str, record: Record) -> Record:
        self._kinds.setdefault(kind, {})[key] = record
        if self._file is not None:
            self._file.execute(UPSERT, (kind, key, json.dumps(record)))
        return record

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Write what is put meanwhile in one transaction of the file."""
        if self._file is None:
            yield
            return
        self._file.execute("BEGIN")
        try:
            yield
        finally:
            self._file.execute("COMMIT")

    def find(self, kind: str, key: str | None) -> Record | None:
        return self._kinds.get(kind, {}).get(key) if key is not None else None

    def delete(self, kind: str, key: str) -> None:
        self._kinds.get(kind, {}).pop(key, None)
        if self._file is not None:
            self._file.execute("DELETE FROM records WHERE kind = ? AND id = ?", (kind, key))

    def all(self, kind: str) -> list[Record]:
        """List all objects of a kind, oldest first."""
        return list(self._kinds.get(kind, {}).values())

    def newest(self, kind: str) -> Iterator[Record]:
        return reversed(self._kinds.get(kind, {}).values())

    def clear(self) -> None:
        self._kinds.clear()
        if self._file is not None:
            self._file.execute("DELETE FROM records")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
