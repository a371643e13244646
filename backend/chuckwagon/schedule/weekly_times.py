"""Weekly times of day, as JSON: `{"weekdays": ["mon", …], "startTime": "07:00", "endTime": "11:00"}`, on a clock.

Menu items are sold at such times (docs/decisions/0075-meal-times.md). No times at all mean always. An end that is not
after the start is on the next day. Pure.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

from chuckwagon.schedule.wall_clock import WEEKDAYS, to_local, to_span

# None where there is no limit.
WeeklyTimes = list[dict[str, Any]] | None
DAYS_AHEAD = 8  # a weekly time comes again within a week, and a day of clock changes
_NAMES = tuple(WEEKDAYS)


def is_within(times: WeeklyTimes, timezone: str, instant: datetime) -> bool:
    """Whether the instant is in one of the times. At the end itself it is not."""
    return not times or any(start <= instant < end for start, end in _list_spans(times, timezone, instant))


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


def _list_spans(times: WeeklyTimes, timezone: str, instant: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The spans around the instant. One that ends after midnight began the day before."""
    today = to_local(instant, timezone).date()
    for one in times or ():
        start, end = time.fromisoformat(one["startTime"]), time.fromisoformat(one["endTime"])
        for day in (today + timedelta(days=ahead) for ahead in range(-1, DAYS_AHEAD)):
            if _NAMES[day.weekday()] in one["weekdays"]:
                yield to_span(day, start, end, timezone)
