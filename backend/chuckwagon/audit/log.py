"""The audit log: one row for each staff action, written in the transaction of the action.

A row is never changed, except that an erasure replaces a name in it (`redact_events` of `hash_chain.py`).

A row records the actor, the action, its subject, the request source, and the values before and after. Passwords,
tokens, full phone numbers and full addresses are never recorded: the slices pass masked values. The rows are chained
later (`hash_chain`), so that no action waits for another.
"""

import hashlib
import ipaddress
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.database import Base, table_of
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import new_id

MAX_TEXT_LENGTH = 300
NETWORK_PREFIX_BITS = {4: 24, 6: 48}
_IS_PENDING = sa.text("number IS NULL")

DetailValue = str | int | bool | None


class AuditEvent(Base):
    """One action. `digest` hashes its content; `number`, `previous` and `hash` are its position in the chain."""

    __tablename__ = "audit_events"
    __table_args__ = (
        sa.Index("ix_audit_events_at", "at", "id"),
        sa.Index("ix_audit_events_truck", "truck_id", "at", "id"),
        sa.Index("ix_audit_events_actor", "actor_id", "at", "id"),
        sa.Index("ix_audit_events_subject", "subject_kind", "at", "id"),
        sa.Index("ix_audit_events_unsealed", "at", "id", sqlite_where=_IS_PENDING, postgresql_where=_IS_PENDING),
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
CONTENT_COLUMNS = (
    "id", "at", "actor_id", "actor_name", "actor_role", "action", "truck_id", "subject_kind", "subject_id",
    "details", "request_id", "address",
)  # fmt: skip


class RequestSource(msgspec.Struct, frozen=True):
    """The id of a request, and the network of its IP address (`anonymize_ip`).

    `by_link`: a signed-in user acted by the link of an order's customer, and not by the own rights.
    """

    request_id: str = ""
    address: str = ""
    by_link: bool = False


class AuditActor(msgspec.Struct, frozen=True):
    """The actor of an action, with the current name and role. The id is None for visitors and the command line."""

    id: str | None
    name: str
    role: str
    origin: RequestSource = RequestSource()


class FieldChange(NamedTuple):
    """The old and the new value of a detail."""

    before: Any
    after: Any


SYSTEM_ACTOR = AuditActor(None, "Command line", "system")


def anonymous_actor(origin: RequestSource) -> AuditActor:
    """The actor of a request without a signed-in user."""
    return AuditActor(None, "", "visitor", origin)


def record(
    session: Session,
    by: AuditActor,
    action: str,
    subject_id: str | None,
    *,
    truck_id: str | None = None,
    details: Mapping[str, Any] | None = None,
) -> str:
    """Record an action in the caller's transaction and return its ID.

    `action` is the kind of the subject, a dot and a verb.
    """
    told = {**(details or {}), **({"byCustomersLink": True} if by.origin.by_link else {})}
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
        "details": {name: _detail_json(value) for name, value in told.items()},
        "request_id": by.origin.request_id,
        "address": by.origin.address,
    }
    collected = session.info.get("audit_rows")
    if collected is None:
        session.execute(_INSERT, row | {"digest": compute_digest(row)})
    else:
        collected.append(row | {"digest": compute_digest(row)})
    return str(row["id"])


@contextmanager
def record_at_once(session: Session) -> Iterator[None]:
    """Insert what is recorded meanwhile by one statement, for what records hundreds of actions in a transaction."""
    rows = session.info["audit_rows"] = []
    try:
        yield
    finally:
        del session.info["audit_rows"]
    if rows:
        session.execute(_INSERT, rows)


def diff_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, FieldChange]:
    """The fields of `after` whose value differs from that in `before`, keyed by name."""
    return {name: FieldChange(before[name], after[name]) for name in after if before[name] != after[name]}


def pick_fields(source: msgspec.Struct, *names: str) -> dict[str, Any]:
    """The values of these fields, which are named as in the JSON, under the same names."""
    fields = dict(zip(source.__struct_encode_fields__, source.__struct_fields__, strict=True))
    return {name: getattr(source, fields[name]) for name in names}


def compute_digest(row: Mapping[str, Any]) -> str:
    """Hash the content of a row. The result does not depend on how a database stores the types."""
    content = [to_iso_microseconds(row[name]) if name == "at" else row[name] for name in CONTENT_COLUMNS]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def to_iso_microseconds(instant: datetime) -> str:
    """Format an instant with microseconds, the precision of both databases. It must be in UTC: it is not converted."""
    return instant.isoformat(timespec="microseconds")


def anonymize_ip(address: str) -> str:
    """The network of an IP address (IPv4 /24, IPv6 /48); an empty string if it is not valid.

    That is enough to see a pattern, and too little to identify a household.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    known = mapped or parsed
    return str(ipaddress.ip_network(f"{known}/{NETWORK_PREFIX_BITS[known.version]}", strict=False))


def _detail_json(value: Any) -> Any:
    if isinstance(value, FieldChange):
        return {"before": _detail_value(value.before), "after": _detail_value(value.after)}
    return _detail_value(value)


def _detail_value(value: Any) -> DetailValue:
    """Convert a value to None, a number, a bool or a short string. A long string is cut."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, datetime):
        return to_iso(value)
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= MAX_TEXT_LENGTH else f"{text[: MAX_TEXT_LENGTH - 1]}…"
