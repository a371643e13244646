"""Queries of series for staff and for the worker, and what a series sets on one of its stops."""

from collections.abc import Sequence, Set
from datetime import date, datetime, time, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.schedule import models
from chuckwagon.schedule.queries import to_stop_place
from chuckwagon.schedule.schemas import Series
from chuckwagon.schedule.validation import MAX_DURATION
from chuckwagon.schedule.wall_clock import to_local, to_span
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import NOT_ARCHIVED

SERIES_NOT_FOUND = Sentence("We couldn't find this series.", "series_not_found")
SETTINGS = ("note", "preorder_minutes", "last_order_minutes", "slot_minutes", "slot_capacity", "walk_up_share")
DAYS_AHEAD = 8 * 7 + 1  # eight whole weeks in every time zone
DAY = timedelta(days=1)


def get_series_for(session: Session, actor: Actor, series_id: str) -> models.StopSeries:
    """The row of a series, also of one that is over, for staff of its truck.

    Raises NotFound, and NotAllowed for another truck's series.
    """
    series = session.get(models.StopSeries, series_id) if is_id(series_id) else None
    if series is None:
        raise NotFound(SERIES_NOT_FOUND)
    authorize(actor, Action.MANAGE_SCHEDULE, series.truck_id)
    return series


def list_series(session: Session, truck_id: str) -> Sequence[models.StopSeries]:
    """The truck's series that are not over, by their first day."""
    series = models.StopSeries
    is_running = sa.or_(series.until_date.is_(None), series.until_date >= clock.now().date())
    query = sa.select(series).where(series.truck_id == truck_id, is_running)
    return session.scalars(query.order_by(series.from_date, series.id)).all()


def list_generated_days(session: Session, series_id: str, first: date) -> set[date]:
    """The days from `first` on for which the series has its stop, also a cancelled or moved one; not those deleted."""
    stop = models.Stop
    query = sa.select(stop.series_date).where(stop.series_id == series_id, stop.series_date >= first)
    return {day for day in session.scalars(query) if day is not None}


def find_horizon() -> date:
    """The day up to which every series has its stops."""
    return clock.now().date() + timedelta(days=DAYS_AHEAD)


def has_due_series(session: Session) -> bool:
    """Whether a series lacks stops before the horizon. Takes no write lock."""
    return session.scalar(sa.select(sa.exists().where(*_lacks_stops()))) is True


def list_due_series(session: Session) -> Sequence[models.StopSeries]:
    """The series that lack stops before the horizon, by ID; none of archived trucks."""
    return session.scalars(sa.select(models.StopSeries).where(*_lacks_stops()).order_by(models.StopSeries.id)).all()


def _lacks_stops() -> tuple[sa.ColumnElement[bool], ...]:
    """SQL conditions for the series that lack stops before the horizon, none of archived trucks."""
    series = models.StopSeries
    last = sa.func.coalesce(series.until_date, find_horizon())
    is_driving = series.truck_id.in_(sa.select(Truck.id).where(NOT_ARCHIVED))
    return series.produced_until < find_horizon(), series.produced_until < last, is_driving


def list_coming(session: Session, series_id: str, day: date) -> Sequence[models.Stop]:
    """Lock and return the stops of the series for this day and later that have not begun, by their day.

    Cancelled stops are included.
    """
    stop = models.Stop
    query = sa.select(stop).where(stop.series_id == series_id, stop.series_date >= day, stop.starts_at > clock.now())
    return session.scalars(query.order_by(stop.series_date).with_for_update()).all()


def to_series(session: Session, row: models.StopSeries) -> Series:
    """The JSON of a series, with its place and its weekdays as a list."""
    place = to_stop_place(session.get_one(models.Place, row.place_id))
    return copy_fields(Series, row, place=place, weekdays=row.weekdays.split(","))


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
