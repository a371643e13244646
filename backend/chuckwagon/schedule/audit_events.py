"""Audit events of places and stops."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import FieldChange, diff_fields, pick_fields, record
from chuckwagon.schedule.schemas import Place, Series, Stop

PLACE_CREATED, PLACE_CHANGED, PLACE_ARCHIVED = "place.created", "place.changed", "place.archived"
SERIES_CREATED, SERIES_CHANGED, SERIES_DELETED = "series.created", "series.changed", "series.deleted"
STOP_CREATED, STOP_CHANGED, STOP_DELETED = "stop.created", "stop.changed", "stop.deleted"
_SETTINGS = ("preorderMinutes", "lastOrderMinutes", "slotMinutes", "slotCapacity", "walkUpShare")


def record_place_event(session: Session, actor: Actor, action: str, place: Place) -> None:
    """Record that `actor` has added or archived a place, with its fields."""
    details = {"name": place.name, "address": place.address}
    record(session, actor.author, action, place.id, truck_id=place.truck_id, details=details)


def record_place_changes(session: Session, actor: Actor, before: Place, after: Place) -> None:
    """Record the changed fields of a place; nothing when there are none."""
    changed = diff_fields(_place_fields(before), _place_fields(after))
    if changed:
        _record(session, actor, PLACE_CHANGED, after.id, after.truck_id, {"place": after.name, **changed})


def record_stop_event(session: Session, actor: Actor, action: str, stop: Stop) -> None:
    """Record that `actor` has added or deleted a stop, with its fields."""
    details = {"place": stop.place.name, "startsAt": stop.starts_at, "endsAt": stop.ends_at}
    _record(session, actor, action, stop.id, stop.truck_id, details)


def record_stop_changes(session: Session, actor: Actor, before: Stop, after: Stop) -> None:
    """Record the changed fields of a stop; nothing when there are none."""
    changed = diff_fields(_stop_fields(before), _stop_fields(after))
    if changed:
        _record(session, actor, STOP_CHANGED, after.id, after.truck_id, {"stop": after.starts_at, **changed})


def record_series_event(session: Session, actor: Actor, action: str, series: Series) -> None:
    """Record that `actor` has added or deleted a series, with its fields."""
    _record(session, actor, action, series.id, series.truck_id, _series_fields(series))


def record_series_changes(session: Session, actor: Actor, before: Series, after: Series) -> None:
    """Record the changed fields of a series; nothing when there are none."""
    changed = diff_fields(_series_fields(before), _series_fields(after))
    if changed:
        _record(session, actor, SERIES_CHANGED, after.id, after.truck_id, {"place": after.place.name, **changed})


def _record(
    session: Session, actor: Actor, action: str, subject_id: str, truck_id: str, details: dict[str, Any | FieldChange]
) -> None:
    record(session, actor.author, action, subject_id, truck_id=truck_id, details=details)


def _place_fields(place: Place) -> dict[str, Any]:
    rates = ("taxRate", "reducedTaxRate")
    fields = pick_fields(place, "name", "address", "latitude", "longitude", "timezone", *rates, "directions")
    position = {axis: None if fields[axis] is None else str(fields[axis]) for axis in ("latitude", "longitude")}
    return fields | position


def _stop_fields(stop: Stop) -> dict[str, Any]:
    return {"place": stop.place.name, **pick_fields(stop, "startsAt", "endsAt", "note", "status", *_SETTINGS)}


def _series_fields(series: Series) -> dict[str, Any]:
    return {
        "place": series.place.name,
        **pick_fields(series, "weekdays", "startTime", "endTime"),
        "fromDate": series.from_date.isoformat(),
        "untilDate": series.until_date and series.until_date.isoformat(),
        **pick_fields(series, "note", *_SETTINGS),
    }
