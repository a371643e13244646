"""The kept sums of closed days: a report of a year adds up its days, and reads the orders of the newest ones only.

A closed day never changes (docs/decisions/0062-closed-days.md), so what is kept needs no update. Which days are kept,
and when: `jobs.py`.
"""

from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.reporting.books.models import ClosedDay
from chuckwagon.reporting.periods import Period
from chuckwagon.trucks.models import Truck

# Of what `jobs.py` stores. With another number the rows of earlier releases are made again.
FORM = 1


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
    rest = None if newest >= period.last else replace(period, first=newest + timedelta(days=1))
    return kept, rest
