"""The kept sums of closed days: a report of a year adds up its days, and reads the orders of the newest ones only.

A closed day never changes (docs/decisions/0062-closed-days.md), so what is kept needs no update. Which days are kept,
and when: `jobs.py`. A row that was deleted is missing until the worker makes it again: from there on orders are read.
"""

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.orders.models import Order
from chuckwagon.reporting.books.models import ClosedDay
from chuckwagon.reporting.periods import Period, next_day
from chuckwagon.trucks.models import Truck

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
