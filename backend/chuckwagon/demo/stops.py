"""Stops of the demo trucks around the present, so that the demo shows every state at any hour of any day."""

import tomllib
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.demo.truck_file import StrictStruct
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import convert
from chuckwagon.menu.models import MenuItem, StopStock
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import CANCELLED, Place, Stop, StopSeries
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.schedule.wall_clock import WEEKDAYS, to_local, to_span
from chuckwagon.trucks.models import STOPS, Truck
from chuckwagon.trucks.queries import NOT_ARCHIVED

STOPS_FILE = Path(__file__).parent / "stops.toml"
QUARTER = timedelta(minutes=15)
DAY = timedelta(days=1)
HOURS = time(11), time(20)  # of the coming days
KITCHEN = {"slot_capacity": 12, "walk_up_share": 20}
COUNTS = (40, 4)  # pieces of the first items of the menu
CANCELLED_NOTE = "The fridge broke down. See you tomorrow!"

StopScenario = Literal["open", "late", "soon", "tomorrow", "cancelled"]
# The start and end of today's stop, in minutes from the last quarter of an hour. All end before the next day's start.
TODAY: dict[StopScenario, tuple[int, int]] = {
    "open": (-90, 360),
    "late": (0, 300),
    "soon": (45, 300),
    "cancelled": (60, 300),
}
EXTRAS: dict[StopScenario, dict[str, Any]] = {
    "late": {"delay_minutes": 15},
    "cancelled": {"status": CANCELLED, "note": CANCELLED_NOTE},
}


class DemoStop(StrictStruct, frozen=True):
    """The place of a demo truck, and in which state it shows today's stop (`plan`)."""

    truck: str
    plan: StopScenario
    name: str
    address: str
    latitude: float
    longitude: float
    directions: str


class _StopsFile(StrictStruct, frozen=True):
    stops: tuple[DemoStop, ...]


@cache
def load_demo_stops() -> tuple[DemoStop, ...]:
    """Load the planned stops from `stops.toml`, in the order of the file."""
    with STOPS_FILE.open("rb") as file:
        return convert(tomllib.load(file), _StopsFile).stops


def refresh_stops(db: Database) -> None:
    """Give each demo truck in the mode `stops` that has no stop to come new ones. The others stay as they are."""
    db.write(lambda session: _refresh(session, clock.now()))


def add_stops(session: Session, instant: datetime) -> None:
    """Switch the demo trucks that move to the mode `stops` and plan their stops around this instant."""
    moving = [demo.truck for demo in load_demo_stops()]
    session.execute(sa.update(Truck).where(Truck.slug.in_(moving)).values(schedule_mode=STOPS))
    _refresh(session, instant)


def _refresh(session: Session, instant: datetime) -> None:
    for demo in load_demo_stops():
        is_moving = (Truck.slug == demo.truck, Truck.schedule_mode == STOPS, NOT_ARCHIVED)
        truck = session.scalars(sa.select(Truck).where(*is_moving)).one_or_none()
        if truck is not None and not _has_coming_stop(session, truck.id, instant):
            _plan_stops(session, demo, truck, instant)


def _has_coming_stop(session: Session, truck_id: str, instant: datetime) -> bool:
    coming = sa.exists().where(Stop.truck_id == truck_id, Stop.ends_at > instant)
    return session.scalar(sa.select(coming)) is True


def _plan_stops(session: Session, demo: DemoStop, truck: Truck, instant: datetime) -> None:
    """Plan the stop of today, if the plan has one, and one on each day from tomorrow."""
    place = _get_place(session, demo, truck)
    common: dict[str, Any] = {"truck_id": truck.id, "place_id": place.id, **DEFAULT_SETTINGS, **KITCHEN}
    if demo.plan in TODAY:
        quarter = instant - (instant - datetime.fromtimestamp(0, instant.tzinfo)) % QUARTER
        starts_at, ends_at = (quarter + timedelta(minutes=minutes) for minutes in TODAY[demo.plan])
        stop = Stop(**common | EXTRAS.get(demo.plan, {}), starts_at=starts_at, ends_at=ends_at)
        session.add(stop)
        session.flush()
        _count_stock(session, stop)
    if session.scalar(sa.select(StopSeries.id).where(StopSeries.truck_id == truck.id).limit(1)) is None:
        _add_series(session, common, to_local(instant, place.timezone).date() + DAY, place.timezone)
    session.flush()
    change_log.publish_change(session, truck.id, change_log.TRUCK, truck.id)


def _count_stock(session: Session, stop: Stop) -> None:
    """Count the first items of the menu, so that one says how many are left."""
    items = sa.select(MenuItem.id).where(MenuItem.truck_id == stop.truck_id, MenuItem.archived_at.is_(None))
    first = session.scalars(items.order_by(MenuItem.position, MenuItem.id).limit(len(COUNTS)))
    for item_id, count in zip(first, COUNTS, strict=False):
        session.add(StopStock(stop_id=stop.id, subject_id=item_id, is_option=False, initial=count, taken=0))


def _add_series(session: Session, common: dict[str, Any], tomorrow: date, timezone: str) -> None:
    """Plan a stop on each day from tomorrow. That of tomorrow is here at once, the worker adds the others."""
    start, end = (f"{at:%H:%M}" for at in HOURS)
    days = {"weekdays": ",".join(WEEKDAYS), "from_date": tomorrow, "produced_until": tomorrow}
    series = StopSeries(**common, start_time=start, end_time=end, **days)
    session.add(series)
    session.flush()
    starts_at, ends_at = to_span(tomorrow, *HOURS, timezone)
    of_series = {"series_id": series.id, "series_date": tomorrow}
    session.add(Stop(**common, **of_series, starts_at=starts_at, ends_at=ends_at))


def _get_place(session: Session, demo: DemoStop, truck: Truck) -> Place:
    same = (Place.truck_id == truck.id, Place.name == demo.name, Place.archived_at.is_(None))
    place = session.scalars(sa.select(Place).where(*same)).first()
    if place is None:
        place = Place(
            truck_id=truck.id,
            name=demo.name,
            address=demo.address,
            latitude=demo.latitude,
            longitude=demo.longitude,
            directions=demo.directions,
            timezone=truck.timezone,
            tax_rate_units=truck.tax_rate_units,
            reduced_tax_rate_units=truck.reduced_tax_rate_units,
        )
        session.add(place)
        session.flush()
    return place
