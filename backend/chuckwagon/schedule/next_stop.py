"""Proposes a new stop: like the latest one, on the first day that is free for it."""

import datetime as dt
from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.schedule.models import SCHEDULED, Place, Stop
from chuckwagon.schedule.queries import PLACE_NOT_FOUND
from chuckwagon.schedule.stops_service import find_place
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.schedule.wall_clock import to_local, to_span
from chuckwagon.trucks.queries import get_staff_truck

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


def _find_latest(session: Session, truck_id: str, place: Place | None) -> Stop | None:
    """The last stop by start that is not cancelled: at this place if there is one, else anywhere."""
    query = sa.select(Stop).where(Stop.truck_id == truck_id, Stop.status == SCHEDULED).order_by(Stop.starts_at.desc())
    at_place = session.scalars(query.where(Stop.place_id == place.id).limit(1)).first() if place else None
    return at_place or session.scalars(query.limit(1)).first()


def _find_usable_place(session: Session, truck_id: str, latest: Stop | None) -> Place | None:
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
    closes_at = sa.type_coerce(sa.func.coalesce(Stop.ended_early_at, Stop.ends_at), Stop.ends_at.type)
    of_truck = (Stop.truck_id == truck_id, Stop.status == SCHEDULED, closes_at > since)
    query = sa.select(Stop.starts_at, closes_at).where(*of_truck, Stop.starts_at < since + timedelta(days=days + 1))
    return [(starts_at, ends_at) for starts_at, ends_at in session.execute(query)]
