"""The hash chain of the audit log: each row carries a hash of its own content and of the previous row's hash.

Rows are written without a position in the chain, so that no request waits for another. A moment later one worker at
a time locks the head of the chain and appends them. A row that is changed, removed or inserted breaks the chain.
When old rows are deleted, the hash of the last deleted one is kept as the anchor.

Takes the name of an erased person out of the audit log, so that the chain still proves that nothing else changed.

The chain is made of the digests of the rows as they were written, and these stay. The digest of each redacted row's new
content is stored beside it, and the row of the erasure holds one digest of all of them
(docs/decisions/0053-redacted-audit-rows.md).

Why: docs/decisions/0025-audit-chain.md
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.audit.log import CONTENT_COLUMNS, AuditEvent, compute_digest
from chuckwagon.db.database import Base, Database, insert_if_absent, table_of
from chuckwagon.kit import clock

USER_ERASED = "user.erased"
REDACTIONS = "redactions"
"""The detail of an erasure's row that holds the digest of its redactions."""
_PERSONAL_DETAILS = ("name", "email", "device")
_events = table_of(AuditEvent)


class AuditRedaction(Base):
    """The digest of a row's content after an erasure. `erasure_id` is the row that records the erasure."""

    __tablename__ = "audit_redactions"

    erasure_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    event_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    digest: Mapped[str] = mapped_column(sa.String(64))


def list_names(session: Session, user_id: str) -> set[str]:
    """The names under which the log knows the user."""
    found = set(session.scalars(sa.select(AuditEvent.actor_name).where(AuditEvent.actor_id == user_id)))
    about = (AuditEvent.subject_id == user_id, AuditEvent.subject_kind.in_(("user", "session")))
    for details in session.scalars(sa.select(AuditEvent.details).where(*about)):
        name = details.get("name")
        found |= {name} if isinstance(name, str) else set((name or {}).values())
    return found - {""}


def redact_events(session: Session, user_id: str, new_name: str) -> dict[str, str]:
    """Replace the user's names in rows by and about the user. They are found by the ID, never by the name.

    Only rows about the user name them in their details. Return the digest of the new content of each changed row, by
    its ID.
    """
    own = sa.or_(_events.c.actor_id == user_id, _events.c.subject_id == user_id)
    rows = session.execute(sa.select(*(_events.c[name] for name in CONTENT_COLUMNS)).where(own))
    digests = {}
    for row in list(rows.mappings()):
        details = row["details"]
        if row["subject_id"] == user_id:
            details = details | {key: _blank(details[key], new_name) for key in _PERSONAL_DETAILS if key in details}
        actor_name = new_name if row["actor_id"] == user_id else row["actor_name"]
        changed = {**row, "details": details, "actor_name": actor_name}
        if changed != dict(row):
            values = {"details": details, "actor_name": actor_name}
            session.execute(sa.update(_events).where(_events.c.id == row["id"]).values(values))
            digests[row["id"]] = compute_digest(changed)
    return digests


def _blank(value: Any, new_name: str) -> Any:
    """The neutral name in place of a value, or of one before and one after."""
    return dict.fromkeys(value, new_name) if isinstance(value, dict) else new_name


def store_redactions(session: Session, erasure_id: str, digests: Mapping[str, str]) -> None:
    """Store the digests of `redact_events` for the row of the erasure."""
    rows = [{"erasure_id": erasure_id, "event_id": one_id, "digest": digest} for one_id, digest in digests.items()]
    if rows:
        session.execute(sa.insert(AuditRedaction), rows)


def digest_redactions(digests: Mapping[str, str]) -> str:
    """One digest of all redactions of an erasure."""
    return hashlib.sha256("\n".join(f"{key}:{digests[key]}" for key in sorted(digests)).encode("ascii")).hexdigest()


class Redactions(NamedTuple):
    """The digest of the present content of each redacted row, the number of erasures that changed them, and a problem.

    The problem is a sentence about the first list that no erasure wrote.
    """

    digests: dict[str, str]
    erasures: int
    problem: str | None


