"""What a series sets on one of its stops. Changes nothing."""

from collections.abc import Set
from datetime import date, datetime, time
from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.schedule import models
from chuckwagon.schedule.series.queries import SETTINGS
from chuckwagon.schedule.validation import MAX_DURATION
from chuckwagon.schedule.wall_clock import to_local, to_span


def list_columns(session: Session, series: models.StopSeries, day: date) -> dict[str, Any]:
    """The columns of the stop that the series produces for this day."""
    place = session.get_one(models.Place, series.place_id)
    starts_at, ends_at = to_span(day, *_parse_times(series), place.timezone)
    span = {"starts_at": starts_at, "ends_at": ends_at}
    return {"place_id": place.id, **span, **{name: getattr(series, name) for name in SETTINGS}}


def list_changes(session: Session, series: models.StopSeries, stop: models.Stop, sent: Set[str]) -> dict[str, Any]:
    """The columns that get another value when the `sent` columns of the series are set on one of its stops.

    What was not sent stays, because staff may have changed this stop alone.
    """
    columns: dict[str, Any] = {name: getattr(series, name) for name in sent if name in SETTINGS}
    if "place_id" in sent:
        columns["place_id"] = series.place_id
    if sent & {"place_id", "start_time", "end_time"}:
        place = session.get_one(models.Place, columns.get("place_id", stop.place_id))
        columns["starts_at"], columns["ends_at"] = _find_span(session, series, stop, sent, place.timezone)
    return {name: value for name, value in columns.items() if value != getattr(stop, name)}


def _find_span(
    session: Session, series: models.StopSeries, stop: models.Stop, sent: Set[str], timezone: str
) -> tuple[datetime, datetime]:
    """The stop's own day with the times of day that were sent; the others stay as they are on the clock of its place.

    Both are those of the series where a stop would last too long otherwise.
    """
    zone = session.get_one(models.Place, stop.place_id).timezone
    start, end = to_local(stop.starts_at, zone), to_local(stop.ends_at, zone)
    rule_start, rule_end = _parse_times(series)
    span = to_span(
        start.date(),
        rule_start if "start_time" in sent else start.time(),
        rule_end if "end_time" in sent else end.time(),
        timezone,
    )
    is_valid = span[0] < span[1] <= span[0] + MAX_DURATION
    return span if is_valid else to_span(start.date(), rule_start, rule_end, timezone)


def _parse_times(series: models.StopSeries) -> tuple[time, time]:
    return time.fromisoformat(series.start_time), time.fromisoformat(series.end_time)
