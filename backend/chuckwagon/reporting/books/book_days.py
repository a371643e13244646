"""The days of the books: the local day of an instant, when a day is closed, and the kept sums of closed days.

A local day is that of the clock of the place where the order was sold. SQL computes it from the UTC offsets that each
time zone has in the period, because a year of orders is grouped by day in the database.

A report of a year adds up the kept sums of its days, and reads the orders of the newest ones only. A closed day never
changes (docs/decisions/0062-closed-days.md), so what is kept needs no update. Which days are kept, and when: `jobs.py`.
A row that was deleted is missing until the worker makes it again: from there on orders are read.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import DayClose
from chuckwagon.orders.models import Order
from chuckwagon.reporting.analytics import QuarterHour
from chuckwagon.reporting.books.models import ClosedDay
from chuckwagon.reporting.periods import QUARTER_SECONDS, Period, next_day, start_of_day
from chuckwagon.schedule.wall_clock import to_instant
from chuckwagon.trucks.models import Truck

QUARTERS_PER_DAY = 96
# No clock is further from UTC: they differ by 14 hours at most.
MARGIN = timedelta(hours=15)
CLOSED_AFTER = time(4)
_EPOCH = date(1970, 1, 1)


def widen(period: Period) -> tuple[datetime, datetime]:
    """All instants whose local day, on any clock, may be in the period: from the first, up to before the second."""
    begin = datetime(period.first.year, period.first.month, period.first.day, tzinfo=UTC)
    end = datetime(period.last.year, period.last.month, period.last.day, tzinfo=UTC) + timedelta(days=1)
    return begin - MARGIN, end + MARGIN


def local_day_number(instant: Any, zone: Any, zones: Iterable[str], period: Period) -> sa.ColumnElement[int]:
    """SQL: the local day of an instant as the number of days since 1970.

    `zone` is the SQL of its time zone; for one that is not among `zones` the day is NULL.
    The instant is one of `widen(period)`.
    """
    offsets = {name: _offset_sql(instant, name, *widen(period)) for name in sorted(zones)}
    offset = sa.case(*((zone == name, value) for name, value in offsets.items()))
    number: sa.ColumnElement[int] = (QuarterHour(instant) + offset) // QUARTERS_PER_DAY
    return number


def to_day(number: int) -> date:
    """The day of a number of days since 1970."""
    return _EPOCH + timedelta(days=number)


def to_number(day: date) -> int:
    """The number of days since 1970."""
    return (day - _EPOCH).days


def _offset_sql(instant: Any, zone: str, begin: datetime, end: datetime) -> Any:
    """SQL: the offset of the zone from UTC in quarter hours, at an instant between `begin` and `end`."""
    changes = _list_changes(ZoneInfo(zone), begin, end)
    last: sa.ColumnElement[int] = sa.literal_column(str(_offset(end, ZoneInfo(zone))))
    if not changes:
        return last
    return sa.case(*((instant < at, sa.literal_column(str(before))) for at, before in changes), else_=last)


def _list_changes(zone: ZoneInfo, begin: datetime, end: datetime) -> list[tuple[datetime, int]]:
    """The clock changes from `begin` to `end`: when, and the offset in quarter hours before it."""
    found, day = [], begin
    while day < end:
        before, after = _offset(day, zone), _offset(day + timedelta(days=1), zone)
        if before != after:
            steps = (day + timedelta(seconds=QUARTER_SECONDS * step) for step in range(1, QUARTERS_PER_DAY + 1))
            found.append((next(at for at in steps if _offset(at, zone) != before), before))
        day += timedelta(days=1)
    return found


def _offset(instant: datetime, zone: ZoneInfo) -> int:
    offset = instant.astimezone(zone).utcoffset() or timedelta(0)
    return int(offset.total_seconds()) // QUARTER_SECONDS


class Closes:
    """The day closes of trucks, to tell which days were closed at an instant.

    A day is closed at 4 AM of the next one, once a day close was made since it began; else by the next day close.
    """

    def __init__(self, session: Session, truck: Truck | None) -> None:
        self._of_truck: dict[str, list[datetime]] = defaultdict(list)
        query = sa.select(DayClose.truck_id, DayClose.closed_at).order_by(DayClose.closed_at)
        for truck_id, closed_at in session.execute(query.where(DayClose.truck_id == truck.id) if truck else query):
            self._of_truck[truck_id].append(closed_at)

    def is_closed(self, truck_id: str, day: date, zone: str, at: datetime) -> bool:
        """Whether the truck's day, on the clock of the zone, is closed at the instant."""
        closes = self._of_truck[truck_id]
        first = bisect_left(closes, start_of_day(day, zone))
        if first == len(closes):
            return False
        return at >= max(closes[first], to_instant(next_day(day), CLOSED_AFTER, zone))

    def book(self, truck_id: str, at: datetime, recorded_at: datetime, zone: str) -> datetime:
        """The instant that gives a fact its day: when it happened, or if that day was closed, when it was recorded."""
        day = at.astimezone(ZoneInfo(zone)).date()
        return recorded_at if self.is_closed(truck_id, day, zone, recorded_at) else at


# Of what `jobs.py` stores. With another number the rows of earlier releases are made again.
FORM = 1
# A sale may have been made that long before it was recorded.
EARLIEST_SALE = timedelta(days=15)


class KeptDay(Struct, frozen=True):
    """The kept sums of a truck's day: `figures` as `jobs.py` has stored them."""

    truck: Truck
    day: date
    figures: dict[str, Any]


def read(session: Session, truck: Truck | None, period: Period) -> tuple[list[KeptDay], Period | None]:
    """The kept days of the period, oldest first, and the days that are left, if any.

    All trucks together have no kept days, because each has closed other ones.
    """
    if truck is None:
        return [], period
    of_truck = (ClosedDay.truck_id == truck.id, ClosedDay.form == FORM)
    newest = session.scalar(sa.select(sa.func.max(ClosedDay.day)).where(*of_truck))
    if newest is None or newest < period.first:
        return [], period
    days = sa.select(ClosedDay.day, ClosedDay.figures).where(
        *of_truck, ClosedDay.day.between(period.first, period.last)
    )
    kept = [KeptDay(truck, day, figures) for day, figures in session.execute(days.order_by(ClosedDay.day))]
    begin = max(period.first, find_first_day(session, truck.id) or period.first)
    missing = find_missing_day({one.day for one in kept}, begin)
    rest = None if missing > period.last else replace(period, first=missing)
    return [one for one in kept if one.day < missing], rest


def find_first_day(session: Session, truck_id: str) -> date | None:
    """The first day on which a sale of the truck can be; None before its first order."""
    created_at = session.scalar(sa.select(sa.func.min(Order.created_at)).where(Order.truck_id == truck_id))
    return (created_at - EARLIEST_SALE).date() if created_at else None


def find_missing_day(kept: Collection[date], first: date) -> date:
    """The first day from `first` on that is not kept."""
    while first in kept:
        first = next_day(first)
    return first
