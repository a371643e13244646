"""Converts between instants and the wall clock of a place, across clock changes, and weekly rules into days. Pure.

Weekly times of day have JSON: `{"weekdays": ["mon", …], "startTime": "07:00", "endTime": "11:00"}`. Menu items are sold
at such times (docs/decisions/0075-meal-times.md). No times at all mean always. An end that is not after the start is on
the next day. On a night when the clocks skip an hour, a time that has no instant left does not take place.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dateutil import rrule

TIME_PATTERN = "([01][0-9]|2[0-3]):[0-5][0-9]"
_TIME = re.compile(TIME_PATTERN)


def parse_time(text: str) -> time | None:
    """Parse `HH:MM` on the 24-hour clock; None for any other text."""
    return time.fromisoformat(text) if _TIME.fullmatch(text) else None


def to_instant(day: date, at: time, timezone: str) -> datetime:
    """The instant in UTC at which the clocks of the time zone show this day and time.

    A time that the clocks skip moves forward by the gap, and one that they show twice is the first: both follow from
    `fold=0` (PEP 495), which reads a skipped time with the offset before the change.
    """
    return datetime.combine(day, at, ZoneInfo(timezone)).replace(fold=0).astimezone(UTC)


def to_span(day: date, start: time, end: time, timezone: str) -> tuple[datetime, datetime]:
    """Return (start, end) in UTC. An end that is not after the start on the clock is on the next day."""
    end_day = day if end > start else day + timedelta(days=1)
    return to_instant(day, start, timezone), to_instant(end_day, end, timezone)


def to_local(instant: datetime, timezone: str) -> datetime:
    """The instant on the clock of the time zone."""
    return instant.astimezone(ZoneInfo(timezone))


WEEKDAYS = {"mon": rrule.MO, "tue": rrule.TU, "wed": rrule.WE, "thu": rrule.TH, "fri": rrule.FR, "sat": rrule.SA,
            "sun": rrule.SU}  # fmt: skip


def list_days(weekdays: Sequence[str], first: date, last: date | None, until: date) -> list[date]:
    """The days of these weekdays from `first` to `until`, and not after `last`.

    The rule counts days, not instants, so that no clock change moves a stop to another day or hour.
    """
    end = until if last is None else min(until, last)
    if end < first:
        return []
    rule = rrule.rrule(
        rrule.WEEKLY,
        byweekday=[WEEKDAYS[name] for name in weekdays],
        dtstart=datetime.combine(first, time()),
        until=datetime.combine(end, time()),
    )
    return [instant.date() for instant in rule]


# None where there is no limit.
WeeklyTimes = list[dict[str, Any]] | None
DAYS_AHEAD = 15  # a weekly time comes again within a week, or within two where the clocks skip it
_NAMES = tuple(WEEKDAYS)


def is_within(times: WeeklyTimes, timezone: str, instant: datetime) -> bool:
    """Whether the instant is in one of the times. At the end itself it is not."""
    return not times or any(start <= instant < end for start, end in _list_spans(times, timezone, instant, 1))


def meets_span(times: WeeklyTimes, timezone: str, start: datetime, end: datetime) -> bool:
    """Whether one of the times has an instant from `start`, and before `end`."""
    if is_within(times, timezone, start):
        return True
    coming = find_next_start(times, timezone, start)
    return coming is not None and coming < end


def find_next_start(times: WeeklyTimes, timezone: str, instant: datetime) -> datetime | None:
    """The next instant at which a time starts; None without times."""
    starts = (start for start, _ in _list_spans(times, timezone, instant) if start > instant)
    return min(starts, default=None)


def find_next_edge(times: WeeklyTimes, timezone: str, instant: datetime) -> datetime | None:
    """The next instant at which a time starts or ends; None without times."""
    edges = (edge for span in _list_spans(times, timezone, instant) for edge in span if edge > instant)
    return min(edges, default=None)


def _list_spans(
    times: WeeklyTimes, timezone: str, instant: datetime, days_ahead: int = DAYS_AHEAD
) -> Iterator[tuple[datetime, datetime]]:
    """The spans that begin from the day before the instant on. One that ends after midnight began the day before."""
    today = to_local(instant, timezone).date()
    for one in times or ():
        start, end = time.fromisoformat(one["startTime"]), time.fromisoformat(one["endTime"])
        for day in (today + timedelta(days=ahead) for ahead in range(-1, days_ahead)):
            if _NAMES[day.weekday()] in one["weekdays"]:
                span = to_span(day, start, end, timezone)
                if span[0] < span[1]:
                    yield span
