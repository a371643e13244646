"""Fixtures for the outbox and the clock."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from chuckwagon.db.database import Database
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock


@pytest.fixture
def clock_at() -> Iterator[Callable[[timedelta], None]]:
    """Set the product's clock ahead of the real one."""

    def move(ahead: timedelta) -> None:
        clock.set_time_source(lambda: datetime.now(UTC) + ahead)

    yield move
    clock.set_time_source(None)


@pytest.fixture
def enqueue(db: Database) -> Callable[..., None]:
    """Enqueue a message in its own transaction."""

    def enqueue_one(kind: str, key: str) -> None:
        db.write(lambda session: outbox.enqueue(session, kind, key, {"number": key}))

    return enqueue_one


@pytest.fixture
def status(db: Database) -> Callable[[str], str]:
    def read(key: str) -> str:
        with db.reading() as session:
            found = outbox.find_message(session, key)
            assert found is not None
            return found.status

    return read
