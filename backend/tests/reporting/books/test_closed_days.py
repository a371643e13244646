"""What was booked on a closed day stays there, to the byte: late sales and refunds, moves, another time zone."""

from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.payment_intents import StripeDispute, StripeRefund
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.payments.fulfillment.disputes import record_dispute
from chuckwagon.payments.refund_sync import record_refunds
from chuckwagon.reporting.books import jobs
from chuckwagon.reporting.books.models import ClosedDay
from chuckwagon.trucks.models import Truck
from tests.factories import make_item
from tests.payments.paid_orders import Shop
from tests.reporting.books.conftest import FORMATS, NOVEMBER, OCTOBER, rows_of, utc

pytestmark = pytest.mark.dialect


def test_a_late_sale_is_booked_on_the_day_it_was_made_until_that_day_is_closed(db, call, sell, add_event, close_day):
    """The day of the sale is closed at 4 AM of the next one (11:00 UTC), because the drawer was closed in the night."""
    close_day(utc("2026-10-31T06:30"))  # of 30 October, and the first since it began
    taken = utc("2026-10-31T04:50")  # 9:50 PM of 30 October
    for recorded in ("2026-10-31T10:59:59", "2026-10-31T11:00", "2026-11-02T19:00"):
        order = sell(taken, 1000, tender="card")
        add_event("sale", utc(recorded), 1000, tender="card", order_id=order.id, taken_at=taken)
    rows = rows_of(call("/books/export", **{"from": "2026-10-01", "to": "2026-11-30"}))
    assert [(row["date"], row["time"], row["instant"]) for row in rows] == [
        ("2026-10-30", "21:50", "2026-10-31T04:50:00.000Z"),
        ("2026-10-31", "2026-10-30 21:50", "2026-10-31T04:50:00.000Z"),
        ("2026-11-02", "2026-10-30 21:50", "2026-10-31T04:50:00.000Z"),
    ]
    report = call("/tax-report", **NOVEMBER).json()
    assert report["totals"]["gross"] == 10


def test_a_day_without_a_close_is_closed_by_the_next_one(call, sell, add_event, close_day):
    close_day(utc("2026-10-30T06:00"))  # of 29 October
    close_day(utc("2026-11-02T06:00"))
    taken = utc("2026-10-31T04:50")
    for recorded in ("2026-11-02T05:59:59", "2026-11-02T06:00"):
        order = sell(taken, 1000, tender="card")
        add_event("sale", utc(recorded), 1000, tender="card", order_id=order.id, taken_at=taken)
    dates = [row["date"] for row in rows_of(call("/books/export", **{"from": "2026-10-01", "to": "2026-11-30"}))]
    assert dates == ["2026-10-30", "2026-11-01"]


def test_a_moved_order_stays_booked_at_the_place_where_it_was_sold(db, call, sell, add_place, add_stop):
    pier, market = add_place("Pier 7"), add_place("Market")
    stop = add_stop(market, utc("2026-10-10T18:00"))
    sell(utc("2026-10-09T19:00"), 1000, stop_id=stop, place_name="Market", sold_place_name="Pier 7", sold_place_id=pier)
    [row] = call("/tax-report", **OCTOBER).json()["rows"]
    assert (row["placeId"], row["placeName"]) == (pier, "Pier 7")
    assert rows_of(call("/books/export", **OCTOBER))[0]["place"] == "Pier 7"


def test_a_closed_month_stays_when_its_truck_moves_to_another_time_zone(db, client, cast, call, sandbox, close_day):
    """Paid at 11:30 PM in Los Angeles, which is the next day in New York and Tokyo."""
    Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=1000)).buy(1)
    sold_at = sa.update(Order).values(created_at=utc("2026-11-01T06:30"))
    db.write(lambda session: session.execute(sold_at))
    close_day(utc("2026-11-01T11:00"))
    before = {name: call("/books/export", format=name, **OCTOBER).content for name in FORMATS}
    report = call("/tax-report", **OCTOBER).json()["totals"]
    assert report["gross"] == 10
    for zone in ("America/New_York", "Asia/Tokyo"):
        move = sa.update(Truck).where(Truck.id == cast.truck.id).values(timezone=zone)
        db.write(lambda session, move=move: session.execute(move))
        assert {name: call("/books/export", format=name, **OCTOBER).content for name in FORMATS} == before
        assert call("/tax-report", **OCTOBER).json()["totals"] == report


def refund_late(give_back, orders):
    for index, order in enumerate(orders):
        give_back(order, utc("2026-11-10T19:00") + timedelta(minutes=index), 300)


