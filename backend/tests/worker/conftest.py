"""The outbox as a worker meets it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Database


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
