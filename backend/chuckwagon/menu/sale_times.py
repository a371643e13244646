"""When a menu item is sold: from one time of day to another on weekdays, on the truck's clock.

Without times it is always sold. Nothing runs at a start or an end: every reader compares. They bind customers: the menu
reads "sold out until" the next start, and checkout asks for the pickup time (docs/decisions/0075-meal-times.md).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.schemas import MAX_SALE_TIMES, MenuEntry, SaleTime
from chuckwagon.schedule.wall_clock import WEEKDAYS, parse_time
from chuckwagon.schedule.weekly_times import WeeklyTimes, find_next_edge, find_next_start, is_within, meets_span

WEEKDAYS_INVALID = Sentence("Choose at least one weekday.", "weekdays_invalid")
TIME_INVALID = Sentence("Write a time like 11:00.", "time_of_day_invalid")
TOO_MANY_TIMES = Sentence(f"Use at most {MAX_SALE_TIMES}.", "too_many", max=MAX_SALE_TIMES)


def read_sale_times(sent: Sequence[SaleTime] | None) -> tuple[WeeklyTimes, Sentence | None]:
    """Return (times to store, what is wrong with them). Weekdays are put in order, each once."""
    if len(sent or ()) > MAX_SALE_TIMES:
        return None, TOO_MANY_TIMES
    stored = []
    for one in sent or ():
        weekdays = [name for name in WEEKDAYS if name in one.weekdays]
        if not weekdays or not set(one.weekdays) <= set(WEEKDAYS):
            return None, WEEKDAYS_INVALID
        if parse_time(one.start_time) is None or parse_time(one.end_time) is None:
            return None, TIME_INVALID
        stored.append({"weekdays": weekdays, "startTime": one.start_time, "endTime": one.end_time})
    return stored or None, None


def show_sale_times(stored: WeeklyTimes) -> list[SaleTime] | UnsetType:
    """The times as JSON; left out where the item is always sold."""
    return convert(stored, list[SaleTime]) if stored else UNSET


def apply_sale_times(entries: Iterable[MenuEntry], timezone: str, start: datetime, end: datetime) -> None:
    """Change the entries in place: what is not sold at `start`, nor before `end`, is not served until its next start.

    What is sold out until an instant at which it is not sold comes back at the start after that.
    """
    for entry in entries:
        times = msgspec.to_builtins(entry.sale_times) if isinstance(entry.sale_times, list) else None
        if times and entry.is_available and not meets_span(times, timezone, start, end):
            entry.is_available, entry.is_served = False, False
            entry.sold_out_until = find_next_start(times, timezone, start)
        elif times and entry.sold_out_until and not is_within(times, timezone, entry.sold_out_until):
            entry.sold_out_until = find_next_start(times, timezone, entry.sold_out_until)


def find_menu_change(entries: Iterable[MenuEntry], timezone: str, instant: datetime) -> datetime | None:
    """The next instant at which a time of an entry starts or ends; None without times."""
    timed = (msgspec.to_builtins(entry.sale_times) for entry in entries if isinstance(entry.sale_times, list))
    changes = [find_next_edge(times, timezone, instant) for times in timed]
    return min((change for change in changes if change is not None), default=None)


def write_sale_times(stored: WeeklyTimes) -> str:
    """The times as one text, for the audit log."""
    return "; ".join(f"{', '.join(one['weekdays'])} {one['startTime']}-{one['endTime']}" for one in stored or ())
