"""The job that keeps the sums of closed days, and the check of what it has kept."""

from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec.structs import astuple
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.drawer.models import DayClose
from chuckwagon.kit import clock
from chuckwagon.orders.placement.record_payment import complete_sold_places
from chuckwagon.reporting.books.book_days import FORM, find_first_day, find_missing_day
from chuckwagon.reporting.books.day_book import KINDS, sum_days
from chuckwagon.reporting.books.facts import sum_sales
from chuckwagon.reporting.books.models import ClosedDay
from chuckwagon.reporting.books.refund_facts import list_refunds
from chuckwagon.reporting.books.tax_report import sum_taxes
from chuckwagon.reporting.periods import Period, next_day
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult
from chuckwagon.trucks.models import Truck

DAYS_PER_STEP = 31
# What was recorded before a day was closed is committed by then.
SETTLES_AFTER = timedelta(hours=1)
# Noon in UTC is a day's first instant on the westernmost clock, 4 PM of the next day is 4 AM there.
WESTERNMOST, CLOSED_AFTER = timedelta(hours=12), timedelta(hours=16)


def keep_closed_days(db: Database) -> None:
    """Keep the sums of every day that is closed on all clocks and not kept yet."""
    complete_sold_places(db)
    db.write(lambda session: session.execute(sa.delete(ClosedDay).where(ClosedDay.form != FORM)))
    with db.reading() as session:
        due = list(_list_due(session))
    for truck_id, first, last in due:
        for begin, end in _list_steps(first, last):
            with db.reading() as session:
                rows = _sum_each_day(session, session.get_one(Truck, truck_id), begin, end)
            db.write(partial(_insert, rows=rows))


def _insert(session: Session, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        insert_if_absent(session, ClosedDay, row)


def _list_steps(first: date, last: date) -> Iterator[tuple[date, date]]:
    """The days in steps, oldest first. A step reads the orders of its days at once."""
    while first <= last:
        end = min(first + timedelta(days=DAYS_PER_STEP - 1), last)
        yield first, end
        first = next_day(end)


def check_closed_days(settings: Settings) -> CheckResult:
    """Check that the kept sums are those of the orders and refunds. For `chuckwagon doctor`."""
    try:
        with closing(Database(settings.direct_database)) as db, db.reading() as session:
            wrong = list_wrong_days(session)
    except (sa.exc.DatabaseError, OSError):
        return CheckResult(True, "The books are checked once the database responds.")
    if not wrong:
        return CheckResult(True, "The kept sums of closed days agree with their orders.")
    name, day = wrong[0]
    return CheckResult(
        False,
        f"The kept sums of {len(wrong)} closed days differ from their orders, first those of {name} on {day}: "
        "delete the rows of the table closed_days, and the worker makes them again.",
    )


def list_wrong_days(session: Session) -> list[tuple[str, date]]:
    """The kept days, by the truck's name, whose sums differ from what their orders and refunds say."""
    bounds = sa.select(ClosedDay.truck_id, sa.func.min(ClosedDay.day), sa.func.max(ClosedDay.day))
    wrong = []
    for truck_id, first, last in session.execute(bounds.where(ClosedDay.form == FORM).group_by(ClosedDay.truck_id)):
        truck = session.get_one(Truck, truck_id)
        for begin, end in _list_steps(first, last):
            days = sa.select(ClosedDay.day, ClosedDay.figures).where(ClosedDay.truck_id == truck_id)
            kept: dict[date, dict[str, Any]] = dict(
                session.execute(days.where(ClosedDay.day.between(begin, end))).all()
            )
            made = _sum_each_day(session, truck, begin, end)
            wrong += [(truck.name, row["day"]) for row in made if kept.get(row["day"]) != row["figures"]]
    return wrong


def _list_due(session: Session) -> Iterator[tuple[str, date, date]]:
    """Each truck with closed days that are not kept, the first and the last of them."""
    settled = clock.now() - SETTLES_AFTER
    closes = sa.select(DayClose.truck_id, sa.func.max(DayClose.closed_at)).where(DayClose.closed_at <= settled)
    of_trucks = sa.select(ClosedDay.truck_id, sa.func.count(), sa.func.max(ClosedDay.day))
    kept = {key: (count, day) for key, count, day in session.execute(of_trucks.group_by(ClosedDay.truck_id))}
    for truck_id, closed_at in session.execute(closes.group_by(DayClose.truck_id)).all():
        last = min((closed_at - WESTERNMOST).date(), (settled - CLOSED_AFTER).date() - timedelta(days=1))
        first = _find_first_due(session, truck_id, *kept.get(truck_id, (0, None)))
        if first is not None:
            yield truck_id, first, last


def _find_first_due(session: Session, truck_id: str, count: int, newest: date | None) -> date | None:
    """The first day that is not kept. It is before the newest kept one if a row was deleted."""
    first = find_first_day(session, truck_id)
    if first is None or newest is None or newest < first:
        return first if newest is None else next_day(newest)
    if count > (newest - first).days:
        return next_day(newest)
    days = sa.select(ClosedDay.day).where(ClosedDay.truck_id == truck_id, ClosedDay.day >= first)
    return find_missing_day(set(session.scalars(days)), first)


def _sum_each_day(session: Session, truck: Truck, first: date, last: date) -> list[dict[str, Any]]:
    period = Period(first, last, truck.timezone)
    sales = sum_sales(session, truck, period, with_shares=True)
    refunds = list_refunds(session, truck, period)
    days: dict[date, dict[str, Any]] = {day: {"taxes": [], "book": {}} for day in period.days}
    for day, figures in days.items():
        of_day = {sold: sums for sold, sums in sales.items() if sold.day == day}
        given_back = [refund for refund in refunds if refund.sold.day == day]
        for key, cents in sorted(sum_taxes(of_day, given_back).items(), key=repr):
            figures["taxes"].append([key.place_id, key.place_name, key.rate, list(astuple(cents))])
        for at, found in sum_days(of_day, given_back).items():
            postings = [[name.account, name.rate, cents] for name, cents in sorted(found.postings.items(), key=repr)]
            figures["book"][KINDS[at.kind]] = [found.count, list(astuple(found.sums)), postings]
    return [{"truck_id": truck.id, "day": day, "form": FORM, "figures": figures} for day, figures in days.items()]
