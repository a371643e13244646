"""PostgreSQL as one would run it for real orders: every commit is on the disk before it is answered."""

import os
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg

from bench import machine
from tests.servers import PostgresServer

ELSEWHERE = Path("/tmp/chuckwagon-bench")
SETTINGS = {
    "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
    "max_connections": "300", "shared_buffers": "512MB", "max_wal_size": "4GB", "listen_addresses": "",
}  # fmt: skip


class KeptPostgres(PostgresServer):
    """Its data are in a folder that the next run finds again; its socket is not."""

    def __init__(self, data: Path) -> None:
        super().__init__(data=data, settings=SETTINGS)
        data.parent.mkdir(parents=True, exist_ok=True)
        if not self._can_enter(data.parent):
            data = ELSEWHERE / data.name
            data.parent.mkdir(parents=True, exist_ok=True)
            self._data = data
        is_new = not (data / "PG_VERSION").is_file()
        data.mkdir(mode=0o700, exist_ok=True)
        self._hand_over(data)
        try:
            if is_new:
                self.start()
            else:
                self.run()
        except BaseException:
            self.stop()
            raise

    def _can_enter(self, folder: Path) -> bool:
        """A clone in a home folder is closed to the user that PostgreSQL runs as."""
        asked = subprocess.run(["test", "-x", str(folder)], check=False, **self._as_user())
        return asked.returncode == 0

    def has_database(self, name: str) -> bool:
        """Whether there is one of this name."""
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        return found is not None

    def copy_database(self, name: str, of: str) -> str:
        """A new database with all that is in another; gives its address."""
        self.drop_database(name)
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{of}" STRATEGY file_copy'.encode())
        return self.url(name)

    def rename_database(self, name: str, to: str) -> None:
        """Give a database its name."""
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(f'ALTER DATABASE "{name}" RENAME TO "{to}"'.encode())

    def drop_database(self, name: str) -> None:
        """Throw a database away, if there is one of this name."""
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql:///{name}?host={self.folder}&user=chuckwagon"

    def dsn(self, url: str) -> str:
        """An address in libpq's own words."""
        parts = urlsplit(url)
        return f"host={parse_qs(parts.query)['host'][0]} user=chuckwagon dbname={parts.path.lstrip('/')}"

    @property
    def pid(self) -> int:
        """Of its first process."""
        assert self._process is not None
        return self._process.pid

    def program(self, name: str) -> Path | None:
        """One of the programs that came with the server."""
        path = self._bin / name
        return path if path.is_file() and os.access(path, os.X_OK) else None

    def tidy(self, url: str) -> None:
        """What the server would do by itself in the night, so that it does not do it in a run."""
        with psycopg.connect(self.dsn(url), autocommit=True) as connection:
            connection.execute("VACUUM (ANALYZE, FREEZE)")

    def checkpoint(self) -> None:
        """Have the disk done with what was written."""
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute("CHECKPOINT")

    def cpu_seconds(self) -> float:
        """Of the server and all of its processes, with those that have ended."""
        return machine.family_cpu_seconds(self._process.pid) if self._process else 0.0

    def version(self) -> str:
        """Of the server."""
        with psycopg.connect(self._dsn("postgres")) as connection:
            found = connection.execute("SHOW server_version").fetchone()
        return str(found[0]).split()[0] if found else "?"
