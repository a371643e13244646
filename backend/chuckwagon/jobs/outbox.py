"""The transactional outbox: follow-up work is enqueued in the transaction of the change that requires it.

Each key is enqueued only once. Workers claim messages with a conditional update and a lease, so any number of workers
may run, and the messages of a dead worker become due again.

Why: docs/decisions/0004-own-outbox.md
"""

import threading
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import ONE_ROW, CompiledStatement
from chuckwagon.db.database import Base, Database, UtcDateTime, table_of, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.jobs.leases import MAX_CLOCK_ERROR, get_clock_offset
from chuckwagon.kit import clock
from chuckwagon.settings import Settings

WAITING, DONE, FAILED, SKIPPED = "waiting", "done", "failed", "skipped"
LEASE_DURATION = timedelta(seconds=60)
MAX_JOB_DURATION = timedelta(seconds=30)
LONGEST_DELAY = timedelta(hours=1)  # of any kind: a refund that Stripe does not answer, a push service that asks for it
CLAIM_BATCH_SIZE = 8
MAX_ATTEMPTS = 5
MAIN_LANE = "main"
# A provider that hangs holds up only what waits for it, so what calls one is a lane of its own. Changes of plan and the
# rest of the main lane wait for the database alone.
PROVIDER_LANES = {
    "sms": "_sms",
    "refund": "refund_payment",
    "erasure": "erase_provider_copy",
    "email": "_email",
    "push": "_push",
    "reader": "_of_reader",
}
"""The lanes of what calls a provider, with the end of their kinds."""

wake_event = threading.Event()

# Written out, because SQLite uses a partial index only where a query repeats its condition word for word.
IS_PUSH = sa.text("kind IN ('new_order_pushes', 'staff_push', 'order_push')")


class OutboxMessage(Base):
    """One message: what to do, its status and its next attempt."""

    __tablename__ = "outbox_messages"
    __table_args__ = (
        sa.Index("ix_outbox_messages_due", "status", "available_at"),
        sa.Index("ix_outbox_messages_finished_pushes", "finished_at", sqlite_where=IS_PUSH, postgresql_where=IS_PUSH),
    )

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
_FIND_STATUS = CompiledStatement(sa.select(_messages.c.status).where(_messages.c.key == sa.bindparam("key")))
_ENQUEUE = CompiledStatement(
    lambda insert: insert(_messages).on_conflict_do_nothing().returning(_messages.c.id),
    ("kind", "key", "payload", "status", "attempts", "available_at", "created_at"),
)
_NOW = sa.bindparam("now", type_=UtcDateTime)
_DUE = (
    _messages.c.status == WAITING,
    _messages.c.available_at <= _NOW,
    sa.or_(_messages.c.leased_until.is_(None), _messages.c.leased_until <= _NOW),
)
# A lane that takes no more is named by a pattern of its kinds; the empty pattern leaves out none.
_OPEN_LANES = tuple(_messages.c.kind.not_like(sa.bindparam(lane, type_=sa.String)) for lane in PROVIDER_LANES)
_HAS_DUE = CompiledStatement(sa.select(_messages.c.id).where(*_DUE, *_OPEN_LANES).limit(ONE_ROW))
# MATERIALIZED, because PostgreSQL may run a plain subquery again for each row and lease more messages than wanted.
_DUE_IDS = (
    sa.select(_messages.c.id)
    .where(*_DUE, *_OPEN_LANES)
    .order_by(_messages.c.available_at)
    .limit(sa.bindparam("limit", type_=sa.Integer))
    .with_for_update(skip_locked=True)
    .cte("due")
    .prefix_with("MATERIALIZED")
)
_LEASE_VALUES = {"leased_until": sa.bindparam("until", type_=UtcDateTime), "attempts": _messages.c.attempts + 1}
_CLAIM_COLUMNS = ("id", "kind", "key", "payload", "attempts", "available_at", "leased_until", "created_at")
_CLAIM = CompiledStatement(
    sa.update(_messages)
    .where(_messages.c.id.in_(sa.select(_DUE_IDS.c.id)), *_DUE)
    .values(_LEASE_VALUES)
    .returning(*(_messages.c[name] for name in _CLAIM_COLUMNS))
)
CLAIMED_BY_CALLER = (
    _messages.c.id == sa.bindparam("message"),
    _messages.c.status == WAITING,
    _messages.c.attempts == sa.bindparam("attempt"),
)
"""The condition of `has_claim`, for statements that also read something else. Its parameters: `claim_parameters`."""
_FIND_CLAIM = CompiledStatement(sa.select(_messages.c.id).where(*CLAIMED_BY_CALLER))
_RELEASE = CompiledStatement(
    sa.update(_messages).where(*CLAIMED_BY_CALLER).values(leased_until=sa.null(), attempts=_messages.c.attempts - 1)
)
_PUT_BACK = CompiledStatement(
    sa.update(_messages)
    .where(*CLAIMED_BY_CALLER)
    .values(leased_until=sa.null(), attempts=_messages.c.attempts - 1, available_at=sa.bindparam("at"))
)
_FINISH = CompiledStatement(
    sa.update(_messages)
    .where(_messages.c.id == sa.bindparam("message"), _messages.c.status == WAITING)
    .values(
        status=sa.bindparam("outcome"),
        leased_until=sa.null(),
        finished_at=sa.bindparam("at"),
        last_error=sa.bindparam("error"),
    )
)

