"""The clock of leases. On PostgreSQL it is the database's clock, because several hosts share the leases.

If the clocks of two hosts differed by more than a lease, they would take each other's work. SQLite has one host.
"""

import time
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock

OFFSET_VALID_SECONDS = 60.0
_NO_OFFSET = timedelta()
_offsets: dict[sa.URL, tuple[float, timedelta]] = {}
"""By database URL: when the offset was measured, by the monotonic clock, and the offset."""


def get_clock_offset(session: Session) -> timedelta:
    """The offset of the database's clock from this host's, positive if it is ahead. Measured once a minute."""
    engine = session.get_bind().engine
    if engine.dialect.name != "postgresql":
        return _NO_OFFSET
    cached = _offsets.get(engine.url)
    if cached is None or time.monotonic() - cached[0] > OFFSET_VALID_SECONDS:
        cached = _offsets[engine.url] = (time.monotonic(), _measure_offset(session))
    return cached[1]


def clear_clock_offsets() -> None:
    """Discard the measured offsets, so that the next call measures again. For tests."""
    _offsets.clear()


def _measure_offset(session: Session) -> timedelta:
    """Measure the offset of the clocks. It counts as zero if the round-trip time explains it.

    Between equal clocks a slow response must not move a lease or delay a message.
    """
    before = clock.system_now()
    database_time = session.scalars(sa.select(sa.func.clock_timestamp())).one()
    after = clock.system_now()
    uncertainty = (after - before) / 2
    offset: timedelta = database_time - (before + uncertainty)
    return offset if abs(offset) > uncertainty else _NO_OFFSET
