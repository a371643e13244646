"""What staff have done: one row for each action, written by the action's own transaction and never changed.

A row says who did what to which thing from where, and what was there before. What must not be kept
(passwords, tokens, whole phone numbers and addresses) never gets in: the slices give masked values. The rows
are chained afterwards (`audit_chain`), so that nobody who acts waits for anybody else who does.
"""

import hashlib
import ipaddress
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.clock import to_iso
from chuckwagon.core.db import Base, table_of
from chuckwagon.core.ids import new_id

LONGEST_TEXT = 300
KEPT_BITS = {4: 24, 6: 48}
_UNSEALED = sa.text("number IS NULL")

Fact = str | int | bool | None


class AuditEvent(Base):
    """One action. `digest` is that of its content; number, previous and hash are its place in the chain."""

    __tablename__ = "audit_events"
    __table_args__ = (
        sa.Index("ix_audit_events_at", "at", "id"),
        sa.Index("ix_audit_events_truck", "truck_id", "at", "id"),
        sa.Index("ix_audit_events_actor", "actor_id", "at", "id"),
        sa.Index("ix_audit_events_subject", "subject_kind", "at", "id"),
        sa.Index("ix_audit_events_unsealed", "at", "id", sqlite_where=_UNSEALED, postgresql_where=_UNSEALED),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    at: Mapped[datetime]
    actor_id: Mapped[str | None] = mapped_column(sa.String(24))
    actor_name: Mapped[str] = mapped_column(sa.String(120))
    actor_role: Mapped[str] = mapped_column(sa.String(20))
    action: Mapped[str] = mapped_column(sa.String(60))
    truck_id: Mapped[str | None] = mapped_column(sa.String(24))
    subject_kind: Mapped[str] = mapped_column(sa.String(30))
    subject_id: Mapped[str | None] = mapped_column(sa.String(255))
    details: Mapped[dict[str, Any]]
    request_id: Mapped[str] = mapped_column(sa.String(40))
    address: Mapped[str] = mapped_column(sa.String(50))
    digest: Mapped[str] = mapped_column(sa.String(64))
    number: Mapped[int | None] = mapped_column(unique=True)
    previous: Mapped[str | None] = mapped_column(sa.String(64), unique=True)
    hash: Mapped[str | None] = mapped_column(sa.String(64))


_INSERT = sa.insert(table_of(AuditEvent))
CONTENT = (
    "id", "at", "actor_id", "actor_name", "actor_role", "action", "truck_id", "subject_kind", "subject_id",
    "details", "request_id", "address",
)  # fmt: skip


class Origin(msgspec.Struct, frozen=True):
    """Which request it was, and the network that it came from."""

    request_id: str = ""
    address: str = ""


class Author(msgspec.Struct, frozen=True):
    """Who acts, with name and role as they are now. Without an id it is nobody who is signed in."""

    id: str | None
    name: str
    role: str
    origin: Origin = Origin()


class Changed(NamedTuple):
    """A detail that was one thing and is another now."""

    before: Any
    after: Any


SYSTEM = Author(None, "Command line", "system")


def visitor(origin: Origin) -> Author:
    """Somebody who is not signed in."""
    return Author(None, "", "visitor", origin)


def record(
    session: Session,
    by: Author,
    action: str,
    subject_id: str | None,
    *,
    truck_id: str | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Write the action down in the caller's transaction. Its name: the kind of the thing, a dot, a verb."""
    row: dict[str, Any] = {
        "id": new_id(),
        "at": clock.now(),
        "actor_id": by.id,
        "actor_name": by.name,
        "actor_role": by.role,
        "action": action,
        "truck_id": truck_id,
        "subject_kind": action.partition(".")[0],
        "subject_id": subject_id,
        "details": {name: _kept(value) for name, value in (details or {}).items()},
        "request_id": by.origin.request_id,
        "address": by.origin.address,
    }
    session.execute(_INSERT, row | {"digest": digest_of(row)})


def differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Changed]:
    """The details whose values differ, by name."""
    return {name: Changed(before[name], after[name]) for name in after if before[name] != after[name]}


def digest_of(row: Mapping[str, Any]) -> str:
    """The fingerprint of a row's content, the same whatever the database made of its types."""
    content = [to_iso_exactly(row[name]) if name == "at" else row[name] for name in CONTENT]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def to_iso_exactly(instant: datetime) -> str:
    """An instant in UTC to the microsecond, as the databases keep it."""
    return instant.isoformat(timespec="microseconds")


def short_address(address: str) -> str:
    """The network of an address: enough to see a pattern, too little to find a household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    known = mapped or parsed
    return str(ipaddress.ip_network(f"{known}/{KEPT_BITS[known.version]}", strict=False))


def _kept(value: Any) -> Any:
    if isinstance(value, Changed):
        return {"before": _fact(value.before), "after": _fact(value.after)}
    return _fact(value)


def _fact(value: Any) -> Fact:
    """What a person reads: short text, a number, yes or no. A long text is there for its beginning."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, datetime):
        return to_iso(value)
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
