"""The books of the demo's sixty days: a bookkeeper's program accepts them, and the tax is the same everywhere."""

import shutil
from collections import defaultdict
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from chuckwagon.day_closes.check import find_problems
from chuckwagon.drawer.models import DayClose
from chuckwagon.kit import clock as product_clock
from chuckwagon.orders.models import Order, Refund
from chuckwagon.reporting.books.accounts import read_names
from chuckwagon.reporting.books.day_book import build_day_book
from chuckwagon.reporting.books.exports import render_journal
from chuckwagon.reporting.books.facts import IS_PAID
from chuckwagon.reporting.books.tax_report import build_tax_report
from chuckwagon.reporting.periods import Period
from chuckwagon.trucks.models import Truck
from tests.reporting.books.test_books import check_journal

ZONE = "America/Los_Angeles"
RATES = {"spicy-burritos": {8.75, 2.25}, "bao-and-broth": {8.63, 2.13}}


def zoned(day):
    """4 AM of the day, when the demo's drawers are closed."""
    return datetime(day.year, day.month, day.day, 4, tzinfo=ZoneInfo(ZONE))


@pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed (Debian: hledger)")
@pytest.mark.proof
@pytest.mark.dialect
def test_hledger_accepts_the_books_of_the_demo(tmp_path, db, load, clock):
    clock.set("2026-10-31T20:07:00Z")
    load(60)
    today = product_clock.now().astimezone(ZoneInfo(ZONE)).date()
    period = Period(today - timedelta(days=70), today + timedelta(days=1), ZONE)
    with db.reading() as session:
        assert find_problems(session).problems == []
        sheets = [close.figures["refunds"] for close in session.scalars(sa.select(DayClose))]
        begins, ends = (zoned(today - timedelta(days=days)) for days in (1, 0))
        of_yesterday = (Refund.created_at >= begins, Refund.created_at < ends)
        back = session.scalar(sa.select(sa.func.sum(Refund.amount_cents)).where(*of_yesterday))
        assert round(sum(sheets) * 100) == int(back) > 0
        trucks = [None, *session.scalars(sa.select(Truck).order_by(Truck.name))]
        for truck in trucks:
            book = build_day_book(session, truck, period)
            assert all(sum(sums.postings.values()) == 0 for sums in book.values())
            names = {truck_id: read_names(session, truck_id) for truck_id in {at.truck_id for at in book}}
            check_journal(tmp_path, render_journal(book, names))
            accounts = defaultdict(int)
            for sums in book.values():
                for posting, cents in sums.postings.items():
                    accounts[posting.account] += cents
            report = build_tax_report(session, truck, period)
            totals = report.totals
            assert totals.net_tax == -accounts["tax"] / 100
            of_orders = sa.select(sa.func.sum(Order.tax_cents)).where(
                IS_PAID, *([Order.truck_id == truck.id] if truck else [])
            )
            assert totals.tax == int(session.scalar(of_orders) or 0) / 100
            if truck is None:
                assert min(totals.exempt, totals.discounts, totals.tips, totals.refunded_tax) > 0
            elif truck.slug in RATES:
                assert {row.rate for row in report.rows} == RATES[truck.slug]
                assert totals.exempt > 0