JobHandler = Callable[[Database, Settings, OutboxMessage], None]
"""Processes a claimed message, and finishes or reschedules it itself. Called in a worker's thread."""


def enqueue(session: Session, kind: str, key: str, payload: dict[str, Any], *, delay: timedelta = timedelta(0)) -> bool:
    """Enqueue a message in the caller's transaction, due after `delay`. Return False if the key was used before."""
    is_new = _ENQUEUE.first(session, _values(kind, key, payload, delay)) is not None
    if is_new:
        after_commit(session, wake_event.set)
    return is_new


def _values(kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta(0)) -> dict[str, Any]:
    now = clock.now()
    return {
        "kind": kind, "key": key, "payload": payload, "status": WAITING, "attempts": 0,
        "available_at": now + delay, "created_at": now,
    }  # fmt: skip


def enqueue_new(
    session: Session, kind: str, key: str, payload: dict[str, Any], *, delay: timedelta = timedelta(0)
) -> None:
    """Enqueue a message under a key that cannot exist yet, because it names a row of this transaction.

    The row is written later in the transaction (`CompiledStatement.run_later`).
    """
    _ENQUEUE.run_later(session, _values(kind, key, payload, delay))
    after_commit(session, wake_event.set)


def enqueue_skipped(session: Session, kind: str, key: str, payload: dict[str, Any], reason: str) -> None:
    """Record that the message with this key is never handled, and why. Does nothing if the key was used before."""
    if enqueue(session, kind, key, payload):
        message = find_message(session, key)
        if message is not None:
            finish(session, message.id, SKIPPED, reason)


def find_status(session: Session, key: str) -> str | None:
    """The status of the message with this key; None without one."""
    row = _FIND_STATUS.first(session, {"key": key})
    return None if row is None else row[0]


def find_message(session: Session, key: str) -> OutboxMessage | None:
    """The message with this key; None without one."""
    return session.scalars(sa.select(OutboxMessage).where(OutboxMessage.key == key)).one_or_none()


def claim_next(session: Session) -> OutboxMessage | None:
    """Claim the next due message, a detached copy; None if nothing is due."""
    return next(iter(claim_messages(session, 1)), None)


def claim_batch(session: Session, full_lanes: Collection[str] = ()) -> list[OutboxMessage]:
    """Claim up to CLAIM_BATCH_SIZE due messages, the longest due first, as detached copies.

    None of a lane in `full_lanes`, which names lanes of providers only.
    """
    return claim_messages(session, CLAIM_BATCH_SIZE, full_lanes)


