"""Stop commands of staff: add, change and delete.

Each command locks the truck's row first, so that two stops that overlap cannot be saved at the same instant. On
SQLite the single writer is the lock.

Why: docs/decisions/0037-stops-never-overlap.md

Proposes a new stop: like the latest one, on the first day that is free for it.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.sentences import Sentence
from chuckwagon.realtime import change_log
from chuckwagon.schedule import audit_events, models, queries, states
from chuckwagon.schedule.errors import StopOverlaps, VersionConflict
from chuckwagon.schedule.models import SCHEDULED, Place
from chuckwagon.schedule.models import Stop as StopRow
from chuckwagon.schedule.queries import PLACE_NOT_FOUND
from chuckwagon.schedule.schemas import Stop, StopRequest
from chuckwagon.schedule.slot_rows import delete_slots
from chuckwagon.schedule.usage import UNUSED, StopUsage
from chuckwagon.schedule.validation import (
    DEFAULT_SETTINGS,
    IN_THE_PAST,
    has_times,
    read_prices_with_tax,
    read_span,
    read_status,
    read_stop_settings,
)
from chuckwagon.schedule.wall_clock import to_local, to_span
from chuckwagon.trucks.queries import get_staff_truck, lock_staff_truck

PLAN_COLUMNS = {"place_id", "starts_at", "ends_at", "status"}  # what a customer chooses a stop by
PLACE_REQUIRED = Sentence("Choose a place", "place_required")
PLACE_UNKNOWN = Sentence("There is no such place", "place_unknown")
HAS_BEGUN = Sentence(
    "This stop has begun. Its note can be changed, its capacity raised and its end moved later", "stop_has_begun"
)
IS_OVER = Sentence("This stop is over. Only its note can be changed", "stop_is_over")


class StopHasOrders(Conflict):
    """Customers have ordered for this stop, or are paying for an order at it."""

    code = "stop_has_orders"
    sentence = (
        "Customers have ordered for this stop. Here it can only end later, take more orders or get another note. For "
        "anything else choose Change of plan, which tells them."
    )


class StopIsChanging(Conflict):
    """A disruption of the stop was announced and starts within seconds. The stop must stay as it was previewed."""

    code = "stop_is_changing"
    sentence = "A change of plan of this stop starts in a few seconds. Take it back, or wait until it has started."


def create_stop(db: Database, actor: Actor, request: StopRequest, key: str | None) -> Stop:
    """Add a stop, once for each idempotency key, and publish it.

    Raises InvalidInput, also for a stop that is over, NotAllowed, NotFound for the truck, StopOverlaps, and
    IdempotencyKeyReused.
    """
    truck_id = queries.choose_truck(actor, request.truck_id)
    repeat = parse_idempotency_key(actor.user_id, key, "create_stop", truck_id, request)
    return write_once(db, repeat, Stop, lambda session: _create(session, actor, truck_id, request))


def change_stop(db: Database, usage: StopUsage, actor: Actor, stop_id: str, request: StopRequest) -> Stop:
    """Change the fields that were sent, and publish the stop.

    Raises InvalidInput, also for what the stop's state does not allow, NotAllowed, NotFound, VersionConflict for a
    stale version, StopHasOrders and StopIsChanging when customers rely on a changed field, and StopOverlaps.
    """
    return db.write(lambda session: change_in_transaction(session, usage, actor, stop_id, request))


def delete_stop(db: Database, usage: StopUsage, actor: Actor, stop_id: str) -> None:
    """Delete a stop and its slots, and publish it.

    Raises InvalidInput for a stop that is over, NotAllowed, NotFound, StopHasOrders, and StopIsChanging.
    """
    db.write(lambda session: delete_in_transaction(session, usage, actor, stop_id))


def delete_in_transaction(session: Session, usage: StopUsage, actor: Actor, stop_id: str) -> None:
    """Delete a stop and its slots in the caller's transaction, and publish it. Locks the truck and the stop.

    Raises InvalidInput for a stop that is over, NotAllowed, NotFound, StopHasOrders, and StopIsChanging.
    """
    row = lock_stop_for(session, actor, stop_id)
    stop = queries.get_stop(session, stop_id)
    if states.get_phase(row, clock.now()) == states.ENDED:
        raise InvalidInput(IN_THE_PAST)
    refuse_with_orders(session, usage, stop_id)
    session.delete(row)
    session.flush()
    delete_slots(session, [stop_id])
    audit_events.record_stop_event(session, actor, audit_events.STOP_DELETED, stop)
    change_log.publish_change(session, stop.truck_id, change_log.STOP, stop_id)


def _create(session: Session, actor: Actor, truck_id: str, request: StopRequest) -> Stop:
    lock_staff_truck(session, truck_id)
    form = read_stop_settings(request)
    read_prices_with_tax(form, request.prices_include_tax)
    place = find_place(session, truck_id, request.place_id)
    if place is None:
        raise InvalidInput(PLACE_REQUIRED, fields={"placeId": PLACE_UNKNOWN if request.place_id else PLACE_REQUIRED})
    span = read_span(form, request, place.timezone, None)
    if span is not None and span[1] <= clock.now():
        form.problems["endsAt"] = IN_THE_PAST
    form.raise_if_invalid()
    assert span is not None
    row = models.Stop(truck_id=truck_id, place_id=place.id, **_span_columns(span), **DEFAULT_SETTINGS | form.values)
    refuse_overlap(session, truck_id, span, None)
    session.add(row)
    session.flush()
    stop = queries.get_stop(session, row.id)
    audit_events.record_stop_event(session, actor, audit_events.STOP_CREATED, stop)
    change_log.publish_change(session, truck_id, change_log.STOP, row.id)
    return stop


def change_in_transaction(session: Session, usage: StopUsage, actor: Actor, stop_id: str, request: StopRequest) -> Stop:
    """Change a stop in the caller's transaction, and publish it. Locks the truck and the stop.

    Raises the errors of `change_stop`.
    """
    row = lock_stop_for(session, actor, stop_id)
    before = queries.get_stop(session, stop_id)
    if isinstance(request.version, int) and request.version != row.version:
        raise VersionConflict(stop=before)
    changed = _read_changes(session, row, request)
    _refuse_changes_by_state(row, states.get_phase(row, clock.now()), changed)
    if changed.keys() - _list_safe_columns(row, changed):
        refuse_with_orders(session, usage, stop_id)
    if changed.keys() & {"starts_at", "ends_at", "status"} and changed.get("status", row.status) == models.SCHEDULED:
        span = (changed.get("starts_at", row.starts_at), changed.get("ends_at", row.ends_at))
        refuse_overlap(session, row.truck_id, span, stop_id)
    set_columns(row, changed)
    session.flush()
    after = queries.get_stop(session, stop_id)
    audit_events.record_stop_changes(session, actor, before, after)
    change_log.publish_change(session, row.truck_id, change_log.STOP, stop_id)
    return after


def set_columns(row: models.Stop, changed: Mapping[str, Any]) -> None:
    """Set the columns of a stop, whose versions grow, and clear the columns of a disruption that are outdated by it.

    Those are all where the stop is restored or gets a new start; the early end and its notice where it gets a new end;
    the notice of a move where it gets another place. The caller flushes.
    """
    for name, value in changed.items():
        setattr(row, name, value)
    row.version += 1
    if changed.keys() & PLAN_COLUMNS:
        row.plan_version = row.version
    is_planned_again = changed.get("status") == models.SCHEDULED or "starts_at" in changed
    if is_planned_again:
        row.delay_minutes = 0
    if is_planned_again or "ends_at" in changed:
        row.ended_early_at = None
    replaced = {"ends_early": "ends_at", "moved": "place_id"}.get(row.change_kind or "")
    if is_planned_again or replaced in changed:
        row.change_kind, row.change_minutes, row.change_sentence, row.change_at = None, None, "", None


def refuse_overlap(session: Session, truck_id: str, span: tuple[datetime, datetime], except_id: str | None) -> None:
    """Refuse a span in which the truck has another stop. The caller holds the truck's lock. Raises StopOverlaps."""
    other = queries.find_overlap(session, truck_id, *span, except_id)
    if other is not None:
        raise StopOverlaps(stop=queries.get_stop(session, other.id))


