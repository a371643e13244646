"""What staff have done, as the superadmin reads it: newest first, by page or as a file."""

import re
from typing import Any

import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType, field
from sqlalchemy.orm import Session

from chuckwagon.core import paging
from chuckwagon.core.audit import AuditEvent, Fact
from chuckwagon.core.clock import to_iso
from chuckwagon.core.db import table_of
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.ids import is_id
from chuckwagon.insights.periods import after_day, midnight, read_day
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck

ORDER = "audit:at"
MOST_ROWS = 50_000
_ACTION = re.compile("[a-z_.]+")
COLUMNS = (
    "at", "actor", "role", "action", "truck", "subject", "details", "address", "request", "number",
)  # fmt: skip

_events = table_of(AuditEvent).c
_QUERY = (
    sa.select(*(column for column in _events if column.name not in ("digest", "previous", "hash")))
    .add_columns(Truck.name.label("truck_name"))
    .outerjoin(Truck, Truck.id == _events.truck_id)
    .order_by(_events.at.desc(), _events.id.desc())
)


class Asked(Struct, frozen=True, kw_only=True):
    """What the list is narrowed by, as the address says it; `action` is a whole name or its first word."""

    actor_id: str | None = None
    action: str | None = None
    first: str | None = None
    last: str | None = None


class ActivityActor(Struct):
    """Who it was, with name and role as they were then. `visitor`: nobody who was signed in."""

    id: str | None = field(name="_id")
    name: str
    role: str


class ActivityDetail(Struct, omit_defaults=True):
    """One thing about it; with `before` one that has changed."""

    name: str
    after: Fact
    before: Fact | UnsetType = UNSET


class ActivityEvent(Struct, rename="camel"):
    """One action. `number` is its place in the chain, once it has one."""

    id: str = field(name="_id")
    at: str
    action: str
    actor: ActivityActor
    truck_id: str | None
    truck_name: str | None
    subject_kind: str
    subject_id: str | None
    details: list[ActivityDetail]
    request_id: str
    address: str
    number: int | None


class ActivityPage(Struct, rename="camel"):
    """One page of actions, and where the next one begins."""

    events: list[ActivityEvent]
    next_cursor: str | None


def list_activity(
    session: Session, truck: Truck | None, asked: Asked, limit: int | None, cursor: str | None
) -> ActivityPage:
    """The newest actions first. Raises InvalidInput."""
    query = _QUERY.where(*_conditions(truck, asked))
    mark, most = paging.read_cursor(cursor, ORDER), paging.clamp(limit)
    if mark is not None:
        place = sa.tuple_(sa.literal(paging.instant_at(mark.place), _events.at.type), sa.literal(mark.id))
        query = query.where(sa.tuple_(_events.at, _events.id) < place)
    rows = session.execute(query.limit(most + 1)).all()
    more = _cursor(rows[most - 1]) if len(rows) > most else None
    return ActivityPage([_event(row) for row in rows[:most]], more)


def list_all_activity(session: Session, truck: Truck | None, asked: Asked) -> list[ActivityEvent]:
    """All of it, for a file. Raises InvalidInput, also for more rows than a file may have."""
    query = _QUERY.where(*_conditions(truck, asked)).limit(MOST_ROWS + 1)
    rows = session.execute(query).all()
    if len(rows) > MOST_ROWS:
        sentence = f"There are more than {MOST_ROWS:,} rows. Choose a shorter time."
        raise InvalidInput(sentence, fields={"from": sentence})
    return [_event(row) for row in rows]


def file_row(event: ActivityEvent) -> tuple[object, ...]:
    """A line of the file, in the order of COLUMNS."""
    subject = " ".join(filter(None, (event.subject_kind, event.subject_id)))
    told = "; ".join(f"{detail.name}: {_told(detail)}" for detail in event.details)
    who = (event.actor.name, event.actor.role, event.action)
    where = (event.address, event.request_id, event.number)
    return (event.at, *who, event.truck_name, subject, told, *where)


def _told(detail: ActivityDetail) -> str:
    after = _word(detail.after)
    return after if isinstance(detail.before, UnsetType) else f"{_word(detail.before)} → {after}"


def _word(fact: Fact) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return "nothing" if fact in (None, "") else str(fact)


def _conditions(truck: Truck | None, asked: Asked) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    zone = truck.timezone if truck else DEFAULT_TIMEZONE
    if truck is not None:
        found.append(_events.truck_id == truck.id)
    if asked.actor_id:
        found.append(_events.actor_id == asked.actor_id if is_id(asked.actor_id) else sa.false())
    if asked.action and not _ACTION.fullmatch(asked.action):
        found.append(sa.false())
    elif asked.action:
        found.append(_events.subject_kind == asked.action.partition(".")[0])
        found += [_events.action == asked.action] if "." in asked.action else []
    first, last = read_day("from", asked.first), read_day("to", asked.last)
    if first:
        found.append(_events.at >= midnight(first, zone))
    if last:
        found.append(_events.at < midnight(after_day(last), zone))
    return found


def _cursor(row: Any) -> str:
    return paging.write_cursor(paging.Mark(ORDER, paging.place_of(row.at), row.id))


def _event(row: Any) -> ActivityEvent:
    return ActivityEvent(
        id=row.id,
        at=to_iso(row.at),
        action=row.action,
        actor=ActivityActor(row.actor_id, row.actor_name, row.actor_role),
        truck_id=row.truck_id,
        truck_name=row.truck_name,
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        details=[_detail(name, kept) for name, kept in row.details.items()],
        request_id=row.request_id,
        address=row.address,
        number=row.number,
    )


def _detail(name: str, kept: Any) -> ActivityDetail:
    if isinstance(kept, dict):
        return ActivityDetail(name, kept["after"], kept["before"])
    return ActivityDetail(name, kept)
