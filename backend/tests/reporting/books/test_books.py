"""The books: entries on their days, sums that balance, and the files."""

import csv
import io
import re
import shutil
import subprocess
import zipfile
from datetime import timedelta
from decimal import Decimal

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Dispute, OrderLine
from chuckwagon.reporting.books.routes import FORMATS
from chuckwagon.reporting.periods import parse_period
from tests.factories import make_item
from tests.payments.paid_orders import Shop, connect_account
from tests.reporting.books.conftest import OCTOBER, rows_of, utc
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


def zip_of(answer):
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_each_fact_is_an_entry_on_its_day(db, call, sell, give_back, add_event, close_day):
    order = sell(utc("2026-10-10T19:00"), 1000, off=100, tip=150, tender="cash", place_name="Pier 7",
                 place_timezone="America/New_York")  # fmt: skip
    give_back(order, utc("2026-10-11T19:00"), 979)
    sell(utc("2026-10-10T20:00"), 9900, tender="unpaid")
    add_event("pay_out", utc("2026-10-12T19:00"), 500, reason="Ice")
    close_day(utc("2026-10-13T05:00"), off=-25)
    dispute = Dispute(
        id="dp_1", order_id=order.id, payment_intent_id=None, amount_cents=1129, reason="fraud", status="won",
        created_at=utc("2026-10-14T19:00"), read_at=utc("2026-10-20T19:00"), withdrawn_at=utc("2026-10-14T19:01"),
        returned_at=utc("2026-10-20T19:00"),
    )  # fmt: skip
    db.write(lambda session: session.add(dispute))
    number = str(order.order_number)
    names = ("date", "time", "place", "order", "kind", "gross", "discount", "taxable", "tax", "tip", "total")
    assert [tuple(row[name] for name in names) for row in rows_of(call("/books/export", **OCTOBER))] == [
        ("2026-10-10", "15:00", "Pier 7", number, "sale", "10.00", "1.00", "9.00", "0.79", "1.50", "11.29"),
        ("2026-10-11", "15:00", "Pier 7", number, "refund", "-9.00", "0.00", "-9.00", "-0.79", "0.00", "-9.79"),
        ("2026-10-12", "12:00", "", "", "movement", "0.00", "0.00", "0.00", "0.00", "0.00", "-5.00"),
        ("2026-10-12", "22:00", "", "", "movement", "0.00", "0.00", "0.00", "0.00", "0.00", "-0.25"),
        ("2026-10-14", "15:00", "Pier 7", number, "dispute", "0.00", "0.00", "0.00", "0.00", "0.00", "-11.29"),
        ("2026-10-20", "15:00", "Pier 7", number, "dispute", "0.00", "0.00", "0.00", "0.00", "0.00", "11.29"),
    ]
    books = call("/books", **OCTOBER).json()
    assert [day["date"] for day in books["days"]] == [f"2026-10-{day}" for day in (10, 11, 12, 14, 20)]
    totals = books["totals"]
    assert (totals["sales"], totals["refunds"], totals["movements"], totals["cash"]) == (11.29, 9.79, -5.25, -3.75)
    assert totals["platform"] is None
    assert call("/books", "superadmin", **OCTOBER).json()["totals"]["platform"] == 0


@SAME_ON_BOTH
def test_entries_come_in_pages(call, sell):
    for minute in range(7):
        sell(utc(f"2026-10-1{minute % 3}T19:0{minute}"), 100 + minute)
    whole = call("/books", **OCTOBER).json()["entries"]
    found, cursor = [], None
    while cursor is not None or not found:
        page = call("/books", limit=2, **OCTOBER, **({"cursor": cursor} if cursor else {})).json()
        found += page["entries"]
        cursor = page["nextCursor"]
    assert found == whole
    assert len(found) == 7
    assert call("/books", cursor="x", **OCTOBER).status_code == 400


def test_a_refund_that_fails_is_taken_back_on_the_day_on_which_it_failed(call, sell, give_back, add_event):
    order = sell(utc("2026-10-10T19:00"), 1000)
    refund = give_back(order, utc("2026-10-30T19:00"), 1088, status="failed", provider_id="re_1")
    about = {"tender": "online", "order_id": order.id, "refund_id": refund}
    add_event("refund", utc("2026-10-30T19:00:05"), 1088, **about)
    add_event("refund_failed", utc("2026-11-03T19:00"), 1088, **about)
    rows = rows_of(call("/books/export", **{"from": "2026-10-01", "to": "2026-11-30"}))
    assert [(row["date"], row["kind"], row["tax"], row["total"]) for row in rows] == [
        ("2026-10-10", "sale", "0.88", "10.88"),
        ("2026-10-30", "refund", "-0.88", "-10.88"),
        ("2026-11-03", "refund", "0.88", "10.88"),
    ]


