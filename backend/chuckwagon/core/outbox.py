"""The transactional outbox: what must happen next, written with the change that asks for it.

A message is left once per key, whoever leaves it. Workers claim it by a conditional update with a lease,
so that any number of them may run and a dead one loses nothing.
"""

import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, Database, Instant, changed_one, table_of
from chuckwagon.core.lease_clock import ahead_of_host
from chuckwagon.core.prepared import Prepared
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.settings import Settings

WAITING, DONE, FAILED, SKIPPED = "waiting", "done", "failed", "skipped"
LEASE = timedelta(seconds=60)
LONGEST_JOB = timedelta(seconds=30)
AT_ONCE = 8
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


_messages = table_of(OutboxMessage)
_STATUS = Prepared(sa.select(_messages.c.status).where(_messages.c.key == sa.bindparam("key")))
_LEAVE = Prepared(
    lambda insert: insert(_messages).on_conflict_do_nothing().returning(_messages.c.id),
    ("kind", "key", "payload", "status", "attempts", "available_at", "created_at"),
)
_NOW = sa.bindparam("now", type_=Instant)
_DUE = (
    _messages.c.status == WAITING,
    _messages.c.available_at <= _NOW,
    sa.or_(_messages.c.leased_until.is_(None), _messages.c.leased_until <= _NOW),
)
_HAS_DUE = Prepared(sa.select(_messages.c.id).where(*_DUE).limit(1))
# As a plain subquery PostgreSQL may ask it anew for each row, and lease more than were asked for.
_NEXT = (
    sa.select(_messages.c.id)
    .where(*_DUE)
    .order_by(_messages.c.available_at)
    .limit(sa.bindparam("most", type_=sa.Integer))
    .with_for_update(skip_locked=True)
    .cte("due")
    .prefix_with("MATERIALIZED")
)
_LEASED = {"leased_until": sa.bindparam("until", type_=Instant), "attempts": _messages.c.attempts + 1}
_CLAIMED = ("id", "kind", "key", "payload", "attempts", "available_at", "leased_until", "created_at")
_CLAIM = Prepared(
    sa.update(_messages)
    .where(_messages.c.id.in_(sa.select(_NEXT.c.id)), *_DUE)
    .values(_LEASED)
    .returning(*(_messages.c[name] for name in _CLAIMED))
)
_IS_MINE = (
    _messages.c.id == sa.bindparam("message"),
    _messages.c.status == WAITING,
    _messages.c.attempts == sa.bindparam("tries"),
)
_HELD = Prepared(sa.select(_messages.c.id).where(*_IS_MINE))
_GIVE_BACK = Prepared(
    sa.update(_messages).where(*_IS_MINE).values(leased_until=sa.null(), attempts=_messages.c.attempts - 1)
)
_FINISH = Prepared(
    sa.update(_messages)
    .where(_messages.c.id == sa.bindparam("message"), _messages.c.status == WAITING)
    .values(
        status=sa.bindparam("outcome"),
        leased_until=sa.null(),
        finished_at=sa.bindparam("at"),
        last_error=sa.bindparam("error"),
    )
)

Job = Callable[[Database, Settings, OutboxMessage], None]
"""Does what a claimed message asks for, and closes or returns it itself."""


def leave(session: Session, kind: str, key: str, payload: dict[str, Any]) -> bool:
    """Leave a message in the caller's transaction; a key is taken once, for ever. Says whether it was new."""
    is_new = _LEAVE.first(session, _values(kind, key, payload)) is not None
    if is_new:
        after_commit(session, woken.set)
    return is_new


def _values(kind: str, key: str, payload: dict[str, Any]) -> dict[str, Any]:
    instant = clock.now()
    return {
        "kind": kind, "key": key, "payload": payload, "status": WAITING, "attempts": 0,
        "available_at": instant, "created_at": instant,
    }  # fmt: skip


def leave_first(session: Session, kind: str, key: str, payload: dict[str, Any]) -> None:
    """As `leave`, under a key that nobody can have left a message under: of what is made just now."""
    _LEAVE.write(session, _values(kind, key, payload))
    after_commit(session, woken.set)


def find_status(session: Session, key: str) -> str | None:
    """How far the message left under a key has come; None without one."""
    found = _STATUS.first(session, {"key": key})
    return None if found is None else found[0]


def find(session: Session, key: str) -> OutboxMessage | None:
    """The message left under a key."""
    return session.scalars(sa.select(OutboxMessage).where(OutboxMessage.key == key)).one_or_none()


def claim_next(session: Session) -> OutboxMessage | None:
    """Lease the next due message to the caller; None when nothing is due."""
    return next(iter(claim(session, 1)), None)