def claim_messages(session: Session, limit: int, full_lanes: Collection[str] = ()) -> list[OutboxMessage]:
    """Claim up to `limit` due messages, the longest due first. The returned objects are detached copies."""
    now = clock.now() + get_clock_offset(session)
    lease = {"until": now + LEASE_DURATION, "now": now, "limit": limit, **_left_out(full_lanes)}
    claimed = [OutboxMessage(**dict(zip(_CLAIM_COLUMNS, row, strict=True))) for row in _CLAIM.all(session, lease)]
    for message in claimed:
        message.leased_until = clock.now() + LEASE_DURATION  # by this host's clock, as `has_time_left` expects
    return sorted(claimed, key=lambda message: (message.available_at, message.id))


def lane_of(kind: str) -> str:
    """The lane of a kind of message."""
    return next((lane for lane, ending in PROVIDER_LANES.items() if kind.endswith(ending)), MAIN_LANE)


def _left_out(full_lanes: Collection[str]) -> dict[str, str]:
    return {lane: f"%{ending}" if lane in full_lanes else "" for lane, ending in PROVIDER_LANES.items()}


def has_time_left(message: OutboxMessage) -> bool:
    """Whether enough of the lease is left to start the job. It takes at most as long as the provider timeouts allow."""
    return message.leased_until is not None and clock.now() <= message.leased_until - MAX_JOB_DURATION


def release_messages(session: Session, messages: Sequence[OutboxMessage]) -> None:
    """Release claimed messages that were not started. They are due again, without a counted attempt.

    Messages that another worker has claimed meanwhile stay. Runs later in the transaction
    (`CompiledStatement.run_later`).
    """
    _RELEASE.run_each_later(session, map(claim_parameters, messages))


def put_back(session: Session, message: OutboxMessage, delay: timedelta) -> None:
    """Make a claimed message that was not started due again after `delay`, without a counted attempt."""
    _PUT_BACK.run_later(session, {**claim_parameters(message), "at": clock.now() + delay})


def mark_waiting_as_attempted(session: Session) -> None:
    """Mark all waiting messages as attempted, so that their jobs check for an earlier result.

    After a restore the work may have been done already.
    """
    is_untried = (OutboxMessage.status == WAITING, OutboxMessage.attempts == 0)
    session.execute(sa.update(OutboxMessage).where(*is_untried).values(attempts=1))


def has_due(session: Session, full_lanes: Collection[str] = ()) -> bool:
    """Whether a message is due in a lane that is not full. Takes no write lock."""
    now = clock.now() + get_clock_offset(session)
    return _HAS_DUE.first(session, {"now": now, **_left_out(full_lanes)}) is not None


def has_misdated(session: Session) -> bool:
    """Whether a clock that ran ahead has dated a message into the future. Takes no write lock."""
    return session.scalar(sa.select(OutboxMessage.id).where(*_is_misdated(session)).limit(1)) is not None


def correct_misdated(session: Session) -> None:
    """Make messages due that would wait for as long as a clock ran ahead before it was set back.

    One that was tried counts as created before that try, because its job asks the provider for results since then.
    """
    now = clock.now() + get_clock_offset(session)
    begun_at = sa.case((OutboxMessage.attempts == 0, now), else_=now - LONGEST_DELAY)
    created_at = sa.case((OutboxMessage.created_at > now, begun_at), else_=OutboxMessage.created_at)
    values = {"available_at": now, "created_at": created_at, "leased_until": None}
    corrected = sa.update(OutboxMessage).where(*_is_misdated(session)).values(values)
    session.execute(corrected.execution_options(synchronize_session=False))
    after_commit(session, wake_event.set)


def _is_misdated(session: Session) -> tuple[sa.ColumnElement[bool], ...]:
    """Created later than now, due later than any delay, or leased for longer than a lease lasts."""
    now = clock.now() + get_clock_offset(session) + MAX_CLOCK_ERROR
    future = (
        OutboxMessage.available_at > now + LONGEST_DELAY,
        sa.and_(OutboxMessage.available_at > now, OutboxMessage.created_at > now),
        OutboxMessage.leased_until > now + LEASE_DURATION,
    )
    return (OutboxMessage.status == WAITING, sa.or_(*future))


