"""The clock of leases. On PostgreSQL it is the database's clock, because several hosts share the leases.

If the clocks of two hosts differed by more than a lease, they would take each other's work. SQLite has one host.
"""

import time
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock

OFFSET_VALID_SECONDS = 60.0
MAX_STEP_SECONDS = 1.0
_NO_OFFSET = timedelta()


class _Measurement(msgspec.Struct, frozen=True):
    """A measured offset, and when that was by the monotonic clock and by this host's."""

    offset: timedelta
    monotonic_seconds: float
    host_time: datetime

    def is_valid(self) -> bool:
        """Whether the measurement is recent, and this host's clock has not been set since."""
        elapsed = time.monotonic() - self.monotonic_seconds
        step = (clock.system_now() - self.host_time).total_seconds() - elapsed
        return elapsed <= OFFSET_VALID_SECONDS and abs(step) <= MAX_STEP_SECONDS


_measurements: dict[sa.URL, _Measurement] = {}
"""By database URL."""


def get_clock_offset(session: Session) -> timedelta:
    """The offset of the database's clock from this host's, positive if it is ahead.

    Measured once a minute, and again when this host's clock was set.
    """
    engine = session.get_bind().engine
    if engine.dialect.name != "postgresql":
        return _NO_OFFSET
    cached = _measurements.get(engine.url)
    if cached is None or not cached.is_valid():
        cached = _measurements[engine.url] = _measure_offset(session)
    return cached.offset


def clear_clock_offsets() -> None:
    """Discard the measured offsets, so that the next call measures again. For tests."""
    _measurements.clear()


def _measure_offset(session: Session) -> _Measurement:
    """Measure the offset of the clocks. It counts as zero if the round-trip time explains it.

    Between equal clocks a slow response must not move a lease or delay a message.
    """
    asked_at = time.monotonic()
    database_time = session.scalars(sa.select(sa.func.clock_timestamp())).one()
    answered_at, now = time.monotonic(), clock.system_now()
    uncertainty = timedelta(seconds=answered_at - asked_at) / 2
    offset: timedelta = database_time - (now - uncertainty)
    return _Measurement(offset if abs(offset) > uncertainty else _NO_OFFSET, answered_at, now)
