"""The audit log as superadmins read it: newest first, by page or as CSV."""

import re
from typing import Any

import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType, field
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditEvent, DetailValue
from chuckwagon.db.database import table_of
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.reporting.periods import next_day, parse_day_parameter, start_of_day
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck
from chuckwagon.web import pagination

CURSOR_ORDER = "audit:at"
MAX_EXPORT_ROWS = 50_000
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


class ActivityFilter(Struct, frozen=True, kw_only=True):
    """Filters of the query string; `action` is a full name such as `order.refunded`, or its first word."""

    actor_id: str | None = None
    action: str | None = None
    first: str | None = None
    last: str | None = None


class ActivityActor(Struct):
    """The actor with the name and role of that time. `visitor`: not signed in."""

    id: str | None = field(name="_id")
    name: str
    role: str


class ActivityDetail(Struct, omit_defaults=True):
    """A detail of an action; with `before` it is a change."""

    name: str
    after: DetailValue
    before: DetailValue | UnsetType = UNSET


class ActivityEvent(Struct, rename="camel"):
    """One action. `number` is its position in the hash chain, once it is chained."""

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
    """A page of actions, and the cursor of the next page."""

    events: list[ActivityEvent]
    next_cursor: str | None


def list_activity_page(
    session: Session, truck: Truck | None, filters: ActivityFilter, limit: int | None, cursor: str | None
) -> ActivityPage:
    """Return a page of the truck's actions (None: of all), newest first.

    Raises InvalidInput for a malformed day or another list's cursor. An unknown actor or action matches nothing.
    """
    query = _QUERY.where(*_conditions(truck, filters))
    after, page_size = pagination.decode_cursor(cursor, CURSOR_ORDER), pagination.clamp_limit(limit)
    if after is not None:
        position = sa.tuple_(
            sa.literal(pagination.from_sort_key(after.sort_key), _events.at.type), sa.literal(after.id)
        )
        query = query.where(sa.tuple_(_events.at, _events.id) < position)
    rows = session.execute(query.limit(page_size + 1)).all()
    more = _write_cursor(rows[page_size - 1]) if len(rows) > page_size else None
    return ActivityPage([_to_event(row) for row in rows[:page_size]], more)


def list_all_activity(session: Session, truck: Truck | None, filters: ActivityFilter) -> list[ActivityEvent]:
    """List all actions for a CSV file, newest first.

    Raises InvalidInput for a malformed day, and for more than MAX_EXPORT_ROWS rows.
    """
    query = _QUERY.where(*_conditions(truck, filters)).limit(MAX_EXPORT_ROWS + 1)
    rows = session.execute(query).all()
    if len(rows) > MAX_EXPORT_ROWS:
        text = f"There are more than {MAX_EXPORT_ROWS:,} rows. Choose a shorter time."
        sentence = Sentence(text, "export_too_large", max=MAX_EXPORT_ROWS)
        raise InvalidInput(sentence, fields={"from": sentence})
    return [_to_event(row) for row in rows]


def activity_csv_row(event: ActivityEvent) -> tuple[object, ...]:
    """Return a CSV row, in the order of COLUMNS."""
    subject = " ".join(filter(None, (event.subject_kind, event.subject_id)))
    details = "; ".join(f"{detail.name}: {_describe_change(detail)}" for detail in event.details)
    who = (event.actor.name, event.actor.role, event.action)
    where = (event.address, event.request_id, event.number)
    return (event.at, *who, event.truck_name, subject, details, *where)


def _describe_change(detail: ActivityDetail) -> str:
    after = _describe_value(detail.after)
    return after if isinstance(detail.before, UnsetType) else f"{_describe_value(detail.before)} → {after}"


def _describe_value(fact: DetailValue) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return "nothing" if fact in (None, "") else str(fact)


def _conditions(truck: Truck | None, filters: ActivityFilter) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    zone = truck.timezone if truck else DEFAULT_TIMEZONE
    if truck is not None:
        found.append(_events.truck_id == truck.id)
    if filters.actor_id:
        found.append(_events.actor_id == filters.actor_id if is_id(filters.actor_id) else sa.false())
    if filters.action and not _ACTION.fullmatch(filters.action):
        found.append(sa.false())
    elif filters.action:
        found.append(_events.subject_kind == filters.action.partition(".")[0])
        found += [_events.action == filters.action] if "." in filters.action else []
    first, last = parse_day_parameter("from", filters.first), parse_day_parameter("to", filters.last)
    if first:
        found.append(_events.at >= start_of_day(first, zone))
    if last:
        found.append(_events.at < start_of_day(next_day(last), zone))
    return found


def _write_cursor(row: Any) -> str:
    return pagination.encode_cursor(pagination.KeysetCursor(CURSOR_ORDER, pagination.to_sort_key(row.at), row.id))


def _to_event(row: Any) -> ActivityEvent:
    return copy_fields(
        ActivityEvent,
        row,
        at=to_iso(row.at),
        actor=ActivityActor(row.actor_id, row.actor_name, row.actor_role),
        details=[_to_detail(name, kept) for name, kept in row.details.items()],
    )


def _to_detail(name: str, kept: Any) -> ActivityDetail:
    if isinstance(kept, dict):
        return ActivityDetail(name, kept["after"], kept["before"])
    return ActivityDetail(name, kept)