def test_card_money_goes_to_the_truck_less_the_fee_and_back(db, client, cast, sandbox, call, worker):
    connect_account(db, cast, sandbox, fee_bps=1000)
    shop = Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=1000))
    order_id, _ = shop.buy(2)
    assert shop.refund(order_id, items=[{"index": 0, "quantity": 1}]).status_code == 201
    worker.run_once()
    names = ("kind", "gross", "tax", "total", "fee", "transfer")
    assert [tuple(row[name] for name in names) for row in rows_of(call("/books/export"))] == [
        ("sale", "20.00", "1.75", "21.75", "2.17", "21.75"),
        ("refund", "-10.00", "-0.88", "-10.88", "-1.08", "-10.88"),  # what the provider gave back of the fee
    ]


@SAME_ON_BOTH
def test_quickbooks_gets_bank_lines_of_cash_and_of_card_money(call, sell, give_back, add_event):
    order = sell(utc("2026-10-10T19:00"), 1000, tender="cash")
    give_back(order, utc("2026-10-11T19:00"), 544)
    sell(utc("2026-10-10T19:00"), 2000, tender="card")
    add_event("pay_in", utc("2026-10-12T19:00"), 500, reason="Change")
    files = zip_of(call("/books/export", format="quickbooks", **OCTOBER))
    assert files["cash-1.csv"].splitlines() == [
        "Date,Description,Amount",
        "10/10/2026,Cash sales,10.88",
        "10/11/2026,Cash refunds,-5.44",
        "10/12/2026,Cash in and out of the drawer,5.00",
    ]
    assert files["card-1.csv"].splitlines() == ["Date,Description,Amount", "10/10/2026,Card sales,21.75"]


@SAME_ON_BOTH
def test_xero_gets_journals_with_codes_and_names_that_add_up_to_zero(client, cast, call, sell):
    names = call("/books/accounts").json()
    assert (names["version"], names["accounts"]["sales"]["code"]) == (0, "4000")
    names["accounts"]["sales"] = {"name": "Food", "code": "200"}
    names["taxRates"] = [{"rate": 8.75, "name": "LA tax"}]
    assert put_names(client, cast, names).json()["version"] == 1
    sell(utc("2026-10-10T19:00"), 1000, tender="cash", tip=100)
    lines = list(csv.reader(io.StringIO(call("/books/export", format="xero", **OCTOBER).text)))
    assert lines[0] == ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"]
    assert [line[3:] for line in lines[1:]] == [
        ["1000", "Tax Exempt", "11.88"], ["200", "LA tax", "-10.00"], ["2200", "Tax Exempt", "-0.88"],
        ["2210", "Tax Exempt", "-1.00"],
    ]  # fmt: skip
    assert lines[1][:2] == ["2026-10-10 Sales, 1 order", "10/10/2026"]


@SAME_ON_BOTH
def test_what_is_not_taxed_is_not_on_the_line_of_a_rate(tmp_path, db, client, cast, call, sell, give_back):
    """$10 of tacos and $5 exempt with 10% off, then each refunded: sales, discounts and refunds are by rate."""
    names = call("/books/accounts").json() | {"taxRates": [{"rate": 8.75, "name": "LA tax"}]}
    assert put_names(client, cast, names).status_code == 200
    order = sell(utc("2026-10-10T19:00"), 1500, off=150, tax_cents=79, exempt_cents=450, tender="cash",
                 lines=[("Taco", 1, 1000), ("Bread", 1, 500)])  # fmt: skip
    bread = sa.update(OrderLine).where(OrderLine.order_id == order.id, OrderLine.name == "Bread")
    db.write(lambda session: session.execute(bread.values(tax_class="exempt")))
    give_back(order, utc("2026-10-11T19:00"), 1429, [{"index": 0, "quantity": 1}, {"index": 1, "quantity": 1}])
    lines = list(csv.reader(io.StringIO(call("/books/export", format="xero", **OCTOBER).text)))[1:]
    taxed = [tuple(line[2:]) for line in lines if line[3] in ("4000", "4010", "4020")]
    assert taxed == [
        ("Income:Discounts 8.75%", "4010", "LA tax", "1.00"), ("Income:Discounts", "4010", "Tax Exempt", "0.50"),
        ("Income:Sales 8.75%", "4000", "LA tax", "-10.00"), ("Income:Sales", "4000", "Tax Exempt", "-5.00"),
        ("Income:Refunds 8.75%", "4020", "LA tax", "9.00"), ("Income:Refunds", "4020", "Tax Exempt", "4.50"),
    ]  # fmt: skip
    assert sum(Decimal(line[5]) for line in lines) == 0
    journal = call("/books/export", format="journal", **OCTOBER).text
    assert "    Income:Sales  $-10.00  ; 8.75%\n    Income:Sales  $-5.00\n" in journal
    if shutil.which("hledger"):
        check_journal(tmp_path, journal)