def claim_some(session: Session) -> list[OutboxMessage]:
    """Lease a handful of due messages to the caller, in one transaction."""
    return claim(session, AT_ONCE)


def claim(session: Session, most: int) -> list[OutboxMessage]:
    """Lease so many due messages to the caller, the longest due first. They are copies to read from."""
    ahead = ahead_of_host(session)
    instant = clock.now() + ahead
    lease = {"until": instant + LEASE, "now": instant, "most": most}
    claimed = [OutboxMessage(**dict(zip(_CLAIMED, row, strict=True))) for row in _CLAIM.all(session, lease)]
    for message in claimed:
        message.leased_until = clock.now() + LEASE  # by this host's clock, as `has_time` asks
    return sorted(claimed, key=lambda message: (message.available_at, message.id))


def has_time(message: OutboxMessage) -> bool:
    """Whether enough of the lease is left to begin: a job waits for a provider's time limits at most."""
    return message.leased_until is not None and clock.now() <= message.leased_until - LONGEST_JOB


def give_back(session: Session, messages: Sequence[OutboxMessage]) -> None:
    """What was claimed and not begun is due again, as if nobody had claimed it."""
    _GIVE_BACK.write_each(session, [{"message": one.id, "tries": one.attempts} for one in messages])


def expect_earlier_tries(session: Session) -> None:
    """Have every waiting message ask first what became of it: after a restore it may have been done."""
    untried = (OutboxMessage.status == WAITING, OutboxMessage.attempts == 0)
    session.execute(sa.update(OutboxMessage).where(*untried).values(attempts=1))


def has_due(session: Session) -> bool:
    """Whether a claim could find something; a cheap look that takes no write lock."""
    return _HAS_DUE.first(session, {"now": clock.now() + ahead_of_host(session)}) is not None


def holds(session: Session, message: OutboxMessage) -> bool:
    """Whether the claim is still the caller's: a lease that ran out may have gone to another worker."""
    return _HELD.first(session, {"message": message.id, "tries": message.attempts}) is not None


def finish(session: Session, message_id: int, status: str = DONE, error: str | None = None) -> None:
    """Close a message for good: done, failed or skipped."""
    values = {"message": message_id, "outcome": status, "at": clock.now(), "error": error}
    _FINISH.write(session, values)


def is_last_try(message: OutboxMessage, first_wait_seconds: float) -> bool:
    """Whether a failure now closes the message: after five tries and the waits between them.

    A process that dies counts as a try that nobody has answered: five of those may come in a few seconds,
    and must not leave a single one for the provider.
    """
    waits = timedelta(seconds=first_wait_seconds * sum(3**earlier for earlier in range(MAX_ATTEMPTS - 1)))
    return message.attempts >= MAX_ATTEMPTS and clock.now() - message.created_at >= waits


def retry_later(session: Session, message: OutboxMessage, error: str, first_wait_seconds: float) -> None:
    """Give it back with a growing wait, or close it as failed after the last try."""
    if is_last_try(message, first_wait_seconds):
        finish(session, message.id, FAILED, error[:300])
        return
    put_off(session, message, error, next_wait(message, first_wait_seconds))


def next_wait(message: OutboxMessage, first_wait_seconds: float) -> timedelta:
    """How long after a failure the next try comes: three times longer each time, up to the fifth."""
    return timedelta(seconds=first_wait_seconds * 3 ** (min(message.attempts, MAX_ATTEMPTS - 1) - 1))


def put_off(session: Session, message: OutboxMessage, error: str, wait: timedelta) -> None:
    """Give it back until later, however often that was done before: for what must never be given up."""
    values = {"leased_until": None, "available_at": clock.now() + wait, "last_error": error[:300]}
    _update_waiting(session, message.id, values)


def revive(session: Session, kind: str, key: str, payload: dict[str, Any]) -> None:
    """Have a message that was closed, or got lost, done after all. It asks first what became of it."""
    if leave(session, kind, key, payload):
        again: dict[str, Any] = {"attempts": 1}
    else:
        again = {"status": WAITING, "available_at": clock.now(), "leased_until": None, "finished_at": None}
    closed = sa.update(OutboxMessage).where(OutboxMessage.key == key)
    changed_one(session, closed.values(again))
    after_commit(session, woken.set)


def correct(session: Session, key: str, status: str) -> None:
    """A message that was given up has been done after all, as it turned out later."""
    given_up = (OutboxMessage.key == key, OutboxMessage.status == FAILED)
    changed_one(session, sa.update(OutboxMessage).where(*given_up).values(status=status, last_error=None))


def _update_waiting(session: Session, message_id: int, values: dict[str, Any]) -> None:
    changed_one(
        session,
        sa.update(OutboxMessage)
        .where(OutboxMessage.id == message_id, OutboxMessage.status == WAITING)
        .values(values),
    )
