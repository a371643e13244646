"""Place commands of staff: add, change and archive.

Each command holds the lock of the truck's row, so that a place cannot be archived while a stop at it is being added.
The coming stops of a place that gets another time zone keep their time of day.
"""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.money import to_rate_units
from chuckwagon.kit.sentences import NAME_REQUIRED
from chuckwagon.realtime import change_log
from chuckwagon.schedule import audit_events, models, queries, states
from chuckwagon.schedule.errors import PlaceHasOrders, VersionConflict
from chuckwagon.schedule.schemas import Place, PlaceRequest
from chuckwagon.schedule.stops_service import refuse_overlap
from chuckwagon.schedule.usage import UNUSED, StopUsage
from chuckwagon.schedule.validation import check_position, read_place
from chuckwagon.schedule.wall_clock import to_instant, to_local
from chuckwagon.trucks.queries import get_staff_truck, lock_staff_truck


def move_to_zone(session: Session, usage: StopUsage, place_id: str, before: str, after: str) -> None:
    """Move the stops at the place that have not begun to the same time of day in the new zone. Publishes nothing.

    The caller holds the truck's lock. Raises PlaceHasOrders when customers have ordered for a coming or open stop
    there, or a disruption of it starts in a moment, and StopOverlaps when a moved stop overlaps another.
    """
    stop = models.Stop
    coming = sa.select(stop).where(stop.place_id == place_id, stop.ends_at > clock.now())
    stops = session.scalars(coming.order_by(stop.starts_at).with_for_update()).all()
    used = usage.read(session, [one.id for one in stops])
    ordered = next((one for one in stops if used.get(one.id, UNUSED).is_locked), None)
    if ordered is not None:
        raise PlaceHasOrders(stop=queries.get_stop(session, ordered.id))
    moved = [one for one in stops if states.get_phase(one, clock.now()) == states.UPCOMING]
    for one in moved:
        _move(one, before, after)
    session.flush()
    for one in moved:
        if one.status == models.SCHEDULED:
            refuse_overlap(session, one.truck_id, (one.starts_at, one.ends_at), one.id)


def _move(stop: models.Stop, before: str, after: str) -> None:
    lasts = stop.ends_at - stop.starts_at
    stop.starts_at = _same_time_of_day(stop.starts_at, before, after)
    ends_at = _same_time_of_day(stop.ends_at, before, after)
    # The hour that a clock change skips could leave nothing of a short stop.
    stop.ends_at = ends_at if ends_at > stop.starts_at else stop.starts_at + lasts
    if stop.ended_early_at is not None:
        early = _same_time_of_day(stop.ended_early_at, before, after)
        stop.ended_early_at = min(max(early, stop.starts_at + timedelta(minutes=1)), stop.ends_at)


def _same_time_of_day(instant: datetime, before: str, after: str) -> datetime:
    local = to_local(instant, before)
    return to_instant(local.date(), local.time(), after)


PLAN_FIELDS = {"name", "address", "latitude", "longitude", "timezone"}  # other ones would send customers elsewhere
# What a stop shows of its place. The counter compares versions, so that it prices with the present tax rate.
SHOWN_FIELDS = PLAN_FIELDS | {"directions", "tax_rate", "reduced_tax_rate"}


class PlaceInUse(Conflict):
    """A place cannot be archived while a stop at it is coming or open, will be produced, or is about to move there."""

    code = "place_in_use"
    sentence = "A coming stop uses this place. Move or delete the stop first."


def create_place(db: Database, actor: Actor, request: PlaceRequest, key: str | None) -> Place:
    """Add a place, once for each idempotency key. Zone and tax rates default to the truck's.

    Raises InvalidInput for an invalid field or without a truck, NotAllowed, NotFound for the truck,
    IdempotencyKeyReused.
    """
    truck_id = queries.choose_truck(actor, request.truck_id)
    repeat = parse_idempotency_key(actor.user_id, key, "create_place", truck_id, request)
    return write_once(db, repeat, Place, lambda session: _create(session, actor, truck_id, request))


def change_place(db: Database, usage: StopUsage, actor: Actor, place_id: str, request: PlaceRequest) -> Place:
    """Change the fields that were sent. Orders and open checkouts keep the tax rate that they have.

    With another time zone the coming stops keep their time of day. Raises InvalidInput, NotAllowed, NotFound, also for
    an archived place, VersionConflict for a stale version, and for another time zone PlaceHasOrders and StopOverlaps.
    """
    return db.write(lambda session: _change(session, usage, actor, place_id, request))


