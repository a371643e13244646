"""Commands on series of stops, and the worker's production of their stops.

A day is produced once: `produced_until` only grows, so that a stop that staff delete or move does not come back.

Why: docs/decisions/0038-recurrence-and-calendar-libraries.md
"""

from collections.abc import Iterable, Mapping, Set
from datetime import date
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.sentences import Sentence
from chuckwagon.realtime import change_log
from chuckwagon.schedule import audit_events, models, queries, stops_service
from chuckwagon.schedule.errors import VersionConflict
from chuckwagon.schedule.queries import DAY, SETTINGS, list_changes, list_columns
from chuckwagon.schedule.schemas import (
    ListedSeries,
    Series,
    SeriesDeleted,
    SeriesRequest,
    SkippedDay,
    StopRequest,
)
from chuckwagon.schedule.slot_rows import delete_slots
from chuckwagon.schedule.usage import UNUSED, StopUsage
from chuckwagon.schedule.validation import DEFAULT_SETTINGS, IN_THE_PAST, read_series
from chuckwagon.schedule.wall_clock import list_days, to_local
from chuckwagon.trucks.queries import lock_staff_truck

STOP_REQUIRED = Sentence("Choose the stop that is meant.", "stop_required")


def list_series(db: Database, truck_id: str) -> list[ListedSeries]:
    """The truck's series that are not over, by first day, each with the days that its stops skip for another stop."""
    with db.reading() as session:
        rows = queries.list_series(session, truck_id)
        return [_to_listed(session, row) for row in rows]


def _to_listed(session: Session, row: models.StopSeries) -> ListedSeries:
    shown = queries.to_series(session, row)
    return ListedSeries(**msgspec.structs.asdict(shown), skipped=_list_skipped(session, row))


def _list_skipped(session: Session, series: models.StopSeries) -> list[SkippedDay]:
    """The days from today on without a stop of the series, on which the truck is at another place at that time."""
    place = session.get_one(models.Place, series.place_id)
    today = to_local(clock.now(), place.timezone).date()
    produced = queries.list_generated_days(session, series.id, today)
    missing = set(_list_days(session, series, max(today, series.from_date), series.produced_until)) - produced
    skipped = []
    for day in sorted(missing):
        columns = list_columns(session, series, day)
        other = queries.find_overlap(session, series.truck_id, columns["starts_at"], columns["ends_at"], None)
        if other is not None and other.place_id != series.place_id:
            skipped.append(SkippedDay(day, queries.get_stop(session, other.id)))
    return skipped


def create_series(db: Database, actor: Actor, request: SeriesRequest, key: str | None) -> Series:
    """Add a series with its stops of the next eight weeks, once for each idempotency key.

    Raises InvalidInput, NotAllowed, NotFound for the truck, StopOverlaps when one of the stops overlaps another, and
    IdempotencyKeyReused.
    """
    truck_id = queries.choose_truck(actor, request.truck_id)
    repeat = parse_idempotency_key(actor.user_id, key, "create_stop_series", truck_id, request)
    return write_once(db, repeat, Series, lambda session: _create(session, actor, truck_id, request))


def change_series(
    db: Database, usage: StopUsage, actor: Actor, series_id: str, request: SeriesRequest, stop_id: str | None
) -> Series:
    """Change the rule from the day of a stop on, or from today: all later stops without customers follow it.

    They get what was sent; anything else that staff changed of a stop stays. Stops with customers, and cancelled ones,
    stay as they are. Raises InvalidInput, also for a stop that would be over then, NotAllowed, NotFound,
    VersionConflict for a stale version, and StopOverlaps when a changed stop overlaps another.
    """
    return db.write(lambda session: _change_later(session, usage, actor, series_id, request, stop_id))


def change_occurrence(
    db: Database, usage: StopUsage, actor: Actor, series_id: str, request: SeriesRequest, stop_id: str | None
) -> Series:
    """Change one stop of the series and return the series; the rule stays.

    Raises the errors of `stops_service.change_stop`, InvalidInput without a stop, and NotFound for one that is not of
    the series.
    """

    def change(session: Session) -> Series:
        series = queries.get_series_for(session, actor, series_id)
        stop = _get_member(session, series_id, stop_id)
        names = ("place_id", "start_time", "end_time", *SETTINGS)
        sent = {name: getattr(request, name) for name in names}
        stops_service.change_in_transaction(session, usage, actor, stop.id, StopRequest(**sent))
        return queries.to_series(session, series)

    return db.write(change)


