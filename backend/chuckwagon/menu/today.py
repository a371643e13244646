"""The trucks of today: where each one is or will be next, by distance, filtered by text."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.menu.search import Texts, find_item, fold_texts, list_searched_items, split_search
from chuckwagon.schedule.schemas import ScheduledTruck, Stop
from chuckwagon.schedule.truck_queries import is_open, list_scheduled_trucks
from chuckwagon.trucks.models import ALWAYS

EARTH_RADIUS_METERS = 6_371_008.8
STATE_ORDER = {"open": 0, "paused": 1, "opens_later": 2, "closed": 3}


class GeoPosition(msgspec.Struct, frozen=True):
    """A position on the earth, in degrees."""

    latitude: float
    longitude: float


class MatchedItem(msgspec.Struct, rename="camel"):
    """The menu item that fits a search best, sold out or not."""

    menu_item_id: str
    name: str


class TodayTruck(ScheduledTruck, rename="camel"):
    """A truck with its current or next stop; `distance` to it in meters, null without a position.

    `city_distance` is to the middle of where trucks of its city are; it counts where its own place has no coordinates.
    `match` is the menu item that a search found; null without a search, and where only the truck itself was meant.
    """

    distance: int | None
    city_distance: int | None
    match: MatchedItem | None


def list_today(
    session: Session, instant: datetime, position: GeoPosition | None, *, only_open: bool, text: str
) -> tuple[list[TodayTruck], datetime | None]:
    """Return (trucks, until): the public trucks that are always open or have a present or coming stop.

    From the instant `until`, None without one, the list reads differently. Open ones come first, then by the next
    opening, then by name; with a position the nearest come first.
    """
    trucks, until = list_scheduled_trucks(session, instant)
    shown = [truck for truck in trucks if truck.schedule_mode == ALWAYS or _get_stop(truck) is not None]
    centers = _find_city_centers(shown) if position is not None else {}
    if only_open:
        shown = [truck for truck in shown if is_open(truck.schedule, truck.orderable)]
    matches: dict[str, MatchedItem | None] = {}
    if text.strip():
        matches = _search(session, shown, text)
        shown = [truck for truck in shown if truck.id in matches]
    found = [
        TodayTruck(
            **msgspec.structs.asdict(truck),
            distance=_measure(position, _get_position(truck)),
            city_distance=_measure(position, centers.get(_get_city(truck))),
            match=matches.get(truck.id),
        )
        for truck in shown
    ]
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


def _search(session: Session, trucks: Sequence[ScheduledTruck], text: str) -> dict[str, MatchedItem | None]:
    """The trucks that the text means, by ID, each with the menu item that says most of it, None without one."""
    words = split_search(text)
    items = list_searched_items(session, [truck.id for truck in trucks])
    matches: dict[str, MatchedItem | None] = {}
    for truck in trucks:
        is_found, item = find_item(words, _fold_truck(truck), items.get(truck.id, []))
        if is_found:
            matches[truck.id] = None if item is None else MatchedItem(item.id, item.name)
    return matches


def _fold_truck(truck: ScheduledTruck) -> Texts:
    stop = _get_stop(truck)
    place = [stop.place.name, stop.place.address] if stop else []
    names = [truck.name, *truck.cuisine, truck.location.city, *place]
    return fold_texts(names, [truck.short_description, truck.description])


def _get_city(truck: ScheduledTruck) -> tuple[str, str]:
    return truck.location.city.casefold(), truck.location.state.casefold()


def _get_position(truck: ScheduledTruck) -> GeoPosition | None:
    stop = _get_stop(truck)
    if stop is None or stop.place.latitude is None or stop.place.longitude is None:
        return None
    return GeoPosition(stop.place.latitude, stop.place.longitude)


def _find_city_centers(trucks: Iterable[ScheduledTruck]) -> dict[tuple[str, str], GeoPosition]:
    """By city and state, the middle of the positions of its trucks. Trucks without a city are left out."""
    positions: dict[tuple[str, str], list[GeoPosition]] = defaultdict(list)
    for truck in trucks:
        position = _get_position(truck)
        if position is not None and truck.location.city:
            positions[_get_city(truck)].append(position)
    return {
        city: GeoPosition(median(one.latitude for one in known), median(one.longitude for one in known))
        for city, known in positions.items()
    }


def _measure(one: GeoPosition | None, other: GeoPosition | None) -> int | None:
    return None if one is None or other is None else round(measure_meters(one, other))


def _sort_key(truck: TodayTruck, instant: datetime) -> tuple[float, int, datetime, str, str]:
    coming = truck.schedule.next
    opens_at = (
        coming.starts_at + timedelta(minutes=coming.delay_minutes)
        if truck.schedule.state == "opens_later" and coming
        else instant
    )
    known = truck.city_distance if truck.distance is None else truck.distance
    distance = math.inf if known is None else known
    is_empty = truck.schedule.state == "open" and not is_open(truck.schedule, truck.orderable)
    state = "paused" if is_empty else truck.schedule.state
    return distance, STATE_ORDER[state], opens_at, truck.name.casefold(), truck.id