def refuse_with_orders(session: Session, usage: StopUsage, stop_id: str) -> None:
    """Refuse while customers have ordered for the stop or are paying, or a disruption of it starts in a moment.

    The caller has locked its row. Raises StopHasOrders in the first two cases, else StopIsChanging.
    """
    used = usage.read(session, [stop_id]).get(stop_id, UNUSED)
    if used.is_changing:
        raise StopIsChanging
    if used.has_customers:
        raise StopHasOrders


def lock_stop_for(session: Session, actor: Actor, stop_id: str) -> models.Stop:
    """Lock the truck of the stop, then the stop, and return the stop read again. Raises NotAllowed, NotFound.

    The stop's own lock makes checkouts at it wait, so that what customers have ordered is known.
    """
    row = queries.get_stop_for(session, actor, stop_id)
    lock_staff_truck(session, row.truck_id)
    session.expunge(row)
    return queries.get_stop_for(session, actor, stop_id, lock=True)


def find_place(session: Session, truck_id: str, place_id: object) -> models.Place | None:
    """A place of the truck that is not archived, or None."""
    place = session.get(models.Place, place_id) if isinstance(place_id, str) else None
    return place if place is not None and place.truck_id == truck_id and place.archived_at is None else None


def _read_changes(session: Session, row: models.Stop, request: StopRequest) -> dict[str, Any]:
    """The columns that get another value, keyed by name. Raises InvalidInput, also for an unknown place."""
    form = read_stop_settings(request)
    read_status(form, request.status)
    read_prices_with_tax(form, request.prices_include_tax)
    place = session.get_one(models.Place, row.place_id)
    if isinstance(request.place_id, str) and request.place_id != row.place_id:
        found = find_place(session, row.truck_id, request.place_id)
        if found is None:
            form.problems["placeId"] = PLACE_UNKNOWN
        else:
            place = found
            form.values["place_id"] = found.id
    if has_times(request):
        span = read_span(form, request, place.timezone, (row.starts_at, row.ends_at))
        form.values |= _span_columns(span) if span else {}
    form.raise_if_invalid()
    changed = {name: value for name, value in form.values.items() if value != getattr(row, name)}
    if row.ended_early_at is not None and (isinstance(request.ends_at, datetime) or isinstance(request.end_time, str)):
        changed["ends_at"] = form.values["ends_at"]  # the planned end as well: the stop no longer ends early
    return changed


