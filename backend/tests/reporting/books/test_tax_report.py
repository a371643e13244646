"""Every value of the tax report: by place and rate, on the clocks of the places, with refunds on their own days."""

import csv
import io
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import OrderLine
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect
OCTOBER = {"from": "2026-10-01", "to": "2026-10-31"}
MONEY = ("gross", "discounts", "exempt", "taxable", "tax", "refunds", "refundedTax", "netTaxable", "netTax", "tips")


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def money(row):
    return tuple(row[name] for name in MONEY)


def test_a_row_for_each_place_and_rate_with_what_it_took_by_tender(call, sell, add_place, add_stop):
    pier = add_stop(add_place("Pier 7"), utc("2026-10-10T18:00"))
    at_pier = {"stop_id": pier, "place_name": "Pier 7", "place_timezone": "America/Los_Angeles"}
    sell(utc("2026-10-10T19:00"), 1000, tip=150, **at_pier)
    sell(utc("2026-10-10T19:10"), 2000, off=500, tender="cash", **at_pier)
    sell(utc("2026-10-10T19:20"), 1000, tender="card", rate=0, **at_pier)
    sell(utc("2026-10-10T19:30"), 400, tender="reader")
    sell(utc("2026-10-10T19:40"), 9900, tender="unpaid", **at_pier)
    report = call("/tax-report", **OCTOBER).json()
    assert [(row["placeName"], row["rate"], money(row), row["tenders"]) for row in report["rows"]] == [
        ("Pier 7", 8.75, (30, 5, 0, 25, 2.19, 0, 0, 25, 2.19, 1.5),
         {"online": 12.38, "reader": 0, "cash": 16.31, "card": 0}),
        ("Pier 7", 0, (10, 0, 0, 10, 0, 0, 0, 10, 0, 0), {"online": 0, "reader": 0, "cash": 0, "card": 10}),
        (None, 8.75, (4, 0, 0, 4, 0.35, 0, 0, 4, 0.35, 0), {"online": 0, "reader": 4.35, "cash": 0, "card": 0}),
    ]  # fmt: skip
    assert money(report["totals"]) == (44, 5, 0, 39, 2.54, 0, 0, 39, 2.54, 1.5)
    assert report["rows"][0]["placeId"]


def test_two_rates_and_what_is_not_taxed(db, call, sell):
    """$10 of tacos, $5 of water at 2%, $3 not taxed; with 20% off, of which the lines say whose it is."""
    parts = {"exempt_cents": 300, "reduced_tax_rate_units": 20_000, "reduced_taxable_cents": 500}
    sell(utc("2026-10-10T19:00"), 1800, tax_cents=98, reduced_tax_cents=10, **parts)
    off = {"exempt_cents": 240, "reduced_tax_rate_units": 20_000, "reduced_taxable_cents": 400, "off": 360}
    lines = [("Taco", 1, 1000), ("Water", 1, 500), ("Salad", 1, 300)]
    order = sell(utc("2026-10-10T19:10"), 1800, tax_cents=78, reduced_tax_cents=8, lines=lines, tender="cash", **off)
    for name, tax_class in (("Water", "reduced"), ("Salad", "exempt")):
        change = sa.update(OrderLine).where(OrderLine.order_id == order.id, OrderLine.name == name)
        db.write(lambda session, change=change, new=tax_class: session.execute(change.values(tax_class=new)))
    rows = call("/tax-report", **OCTOBER).json()["rows"]
    assert [(row["rate"], money(row)) for row in rows] == [
        (8.75, (26, 2.6, 5.4, 18, 1.58, 0, 0, 18, 1.58, 0)),
        (2, (10, 1, 0, 9, 0.18, 0, 0, 9, 0.18, 0)),
    ]


def test_a_reduced_rate_of_zero_is_a_rate_of_its_own_for_refunds(db, call, sell, give_back):
    """$10 of tacos at 8%, $10 of groceries at 0%: each goes back at its own rate."""
    lines = [("Taco", 1, 1000), ("Water", 1, 1000)]
    order = sell(utc("2026-10-10T19:00"), 2000, rate=80_000, tax_cents=80, reduced_tax_rate_units=0,
                 reduced_taxable_cents=1000, lines=lines, tender="cash")  # fmt: skip
    water = sa.update(OrderLine).where(OrderLine.order_id == order.id, OrderLine.name == "Water")
    db.write(lambda session: session.execute(water.values(tax_class="reduced")))
    give_back(order, utc("2026-10-11T19:00"), 1000, [{"index": 1, "quantity": 1}])
    rows = call("/tax-report", **OCTOBER).json()["rows"]
    assert [(row["rate"], row["refunds"], row["refundedTax"]) for row in rows] == [(8, 0, 0), (0, 10, 0)]
    give_back(order, utc("2026-10-12T19:00"), 1080, [{"index": 0, "quantity": 1}])
    rows = call("/tax-report", **OCTOBER).json()["rows"]
    assert [(row["rate"], row["refunds"], row["refundedTax"]) for row in rows] == [(8, 10.8, 0.8), (0, 10, 0)]


