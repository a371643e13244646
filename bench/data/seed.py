"""Databases with many orders in them: filled once, kept in build/bench/, copied for every run.

One that was filled at an older revision of the schema is brought to the newest, as a real one would be.
Those of another edition of the past are thrown away.
"""

import os
import shutil
import time
from pathlib import Path
from typing import Protocol

from bench.data import dataset, history
from bench.data.postgres import KeptPostgres
from bench.report import say
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import current_revision, migrate, migration_engine, newest_revision

SIDE_FILES = ("-wal", "-shm", ".lock", ".open")


class Databases(Protocol):
    """Where the databases of a run come from."""

    def with_orders(self, orders: int, name: str = "bench") -> str:
        """The address of a fresh database with so many orders in it, in the place of one of that name."""

    def close(self) -> None:
        """Throw away what is not kept for the next run."""


class SqliteFiles:
    """Files beside each other; the copy is on the same disk as the original."""

    def __init__(self, kept: Path, work: Path) -> None:
        self._kept, self._work = kept, work
        for old in kept.glob("sqlite-*"):
            if not old.name.startswith(f"sqlite-{history.EDITION}-"):
                old.unlink()

    def with_orders(self, orders: int, name: str = "bench") -> str:
        """See `Databases`."""
        original = self._kept / f"sqlite-{history.EDITION}-{orders}.sqlite3"
        if not original.is_file() or not _renew(f"sqlite:///{original}"):
            unfinished = self._work / "filling.sqlite3"
            fill(f"sqlite:///{unfinished}", orders)
            shutil.move(unfinished, original)
        target = self._work / f"{name}.sqlite3"
        for path in (target, *(Path(f"{target}{end}") for end in SIDE_FILES)):
            path.unlink(missing_ok=True)
        say(f"copying {original.stat().st_size / 1e6:,.0f} MB")
        shutil.copyfile(original, target)
        os.sync()
        return f"sqlite:///{target}"

    def close(self) -> None:
        """The work folder is its owner's to throw away."""


class PostgresDatabases:
    """Templates in one server that keeps its data."""

    def __init__(self, kept: Path) -> None:
        for old in kept.glob("postgresql-[0-9]*"):
            if old.name != f"postgresql-{history.EDITION}":
                shutil.rmtree(old)
        self._copies: set[str] = set()
        self.server = KeptPostgres(kept / f"postgresql-{history.EDITION}")

    def with_orders(self, orders: int, name: str = "bench") -> str:
        """See `Databases`."""
        original = f"filled_{orders}"
        if not self.server.has_database(original) or not _renew(self.server.url(original)):
            self.server.drop_database(original)
            self.server.drop_database("filling")
            filling = self.server.create_database("filling")
            fill(filling, orders)
            self.server.tidy(filling)
            self.server.rename_database("filling", original)
        say("copying the template")
        url = self.server.copy_database(name, original)
        self._copies.add(name)
        self.server.checkpoint()
        return url

    def close(self) -> None:
        """The templates stay."""
        for name in self._copies:
            self.server.drop_database(name)
        self.server.stop()


def _renew(url: str) -> bool:
    """Bring one that is kept to the newest revision; False for one that this revision does not know."""
    address = to_address(url)
    engine = migration_engine(address)
    try:
        known = current_revision(engine)
        if known is None or known > (newest_revision() or ""):
            return False
        if known != newest_revision():
            say(f"bringing the kept database from revision {known} to {newest_revision()}")
            migrate(address)
            if (
                engine.dialect.name == "postgresql"
            ):  # as autovacuum would; nothing does it for an installation on SQLite
                with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.exec_driver_sql("VACUUM ANALYZE")
    finally:
        engine.dispose()
    return True


def to_address(url: str) -> str:
    """The same for SQLAlchemy, which has to know the driver."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1)


def fill(url: str, orders: int) -> None:
    """Put the street and so many orders into an empty database."""
    begun = time.perf_counter()
    say(f"filling {url.partition(':')[0]} with {orders:,} orders")
    address = to_address(url)
    migrate(address)
    db = Database(address)
    try:
        dataset.lay(db)
    finally:
        db.close()
    history.fill(address, orders, lambda what: say(f"   {what}"))
    say(f"filled in {time.perf_counter() - begun:.0f} s")
