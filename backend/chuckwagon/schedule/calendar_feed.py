"""The stops of a truck as an iCalendar feed (RFC 5545). No input or output."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from chuckwagon.schedule.models import CANCELLED

if TYPE_CHECKING:
    from icalendar import Event

PRODUCT_ID = "-//Chuckwagon//Stops//EN"
REFRESH_INTERVAL = timedelta(hours=1)


class FeedStop(msgspec.Struct, frozen=True, kw_only=True):
    """What the feed says about a stop. `changed_at` is the last change of the stop or of its place."""

    id: str
    status: str
    starts_at: datetime
    ends_at: datetime
    note: str
    change: str
    place_name: str
    address: str
    directions: str
    latitude: float | None
    longitude: float | None
    version: int
    changed_at: datetime


def build_feed(truck_name: str, page_url: str, stops: Iterable[FeedStop]) -> bytes:
    """Build the iCalendar file.

    An event keeps its UID; SEQUENCE grows with each change, so that calendars update in place.
    """
    from icalendar import Calendar

    feed = Calendar()
    feed.add("prodid", PRODUCT_ID)
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    feed.add("name", truck_name)
    feed.add("x-wr-calname", truck_name)  # calendars that do not know NAME (RFC 7986)
    feed.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    feed.add("url", page_url)
    for stop in stops:
        feed.add_component(_to_event(truck_name, page_url, stop))
    content: bytes = feed.to_ical()
    return content


def _to_event(truck_name: str, page_url: str, stop: FeedStop) -> "Event":
    from icalendar import Event

    event = Event()
    event.add("uid", f"{stop.id}@chuckwagon")
    # In a published feed this is the last change, and the feed has the same bytes until then.
    event.add("dtstamp", stop.changed_at)
    event.add("last-modified", stop.changed_at)
    event.add("sequence", stop.version - 1)
    event.add("status", "CANCELLED" if stop.status == CANCELLED else "CONFIRMED")
    event.add("dtstart", stop.starts_at)
    event.add("dtend", stop.ends_at)
    event.add("summary", f"{truck_name}: {stop.place_name}")
    event.add("location", ", ".join(part for part in (stop.place_name, stop.address) if part))
    event.add("description", "\n".join(part for part in (stop.change, stop.note, stop.directions, page_url) if part))
    event.add("url", page_url)
    if stop.latitude is not None and stop.longitude is not None:
        event.add("geo", (stop.latitude, stop.longitude))
    return event
