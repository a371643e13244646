"""What the home page and the truck pages show, read from the database as JSON for the engine."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.sentences import Language
from chuckwagon.menu.queries import find_next_change, list_public_menu
from chuckwagon.menu.schemas import MenuEntry
from chuckwagon.realtime.change_log import get_last_public_change_id
from chuckwagon.realtime.change_watcher import ALL_TRUCKS
from chuckwagon.schedule import states
from chuckwagon.schedule.schemas import ScheduledTruck, Stop
from chuckwagon.schedule.truck_queries import get_scheduled_truck, list_coming_stops, list_scheduled_trucks
from chuckwagon.trucks.models import STOPS, Truck

EPOCH = datetime.fromtimestamp(0, UTC)
MILLISECOND = timedelta(milliseconds=1)
DAY = timedelta(days=1)
PAGE_TIME_STEP = timedelta(minutes=15)
WEEK_DAYS = 7

ZoneOffsets = dict[str, dict[str, int]]
"""Offsets from UTC in milliseconds, keyed by zone and then by instant in milliseconds since 1970."""


class PageData(msgspec.Struct, omit_defaults=True):
    """The data that a page carries along for the browser: what the API would answer. `now` is in ms since 1970.

    `change` is the truck's last public change that the data surely has, so that its stream can go on from there.
    """

    trucks: Sequence[ScheduledTruck] | None = None
    truck: ScheduledTruck | None = None
    menu: Sequence[MenuEntry] | None = None
    change: int = 0
    now: int | None = None


class PageInput(msgspec.Struct, frozen=True):
    """What a page is rendered from, and the limits of its place in the response cache.

    A change of `cache_key` (a truck's ID or ALL_TRUCKS) ends it, and at the latest the instant `until`. `week` has the
    stops of a truck's coming days, for search engines.
    """

    path: str
    data: PageData
    zones: ZoneOffsets
    cache_key: str
    until: datetime | None
    week: Sequence[Stop] = ()


class DrawPageArguments(msgspec.Struct, frozen=True):
    """What the front end's `drawPage` is called with, besides the data."""

    language: Language
    origin: str
    path: str
    zones: ZoneOffsets


def read_page(session: Session, path: str, now: datetime) -> PageInput:
    """Read the page at this path: `/` or a truck's slug. Raises NotFound if there is no such truck."""
    if path == "/":
        trucks, end = list_scheduled_trucks(session, now)
        return _build_page(path, PageData(trucks=trucks), trucks, ALL_TRUCKS, [end], now)
    # Before what it speaks of: each statement sees what was committed before it.
    change = _read_last_change(session, path[1:])
    truck, end = get_scheduled_truck(session, now, slug=path[1:])
    menu = list_public_menu(session, truck.id)
    week, week_end = list_coming_stops(session, truck, WEEK_DAYS, now) if truck.schedule_mode == STOPS else ([], None)
    ends = [end, find_next_change(session, truck.id, menu), week_end]
    page = _build_page(path, PageData(truck=truck, menu=menu, change=change), [truck], truck.id, ends, now)
    return msgspec.structs.replace(page, week=week)


def _read_last_change(session: Session, slug: str) -> int:
    truck_id = session.scalar(sa.select(Truck.id).where(Truck.slug == slug))
    return get_last_public_change_id(session, truck_id) if truck_id else 0


def _build_page(
    path: str,
    data: PageData,
    trucks: Sequence[ScheduledTruck],
    cache_key: str,
    ends: Iterable[datetime | None],
    now: datetime,
) -> PageInput:
    worded = [pair for truck in trucks for pair in list_worded_instants(truck)]
    page_time = floor_page_time(now)
    if worded:
        data.now = _to_ms(page_time)
    midnights = [find_next_midnight(zone, now) for zone in {zone for zone, _instant in worded}]
    known_ends = [end for end in (*ends, *midnights) if end is not None]
    return PageInput(path, data, list_zone_offsets(worded, page_time), cache_key, min(known_ends, default=None))


def list_worded_instants(truck: ScheduledTruck) -> Iterator[tuple[str, datetime]]:
    """The instants that the page words, each with its time zone: the end of a pause, and the times of the stops."""
    if truck.paused_until is not None:
        yield truck.timezone, truck.paused_until
    for stop in (truck.schedule.current, truck.schedule.next):
        if stop is not None:
            instants = (states.orders_open_at, states.opens_at, states.last_order_at, states.closes_at)
            for read_instant in instants:
                yield stop.place.timezone, read_instant(stop)


def list_zone_offsets(worded: Iterable[tuple[str, datetime]], page_time: datetime) -> ZoneOffsets:
    """The offsets of these instants, of today and of tomorrow, because the engine has no time zones."""
    zones: ZoneOffsets = {}
    for name, worded_at in worded:
        zone, known = ZoneInfo(name), zones.setdefault(name, {})
        for instant in (worded_at, page_time, page_time + DAY):
            offset = instant.astimezone(zone).utcoffset() or timedelta()
            known[str(_to_ms(instant))] = offset // MILLISECOND
    return zones


def find_next_midnight(timezone: str, now: datetime) -> datetime:
    """Next midnight in the time zone, when "tomorrow" in a text about a pause or a stop becomes "today"."""
    zone = ZoneInfo(timezone)
    tomorrow = now.astimezone(zone).date() + DAY
    return datetime.combine(tomorrow, datetime.min.time(), zone)


def floor_page_time(now: datetime) -> datetime:
    """Round down to the quarter of an hour, so that all processes render the same bytes.

    In every time zone the result is on the same day.
    """
    return now - (now - EPOCH) % PAGE_TIME_STEP


def _to_ms(instant: datetime) -> int:
    return (instant - EPOCH) // MILLISECOND
