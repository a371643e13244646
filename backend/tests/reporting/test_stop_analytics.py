"""The numbers by stop over HTTP: comparison, ranking, the CSV file, bad input, permissions, and what a query reads."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order
from chuckwagon.reporting.stop_queries import read_sums
from chuckwagon.schedule.models import CANCELLED
from tests.cast import ROLES
from tests.orders.factories import add_order

JULY = {"from": "2026-07-01", "to": "2026-07-31"}
PATHS = ["/analytics/stops", "/analytics/stops/export"]


@pytest.fixture
def sell(db, cast):
    """Sell one item of so many cents at a stop, and return the order."""

    def add(stop_id, cents, of=None, **columns):
        truck = of or cast.truck
        return add_order(db, truck_id=truck.id, stop_id=stop_id, lines=[("Taco", 1, cents)], **columns)

    return add


@pytest.fixture(autouse=True)
def _august(clock):
    clock.set("2026-08-01T12:00:00Z")


@pytest.fixture
def week(add_place, add_stop, sell):
    """Three stops at the pier with $10, $20 and $60, and one at the park with $5."""
    pier, park = add_place("Pier 7"), add_place("Park")
    stops = [add_stop(pier, f"2026-07-0{day}T18:00:00Z") for day in (1, 2, 3)]
    stops.append(add_stop(park, "2026-07-04T18:00:00Z"))
    for stop_id, cents in zip(stops, (1000, 2000, 6000, 500), strict=True):
        sell(stop_id, cents, created_at=datetime(2026, 7, 1, 18, tzinfo=UTC))
    return stops


@pytest.mark.dialect
def test_a_stop_is_compared_with_the_others_at_its_place(call, week):
    groups = call("/analytics/stops", **JULY).json()["groups"]
    assert [group["key"] for group in groups] == week
    assert [group["revenueChange"] for group in groups] == [-0.75, round(20 / 35 - 1, 4), 3.0, None]
    assert groups[2]["placeAverage"] == {"stops": 2, "orders": 1, "revenue": 15, "items": 1, "revenuePerHour": 7.5}
    assert groups[2]["stop"] == {
        "_id": week[2], "startsAt": "2026-07-03T18:00:00Z", "endsAt": "2026-07-03T20:00:00Z", "date": "2026-07-03",
        "startTime": "11:00", "endTime": "13:00", "state": "ended",
    }  # fmt: skip


def test_places_are_ranked_by_revenue_per_hour(call, week):
    found = call("/analytics/stops", groupBy="place", **JULY).json()
    assert [(group["placeName"], group["revenuePerHour"]) for group in found["groups"]] == [
        ("Pier 7", 15),
        ("Park", 2.5),
    ]
    assert [place["placeName"] for place in found["bestPlaces"]] == ["Pier 7"]
    assert [place["placeName"] for place in found["worstPlaces"]] == ["Park"]


@pytest.mark.parametrize(("count", "best", "worst"), [(1, "", ""), (2, "0", "1"), (3, "0", "2"), (8, "012", "765")])
def test_no_place_is_both_best_and_worst(call, add_place, add_stop, sell, count, best, worst):
    for number in range(count):
        sell(add_stop(add_place(str(number)), "2026-07-01T18:00:00Z"), 9000 - 1000 * number)
    found = call("/analytics/stops", **JULY).json()
    assert ["".join(one["placeName"] for one in found[name]) for name in ("bestPlaces", "worstPlaces")] == [best, worst]


def test_neither_a_coming_nor_a_cancelled_stop_makes_an_average(call, week, add_place, add_stop, clock):
    clock.set("2026-07-02T19:00:00Z")  # the second stop is open, the third is to come
    [first, second, third, _] = call("/analytics/stops", **JULY).json()["groups"]
    assert (first["placeAverage"], second["placeAverage"]["stops"], third["placeAverage"]["stops"]) == (None, 1, 1)
    assert (second["hours"], third["hours"], third["revenuePerHour"]) == (1, 0, None)


def test_the_result_of_a_stop_looks_ninety_days_back(call, add_place, add_stop, sell):
    pier = add_place()
    days = [datetime(2026, 7, 1, 18, tzinfo=UTC) - timedelta(days=days) for days in (0, 90, 91)]
    later = add_stop(pier, "2026-07-02T18:00:00Z")
    stop_id, *earlier = (add_stop(pier, day) for day in days)
    for sold, cents in zip((stop_id, later, *earlier), (3000, 100, 2000, 700), strict=True):
        sell(sold, cents)
    found = call(f"/stops/{stop_id}/result").json()
    assert (found["comparedDays"], found["result"]["key"], found["result"]["revenue"]) == (90, stop_id, 30)
    assert (found["result"]["placeAverage"]["revenue"], found["result"]["revenueChange"]) == (20, 0.5)
    cancelled = add_stop(add_place("Lot"), "2026-07-03T18:00:00Z", status=CANCELLED)
    alone = call(f"/stops/{cancelled}/result").json()["result"]
    assert (alone["stops"], alone["cancelledStops"], alone["hours"], alone["placeAverage"]) == (0, 1, 0, None)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("params", "field"), [({"from": "yesterday"}, "from"), ({"from": "2026-07-02", "to": "2026-07-01"}, "to")]
)
def test_bad_days_name_their_place(call, cast, path, params, field):
    answer = call(path, **params)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_an_unknown_grouping_is_refused(call, cast):
    assert call("/analytics/stops", groupBy="moon").status_code == 400


@pytest.mark.parametrize("role", [None, *ROLES])
def test_only_the_staff_of_the_truck_see_its_numbers(call, cast, week, role):
    wanted = 401 if role is None else 200 if role in ("truck_admin", "superadmin") else 403
    for path in (*PATHS, f"/stops/{week[0]}/result"):
        assert call(path, role, truckId=cast.truck.id).status_code == wanted, path


def test_all_trucks_are_the_superadmins(call, cast, week, add_place, add_stop, sell):
    elsewhere = add_stop(add_place("Lot", of=cast.other_truck), "2026-07-05T18:00:00Z", of=cast.other_truck)
    sell(elsewhere, 700, of=cast.other_truck)
    found = call("/analytics/stops", "superadmin", **JULY).json()
    assert (found["totals"]["stops"], found["totals"]["revenue"]) == (5, 102)
    assert found["groups"][-1]["truckName"] == cast.other_truck.name
    assert call("/analytics/stops", **JULY).json()["totals"]["revenue"] == 95


def test_the_file_holds_the_same_figures(call, week, sell):
    sell(None, 300, created_at=datetime(2026, 7, 9, tzinfo=UTC))
    answer = call("/analytics/stops/export", **JULY)
    assert answer.headers["content-disposition"] == 'attachment; filename="stops-own-truck-2026-07-01-2026-07-31.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"), newline="")))
    assert [row["section"] for row in rows] == ["stop"] * 4 + ["without stop", "all stops"]
    shown = ("place", "date", "start", "orders", "revenue", "placeAverageRevenue", "revenueChange")
    assert [rows[2][name] for name in shown] == ["Pier 7", "2026-07-03", "11:00", "1", "60.00", "15.00", "3.0"]
    assert [(row["orders"], row["revenue"]) for row in rows[4:]] == [("1", "3.00"), ("4", "95.00")]


@pytest.mark.dialect
def test_the_sums_of_a_stop_are_found_by_their_indexes(db, week, cast):
    """Nine orders in ten belong to no stop of the period, so that a scan would read them all."""
    with db.reading() as session:
        order = session.execute(sa.select(Order.__table__).limit(1)).mappings().one()
    copies = [
        {**order, "id": new_id(), "order_number": 5000 + number, "tracking_token": new_id(), "stop_id": new_id()}
        for number in range(600)
    ]
    db.write(lambda session: (session.execute(sa.insert(Order), copies), session.execute(sa.text("ANALYZE"))))
    for plan in explain_queries(db, lambda session: read_sums(session, week)):
        assert "SCAN orders" not in plan, plan
        assert "Seq Scan on orders " not in plan, plan


def explain_queries(db, read):
    """The plans of all queries that `read` runs."""
    found = []

    def note(_connection, _cursor, statement, parameters, _context, _many):
        found.append((statement, parameters))

    with db.reading() as session:
        sa.event.listen(db.engine, "before_cursor_execute", note)
        try:
            read(session)
        finally:
            sa.event.remove(db.engine, "before_cursor_execute", note)
        explain = "EXPLAIN QUERY PLAN" if db.is_sqlite else "EXPLAIN"
        connection = session.connection()
        return [str(connection.exec_driver_sql(f"{explain} {text}", values).all()) for text, values in found]
