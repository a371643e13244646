"""Queries of series for staff and for the worker."""

from collections.abc import Sequence
from datetime import date, timedelta

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