def _refuse_changes_by_state(row: models.Stop, state: str, changed: dict[str, Any]) -> None:
    """Refuse the changes that the stop's state does not allow. Raises InvalidInput.

    An upcoming stop must end in the future. Of an open one, the note, a later end, a raised capacity, the status and
    prices with tax may change; of one that is over, only the note.
    """
    allowed = {"note"}
    if state == states.OPEN:
        allowed = _list_safe_columns(row, changed) - {"preorder_minutes", "last_order_minutes", "walk_up_share"} | {
            "status",
            "prices_include_tax",
        }
    if state == states.UPCOMING:
        ends_at = changed.get("ends_at", row.ends_at)
        if ends_at <= clock.now():
            raise InvalidInput(IN_THE_PAST, fields={"endsAt": IN_THE_PAST})
    elif changed.keys() - allowed:
        raise InvalidInput(HAS_BEGUN if state == states.OPEN else IS_OVER)


def _list_safe_columns(row: models.Stop, changed: dict[str, Any]) -> set[str]:
    """The columns that may change although customers have ordered for the stop."""
    harmless = {"note", "preorder_minutes", "last_order_minutes", "walk_up_share"}
    if "ends_at" in changed and changed["ends_at"] > states.closes_at(row):
        harmless.add("ends_at")
    if "slot_capacity" in changed and _is_raised(row.slot_capacity, changed["slot_capacity"]):
        harmless.add("slot_capacity")
    return harmless


def _is_raised(before: int | None, after: int | None) -> bool:
    """Whether the capacity grows. None is an unlimited capacity."""
    return before is not None and (after is None or after > before)


def _span_columns(span: tuple[datetime, datetime]) -> dict[str, datetime]:
    return {"starts_at": span[0], "ends_at": span[1]}


