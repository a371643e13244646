"""The transactional outbox: what must happen next, written with the change that asks for it.

A message is left once per key, whoever leaves it. Workers claim it by a conditional update with a lease,
so that any number of them may run and a dead one loses nothing.
"""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, Database, after_commit, changed_one, insert_if_absent
from chuckwagon.settings import Settings

WAITING, DONE, FAILED, SKIPPED = "waiting", "done", "failed", "skipped"
LEASE = timedelta(seconds=60)
MAX_ATTEMPTS = 5

woken = threading.Event()


class OutboxMessage(Base):
    """One thing to do, its state and its next try."""

    __tablename__ = "outbox_messages"
    __table_args__ = (sa.Index("ix_outbox_messages_due", "status", "available_at"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    kind: Mapped[str] = mapped_column(sa.String(60))
    key: Mapped[str] = mapped_column(sa.String(200), unique=True)
    payload: Mapped[dict[str, Any]]
    status: Mapped[str] = mapped_column(sa.String(10), default=WAITING)
    attempts: Mapped[int] = mapped_column(default=0)
    available_at: Mapped[datetime]
    leased_until: Mapped[datetime | None]
    last_error: Mapped[str | None] = mapped_column(sa.String(300))
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


Job = Callable[[Database, Settings, OutboxMessage], None]
"""Does what a claimed message asks for, and closes or returns it itself."""


def leave(session: Session, kind: str, key: str, payload: dict[str, Any]) -> bool:
    """Leave a message in the caller's transaction; a key is taken once, for ever. Says whether it was new."""
    instant = clock.now()
    values = {
        "kind": kind, "key": key, "payload": payload, "status": WAITING, "attempts": 0,
        "available_at": instant, "created_at": instant,
    }  # fmt: skip
    is_new = insert_if_absent(session, OutboxMessage, values)
    if is_new:
        after_commit(session, woken.set)
    return is_new


def find(session: Session, key: str) -> OutboxMessage | None:
    """The message left under a key."""
    return session.scalars(sa.select(OutboxMessage).where(OutboxMessage.key == key)).one_or_none()


def claim_next(session: Session) -> OutboxMessage | None:
    """Lease the next due message to the caller; None when nothing is due."""
    instant = clock.now()
    due = _due(instant)
    query = sa.select(OutboxMessage.id).where(*due).order_by(OutboxMessage.available_at).limit(1)
    found = session.scalar(query.with_for_update(skip_locked=True))
    if found is None:
        return None
    lease = {"leased_until": instant + LEASE, "attempts": OutboxMessage.attempts + 1}
    if not changed_one(
        session, sa.update(OutboxMessage).where(OutboxMessage.id == found, *due).values(lease)
    ):
        return None
    return session.get(OutboxMessage, found, populate_existing=True)


def expect_earlier_tries(session: Session) -> None:
    """Have every waiting message ask first what became of it: after a restore it may have been done."""
    untried = (OutboxMessage.status == WAITING, OutboxMessage.attempts == 0)
    session.execute(sa.update(OutboxMessage).where(*untried).values(attempts=1))


def has_due(session: Session) -> bool:
    """Whether a claim could find something; a cheap look that takes no write lock."""
    return session.scalar(sa.select(OutboxMessage.id).where(*_due(clock.now())).limit(1)) is not None


def holds(session: Session, message: OutboxMessage) -> bool:
    """Whether the claim is still the caller's: a lease that ran out may have gone to another worker."""
    mine = (
        OutboxMessage.id == message.id,
        OutboxMessage.status == WAITING,
        OutboxMessage.attempts == message.attempts,
    )
    return session.scalar(sa.select(OutboxMessage.id).where(*mine)) is not None


def finish(session: Session, message_id: int, status: str = DONE, error: str | None = None) -> None:
    """Close a message for good: done, failed or skipped."""
    values = {"status": status, "leased_until": None, "finished_at": clock.now(), "last_error": error}
    _update_waiting(session, message_id, values)


def retry_later(session: Session, message: OutboxMessage, error: str, first_wait_seconds: float) -> None:
    """Give it back with a growing wait, or close it as failed after the last try."""
    if message.attempts >= MAX_ATTEMPTS:
        finish(session, message.id, FAILED, error[:300])
        return
    wait = timedelta(seconds=first_wait_seconds * 3 ** (message.attempts - 1))
    values = {"leased_until": None, "available_at": clock.now() + wait, "last_error": error[:300]}
    _update_waiting(session, message.id, values)


def put_off(session: Session, message: OutboxMessage, error: str, wait: timedelta) -> None:
    """Give it back until later, however often that was done before: for what must never be given up."""
    values = {"leased_until": None, "available_at": clock.now() + wait, "last_error": error[:300]}
    _update_waiting(session, message.id, values)


def _due(instant: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        OutboxMessage.status == WAITING,
        OutboxMessage.available_at <= instant,
        sa.or_(OutboxMessage.leased_until.is_(None), OutboxMessage.leased_until <= instant),
    )


def _update_waiting(session: Session, message_id: int, values: dict[str, Any]) -> None:
    changed_one(
        session,
        sa.update(OutboxMessage)
        .where(OutboxMessage.id == message_id, OutboxMessage.status == WAITING)
        .values(values),
    )
