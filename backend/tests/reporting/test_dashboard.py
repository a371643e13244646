"""The dashboards: a truck's day against the same weekday, its next stop, and what needs someone, in a bounded read."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.permissions import Actor
from chuckwagon.disruptions.queries import DisruptionStopUsage
from chuckwagon.kit.ids import new_id
from chuckwagon.menu.models import MenuItem, Option, StopStock
from chuckwagon.orders.models import Dispute, OrderLine, OrderSms, Refund
from chuckwagon.payments.models import PaymentReview
from chuckwagon.reporting import dashboard
from chuckwagon.trucks.models import Truck
from tests.factories import make_item
from tests.orders.factories import add_order

NOW = datetime(2026, 7, 8, 19, 30, tzinfo=UTC)  # Wednesday 12:30 PM in Los Angeles
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture(autouse=True)
def at_noon(clock):
    clock.set(NOW.isoformat())


@pytest.fixture
def own(call, cast):
    def read(role="truck_admin"):
        answer = call(f"/trucks/{cast.truck.id}/dashboard", role)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return read


def platform(call):
    answer = call("/dashboard", "superadmin")
    assert answer.status_code == 200, answer.text
    return answer.json()


def write(db, *rows):
    db.write(lambda session: session.add_all(rows))


def change(db, model, **values):
    db.write(lambda session: session.execute(sa.update(model).values(**values)))


def figures(totals):
    return (totals["orders"], totals["revenue"], totals["averageOrder"], totals["medianMinutesToReady"])


@pytest.mark.dialect
def test_today_stands_beside_the_same_time_and_the_whole_day_a_week_ago(own, make_order):
    def sell(at, cents, seconds=None):
        make_order(created_at=at, lines=[("Taco", 1, cents)], status="completed", seconds_to_ready=seconds)

    sell(NOW - HOUR, 1000, 600)
    sell(NOW, 2000, 900)
    sell(NOW - 12 * HOUR, 7000, 60)  # 12:30 AM is still today
    sell(NOW - 13 * HOUR, 8000)  # yesterday
    sell(NOW - 7 * DAY - HOUR, 3000, 300)
    sell(NOW - 7 * DAY + HOUR, 4000, 1200)
    sell(NOW - 6 * DAY, 9000)
    shown = own()
    assert (shown["date"], shown["weekAgo"]["date"]) == ("2026-07-08", "2026-07-01")
    assert figures(shown["today"]) == (3, 100, 33.33, 10)
    assert figures(shown["weekAgo"]["untilNow"]) == (1, 30, 30, 5)
    assert figures(shown["weekAgo"]["wholeDay"]) == (2, 70, 35, 12.5)


@pytest.mark.dialect
def test_what_needs_someone_is_counted_for_the_truck_alone(db, own, cast, make_order):
    late = make_order(status="preparing", pickup_at=NOW - MINUTE, created_at=NOW - HOUR)
    waits = make_order(status="pending", pickup_at=NOW + HOUR, created_at=NOW - 5 * MINUTE)
    make_order(status="ready", pickup_at=NOW - HOUR)
    other = add_order(db, truck_id=cast.other_truck.id, pickup_at=NOW - MINUTE)
    for number, order in enumerate((late, waits, other)):
        times = {"created_at": NOW - HOUR, "updated_at": NOW}
        due = {
            "method": "window",
            "amount_cents": 1250,
            "reason": "Cold",
            "status": "due" if number != 1 else "succeeded",
        }
        write(db, Refund(id=new_id(), order_id=order.id, key=f"r{number}", **due, **times))
        for kind, status, age in (
            ("ready", "failed", HOUR),
            ("confirmed", "undelivered", 2 * DAY),
            ("late_1", "sent", HOUR),
        ):
            sms = {"body": "Hello", "status": status, "updated_at": NOW, "created_at": NOW - age}
            write(db, OrderSms(id=new_id(), order_id=order.id, kind=kind, **sms))
    asked = {"amount_cents": 900, "reason": "fraudulent", "status": "needs_response"}
    write(db, Dispute(id="dp_1", order_id=late.id, answer_by=NOW + DAY, created_at=NOW, read_at=NOW, **asked))
    needs = own()["needs"]
    assert (needs["lateOrders"], needs["unconfirmedOrders"]) == (1, 1)
    assert needs["unconfirmedSince"] == "2026-07-08T19:25:00Z"
    assert needs["duePayOuts"] == {"count": 1, "amount": 12.5}
    assert needs["failedTexts"] == 2
    assert sorted(one["orderId"] for one in needs["untoldOrders"]) == sorted([late.id, waits.id])
    assert needs["payments"] == {"disputes": 1, "answerBy": "2026-07-09T19:30:00.000Z", "heldPayments": None}
    assert own()["orders"] == {
        "pending": 1, "confirmed": 0, "preparing": 1, "ready": 1, "completed": 0, "cancelled": 0,
    }  # fmt: skip
    assert own("superadmin")["needs"]["payments"]["heldPayments"] == 0


@pytest.mark.dialect
def test_low_counts_and_what_is_sold_out_are_named(db, own, cast, add_place, add_stop):
    change(db, Truck, schedule_mode="stops")
    stop_id = add_stop(add_place(), NOW + HOUR)
    groups = [("Extras", 0, 2, [("Salsa", 50), ("Guac", 225)])]
    taco, torta, cola, flan = (
        make_item(db, cast.truck, name=name, groups=groups if name == "Taco" else None)
        for name in ("Taco", "Torta", "Cola", "Flan")
    )
    guac = taco.option_groups[0].options[1].id
    for subject, initial, taken in ((taco.id, 10, 7), (torta.id, 4, 4), (cola.id, 50, 1)):
        write(db, StopStock(stop_id=stop_id, subject_id=subject, is_option=False, initial=initial, taken=taken))
    db.write(
        lambda session: session.execute(sa.update(MenuItem).where(MenuItem.id == flan.id).values(is_available=False))
    )
    until = {"sold_out_until": NOW + HOUR}
    db.write(lambda session: session.execute(sa.update(Option).where(Option.id == guac).values(until)))
    needs = own()["needs"]
    assert needs["lowCounts"] == [{"menuItemId": taco.id, "optionId": None, "name": "Taco", "remaining": 3}]
    sold_out = {one["name"]: (one["optionId"], one["isCounted"], one["until"]) for one in needs["soldOut"]}
    assert sold_out == {
        "Torta": (None, True, None),
        "Flan": (None, False, None),
        "Taco: Guac": (guac, False, "2026-07-08T20:30:00Z"),
    }
    assert (needs["moreLowCounts"], needs["moreSoldOut"]) == (0, 0)


def test_the_next_stop_comes_with_the_head_of_its_prep_sheet(db, own, cast, add_place, add_stop, make_order):
    change(db, Truck, schedule_mode="stops")
    items = [make_item(db, cast.truck, name=f"Bowl {number}") for number in range(7)]
    pier = add_place("Pier 7")
    past = add_stop(pier, NOW - 7 * DAY)
    current, following = add_stop(pier, NOW - HOUR), add_stop(pier, NOW + 7 * DAY)
    assert past
    order = make_order(stop_id=past, status="completed", lines=[(f"Bowl {n}", n, 100) for n in range(1, 7)])
    for line, item in zip(order.lines, items[1:], strict=True):
        of_item = sa.update(OrderLine).where(OrderLine.id == line.id).values(menu_item_id=item.id)
        db.write(lambda session, of_item=of_item: session.execute(of_item))
    make_order(stop_id=current, status="confirmed")
    shown = own()
    assert (shown["state"], shown["current"]["_id"], shown["next"]["_id"]) == ("open", current, following)
    assert (shown["current"]["orders"], shown["current"]["revenue"]) == (1, 9)
    head = shown["prepSheet"]
    assert (head["stopId"], head["basis"], head["comparedStops"]) == (following, "place_and_weekday", 1)
    assert (head["expected"], head["preordered"], head["moreItems"]) == (21, 0, 1)
    assert [(item["name"], item["expected"]) for item in head["items"]] == [(f"Bowl {n}", n) for n in (6, 5, 4, 3, 2)]


def test_an_empty_day_reads_zeros_and_no_stop(own):
    shown = own()
    assert figures(shown["today"]) == (0, 0, 0, None)
    assert (shown["state"], shown["current"], shown["next"], shown["prepSheet"]) == ("open", None, None, None)
    assert shown["needs"]["soldOut"] == []


@pytest.mark.dialect
def test_the_platform_says_what_needs_a_superadmin(db, call, cast, make_order):
    for _ in range(2):
        make_order(status="confirmed", pickup_at=NOW - MINUTE)
    make_item(db, cast.truck)
    add_order(db, truck_id=cast.other_truck.id, status="pending", pickup_at=NOW - MINUTE)
    held = {"reason": "different amount", "details": {}, "created_at": NOW}
    write(db, PaymentReview(id=new_id(), payment_intent_id="pi_1", **held))
    shown = platform(call)
    assert shown["payments"] == {"disputes": 0, "answerBy": None, "heldPayments": 1}
    assert (shown["lateOrders"], shown["unconfirmedOrders"], shown["openTrucks"]) == (3, 1, 1)  # the other has no menu
    assert [(one["name"], one["lateOrders"]) for one in shown["lateTrucks"]] == [("Own Truck", 2), ("Other Truck", 1)]
    assert (shown["quietTrucks"], shown["failedTexts"], shown["moreTrucks"]) == ([], 0, 0)


@pytest.mark.dialect
def test_a_truck_that_is_open_without_orders_is_named(db, call, cast, add_place, add_stop, make_order):
    for truck in (cast.truck, cast.other_truck):
        make_item(db, truck)
    add_order(db, truck_id=cast.other_truck.id, created_at=NOW - 7 * DAY - HOUR, status="completed")
    [quiet] = platform(call)["quietTrucks"]
    assert quiet == {"truckId": cast.other_truck.id, "name": "Other Truck", "placeName": None, "since": None}
    add_order(db, truck_id=cast.other_truck.id, created_at=NOW - HOUR)
    assert platform(call)["quietTrucks"] == []
    own = sa.update(Truck).where(Truck.id == cast.truck.id)
    db.write(lambda session: session.execute(own.values(schedule_mode="stops")))
    stop_id = add_stop(add_place("Pier 7"), NOW - HOUR, delay_minutes=31)
    assert platform(call)["quietTrucks"] == []  # open for 29 minutes
    db.write(lambda session: session.execute(sa.text("UPDATE stops SET delay_minutes = 30")))
    [quiet] = platform(call)["quietTrucks"]
    assert (quiet["placeName"], quiet["since"]) == ("Pier 7", "2026-07-08T19:00:00Z")
    make_order(stop_id=stop_id, status="cancelled")
    assert len(platform(call)["quietTrucks"]) == 1
    make_order(stop_id=stop_id)
    assert platform(call)["quietTrucks"] == []
    db.write(lambda session: session.execute(own.values(accepting_orders=False)))
    assert (platform(call)["openTrucks"], platform(call)["quietTrucks"]) == (1, [])


def count_statements(db, read):
    found = []

    def note(_connection, _cursor, statement, *_more):
        found.append(statement)

    with db.reading() as session:
        sa.event.listen(db.engine, "before_cursor_execute", note)
        try:
            read(session)
        finally:
            sa.event.remove(db.engine, "before_cursor_execute", note)
    return sum(statement.startswith("SELECT") for statement in found)


def test_neither_read_costs_more_statements_for_more_of_anything(db, cast, make_order, add_place, add_stop):
    change(db, Truck, schedule_mode="stops")
    stop_id = add_stop(add_place(), NOW - HOUR)
    usage, actor = DisruptionStopUsage(), Actor(cast.superadmin.id, "superadmin", None, "session")
    reads = [
        dashboard.read_platform_dashboard,
        lambda one: dashboard.read_truck_dashboard(one, usage, actor, one.get_one(Truck, cast.truck.id)),
    ]
    make_item(db, cast.truck, name="Flan", is_available=False)
    make_item(db, cast.truck)
    make_order(stop_id=stop_id)
    few = [count_statements(db, read) for read in reads]
    for number in range(20):
        write(db, Truck(name=f"Truck {number}", slug=f"truck-{number}", schedule_mode="stops"))
        make_item(db, cast.truck, name=f"Bowl {number}", is_available=number % 2 == 0)
        make_order(stop_id=stop_id, status="pending", pickup_at=NOW)
    assert [count_statements(db, read) for read in reads] == few
    assert max(few) <= 45
