"""What customers read about the stops of a truck, and the instant from which such a result changes by itself."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.schedule import models, states
from chuckwagon.schedule.calendar_feed import FeedStop
from chuckwagon.schedule.queries import SELECT_STOPS, show_stops
from chuckwagon.schedule.schemas import Stop
from chuckwagon.trucks.queries import find_next_end
from chuckwagon.trucks.schemas import PublicTruck

FEED_HISTORY = timedelta(days=7)  # a stop that is over stays in calendars for so long


def list_coming_stops(
    session: Session, truck: PublicTruck, days: int, instant: datetime
) -> tuple[list[Stop], datetime | None]:
    """Return (stops, until): the open and coming stops that start within `days`, by start.

    From the instant `until`, None without one, the list reads differently. A cancelled stop is listed until its planned
    end, one that ended early is left out.
    """
    stop, window = models.Stop, timedelta(days=days)
    coming = (stop.truck_id == truck.id, stop.ends_at > instant)
    rows = session.execute(SELECT_STOPS.where(*coming, stop.starts_at <= instant + window)).all()
    shown = [one for one in show_stops(session, rows, instant) if one.stop.state != states.ENDED]
    next_start = session.scalar(
        sa.select(sa.func.min(stop.starts_at)).where(*coming, stop.starts_at > instant + window)
    )
    ends = [at for one in shown for at in one.list_boundaries(instant)]
    ends += [next_start - window] if next_start else []
    pause_end = find_next_end(session, truck.id)
    return [one.stop for one in shown], min([*ends, *([pause_end] if pause_end else [])], default=None)


def list_feed_stops(session: Session, truck: PublicTruck, instant: datetime) -> tuple[list[FeedStop], datetime | None]:
    """Return (stops, until): the stops that are not over for FEED_HISTORY, cancelled ones included, by start.

    `until` is the instant at which the first of them leaves the feed, None without stops.
    """
    stop = models.Stop
    query = sa.select(stop, models.Place).join(models.Place, models.Place.id == stop.place_id)
    shown = query.where(stop.truck_id == truck.id, stop.ends_at > instant - FEED_HISTORY)
    rows = session.execute(shown.order_by(stop.starts_at, stop.id)).all()
    end = min((row.ends_at + FEED_HISTORY for row, _place in rows), default=None)
    return [_to_feed_stop(row, place) for row, place in rows], end


def _to_feed_stop(stop: models.Stop, place: models.Place) -> FeedStop:
    return FeedStop(
        id=stop.id,
        status=stop.status,
        starts_at=states.opens_at(stop),
        ends_at=max(states.closes_at(stop), states.opens_at(stop)),
        note=stop.note,
        change=stop.change_sentence,
        place_name=place.name,
        address=place.address,
        directions=place.directions,
        latitude=place.latitude,
        longitude=place.longitude,
        version=stop.version,
        changed_at=max(stop.updated_at, place.updated_at),
    )
