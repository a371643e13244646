"""Takes the name of an erased person out of the audit log, so that the chain still proves that nothing else changed.

The chain is made of the digests of the rows as they were written, and these stay. The digest of each redacted row's new
content is stored beside it, and the row of the erasure holds one digest of all of them
(docs/decisions/0053-redacted-audit-rows.md).
"""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.audit.log import CONTENT_COLUMNS, AuditEvent, compute_digest
from chuckwagon.db.database import Base, table_of

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
