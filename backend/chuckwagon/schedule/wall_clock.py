"""Converts between instants and the wall clock of a place, across clock changes. No input or output."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

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
