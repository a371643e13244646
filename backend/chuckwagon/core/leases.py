"""Work that one process does at a time: whoever changes the row first has the turn."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, changed_one, insert_if_absent, table_of
from chuckwagon.core.lease_clock import ahead_of_host
from chuckwagon.core.prepared import Prepared


class WorkerLease(Base):
    """Who may not begin yet: nobody before `until`."""

    __tablename__ = "worker_leases"

    name: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    until: Mapped[datetime]


_leases = table_of(WorkerLease)
_ALL = Prepared(sa.select(_leases.c.name, _leases.c.until))


def list_taken(session: Session) -> set[str]:
    """The turns that cannot begin now; a cheap look that takes no write lock."""
    instant = _now(session)
    return {name for name, until in _ALL.all(session) if until > instant}


def take_turn(session: Session, name: str, limit: timedelta) -> datetime | None:
    """Take the turn until the returned instant; None when another process has it."""
    instant = _now(session)
    until = instant + limit
    if insert_if_absent(session, WorkerLease, {"name": name, "until": until}):
        return until
    free = (WorkerLease.name == name, WorkerLease.until <= instant)
    return until if changed_one(session, sa.update(WorkerLease).where(*free).values(until=until)) else None


def extend_turn(session: Session, name: str, taken_until: datetime, limit: timedelta) -> datetime | None:
    """Keep the turn until the returned instant; None when it ran out and another process has taken it."""
    until = _now(session) + limit
    mine = (WorkerLease.name == name, WorkerLease.until == taken_until)
    return until if changed_one(session, sa.update(WorkerLease).where(*mine).values(until=until)) else None


def end_turn(session: Session, name: str, taken_until: datetime, next_at: datetime) -> None:
    """Give the turn back, to begin again at `next_at`, by this host's clock.

    A turn that ran out in the meantime stays lost.
    """
    mine = (WorkerLease.name == name, WorkerLease.until == taken_until)
    changed_one(session, sa.update(WorkerLease).where(*mine).values(until=next_at + ahead_of_host(session)))


def _now(session: Session) -> datetime:
    return clock.now() + ahead_of_host(session)