def test_a_closed_month_has_the_same_bytes_after_late_refunds_and_late_orders(
    call, sell, give_back, add_event, close_day
):
    orders = [sell(utc(f"2026-10-{day:02}T19:00"), 1000 + day, tender=tender, tip=day)
              for day in (1, 15, 30, 31) for tender in ("online", "cash", "card")]  # fmt: skip
    give_back(orders[0], utc("2026-10-20T19:00"), 500)
    close_day(utc("2026-11-01T06:00"))
    before = {name: call("/books/export", format=name, **OCTOBER).content for name in FORMATS}
    report = call("/tax-report/export", **OCTOBER).content
    refund_late(give_back, orders)
    late = sell(utc("2026-10-31T20:00"), 700, tender="cash")
    add_event("sale", utc("2026-11-02T20:00"), 700, order_id=late.id, taken_at=utc("2026-10-31T20:00"))
    assert {name: call("/books/export", format=name, **OCTOBER).content for name in FORMATS} == before
    assert call("/tax-report/export", **OCTOBER).content == report
    assert len(rows_of(call("/books/export", **NOVEMBER))) == len(orders) + 1


def test_a_closed_day_has_what_a_refund_gave_back_when_it_was_made(db, call, sell, close_day, clock):
    """Made in the dashboard: the first without the platform's fee, the second with the fee of both."""
    sell(utc("2026-10-10T19:00"), 1000, payment_intent_id="pi_1")

    today = clock.now().isoformat()

    def fetch(refund_id, day, status="succeeded", **returned):
        clock.set(f"{day}T19:00:00Z")
        fetched = StripeRefund(id=refund_id, intent_id="pi_1", refund_id="", status=status, amount_cents=500,
                               created_at=clock.now(), **returned)  # fmt: skip
        db.write(lambda session: record_refunds(session, [fetched]))
        clock.set(today)  # on which staff are signed in

    fetch("re_1", "2026-10-11", "pending", reversed_cents=400)
    before = call("/books/export", **OCTOBER).content
    assert [(row["fee"], row["transfer"]) for row in rows_of(call("/books/export", **OCTOBER))][1] == ("0.00", "-4.00")
    close_day(utc("2026-11-01T11:00"))
    fetch("re_1", "2026-11-02", reversed_cents=500, fee_back_cents=10)
    fetch("re_2", "2026-11-02", reversed_cents=500, fee_back_cents=30)
    fetch("re_3", "2026-11-03", reversed_cents=0, fee_back_cents=40)
    assert call("/books/export", **OCTOBER).content == before
    moved = [(row["fee"], row["transfer"]) for row in rows_of(call("/books/export", **NOVEMBER))]
    assert moved == [("-0.30", "-5.00"), ("-0.10", "0.00")]


def test_a_closed_day_has_what_a_bank_took_then(db, call, sell, close_day):
    sell(utc("2026-10-10T19:00"), 1000, payment_intent_id="pi_1")

    def fetch(status, cents, read_at):
        fetched = StripeDispute("dp_1", "pi_1", cents, "fraudulent", status, utc("2026-10-11T19:00"))
        db.write(lambda session: record_dispute(session, fetched, utc(read_at)))

    fetch("needs_response", 1088, "2026-10-11T20:00")
    before = call("/books/export", **OCTOBER).content
    close_day(utc("2026-11-01T11:00"))
    fetch("under_review", 700, "2026-11-02T19:00")
    fetch("won", 700, "2026-11-03T19:00")
    assert call("/books/export", **OCTOBER).content == before
    assert [row["total"] for row in rows_of(call("/books/export", **NOVEMBER))] == ["10.88"]


def test_a_dispute_of_a_held_payment_is_booked_when_it_has_an_order(db, call, sell, close_day):
    close_day(utc("2026-11-01T11:00"))
    order = sell(utc("2026-11-02T19:00"), 1000)
    held = Dispute(
        id="dp_1", order_id=order.id, amount_cents=1088, reason="fraudulent", status="won", read_at=order.created_at,
        created_at=utc("2026-10-11T19:00"), withdrawn_at=utc("2026-10-11T20:00"), returned_at=utc("2026-10-12T19:00"),
    )  # fmt: skip
    db.write(lambda session: session.add(held))
    assert rows_of(call("/books/export", **OCTOBER)) == []
    rows = rows_of(call("/books/export", **NOVEMBER))
    assert sorted((row["date"], row["kind"], row["total"]) for row in rows) == [
        ("2026-11-02", "dispute", "-10.88"), ("2026-11-02", "dispute", "10.88"), ("2026-11-02", "sale", "10.88"),
    ]  # fmt: skip


@pytest.fixture
def keep(db, clock):
    """Run the job that keeps the sums of closed days, at an instant; return which days are kept then."""
    today = clock.now().isoformat()

    def keep_at(instant):
        clock.set(f"{instant}Z")
        jobs.keep_closed_days(db)
        clock.set(today)  # on which staff are signed in
        with db.reading() as session:
            return set(session.scalars(sa.select(ClosedDay.day)))

    return keep_at


def read_reports(call):
    days = {"from": "2026-10-01", "to": "2026-11-30"}
    return call("/books", **days).json(), call("/tax-report", **days).json(), call("/books/export", format="journal",
                                                                                   **days).text  # fmt: skip