def read_redactions(session: Session) -> Redactions:
    """Read what the rows of erasures say about the rows before them."""
    groups: dict[str, dict[str, str]] = {}
    for row in session.execute(sa.select(table_of(AuditRedaction))):
        groups.setdefault(row.erasure_id, {})[row.event_id] = row.digest
    about = sa.select(AuditEvent.id, AuditEvent.action, AuditEvent.number, AuditEvent.details)
    known: dict[str, str] = {}
    erasures = session.execute(about.where(AuditEvent.id.in_(groups)).order_by(AuditEvent.at, AuditEvent.id)).all()
    for one in erasures:
        group = groups[one.id]
        if one.action != USER_ERASED or one.details.get(REDACTIONS) != digest_redactions(group):
            return Redactions(known, 0, f"The rows that the erasure {one.id} changed are not as it wrote them.")
        is_later = sa.false() if one.number is None else AuditEvent.number > one.number
        later = session.scalars(sa.select(AuditEvent.id).where(is_later)).all()
        if not group.keys().isdisjoint(later):
            return Redactions(known, 0, f"The erasure {one.id} names rows that were written after it.")
        known |= group
    return Redactions(known, len(erasures), None)


def delete_orphans(session: Session) -> None:
    """Delete the redactions of erasures whose row was deleted, with all rows before it."""
    session.execute(sa.delete(AuditRedaction).where(AuditRedaction.erasure_id.not_in(sa.select(AuditEvent.id))))


HEAD, ANCHOR = "head", "anchor"
GENESIS_HASH = "0" * 64
BATCH_SIZE = 500
_APPEND = (
    sa.update(_events)
    .where(_events.c.id == sa.bindparam("event_id"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("number", "previous", "hash")})
)
_PENDING = sa.select(_events.c.id, _events.c.digest).where(_events.c.number.is_(None))
_ROWS = sa.select(*(_events.c[name] for name in (*CONTENT_COLUMNS, "digest", "number", "previous", "hash")))


class ChainEnd(Base):
    """The two ends of the chain: the head (its last row) and the anchor (the last deleted row)."""

    __tablename__ = "audit_marks"

    name: Mapped[str] = mapped_column(sa.String(10), primary_key=True)
    number: Mapped[int]
    hash: Mapped[str] = mapped_column(sa.String(64))


class ChainPosition(msgspec.Struct, frozen=True):
    """The number and the hash of a row of the chain. Number 0 is before the first row."""

    number: int
    hash: str


class VerificationResult(msgspec.Struct, frozen=True):
    """The result of `verify_chain`.

    `checked` and `pending` count the rows in the chain and those not yet in it, `last` is the end of the checked part,
    `problem` describes the first invalid row; None if the chain is intact. `redacted` rows are as `erasures` left them.
    """

    checked: int
    pending: int
    last: ChainPosition
    problem: str | None
    redacted: int
    erasures: int


class _ChainBroken(Exception):
    """The chain is not intact. The text is one sentence that names the row."""


def has_pending(session: Session) -> bool:
    """Whether rows wait to be appended. Takes no write lock."""
    return session.scalar(_PENDING.with_only_columns(_events.c.id).limit(1)) is not None


def append_pending(db: Database) -> None:
    """Append all pending rows to the chain, one transaction per batch."""
    while db.write(_append_batch) == BATCH_SIZE:
        pass


def _append_batch(session: Session) -> int:
    """Append one batch and return its size. The lock on the head keeps other workers out."""
    last = _lock_head(session)
    pending = session.execute(_PENDING.order_by(_events.c.at, _events.c.id).limit(BATCH_SIZE)).all()
    updates = []
    for event_id, digest in pending:
        current = _next_position(last, digest)
        values = {"new_number": current.number, "new_previous": last.hash, "new_hash": current.hash}
        updates.append({"event_id": event_id, **values})
        last = current
    if updates:
        session.execute(_APPEND, updates)
        _write_checkpoint(session, HEAD, last)
    return len(updates)


def delete_old_events(db: Database, days: int) -> None:
    """Delete the rows of the chain that are older than `days`, one transaction per batch.

    Rows that are not yet in the chain stay. The rest of the chain stays verifiable.
    """
    limit = clock.now() - timedelta(days=days)

    def delete_batch(session: Session) -> int:
        _lock_head(session)
        first = sa.select(_events.c.number, _events.c.at, _events.c.hash).where(_events.c.number.is_not(None))
        rows = session.execute(first.order_by(_events.c.number).limit(BATCH_SIZE)).all()
        old = list(takewhile(lambda row: row.at < limit, rows))
        if old:
            session.execute(sa.delete(_events).where(_events.c.number <= old[-1].number))
            _write_checkpoint(session, ANCHOR, ChainPosition(old[-1].number, old[-1].hash))
            delete_orphans(session)
        return len(old)

    while db.write(delete_batch) == BATCH_SIZE:
        pass