def archive_place(db: Database, usage: StopUsage, actor: Actor, place_id: str) -> None:
    """Archive a place, which cannot be undone.

    Raises NotAllowed, NotFound, also for an archived place, and PlaceInUse when a stop or series needs it.
    """

    def archive(session: Session) -> None:
        place = lock_place_for(session, actor, place_id)
        if queries.is_place_in_use(session, place_id) or usage.is_relocation_target(session, place_id):
            raise PlaceInUse
        place.archived_at = clock.now()
        place.version += 1
        audit_events.record_place_event(session, actor, audit_events.PLACE_ARCHIVED, queries.to_place(place))

    db.write(archive)


def lock_place_for(session: Session, actor: Actor, place_id: str) -> models.Place:
    """Lock the truck of the place, and return the place read again under the lock.

    Raises NotAllowed, and NotFound, also for an archived place.
    """
    place = queries.get_place_for(session, actor, place_id)
    lock_staff_truck(session, place.truck_id)
    session.refresh(place)
    return queries.get_place_for(session, actor, place_id)


def _create(session: Session, actor: Actor, truck_id: str, request: PlaceRequest) -> Place:
    return store_place(session, actor, draft_place(session, truck_id, request))


def draft_place(session: Session, truck_id: str, request: PlaceRequest) -> models.Place:
    """A new place of the truck that is not stored. Raises InvalidInput for an invalid field, NotFound for the truck."""
    truck = get_staff_truck(session, truck_id)
    form = read_place(request)
    if "name" not in form.values and "name" not in form.problems:
        form.problems["name"] = NAME_REQUIRED
    check_position(form, form.values.get("latitude"), form.values.get("longitude"))
    form.raise_if_invalid()
    reduced = None if truck.reduced_tax_rate is None else to_rate_units(truck.reduced_tax_rate)
    rates = {"tax_rate_units": to_rate_units(truck.tax_rate), "reduced_tax_rate_units": reduced}
    defaults = {"timezone": truck.timezone, **rates}
    return models.Place(truck_id=truck_id, **{"address": ""} | defaults | form.values)


def store_place(session: Session, actor: Actor, row: models.Place) -> Place:
    """Store a drafted place. The caller has checked that the actor manages the truck's schedule."""
    session.add(row)
    session.flush()
    place = queries.to_place(row)
    audit_events.record_place_event(session, actor, audit_events.PLACE_CREATED, place)
    return place


def _change(session: Session, usage: StopUsage, actor: Actor, place_id: str, request: PlaceRequest) -> Place:
    row = lock_place_for(session, actor, place_id)
    before = queries.to_place(row)
    if isinstance(request.version, int) and request.version != row.version:
        raise VersionConflict(place=before)
    form = read_place(request)
    values = {"latitude": row.latitude, "longitude": row.longitude} | form.values
    check_position(form, values["latitude"], values["longitude"])
    form.raise_if_invalid()
    for name, value in values.items():
        setattr(row, name, value)
    row.version += 1
    session.flush()
    after = queries.to_place(row)
    if before.timezone != after.timezone:
        move_to_zone(session, usage, place_id, before.timezone, after.timezone)
    _update_upcoming_stops(session, place_id, {name for name in SHOWN_FIELDS if _differs(name, before, after)})
    audit_events.record_place_changes(session, actor, before, after)
    change_log.publish_change(session, row.truck_id, change_log.TRUCK, row.truck_id)
    return after


def _differs(name: str, before: Place, after: Place) -> bool:
    changed: bool = getattr(before, name) != getattr(after, name)
    return changed


def _update_upcoming_stops(session: Session, place_id: str, changed: set[str]) -> None:
    """Give the coming and open stops at the place a new version, which calendars and the counter compare.

    When what customers rely on has changed, `plan_version` too, which refuses open checkouts.
    """
    if not changed:
        return
    stop = models.Stop
    coming = sa.update(stop).where(stop.place_id == place_id, stop.ends_at > clock.now())
    values = {"version": stop.version + 1}
    if changed & PLAN_FIELDS:
        values["plan_version"] = stop.version + 1
    session.execute(coming.values(values), execution_options={"synchronize_session": False})
