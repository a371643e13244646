"""Leases: work that one process does at a time. A conditional update of the lease's row decides which one.

On PostgreSQL their clock is the database's, because several hosts share the leases: if the clocks of two hosts differed
by more than a lease, they would take each other's work. SQLite has one host.
"""

import time
from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, insert_if_absent, table_of, try_update_one
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


HEARTBEAT_LEASE = "heartbeat"  # the worker acquires it regularly, to show that it runs
HEARTBEAT_SECONDS = 10.0
MAX_CLOCK_ERROR = timedelta(seconds=3)  # of a host's measured clock offset, unless the database takes seconds


class WorkerLease(Base):
    """A named lease. No process may acquire it before `until`.

    Except if `until` is further ahead than any process can mean it to be: it was set by a clock that ran ahead and was
    set back since, and the work would stop for as long as that clock was ahead.
    """

    __tablename__ = "worker_leases"

    name: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    until: Mapped[datetime]


_leases = table_of(WorkerLease)
_LIST_LEASES = CompiledStatement(sa.select(_leases.c.name, _leases.c.until))


def get_lease_time(session: Session) -> datetime:
    """The current time by the clock of leases."""
    return clock.now() + get_clock_offset(session)


def list_held_leases(session: Session, max_ahead: Mapping[str, timedelta]) -> set[str]:
    """List those of the leases in `max_ahead` that cannot be acquired now. Takes no write lock.

    `max_ahead` is keyed by name, with the value that `acquire_lease` gets.
    """
    now = get_lease_time(session)
    latest = {name: now + ahead + MAX_CLOCK_ERROR for name, ahead in max_ahead.items()}
    return {name for name, until in _LIST_LEASES.all(session) if name in latest and now < until <= latest[name]}


def acquire_lease(session: Session, name: str, duration: timedelta, max_ahead: timedelta) -> datetime | None:
    """Acquire the lease for `duration`. Return when it expires, or None while any process holds it.

    The holder too gets None: it prolongs its lease with `extend_lease`. `max_ahead` is how far ahead a lease of that
    name can expire, or be free again after its release. One that is further ahead counts as free.
    """
    now = get_lease_time(session)
    until = now + duration
    if insert_if_absent(session, WorkerLease, {"name": name, "until": until}):
        return until
    latest = now + max_ahead + MAX_CLOCK_ERROR
    is_free = (WorkerLease.name == name, sa.or_(WorkerLease.until <= now, WorkerLease.until > latest))
    return until if try_update_one(session, sa.update(WorkerLease).where(*is_free).values(until=until)) else None


def extend_lease(session: Session, name: str, held_until: datetime, duration: timedelta) -> datetime | None:
    """Extend a lease that the caller holds. Return when it expires, or None if another process has acquired it."""
    until = get_lease_time(session) + duration
    is_held = (WorkerLease.name == name, WorkerLease.until == held_until)
    return until if try_update_one(session, sa.update(WorkerLease).where(*is_held).values(until=until)) else None


def release_lease(session: Session, name: str, held_until: datetime, next_at: datetime) -> None:
    """Release the lease. It can be acquired again from `next_at`, by this host's clock.

    If the lease expired and another process holds it, nothing changes.
    """
    is_held = (WorkerLease.name == name, WorkerLease.until == held_until)
    try_update_one(session, sa.update(WorkerLease).where(*is_held).values(until=next_at + get_clock_offset(session)))
