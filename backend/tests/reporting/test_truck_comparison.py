"""All trucks side by side: every figure equals one computed from the raw rows, in a bounded number of statements."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from chuckwagon.disruptions.models import Disruption
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order, OrderEvent, OrderLine
from chuckwagon.reporting import truck_comparison
from chuckwagon.reporting.periods import Period
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import Truck
from tests.factories import make_item
from tests.orders.factories import add_order

NOW = "2026-11-01T20:00:00Z"
DAY = date(2026, 11, 1)  # of 25 hours in Los Angeles
ZONES = ("America/Los_Angeles", "America/New_York", "America/Los_Angeles")
PATH = "/analytics/trucks"

orders = st.fixed_dictionaries(
    {
        "truck": st.integers(0, 2),
        "quarters": st.integers(-80, 160),
        "status": st.sampled_from(["pending", "confirmed", "preparing", "ready", "completed", "cancelled"]),
        "payment_status": st.sampled_from(["paid", "paid", "paid", "refunded", "disputed", "unpaid"]),
        "cents": st.integers(100, 9000),
        "pickup": st.none() | st.integers(-3, 3),
        "estimate": st.none() | st.integers(-3, 3),
    }
)
stops = st.fixed_dictionaries(
    {
        "truck": st.integers(0, 2),
        "quarters": st.integers(-80, 160),
        "status": st.sampled_from(["scheduled", "cancelled"]),
        "delay_minutes": st.sampled_from([0, 15]),
        "ended_early": st.booleans(),
        "moved": st.sampled_from([None, "scheduled", "started", "withdrawn"]),
    }
)


def minutes_from_now(minutes):
    return None if minutes is None else datetime.fromisoformat(NOW) + timedelta(minutes=minutes)


def write_world(db, trucks, given_stops, given_orders):
    """Put these stops and orders in place of all others."""
    begin = datetime(DAY.year, DAY.month, DAY.day, 7, tzinfo=UTC)
    place_ids = [new_id() for _ in trucks]

    def write_stops(session):
        for model in (OrderEvent, OrderLine, Order, Disruption, Stop, Place):
            session.execute(sa.delete(model))
        for place_id, truck, zone in zip(place_ids, trucks, ZONES, strict=True):
            session.add(Place(id=place_id, truck_id=truck.id, name="Pier", timezone=zone, tax_rate_units=0))
        session.flush()
        for one in given_stops:
            add_stop(session, trucks[one["truck"]].id, place_ids[one["truck"]], one)

    def add_stop(session, truck_id, place_id, one):
        one["at"] = begin + timedelta(minutes=15 * one["quarters"])
        early = one["at"] + timedelta(hours=1) if one["ended_early"] else None
        stop = Stop(
            id=new_id(), truck_id=truck_id, place_id=place_id, starts_at=one["at"], status=one["status"],
            ends_at=one["at"] + timedelta(hours=2), ended_early_at=early, delay_minutes=one["delay_minutes"],
            **DEFAULT_SETTINGS,
        )  # fmt: skip
        session.add(stop)
        if one["moved"]:
            session.add(a_move(truck_id, stop.id, place_id, one["moved"], one["at"]))

    db.write(write_stops)
    for one in given_orders:
        one["at"] = begin + timedelta(minutes=15 * one["quarters"])
        add_order(
            db, truck_id=trucks[one["truck"]].id, lines=[("Taco", 1, one["cents"])], created_at=one["at"],
            status=one["status"], payment_status=one["payment_status"],
            pickup_at=minutes_from_now(one["pickup"]), estimated_pickup_at=minutes_from_now(one["estimate"]),
        )  # fmt: skip


def a_move(truck_id, stop_id, place_id, state, at):
    return Disruption(
        id=new_id(), stop_id=stop_id, truck_id=truck_id, number=1, kind="moved", extend_end=False, place_id=place_id,
        sentence="", state=state, actor_id=new_id(), actor_name="", actor_role="", created_at=at, starts_at=at,
    )  # fmt: skip


def expected_figures(numbers, given_stops, given_orders, first, last):
    """The figures of the trucks of these numbers, in plain Python."""

    def is_theirs(one):
        return one["truck"] in numbers

    def is_in_days(one):
        return first <= one["at"].astimezone(ZoneInfo(ZONES[one["truck"]])).date() <= last

    def is_late(order):
        promised = order["pickup"] if order["estimate"] is None else order["estimate"]
        return order["status"] in ("pending", "confirmed", "preparing") and promised is not None and promised <= 0

    theirs = [order for order in given_orders if is_theirs(order)]
    sold = [
        order
        for order in theirs
        if is_in_days(order) and order["status"] != "cancelled" and order["payment_status"] == "paid"
    ]
    mine = [stop for stop in given_stops if is_theirs(stop) and is_in_days(stop)]
    return {
        "orders": len(sold),
        "revenue": sum(order["cents"] for order in sold) / 100,
        "lateOrders": sum(is_late(order) for order in theirs),
        "stopChanges": {
            "cancelled": sum(stop["status"] == "cancelled" for stop in mine),
            "late": sum(stop["delay_minutes"] > 0 for stop in mine),
            "moved": sum(stop["moved"] == "started" for stop in mine),
            "endedEarly": sum(stop["ended_early"] for stop in mine),
        },
    }


@pytest.mark.dialect
def test_every_figure_equals_its_recomputation(db, call, cast, clock):
    clock.set(NOW)
    third = Truck(name="Third Truck", slug="third-truck", timezone=ZONES[2])
    db.write(lambda session: session.add(third))
    trucks = [cast.truck, cast.other_truck, third]
    in_new_york = sa.update(Truck).where(Truck.id == cast.other_truck.id).values(timezone=ZONES[1])
    db.write(lambda session: session.execute(in_new_york))
    call(PATH, "superadmin")  # signs in before the examples begin

    @settings(max_examples=10, phases=[Phase.generate])
    @given(st.lists(stops, max_size=8), st.lists(orders, max_size=14), st.sampled_from([1, 7]))
    def check(given_stops, given_orders, days):
        write_world(db, trucks, given_stops, given_orders)
        last = DAY + timedelta(days=days - 1)
        answer = call(PATH, "superadmin", **{"from": str(DAY), "to": str(last)}).json()
        rows = {row["truckId"]: row for row in answer["trucks"]}
        for number, truck in enumerate(trucks):
            figures = expected_figures([number], given_stops, given_orders, DAY, last)
            assert {name: rows[truck.id][name] for name in figures} == figures
        assert answer["totals"] == expected_figures([0, 1, 2], given_stops, given_orders, DAY, last)

    check()


def test_today_is_the_default_and_says_where_each_truck_is(db, call, cast, clock):
    clock.set(NOW)
    add_order(db, truck_id=cast.truck.id, created_at=datetime.fromisoformat(NOW))
    answer = call(PATH, "superadmin").json()
    assert (answer["from"], answer["to"], answer["moreTrucks"]) == ("2026-11-01", "2026-11-01", 0)
    assert [row["name"] for row in answer["trucks"]] == ["Other Truck", "Own Truck"]
    own = answer["trucks"][1]
    assert (own["orders"], own["revenue"]) == (1, 9)
    assert own["schedule"] == {"mode": "always", "state": "open", "current": None, "next": None}


def test_each_truck_says_whether_it_can_be_ordered_from(db, call, cast, clock):
    make_item(db, cast.truck)
    make_item(db, cast.other_truck, is_available=False)
    trucks = call(PATH, "superadmin").json()["trucks"]
    assert {truck["name"]: truck["orderable"] for truck in trucks} == {"Own Truck": True, "Other Truck": False}


def test_a_present_stop_comes_with_its_place(db, call, cast, clock, add_place, add_stop):
    clock.set(NOW)
    db.write(lambda session: session.execute(sa.update(Truck).values(schedule_mode="stops")))
    stop_id = add_stop(add_place("Pier 7"), "2026-11-01T19:00:00Z")
    other, own = call(PATH, "superadmin").json()["trucks"]
    assert own["schedule"]["state"] == "open"
    assert (own["schedule"]["current"]["_id"], own["schedule"]["current"]["place"]["name"]) == (stop_id, "Pier 7")
    assert other["schedule"]["state"] == "closed"


def test_the_number_of_statements_does_not_grow_with_the_trucks(db, cast, clock, add_place, add_stop):
    clock.set(NOW)
    add_stop(add_place("Pier 7"), "2026-11-01T19:00:00Z", slot_capacity=4)
    db.write(lambda session: session.execute(sa.update(Truck).values(schedule_mode="stops")))
    few = count_statements(db)
    zones = ["America/Los_Angeles", "America/New_York", "America/Denver", "Pacific/Honolulu"]
    db.write(
        lambda session: session.add_all(
            Truck(name=f"Truck {number}", slug=f"truck-{number}", timezone=zones[number % 4], schedule_mode="stops")
            for number in range(48)
        )
    )
    assert count_statements(db) == few == 6


def count_statements(db):
    found = []

    def note(_connection, _cursor, statement, *_more):
        found.append(statement)

    with db.reading() as session:
        sa.event.listen(db.engine, "before_cursor_execute", note)
        try:
            truck_comparison.compare_trucks(session, Period(DAY, DAY, "America/Los_Angeles"))
        finally:
            sa.event.remove(db.engine, "before_cursor_execute", note)
    return sum(statement.startswith("SELECT") for statement in found)


def test_trucks_above_the_limit_are_counted_and_inactive_ones_come_last(db, call, cast, monkeypatch):
    monkeypatch.setattr(truck_comparison, "MAX_TRUCKS", 2)
    db.write(lambda session: session.add(Truck(name="A Sleeping Truck", slug="sleeping", is_active=False)))
    answer = call(PATH, "superadmin").json()
    assert [row["name"] for row in answer["trucks"]] == ["Other Truck", "Own Truck"]
    assert answer["moreTrucks"] == 1


def test_without_a_truck_there_is_nothing_to_compare(db, call, cast):
    now = datetime.fromisoformat(NOW)
    db.write(lambda session: session.execute(sa.update(Truck).values(archived_at=now)))
    answer = call(PATH, "superadmin").json()
    assert (answer["trucks"], answer["moreTrucks"], answer["totals"]["orders"]) == ([], 0, 0)


@pytest.mark.parametrize(
    ("days", "field"),
    [
        ({"from": "2026-11-02", "to": "2026-11-01"}, "to"),
        ({"from": "2026-01-01", "to": "2026-02-01"}, "from"),
        ({"from": "soon"}, "from"),
    ],
)
def test_days_that_make_no_sense_are_refused(call, days, field):
    answer = call(PATH, "superadmin", **days)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_it_is_the_superadmins(call):
    assert call(PATH).status_code == 403
    assert call(PATH, None).status_code == 401
