"""Leases: work that one process does at a time. A conditional update of the lease's row decides which one."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, insert_if_absent, table_of, try_update_one
from chuckwagon.jobs.lease_clock import get_clock_offset
from chuckwagon.kit import clock

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