def test_reports_are_the_same_with_kept_sums_and_without(db, call, sell, give_back, add_place, close_day, keep):
    pier = {"sold_place_id": add_place("Pier 7"), "sold_place_name": "Pier 7"}
    for day in (1, 15, 30, 31):
        sell(utc(f"2026-10-{day:02}T19:00"), 1000 + day, tip=day, tender="cash")
        order = sell(utc(f"2026-10-{day:02}T20:00"), 2000, off=100, reduced_tax_rate_units=0,
                     reduced_taxable_cents=500, exempt_cents=200, **pier)  # fmt: skip
        give_back(order, utc("2026-10-31T19:00"), 300)
    sell(utc("2026-11-03T20:00"), 700)
    before = read_reports(call)
    close_day(utc("2026-11-01T06:00"))
    assert len(keep("2026-11-05T12:00")) == 46  # from 15 days before the first order, which may be a late one, on
    assert read_reports(call) == before
    assert before[1]["totals"]["gross"] == 127.77
    with db.reading() as session:
        assert jobs.list_wrong_days(session) == []


def test_only_days_that_are_closed_on_every_clock_are_kept(db, sell, close_day, keep):
    """In the far west 31 October begins at noon in UTC, and is closed at 4 AM of 1 November, which is 4 PM in UTC."""
    sell(utc("2026-10-30T19:00"), 1000)
    assert keep("2026-11-10T00:00") == set()  # nothing was closed
    close_day(utc("2026-10-31T11:59:59"))  # before it is 31 October everywhere
    assert max(keep("2026-11-10T00:00")) == date(2026, 10, 30)
    close_day(utc("2026-10-31T12:00"))
    for at, newest in (("2026-11-01T16:59:59", 30), ("2026-11-01T17:00", 31)):  # an hour later all is committed
        assert max(keep(at)) == date(2026, 10, newest)
    close_day(utc("2026-11-03T16:30"))
    for at, newest in (("2026-11-03T17:29:59", 31), ("2026-11-03T17:30", 2)):
        assert max(keep(at)).day == newest


def test_doctor_finds_kept_sums_that_differ_and_another_release_makes_them_anew(db, call, sell, close_day, keep):
    sell(utc("2026-10-10T19:00"), 1000)
    close_day(utc("2026-11-01T06:00"))
    keep("2026-11-05T12:00")
    wrong = sa.update(ClosedDay).where(ClosedDay.day == date(2026, 10, 10)).values(figures={"taxes": [], "book": {}})
    db.write(lambda session: session.execute(wrong))
    with db.reading() as session:
        assert [day for _, day in jobs.list_wrong_days(session)] == [date(2026, 10, 10)]
    assert call("/tax-report", **OCTOBER).json()["totals"]["gross"] == 0
    db.write(lambda session: session.execute(sa.update(ClosedDay).values(form=0)))
    assert call("/tax-report", **OCTOBER).json()["totals"]["gross"] == 10
    keep("2026-11-05T12:00")
    assert call("/tax-report", **OCTOBER).json()["totals"]["gross"] == 10


def test_a_deleted_day_counts_from_its_orders_and_is_kept_again(db, call, sell, close_day, keep):
    """Of the days in the middle, the newest, and the first with all before it."""
    for day in (10, 11, 12):
        sell(utc(f"2026-10-{day}T19:00"), 1000)
    close_day(utc("2026-11-01T06:00"))
    kept, before = keep("2026-11-05T12:00"), read_reports(call)
    for gone in (ClosedDay.day == date(2026, 10, 11), ClosedDay.day == max(kept), ClosedDay.day <= date(2026, 10, 10)):
        db.write(lambda session, gone=gone: session.execute(sa.delete(ClosedDay).where(gone)))
        assert read_reports(call) == before
        assert keep("2026-11-05T12:00") == kept
        assert read_reports(call) == before


def test_orders_of_an_older_server_are_told_where_they_were_sold_before_their_day_is_kept(
    db, call, sell, add_place, close_day, keep
):
    pier = add_place("Pier 7", timezone="America/Denver")
    sell(utc("2026-10-10T19:00"), 1000, place_name="Pier 7", place_timezone="America/Denver")
    sell(utc("2026-10-10T20:00"), 1000)
    unknown = sa.update(Order).values(sold_place_name=None, sold_place_id=None, sold_timezone=None)
    db.write(lambda session: session.execute(unknown))
    close_day(utc("2026-11-01T06:00"))
    keep("2026-11-05T12:00")
    with db.reading() as session:
        columns = (Order.sold_timezone, Order.sold_place_name, Order.sold_place_id)
        sold = session.execute(sa.select(*columns).order_by(Order.created_at)).all()
        assert jobs.list_wrong_days(session) == []
    assert sold == [("America/Denver", "Pier 7", pier), ("America/Los_Angeles", None, None)]
    assert [row["placeId"] for row in call("/tax-report", **OCTOBER).json()["rows"]] == [pier, None]
