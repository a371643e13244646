"""Periods of whole days on a truck's clock, the quarter hours that they consist of, and what else all reports share.

Values are summed by quarter hour in UTC and grouped into local days and hours here. Every current time zone
differs from UTC by a multiple of a quarter hour, so a bucket never spans two hours or midnight. A day may have 23
or 25 hours; an hour that occurs twice is counted once, with both.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from litestar.params import QueryParameter
from msgspec import Struct

from chuckwagon.kit import clock
from chuckwagon.kit.errors import invalid_parameter
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck

QUARTER_SECONDS = 900
DEFAULT_DAYS, MAX_DAYS = 30, 731
MIN_DATE, MAX_DATE = date(2000, 1, 1), date(2100, 1, 1)


class Period(Struct, frozen=True):
    """Days from `first` to `last`, both inclusive, in an IANA time zone."""

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
        return start_of_day(self.first, self.zone)

    @property
    def ends_at(self) -> datetime:
        """The first instant after the last day, in UTC."""
        return start_of_day(self.last + timedelta(days=1), self.zone)

    @property
    def previous(self) -> "Period":
        """The same number of days, directly before."""
        length = timedelta(days=len(self.days))
        return Period(self.first - length, self.last - length, self.zone)


def parse_period(first: str | None, last: str | None, zone: str, max_days: int = MAX_DAYS) -> Period:
    """Parse the days of a request; the default is the last 30 days, today included.

    Raises InvalidInput for a malformed day, a reversed period, and one of more than `max_days` days.
    """
    today = local_today(zone)
    usual = timedelta(days=DEFAULT_DAYS - 1)
    begin, end = parse_day_parameter("from", first), parse_day_parameter("to", last)
    end = end or (max(begin, today) if begin else today)
    period = Period(begin or end - usual, end, zone)
    if period.last < period.first:
        raise invalid_parameter("to", Sentence("The last day is before the first.", "period_reversed"))
    if (period.last - period.first).days >= max_days:
        raise invalid_parameter("from", Sentence(f"Choose at most {max_days} days.", "period_too_long", days=max_days))
    return period


def local_today(zone: str) -> date:
    """The present day in the time zone."""
    return clock.now().astimezone(ZoneInfo(zone)).date()


def start_of_day(day: date, zone: str) -> datetime:
    """Return the first instant of a day in UTC, also where a clock change skips midnight."""
    local = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def local_time(quarter: int, zone: ZoneInfo) -> datetime:
    """Convert a number of quarter hours since 1970 (UTC) to local time."""
    return datetime.fromtimestamp(quarter * QUARTER_SECONDS, tz=UTC).astimezone(zone)


def next_day(day: date) -> date:
    return day + timedelta(days=1)


def parse_day_parameter(name: str, text: str | None) -> date | None:
    """Parse the query parameter `name`, a day such as 2026-07-01; None without text. Raises InvalidInput.

    A day before MIN_DATE or from MAX_DATE on is refused too.
    """
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or len(text) != 10 or not MIN_DATE <= day < MAX_DATE:
        raise invalid_parameter(name, Sentence("Send a day such as 2026-07-01.", "day_invalid"))
    return day


def at_truck(truck: Truck | None) -> sa.ColumnElement[bool]:
    """SQL condition: the order is of the truck (None: of any truck)."""
    return sa.true() if truck is None else Order.truck_id == truck.id


TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]
FirstDay = Annotated[str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")]
LastDay = Annotated[
    str | None, QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive")
]
