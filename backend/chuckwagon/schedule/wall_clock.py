"""Converts between instants and the wall clock of a place, across clock changes, and weekly rules into days."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
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