def verify_chain(db: Database, known: ChainPosition | None = None) -> VerificationResult:
    """Verify the whole chain. `known` is a position that was written down earlier and must still be in it."""
    with _snapshot_session(db) as session:
        anchor, head = _read_checkpoint(session, ANCHOR), _read_checkpoint(session, HEAD)
        pending = session.execute(_ROWS.where(_events.c.number.is_(None))).mappings().all()
        current, problem = anchor, None
        redactions = read_redactions(session)
        redacted = redactions.digests
        try:
            _verify_redactions(redactions)
            _verify_known(current, known)
            for row in _iterate_chain(session):
                current = _verify_next(current, row, redacted)
                _verify_known(current, known)
            _verify_end(current, head, known)
            for row in pending:
                _verify_content(row, "that is not yet in the chain", redacted)
        except _ChainBroken as broken:
            problem = str(broken)
        checked = current.number - anchor.number
        return VerificationResult(checked, len(pending), current, problem, len(redacted), redactions.erasures)


def _verify_redactions(redactions: Redactions) -> None:
    if redactions.problem is not None:
        raise _ChainBroken(redactions.problem)


def _verify_next(last: ChainPosition, row: Any, redacted: Mapping[str, str]) -> ChainPosition:
    """Return the position of the next row. Raises _ChainBroken if it does not follow `last`."""
    number = last.number + 1
    if row["number"] != number:
        raise _ChainBroken(f"Event {number} is missing.")
    _verify_content(row, f"number {number}", redacted)
    current = _next_position(last, row["digest"])
    if (row["previous"], row["hash"]) != (last.hash, current.hash):
        raise _ChainBroken(f"Event {number} ({row['id']}) does not follow event {last.number}.")
    return current


def _verify_content(row: Any, description: str, redacted: Mapping[str, str]) -> None:
    if compute_digest(row) != redacted.get(row["id"], row["digest"]):
        raise _ChainBroken(f"The event {description} ({row['id']}) is not as it was written.")


def _verify_known(current: ChainPosition, known: ChainPosition | None) -> None:
    if known is not None and known.number == current.number and known.hash != current.hash:
        raise _ChainBroken(f"Event {current.number} differs from the one that was written down.")


def _verify_end(current: ChainPosition, head: ChainPosition, known: ChainPosition | None) -> None:
    if current != head:
        end = "are missing" if current.number < head.number else "were added by hand"
        raise _ChainBroken(f"Events after number {min(current.number, head.number)} {end}.")
    if known is not None and known.number > current.number:
        raise _ChainBroken(f"Event {known.number} was written down and is missing.")


def _iterate_chain(session: Session) -> Iterator[Any]:
    """Yield the rows of the chain in order. They are read in batches, so no cursor stays open if the caller stops."""
    rows = _ROWS.where(_events.c.number.is_not(None)).order_by(_events.c.number).limit(BATCH_SIZE)
    batch = session.execute(rows).mappings().all()
    while batch:
        yield from batch
        batch = session.execute(rows.where(_events.c.number > batch[-1]["number"])).mappings().all()


def _next_position(last: ChainPosition, digest: str) -> ChainPosition:
    number = last.number + 1
    return ChainPosition(number, hashlib.sha256(f"{number}:{last.hash}:{digest}".encode("ascii")).hexdigest())


def _lock_head(session: Session) -> ChainPosition:
    """Lock the head until the transaction ends, and return it."""
    insert_if_absent(session, ChainEnd, {"name": HEAD, "number": 0, "hash": GENESIS_HASH})
    query = sa.select(ChainEnd).where(ChainEnd.name == HEAD).with_for_update()
    head = session.scalars(query, execution_options={"populate_existing": True}).one()
    return ChainPosition(head.number, head.hash)


def _read_checkpoint(session: Session, name: str) -> ChainPosition:
    end = session.get(ChainEnd, name)
    return ChainPosition(end.number, end.hash) if end else ChainPosition(0, GENESIS_HASH)


def _write_checkpoint(session: Session, name: str, position: ChainPosition) -> None:
    values = msgspec.structs.asdict(position)
    if not insert_if_absent(session, ChainEnd, {"name": name, **values}):
        session.execute(sa.update(table_of(ChainEnd)).where(table_of(ChainEnd).c.name == name).values(values))


@contextmanager
def _snapshot_session(db: Database) -> Iterator[Session]:
    """Open a session that reads one snapshot, even if the verification takes long."""
    level = {} if db.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with Session(db.engine.execution_options(**level)) as session:
        yield session