def has_claim(session: Session, message: OutboxMessage) -> bool:
    """Whether the caller still has the claim. After its lease expires another worker may have claimed the message."""
    return _FIND_CLAIM.first(session, claim_parameters(message)) is not None


def claim_parameters(message: OutboxMessage) -> dict[str, int]:
    """The parameters of CLAIMED_BY_CALLER."""
    return {"message": message.id, "attempt": message.attempts}


def finish(session: Session, message_id: int, status: str = DONE, error: str | None = None) -> None:
    """Finish a message with its final status: done, failed or skipped. Does nothing if it is finished already.

    Runs later in the transaction (`CompiledStatement.run_later`).
    """
    values = {"message": message_id, "outcome": status, "at": clock.now(), "error": error}
    _FINISH.run_later(session, values)


def forget_address(session: Session, message: OutboxMessage) -> None:
    """Delete the e-mail address that a finished message carries (`email`), because finished messages are kept."""
    if "email" in message.payload:
        kept = {name: value for name, value in message.payload.items() if name != "email"}
        session.execute(sa.update(OutboxMessage).where(OutboxMessage.id == message.id).values(payload=kept))


def is_last_attempt(message: OutboxMessage, first_delay_seconds: float) -> bool:
    """Whether a failure now is final: after MAX_ATTEMPTS attempts and the delays between them.

    The delays count too, because the death of a process counts as an attempt. Several may die within seconds, and
    the provider must still get all its attempts.
    """
    total_delay = timedelta(seconds=first_delay_seconds * sum(3**attempt for attempt in range(MAX_ATTEMPTS - 1)))
    return message.attempts >= MAX_ATTEMPTS and clock.now() - message.created_at >= total_delay


def retry_later(session: Session, message: OutboxMessage, error: str, first_delay_seconds: float) -> None:
    """Reschedule the message with a growing delay, or finish it as failed after the last attempt."""
    if is_last_attempt(message, first_delay_seconds):
        finish(session, message.id, FAILED, error[:300])
        forget_address(session, message)
        return
    postpone(session, message, error, get_retry_delay(message, first_delay_seconds))


def get_retry_delay(message: OutboxMessage, first_delay_seconds: float) -> timedelta:
    """The delay before the next attempt. It triples with each attempt, up to MAX_ATTEMPTS."""
    return timedelta(seconds=first_delay_seconds * 3 ** (min(message.attempts, MAX_ATTEMPTS - 1) - 1))


def postpone(session: Session, message: OutboxMessage, error: str, delay: timedelta) -> None:
    """Reschedule the message after `delay`, without a limit on attempts. For work that must never be given up.

    Does nothing if the message is finished already.
    """
    values = {"leased_until": None, "available_at": clock.now() + delay, "last_error": error[:300]}
    _update_waiting(session, message.id, values)


def reopen(session: Session, kind: str, key: str, payload: dict[str, Any]) -> None:
    """Make a finished or lost message due again. Its job checks for an earlier result first."""
    if enqueue(session, kind, key, payload):
        values: dict[str, Any] = {"attempts": 1}
    else:
        values = {"status": WAITING, "available_at": clock.now(), "leased_until": None, "finished_at": None}
    try_update_one(session, sa.update(OutboxMessage).where(OutboxMessage.key == key).values(values))
    after_commit(session, wake_event.set)


def correct_failed_status(session: Session, key: str, status: str) -> None:
    """Set the real status of a failed message whose work was done after all."""
    is_failed = (OutboxMessage.key == key, OutboxMessage.status == FAILED)
    try_update_one(session, sa.update(OutboxMessage).where(*is_failed).values(status=status, last_error=None))


def _update_waiting(session: Session, message_id: int, values: dict[str, Any]) -> None:
    try_update_one(
        session,
        sa.update(OutboxMessage).where(OutboxMessage.id == message_id, OutboxMessage.status == WAITING).values(values),
    )