def end_series(db: Database, usage: StopUsage, actor: Actor, series_id: str, stop_id: str | None) -> SeriesDeleted:
    """End the series before the day of a stop, or before today, and delete its later stops.

    Returns how many stops were deleted, and how many were kept because they have customers. Raises NotAllowed,
    NotFound.
    """

    def delete(session: Session) -> SeriesDeleted:
        series = _lock_series_for(session, actor, series_id)
        day = _get_first_day(session, series, stop_id)
        coming = queries.list_coming(session, series_id, day)
        used = usage.read(session, [stop.id for stop in coming])
        removed = [stop for stop in coming if not used.get(stop.id, UNUSED).is_locked]
        shown = queries.to_series(session, series)
        _publish(session, series.truck_id, [stop.id for stop in removed])
        _delete(session, removed)
        series.until_date = min(day - DAY, series.until_date or day)
        series.version += 1
        audit_events.record_series_event(session, actor, audit_events.SERIES_DELETED, shown)
        return SeriesDeleted(len(removed), len(coming) - len(removed))

    return db.write(delete)


def delete_occurrence(
    db: Database, usage: StopUsage, actor: Actor, series_id: str, stop_id: str | None
) -> SeriesDeleted:
    """Delete one stop of the series, which is not produced again.

    Raises the errors of `stops_service.delete_stop`, InvalidInput without a stop, and NotFound for one that is not of
    the series.
    """

    def delete(session: Session) -> SeriesDeleted:
        queries.get_series_for(session, actor, series_id)
        stop = _get_member(session, series_id, stop_id)
        stops_service.delete_in_transaction(session, usage, actor, stop.id)
        return SeriesDeleted(removed=1, kept=0)

    return db.write(delete)


def generate_stops(db: Database) -> None:
    """Produce the missing stops of all series, each series in a transaction of its own. The worker calls this."""
    with db.reading() as session:
        missing = [series.id for series in queries.list_due_series(session)]
    for series_id in missing:
        db.write(lambda session, series_id=series_id: _generate_missing(session, series_id))  # type: ignore[misc]


def _generate_missing(session: Session, series_id: str) -> None:
    """Lock the truck, insert the stops after `produced_until` up to the horizon, and publish them.

    A day on which the truck has another stop at that time is left out, and not tried again.
    """
    series = session.get_one(models.StopSeries, series_id)
    lock_staff_truck(session, series.truck_id)
    session.refresh(series)
    horizon = queries.find_horizon()
    days = _list_days(session, series, series.produced_until + DAY, horizon)
    stops = [stop for stop in _build_stops(session, series, days) if not _overlaps(session, stop)]
    session.add_all(stops)
    series.produced_until = max(series.produced_until, horizon)
    session.flush()
    _publish(session, series.truck_id, [stop.id for stop in stops])


def _overlaps(session: Session, stop: models.Stop) -> bool:
    return queries.find_overlap(session, stop.truck_id, stop.starts_at, stop.ends_at, None) is not None


def _create(session: Session, actor: Actor, truck_id: str, request: SeriesRequest) -> Series:
    lock_staff_truck(session, truck_id)
    form = read_series(request, None)
    place = stops_service.find_place(session, truck_id, request.place_id)
    if place is None:
        form.problems["placeId"] = stops_service.PLACE_UNKNOWN if request.place_id else stops_service.PLACE_REQUIRED
    form.raise_if_invalid()
    assert place is not None
    first, horizon = form.values["from_date"], queries.find_horizon()
    values = DEFAULT_SETTINGS | form.values | {"produced_until": max(horizon, first - DAY)}
    series = models.StopSeries(truck_id=truck_id, place_id=place.id, **values)
    session.add(series)
    session.flush()
    today = to_local(clock.now(), place.timezone).date()
    days = _list_days(session, series, max(first, today), horizon)
    _save(session, _build_stops(session, series, days))
    shown = queries.to_series(session, series)
    audit_events.record_series_event(session, actor, audit_events.SERIES_CREATED, shown)
    return shown


def _change_later(
    session: Session, usage: StopUsage, actor: Actor, series_id: str, request: SeriesRequest, stop_id: str | None
) -> Series:
    series = _lock_series_for(session, actor, series_id)
    before = queries.to_series(session, series)
    if isinstance(request.version, int) and request.version != series.version:
        raise VersionConflict(series=before)
    day = _get_first_day(session, series, stop_id)
    until = series.produced_until
    old_days = set(_list_days(session, series, day, until))
    sent = _change_rule(session, series, request)
    days = _list_days(session, series, day, until)
    _delete_or_change(session, usage, series, (day, set(days)), sent)
    # A day of the old rule without a stop was deleted by staff. A day that is new to the rule may have kept its stop,
    # with its customers, from an earlier rule.
    present = queries.list_generated_days(session, series.id, day)
    _save(session, _build_stops(session, series, [one for one in days if one not in old_days | present]))
    _generate_missing(session, series.id)
    after = queries.to_series(session, series)
    audit_events.record_series_changes(session, actor, before, after)
    return after


