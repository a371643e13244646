"""Takes the name of an erased person out of the audit log, so that the chain still proves that nothing else changed.

The chain is made of the digests of the rows as they were written, and these stay. The digest of each redacted row's new
content is stored beside it, and the row of the erasure holds one digest of all of them
(docs/decisions/0053-redacted-audit-rows.md).
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.audit.log import CONTENT_COLUMNS, AuditEvent, compute_digest
from chuckwagon.db.database import Base, table_of

REDACTIONS = "redactions"
"""The detail of an erasure's row that holds the digest of its redactions."""
_BLANKED_DETAILS = ("email", "device")
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


def redact_events(
    session: Session, user_id: str, names: Collection[str], unshared: Collection[str], new_name: str
) -> dict[str, str]:
    """Replace the names in rows by and about the user, and the `unshared` ones in all rows.

    Return the digest of the new content of each changed row, by its ID.
    """
    own = (_events.c.actor_id == user_id, _events.c.subject_id == user_id)
    mentions = has_text(_events.c.details, unshared)
    rows = session.execute(sa.select(*(_events.c[name] for name in CONTENT_COLUMNS)).where(sa.or_(*own, mentions)))
    digests = {}
    for row in list(rows.mappings()):
        is_about = row["subject_id"] == user_id
        words = names if is_about or row["actor_id"] == user_id else unshared
        details = replace_names(row["details"], words, new_name)
        if is_about:
            details |= {key: new_name for key in _BLANKED_DETAILS if key in details}
        actor_name = new_name if row["actor_id"] == user_id else row["actor_name"]
        changed = {**row, "details": details, "actor_name": actor_name}
        if changed != dict(row):
            values = {"details": details, "actor_name": actor_name}
            session.execute(sa.update(_events).where(_events.c.id == row["id"]).values(values))
            digests[row["id"]] = compute_digest(changed)
    return digests


def has_text(column: Any, words: Iterable[str]) -> sa.ColumnElement[bool]:
    """Whether a column of JSON contains one of the words, also where letters outside of ASCII are escaped in it."""
    spellings = {spelling for word in words for spelling in (word, json.dumps(word)[1:-1])}
    text = sa.cast(column, sa.Text)
    return sa.or_(sa.false(), *(text.contains(spelling, autoescape=True) for spelling in spellings))


def replace_names(value: Any, names: Collection[str], new_name: str) -> Any:
    """Replace whole names in all texts of plain JSON data."""
    if isinstance(value, dict):
        return {key: replace_names(one, names, new_name) for key, one in value.items()}
    if isinstance(value, list):
        return [replace_names(one, names, new_name) for one in value]
    if not isinstance(value, str) or not names:
        return value
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", new_name, value, flags=re.IGNORECASE)


def store_redactions(session: Session, erasure_id: str, digests: Mapping[str, str]) -> None:
    """Store the digests of `redact_events` for the row of the erasure."""
    rows = [{"erasure_id": erasure_id, "event_id": one_id, "digest": digest} for one_id, digest in digests.items()]
    if rows:
        session.execute(sa.insert(AuditRedaction), rows)


def digest_redactions(digests: Mapping[str, str]) -> str:
    """One digest of all redactions of an erasure."""
    return hashlib.sha256("\n".join(f"{key}:{digests[key]}" for key in sorted(digests)).encode("ascii")).hexdigest()


def read_redactions(session: Session) -> tuple[dict[str, str], str | None]:
    """The digest of the present content of each redacted row, and a sentence about a list that was changed."""
    groups: dict[str, dict[str, str]] = {}
    for row in session.execute(sa.select(table_of(AuditRedaction))):
        groups.setdefault(row.erasure_id, {})[row.event_id] = row.digest
    erasures = sa.select(AuditEvent.id, AuditEvent.details).where(AuditEvent.id.in_(groups))
    known: dict[str, str] = {}
    for erasure_id, details in session.execute(erasures.order_by(AuditEvent.at, AuditEvent.id)):
        if details.get(REDACTIONS) != digest_redactions(groups[erasure_id]):
            return known, f"The rows that the erasure {erasure_id} changed are not as it wrote them."
        known |= groups[erasure_id]
    return known, None


def delete_orphans(session: Session) -> None:
    """Delete the redactions of erasures whose row was deleted, with all rows before it."""
    session.execute(sa.delete(AuditRedaction).where(AuditRedaction.erasure_id.not_in(sa.select(AuditEvent.id))))
