"""A database of its own, and the outbox as a worker meets it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Base, Database
from chuckwagon.core.sqlite import sqlite_engine
from chuckwagon.settings import Settings, load_settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({"CHUCKWAGON_SANDBOX": "1", "CHUCKWAGON_DATA_DIR": str(tmp_path)})


@pytest.fixture
def db(settings: Settings) -> Iterator[Database]:
    database = Database(settings.database)
    engine = sqlite_engine(database.url, read_only=False)
    Base.metadata.create_all(engine)
    engine.dispose()
    yield database
    database.close()


@pytest.fixture
def clock_at() -> Iterator[Callable[[timedelta], None]]:
    """Move the product's clock ahead of the real one."""

    def move(ahead: timedelta) -> None:
        clock.use(lambda: datetime.now(UTC) + ahead)

    yield move
    clock.use(None)


@pytest.fixture
def leave(db: Database) -> Callable[..., None]:
    """Leave a message of this kind in a transaction of its own."""

    def left(kind: str, key: str) -> None:
        db.write(lambda session: outbox.leave(session, kind, key, {"number": key}))

    return left


@pytest.fixture
def status(db: Database) -> Callable[[str], str]:
    def read(key: str) -> str:
        with db.reading() as session:
            found = outbox.find(session, key)
            assert found is not None
            return found.status

    return read