def _change_rule(session: Session, series: models.StopSeries, request: SeriesRequest) -> Set[str]:
    """Store the fields of the rule that were sent, not those of its stops, and return the names of their columns.

    Raises InvalidInput, also for an unknown place.
    """
    form = read_series(request, series)
    if isinstance(request.place_id, str) and request.place_id != series.place_id:
        place = stops_service.find_place(session, series.truck_id, request.place_id)
        if place is None:
            form.problems["placeId"] = stops_service.PLACE_UNKNOWN
    if isinstance(request.place_id, str):
        form.values["place_id"] = request.place_id
    form.raise_if_invalid()
    for name, value in form.values.items():
        setattr(series, name, value)
    series.version += 1
    session.flush()
    return form.values.keys()


def _delete_or_change(
    session: Session, usage: StopUsage, series: models.StopSeries, rule: tuple[date, Set[date]], sent: Set[str]
) -> None:
    """Set the `sent` columns on the coming stops, and delete those on no day of the rule.

    `rule` is its first day and all its days. Stops with customers, and cancelled ones, stay. Raises InvalidInput and
    StopOverlaps.
    """
    day, days = rule
    coming = queries.list_coming(session, series.id, day)
    used = usage.read(session, [stop.id for stop in coming])
    free = [stop for stop in coming if not used.get(stop.id, UNUSED).is_locked and stop.status == models.SCHEDULED]
    _publish(session, series.truck_id, [stop.id for stop in free])
    kept = [stop for stop in free if stop.series_date in days]
    _delete(session, [stop for stop in free if stop not in kept])
    for stop in kept:
        if changed := list_changes(session, series, stop, sent):
            _refuse_an_end_in_the_past(changed)
            stops_service.set_columns(stop, changed)
    session.flush()
    for stop in kept:
        stops_service.refuse_overlap(session, series.truck_id, (stop.starts_at, stop.ends_at), stop.id)


def _refuse_an_end_in_the_past(changed: Mapping[str, Any]) -> None:
    if "ends_at" in changed and changed["ends_at"] <= clock.now():
        raise InvalidInput(IN_THE_PAST, fields={"endTime": IN_THE_PAST})


def _delete(session: Session, stops: list[models.Stop]) -> None:
    for stop in stops:
        session.delete(stop)
    delete_slots(session, [stop.id for stop in stops])


def _list_days(session: Session, series: models.StopSeries, first: date, until: date) -> list[date]:
    """The days of the rule from `first` to `until`.

    Left out is a day whose stop the clock change reduces to nothing.
    """
    days = list_days(series.weekdays.split(","), first, series.until_date, until)
    spans = ((day, list_columns(session, series, day)) for day in days)
    return [day for day, columns in spans if columns["starts_at"] < columns["ends_at"]]


def _build_stops(session: Session, series: models.StopSeries, days: Iterable[date]) -> list[models.Stop]:
    """Build a new stop for each of these days, except where it would already be over. Does not save them."""
    built = (
        models.Stop(truck_id=series.truck_id, series_id=series.id, series_date=day, **columns)
        for day in days
        if (columns := list_columns(session, series, day))["ends_at"] > clock.now()
    )
    return list(built)


def _save(session: Session, stops: list[models.Stop]) -> None:
    """Insert the stops and publish them as one change. Raises StopOverlaps."""
    for stop in stops:
        stops_service.refuse_overlap(session, stop.truck_id, (stop.starts_at, stop.ends_at), None)
    session.add_all(stops)
    session.flush()
    for stop in stops[:1]:
        _publish(session, stop.truck_id, [stop.id])


def _publish(session: Session, truck_id: str, stop_ids: list[str]) -> None:
    """Publish one change for many stops: a page that receives it loads the whole schedule again."""
    for stop_id in stop_ids[:1]:
        change_log.publish_change(session, truck_id, change_log.STOP, stop_id)


def _lock_series_for(session: Session, actor: Actor, series_id: str) -> models.StopSeries:
    """Lock the truck of the series, and return the series read again under the lock. Raises NotAllowed, NotFound."""
    series = queries.get_series_for(session, actor, series_id)
    lock_staff_truck(session, series.truck_id)
    session.refresh(series)
    return series


def _get_first_day(session: Session, series: models.StopSeries, stop_id: str | None) -> date:
    """The day of the stop; without a stop, today at the place, or the first day of a series that starts later.

    Raises NotFound for a stop that is not of the series.
    """
    if stop_id is not None:
        return _get_member(session, series.id, stop_id).series_date or series.from_date
    place = session.get_one(models.Place, series.place_id)
    return max(series.from_date, to_local(clock.now(), place.timezone).date())


def _get_member(session: Session, series_id: str, stop_id: str | None) -> models.Stop:
    if stop_id is None:
        raise InvalidInput(STOP_REQUIRED, fields={"stopId": STOP_REQUIRED})
    stop = session.get(models.Stop, stop_id)
    if stop is None or stop.series_id != series_id:
        raise NotFound(queries.STOP_NOT_FOUND)
    return stop
