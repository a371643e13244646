"""When an item or option can be ordered: on sale, sold out for a while, and on which weekdays at which times. Pure.

"Sold out until resumed" is stored as `is_available` false, "sold out until" as true with the instant. Without times an
item is always sold. Nothing runs at such an instant, because every reader compares it with the current time.

Times bind customers: the menu reads "sold out until" the next start, and checkout asks for the pickup time
(docs/decisions/0075-meal-times.md).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.schemas import MAX_SALE_TIMES, MenuEntry, SaleTime
from chuckwagon.schedule.wall_clock import (
    WEEKDAYS,
    WeeklyTimes,
    find_next_edge,
    find_next_start,
    is_within,
    meets_span,
    parse_time,
)

MIN_DURATION, MAX_DURATION = timedelta(minutes=1), timedelta(days=7)
TOO_SOON = Sentence("Choose a time that is at least a minute ahead.", "time_too_soon")
TOO_LATE = Sentence("Choose a time within the next 7 days.", "time_too_late")
CONTRADICTION = Sentence("What is available is not sold out until a time.", "available_until_contradiction")
VALID_YEARS = range(2000, 9000)  # years at the ends of the calendar cannot be brought to UTC


class StoredAvailability(msgspec.Struct, frozen=True):
    """The stored availability. With `is_available` false there is no `sold_out_until`."""

    is_available: bool
    sold_out_until: datetime | None = None

    def is_on_sale_at(self, instant: datetime) -> bool:
        """True when the item or option is not sold out at this instant. Counted stock is not checked."""
        return is_on_sale(self.is_available, self.sold_out_until, instant)


ON_SALE, UNTIL_RESUMED = StoredAvailability(True), StoredAvailability(False)


def is_on_sale(is_available: bool, sold_out_until: datetime | None, instant: datetime) -> bool:
    """True when customers can order it at this instant. At `sold_out_until` itself it is on sale again."""
    return is_available and (sold_out_until is None or sold_out_until <= instant)


def running_sold_out_until(is_available: bool, sold_out_until: datetime | None, instant: datetime) -> datetime | None:
    """When it goes back on sale by itself; None when it is on sale or sold out until resumed."""
    is_running = is_available and sold_out_until is not None and sold_out_until > instant
    return sold_out_until if is_running else None


def find_until_problem(until: datetime, instant: datetime) -> Sentence | None:
    """Why an end of sold out is too soon, too late or unusable; None when it is valid."""
    if until.year not in VALID_YEARS:
        return TOO_LATE if until.year >= VALID_YEARS.stop else TOO_SOON
    if until - instant < MIN_DURATION:
        return TOO_SOON
    return TOO_LATE if until - instant > MAX_DURATION else None


def merge_availability(
    present: StoredAvailability, wanted: StoredAvailability, instant: datetime
) -> StoredAvailability:
    """The availability to store for a form: the present one, unless the form shows another current state.

    So a form with "not available" keeps the instant of what is sold out until then, and a form with "available"
    changes nothing about what went back on sale by itself.
    """
    is_same = wanted.is_on_sale_at(instant) == present.is_on_sale_at(instant)
    return present if is_same and wanted.sold_out_until is None else wanted


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