@SAME_ON_BOTH
def test_names_are_changed_by_whoever_has_seen_the_present_ones(client, cast, call):
    names = call("/books/accounts").json()
    assert put_names(client, cast, names | {"noTax": "  None "}).json()["noTax"] == "None"
    stale = put_names(client, cast, names | {"noTax": "Other"})
    assert (stale.status_code, stale.json()["code"]) == (409, "version_conflict")
    assert stale.json()["accounts"]["noTax"] == "None"
    refused = put_names(client, cast, names | {"noTax": " ", "version": 1})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["noTax"])
    assert call("/books/accounts").json()["noTax"] == "None"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"taxRates": [{"rate": 8.75, "name": "LA"}, {"rate": 8.75, "name": "City"}]}, "taxRates.1.rate"),
        ({"accounts": {"tax": {"name": " income:sales", "code": "9"}}}, "accounts.tax.name"),
        ({"accounts": {"tax": {"name": "Tax", "code": "4000"}}}, "accounts.tax.code"),
    ],
)
def test_a_rate_has_one_name_and_tax_an_account_of_its_own(client, cast, call, change, field):
    refused = put_names(client, cast, change)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    assert call("/books/accounts").json()["version"] == 0


def put_names(client, cast, names):
    return client.put("/api/books/accounts", json=names, headers=cast.headers("truck_admin"))


@SAME_ON_BOTH
def test_long_series_are_several_files(call, sell):
    for number in range(100):
        day = utc("2026-01-02T20:00") + timedelta(days=2 * number)
        sell(day, 1000, tender="cash", tip=100)
    year = {"from": "2026-01-01", "to": "2026-12-31"}
    files = zip_of(call("/books/export", format="xero", **year))
    assert [len(text.splitlines()) - 1 for text in files.values()] == [300, 100]
    assert call("/books/export", format="excel", **year).status_code == 400


@SAME_ON_BOTH
def test_orders_and_their_lines_are_exported_on_the_clock_of_the_place(call, sell):
    order = sell(utc("2026-11-01T06:30"), 1000, off=100, tender="cash", place_name="Pier 7",
                 place_timezone="America/Los_Angeles")  # fmt: skip
    sell(utc("2026-11-01T07:00"), 500, tender="unpaid")
    [row] = rows_of(call("/orders/export", **OCTOBER))
    assert (row["date"], row["time"], row["order"], row["tender"]) == (
        "2026-10-31",
        "23:30",
        str(order.order_number),
        "cash",
    )
    assert (row["subtotal"], row["discount"], row["tax"], row["total"]) == ("10.00", "1.00", "0.79", "9.79")
    [line] = rows_of(call("/orders/lines/export", **OCTOBER))
    assert (line["item"], line["quantity"], line["unitPrice"], line["lineTotal"]) == ("Taco", "1", "10.00", "10.00")


def test_a_file_has_a_type_that_the_description_names(client, call, sell):
    sell(utc("2026-10-10T19:00"), 1000)
    described = client.get("/api/openapi.json").json()["paths"]["/api/books/export"]["get"]["responses"]["200"][
        "content"
    ]
    types = {name: call("/books/export", format=name, **OCTOBER).headers["Content-Type"] for name in FORMATS}
    text = {"csv": "text/csv; charset=utf-8", "journal": "text/plain; charset=utf-8"}
    assert types == {"quickbooks": "application/zip", "xero": "text/csv; charset=utf-8", **text}
    assert {name.partition(";")[0] for name in types.values()} == set(described)


@SAME_ON_BOTH
@pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed (Debian: hledger)")
def test_hledger_accepts_the_journal(tmp_path, call, sell, give_back, add_event, close_day):
    for day in range(1, 29):
        order = sell(utc(f"2026-10-{day:02}T20:00"), 1000 + day, tender=("online", "cash", "card")[day % 3], tip=day,
                     off=day)  # fmt: skip
        if day % 4 == 0:
            give_back(order, utc(f"2026-10-{day + 1:02}T20:00"), 200 + day)
    add_event("pay_out", utc("2026-10-12T19:00"), 500, reason="Ice; and more")
    close_day(utc("2026-10-13T05:00"), off=-25)
    answer = call("/books/export", format="journal", **OCTOBER)
    check_journal(tmp_path, answer.text)
    tax = sum(Decimal(found) for found in re.findall(r"Liabilities:Sales tax  \$(-?[\d.]+)", answer.text))
    assert float(-tax) == call("/tax-report", **OCTOBER).json()["totals"]["netTax"]


def check_journal(folder, text):
    """Raise unless `hledger check` accepts the journal, strictly."""
    path = folder / "books.journal"
    path.write_text(text)
    command = ["hledger", "-f", str(path), "check", "--strict", "ordereddates"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@SAME_ON_BOTH
def test_a_period_has_at_most_two_years():
    assert len(parse_period("2025-01-01", "2026-12-31", "UTC").days) == 730
