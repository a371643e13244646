"""The trucks of today: where each one is or will be next, by distance, filtered by text.

What a customer's search finds: each word is somewhere in what is known of a truck, or of one of its menu items.

The databases fold letters differently, so texts are compared here. Folding is what a search costs: the folded texts of
items are kept in memory, by the version of the item.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.validation import fold_text
from chuckwagon.menu.diets import Diet
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.schedule.schemas import ScheduledTruck, Stop
from chuckwagon.schedule.truck_queries import is_open, list_scheduled_trucks
from chuckwagon.trucks.models import ALWAYS

SYNONYMS = {"bbq": "barbecue", "barbeque": "barbecue", "bbqs": "barbecue"}
MAX_KEPT, AT_ONCE = 20_000, 500
ES_ENDINGS = ("ches", "shes", "sses", "xes", "zes")


class Texts(msgspec.Struct, frozen=True):
    """Folded texts of one thing. In `names` a word is found anywhere, in `prose` only where a word begins."""

    names: str
    prose: str

    def hold(self, word: Collection[str]) -> bool:
        """Whether one of the spellings of a word is in these texts."""
        return any(spelling in self.names or f" {spelling}" in self.prose for spelling in word)


class SearchedItem(msgspec.Struct, frozen=True):
    """A menu item as the search sees it, sold out or not."""

    id: str
    name: str
    folded_name: str
    texts: Texts


_Kept = tuple[int, SearchedItem | None]
_kept: dict[str, _Kept] = {}
"""By item ID: the version of the item, and its texts. Each process has its own."""


def fold_texts(names: Sequence[str], prose: Sequence[str]) -> Texts:
    """Fold the texts of one thing."""
    return Texts(fold_text(" ".join(names)), f" {fold_text(' '.join(prose))}")


def split_search(text: str) -> list[tuple[str, ...]]:
    """The words of a search, each with its other spellings: the singular, and a synonym.

    A search of signs alone has one word that nothing holds; an empty one has none.
    """
    words = fold_text(text).split() or text.split()[:1]
    return [_list_spellings(word) for word in words]


def _list_spellings(word: str) -> tuple[str, ...]:
    spellings = [word]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        spellings.append(word[:-2] if word.endswith(ES_ENDINGS) else word[:-1])
    return (*spellings, *(SYNONYMS[word] for word in spellings if word in SYNONYMS))


def find_item(
    words: Sequence[tuple[str, ...]], truck: Texts, items: Sequence[SearchedItem]
) -> tuple[bool, SearchedItem | None]:
    """Return (is_found, item): whether the truck fits, and which of its items says most of the words, if one does.

    `items` are in the order of the menu; of equal ones the first counts.
    """
    left = [word for word in words if not truck.hold(word)]
    best, best_score = None, (0, 0)
    for item in items:
        if not all(item.texts.hold(word) for word in left):
            continue
        held = sum(item.texts.hold(word) for word in words)
        named = sum(any(spelling in item.folded_name for spelling in word) for word in words)
        if (named, held) > best_score:
            best, best_score = item, (named, held)
    return not left or best is not None, best


def list_searched_items(session: Session, truck_ids: Collection[str]) -> dict[str, list[SearchedItem]]:
    """The menu items of these trucks, by truck ID, in the order of the menu. Archived items are left out."""
    rows = sa.select(MenuItem.id, MenuItem.truck_id, MenuItem.version)
    shown = rows.where(MenuItem.truck_id.in_(truck_ids), MenuItem.archived_at.is_(None))
    found = session.execute(shown.order_by(MenuItem.position, MenuItem.id)).all()
    read: dict[str, _Kept] = {row.id: _kept.get(row.id, (0, None)) for row in found}
    unknown = [row.id for row in found if read[row.id][0] != row.version]
    if len(_kept) + len(unknown) > MAX_KEPT:
        _kept.clear()
    for start in range(0, len(unknown), AT_ONCE):
        read |= _read_texts(session, unknown[start : start + AT_ONCE])
    by_truck: dict[str, list[SearchedItem]] = defaultdict(list)
    for row in found:
        _version, item = read[row.id]
        if item is not None:
            by_truck[row.truck_id].append(item)
    return by_truck


def _read_texts(session: Session, item_ids: Sequence[str]) -> dict[str, _Kept]:
    """Read and fold the texts of these items, and keep as many as MAX_KEPT."""
    options: dict[str, list[str]] = defaultdict(list)
    names = sa.select(OptionGroup.menu_item_id, Option.name).join(Option, Option.group_id == OptionGroup.id)
    for item_id, name in session.execute(names.where(OptionGroup.menu_item_id.in_(item_ids))):
        options[item_id].append(name)
    columns = (MenuItem.id, MenuItem.version, MenuItem.name, MenuItem.section, MenuItem.category, MenuItem.description)
    read: dict[str, _Kept] = {}
    for row in session.execute(sa.select(*columns).where(MenuItem.id.in_(item_ids))):
        texts = fold_texts([row.name, row.section, row.category], [row.description, *options[row.id]])
        item = SearchedItem(row.id, row.name, fold_text(row.name), texts)
        read[row.id] = (row.version, item)
        if len(_kept) < MAX_KEPT:
            _kept[row.id] = (row.version, item)
    return read


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
    session: Session,
    instant: datetime,
    position: GeoPosition | None,
    *,
    only_open: bool,
    text: str,
    diet: Diet | None = None,
) -> tuple[list[TodayTruck], datetime | None]:
    """Return (trucks, until): the public trucks that are always open or have a present or coming stop.

    From the instant `until`, None without one, the list reads differently. Open ones come first, then by the next
    opening, then by name; with a position the nearest come first. With a diet only trucks with an item that states it.
    """
    trucks, until = list_scheduled_trucks(session, instant)
    shown = [truck for truck in trucks if truck.schedule_mode == ALWAYS or _get_stop(truck) is not None]
    centers = _find_city_centers(shown) if position is not None else {}
    if only_open:
        shown = [truck for truck in shown if is_open(truck.schedule, truck.orderable)]
    if diet is not None:
        serving = _list_serving(session, [truck.id for truck in shown], diet)
        shown = [truck for truck in shown if truck.id in serving]
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


def _list_serving(session: Session, truck_ids: Collection[str], diet: Diet) -> set[str]:
    """Those of the trucks with an item on the menu, sold out or not, that is stated to be for the diet."""
    stated = (MenuItem.archived_at.is_(None), MenuItem.diets.is_not(None), MenuItem.truck_id.in_(truck_ids))
    rows = session.execute(sa.select(MenuItem.truck_id, MenuItem.diets).where(*stated))
    return {truck_id for truck_id, diets in rows if diet in (diets or ())}


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
