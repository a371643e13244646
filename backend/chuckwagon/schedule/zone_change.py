"""Moves the coming stops of a place that gets another time zone, so that they keep their time of day."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.schedule import models, queries, states
from chuckwagon.schedule.refusals import PlaceHasOrders
from chuckwagon.schedule.stops_service import refuse_overlap
from chuckwagon.schedule.usage import UNUSED, StopUsage
from chuckwagon.schedule.wall_clock import to_instant, to_local


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
