"""The trucks of today: where each one is or will be next, by distance, filtered by text."""

import math
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.validation import search_for
from chuckwagon.menu.models import MenuItem
from chuckwagon.schedule.schemas import ScheduledTruck, Stop
from chuckwagon.schedule.truck_queries import list_scheduled_trucks
from chuckwagon.trucks.models import ALWAYS

EARTH_RADIUS_METERS = 6_371_008.8
STATE_ORDER = {"open": 0, "paused": 1, "opens_later": 2, "closed": 3}


class GeoPosition(msgspec.Struct, frozen=True):
    """A position on the earth, in degrees."""

    latitude: float
    longitude: float


class TodayTruck(ScheduledTruck, rename="camel"):
    """A truck with its current or next stop; `distance` to it in meters, null without a position."""

    distance: int | None


def list_today(
    session: Session, instant: datetime, position: GeoPosition | None, *, is_open: bool, text: str
) -> tuple[list[TodayTruck], datetime | None]:
    """Return (trucks, until): the public trucks that are always open or have a present or coming stop.

    From the instant `until`, None without one, the list reads differently. Open ones come first, then by the next
    opening, then by name; with a position the nearest come first.
    """
    trucks, until = list_scheduled_trucks(session, instant)
    shown = [truck for truck in trucks if truck.schedule_mode == ALWAYS or _get_stop(truck) is not None]
    if is_open:
        shown = [truck for truck in shown if truck.schedule.state == "open"]
    if text.strip():
        is_meant = search_for(text)
        serving = _list_trucks_serving(session, is_meant)
        shown = [truck for truck in shown if truck.id in serving or is_meant(*_list_texts(truck))]
    found = [TodayTruck(**msgspec.structs.asdict(truck), distance=_measure(truck, position)) for truck in shown]
    return sorted(found, key=lambda truck: _sort_key(truck, instant)), until


def measure_meters(a: GeoPosition, b: GeoPosition) -> float:
    """The distance on a sphere, by the haversine formula; off by up to 0.5 % from the ellipsoid."""
    first, second = math.radians(a.latitude), math.radians(b.latitude)
    across = math.sin((second - first) / 2) ** 2
    along = math.sin(math.radians(b.longitude - a.longitude) / 2) ** 2
    share = across + math.cos(first) * math.cos(second) * along
    return 2 * EARTH_RADIUS_METERS * math.asin(math.sqrt(min(1.0, share)))


def _get_stop(truck: ScheduledTruck) -> Stop | None:
    return truck.schedule.current or truck.schedule.next


def _list_trucks_serving(session: Session, is_meant: Callable[..., bool]) -> set[str]:
    """The ids of the trucks with a menu item whose name is meant, sold-out items included.

    Compared in Python, because the databases fold letters differently.
    """
    items = session.execute(sa.select(MenuItem.truck_id, MenuItem.name).where(MenuItem.archived_at.is_(None)))
    return {truck_id for truck_id, name in items if is_meant(name)}


def _list_texts(truck: ScheduledTruck) -> list[str]:
    stop = _get_stop(truck)
    place = [stop.place.name, stop.place.address] if stop else []
    return [truck.name, *truck.cuisine, *place]


def _measure(truck: ScheduledTruck, position: GeoPosition | None) -> int | None:
    stop = _get_stop(truck)
    if position is None or stop is None or stop.place.latitude is None or stop.place.longitude is None:
        return None
    return round(measure_meters(position, GeoPosition(stop.place.latitude, stop.place.longitude)))


def _sort_key(truck: TodayTruck, instant: datetime) -> tuple[float, int, datetime, str, str]:
    coming = truck.schedule.next
    opens_at = (
        coming.starts_at + timedelta(minutes=coming.delay_minutes)
        if truck.schedule.state == "opens_later" and coming
        else instant
    )
    distance = math.inf if truck.distance is None else truck.distance
    return distance, STATE_ORDER[truck.schedule.state], opens_at, truck.name.casefold(), truck.id