def test_prices_with_tax_are_reported_without_it(call, sell):
    sell(utc("2026-10-10T19:00"), 1000, tax_cents=80, total_cents=1000, prices_include_tax=True)
    [row] = call("/tax-report", **OCTOBER).json()["rows"]
    assert money(row) == (9.2, 0, 0, 9.2, 0.8, 0, 0, 9.2, 0.8, 0)
    assert row["tenders"]["online"] == 10


def test_a_refund_is_in_the_month_in_which_it_was_made(call, sell, give_back):
    order = sell(utc("2026-10-10T19:00"), 1000, tip=100)
    before = call("/tax-report", **OCTOBER).json()
    give_back(order, utc("2026-11-10T19:00"), 1188)
    cash = sell(utc("2026-10-10T20:00"), 2000, tender="cash", created_at=utc("2026-09-30T19:00"))
    give_back(cash, utc("2026-11-11T19:00"), 1088)
    give_back(cash, utc("2026-11-11T19:00"), 100, status="due")
    give_back(cash, utc("2026-11-11T19:00"), 100, status="failed")
    october = call("/tax-report", **OCTOBER).json()
    assert before["totals"]["tax"] == 0.88
    assert money(october["totals"]) == (30, 0, 0, 30, 2.63, 0, 0, 30, 2.63, 1)
    november = call("/tax-report", **{"from": "2026-11-01", "to": "2026-11-30"}).json()
    assert money(november["totals"]) == (0, 0, 0, 0, 0, 22.76, 1.76, -20, -1.76, 0)


@pytest.mark.parametrize(
    ("zone", "inside", "outside"),
    [
        ("America/Los_Angeles", "2026-11-01T06:59:59", "2026-11-01T07:00"),
        ("America/New_York", "2026-11-01T03:59:59", "2026-11-01T04:00"),
        ("Asia/Kathmandu", "2026-10-31T18:14:59", "2026-10-31T18:15"),
        ("Pacific/Kiritimati", "2026-10-31T09:59:59", "2026-10-31T10:00"),
    ],
)
def test_a_month_ends_at_midnight_on_the_clock_of_the_place(call, sell, zone, inside, outside):
    for instant in (inside, outside):
        sell(utc(instant), 1000, place_name="Pier 7", place_timezone=zone)
    sell(utc("2026-10-10T19:00"), 500)
    rows = call("/tax-report", **OCTOBER).json()["rows"]
    assert {row["placeName"]: row["gross"] for row in rows} == {"Pier 7": 10, None: 5}


@SAME_ON_BOTH
def test_the_file_has_the_same_rows_and_the_totals_last(call, sell):
    sell(utc("2026-10-10T19:00"), 1000, place_name="=Pier 7", place_timezone="America/Los_Angeles")
    answer = call("/tax-report/export", **OCTOBER)
    assert 'filename="tax-' in answer.headers["Content-Disposition"]
    header, row, total = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert header[:5] == ["truck", "place", "rate", "gross", "discounts"]
    assert row[1:] == ["'=Pier 7", "8.75", "10.00", "0.00", "0.00", "10.00", "0.88", "0.00", "0.00", "10.00", "0.88",
                       "0.00", "10.88", "0.00", "0.00", "0.00"]  # fmt: skip
    assert total[0] == "total"
    assert total[3:] == row[3:]


def test_only_superadmins_see_all_trucks(call, sell, cast):
    sell(utc("2026-10-10T19:00"), 1000)
    sell(utc("2026-10-10T19:00"), 500, of=cast.other_truck)
    assert call("/tax-report", **OCTOBER).json()["totals"]["gross"] == 10
    assert call("/tax-report", "superadmin", **OCTOBER).json()["totals"]["gross"] == 15
    assert call("/tax-report", truckId=cast.other_truck.id, **OCTOBER).status_code == 403
