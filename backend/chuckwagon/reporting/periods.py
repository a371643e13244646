"""Periods of whole days on a truck's clock, and the quarter hours that they are made of.

Figures are summed by quarter of an hour in UTC and sorted into local days and hours here: every zone of the
present differs from UTC by a multiple of it, so a bucket never lies in two hours, nor across midnight. A
day may have 23 or 25 hours; an hour that the clocks show twice counts once, with both.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from chuckwagon.core import clock
from chuckwagon.core.errors import InvalidInput

QUARTER_SECONDS = 900
USUAL_DAYS, MOST_DAYS = 30, 731
EARLIEST, LATEST = date(2000, 1, 1), date(2100, 1, 1)


class Period(Struct, frozen=True):
    """Days from `first` to `last`, both inclusive, on the clock of a zone."""

    first: date
    last: date
    zone: str

    @property
    def days(self) -> list[date]:
        """Every day of the period."""
        return [self.first + timedelta(days=number) for number in range((self.last - self.first).days + 1)]

    @property
    def begins_at(self) -> datetime:
        """The first instant of the first day, in UTC."""
        return midnight(self.first, self.zone)

    @property
    def ends_at(self) -> datetime:
        """The first instant after the last day, in UTC."""
        return midnight(self.last + timedelta(days=1), self.zone)

    @property
    def previous(self) -> "Period":
        """As many days, right before."""
        length = timedelta(days=len(self.days))
        return Period(self.first - length, self.last - length, self.zone)


def read_period(first: str | None, last: str | None, zone: str) -> Period:
    """The days that were asked for; without them the last 30 with today. Raises InvalidInput."""
    today = clock.now().astimezone(ZoneInfo(zone)).date()
    usual = timedelta(days=USUAL_DAYS - 1)
    begin, end = read_day("from", first), read_day("to", last)
    end = end or (max(begin, today) if begin else today)
    period = Period(begin or end - usual, end, zone)
    if period.last < period.first:
        raise _invalid("to", "The last day lies before the first.")
    if (period.last - period.first).days >= MOST_DAYS:
        raise _invalid("from", f"Choose at most {MOST_DAYS} days.")
    return period


def midnight(day: date, zone: str) -> datetime:
    """The first instant of a day, in UTC; where the clocks skip midnight, the first one that they show."""
    local = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def local_time(quarter: int, zone: ZoneInfo) -> datetime:
    """A bucket, as quarters of an hour since 1970, on the clock of the zone."""
    return datetime.fromtimestamp(quarter * QUARTER_SECONDS, tz=UTC).astimezone(zone)


def after_day(day: date) -> date:
    """The day that follows."""
    return day + timedelta(days=1)


def read_day(name: str, text: str | None) -> date | None:
    """The day that a parameter names; None without one. Raises InvalidInput."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or len(text) != 10 or not EARLIEST <= day < LATEST:
        raise _invalid(name, "Send a day such as 2026-07-01.")
    return day


def _invalid(name: str, sentence: str) -> InvalidInput:
    return InvalidInput(f"{name}: {sentence}", fields={name: sentence})