DAYS_AHEAD = 366
FIRST_TIMES = (dt.time(11), dt.time(14))
DAY = timedelta(days=1)


class StopProposal(Struct, rename="camel", kw_only=True):
    """What `POST /stops` can be sent as it is. Date and times are on the clock of the place.

    `place_id` is null at a truck without places, `date` when no day of the coming year is free.
    """

    place_id: str | None
    date: dt.date | None
    start_time: str
    end_time: str
    preorder_minutes: int
    last_order_minutes: int
    slot_minutes: int
    slot_capacity: int | None
    walk_up_share: int


def propose_stop(session: Session, truck_id: str, place_id: str | None, first: dt.date | None) -> StopProposal:
    """A stop like the truck's latest one, at this place if one is named, on the first free day from `first` on.

    Without `first`, and for a day that is over, from tomorrow on. Raises NotFound for an unknown place.
    """
    place = find_place(session, truck_id, place_id)
    if place is None and place_id is not None:
        raise NotFound(PLACE_NOT_FOUND)
    latest = _find_latest(session, truck_id, place)
    place = place or _find_usable_place(session, truck_id, latest)
    zone = place.timezone if place else get_staff_truck(session, truck_id).timezone
    times = FIRST_TIMES
    if latest is not None:
        own_zone = session.get_one(Place, latest.place_id).timezone
        times = (to_local(latest.starts_at, own_zone).time(), to_local(latest.ends_at, own_zone).time())
    settings = {name: getattr(latest, name, value) for name, value in DEFAULT_SETTINGS.items() if name != "note"}
    return StopProposal(
        place_id=place.id if place else None,
        date=_find_free_day(session, truck_id, first, times, zone),
        start_time=f"{times[0]:%H:%M}",
        end_time=f"{times[1]:%H:%M}",
        **settings,
    )


def _find_latest(session: Session, truck_id: str, place: Place | None) -> StopRow | None:
    """The last stop by start that is not cancelled: at this place if there is one, else anywhere."""
    query = (
        sa.select(StopRow)
        .where(StopRow.truck_id == truck_id, StopRow.status == SCHEDULED)
        .order_by(StopRow.starts_at.desc())
    )
    at_place = session.scalars(query.where(StopRow.place_id == place.id).limit(1)).first() if place else None
    return at_place or session.scalars(query.limit(1)).first()


def _find_usable_place(session: Session, truck_id: str, latest: StopRow | None) -> Place | None:
    if latest is not None and (place := find_place(session, truck_id, latest.place_id)) is not None:
        return place
    query = sa.select(Place).where(Place.truck_id == truck_id, Place.archived_at.is_(None))
    return session.scalars(query.order_by(sa.func.lower(Place.name), Place.id).limit(1)).first()


def _find_free_day(
    session: Session, truck_id: str, first: dt.date | None, times: tuple[dt.time, dt.time], zone: str
) -> dt.date | None:
    now = clock.now()
    today = to_local(now, zone).date()
    day = first if first is not None and first >= today else today + DAY
    spans = _list_spans(session, truck_id, to_span(day, *times, zone)[0], DAYS_AHEAD)
    for _ in range(DAYS_AHEAD):
        starts_at, ends_at = to_span(day, *times, zone)
        is_free = all(other_ends <= starts_at or other_starts >= ends_at for other_starts, other_ends in spans)
        if starts_at > now and is_free:
            return day
        day += DAY
    return None


def _list_spans(session: Session, truck_id: str, since: datetime, days: int) -> Sequence[tuple[datetime, datetime]]:
    """From when to when the truck is at a stop, as `refuse_overlap` compares them."""
    closes_at = sa.type_coerce(sa.func.coalesce(StopRow.ended_early_at, StopRow.ends_at), StopRow.ends_at.type)
    of_truck = (StopRow.truck_id == truck_id, StopRow.status == SCHEDULED, closes_at > since)
    query = sa.select(StopRow.starts_at, closes_at).where(
        *of_truck, StopRow.starts_at < since + timedelta(days=days + 1)
    )
    return [(starts_at, ends_at) for starts_at, ends_at in session.execute(query)]
