"""Analytics over HTTP: days with a clock change computed by hand, bad input, the CSV file, and permissions."""

import csv
import io
from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order, OrderLine
from chuckwagon.reporting.analytics import _created_in
from chuckwagon.reporting.periods import Period
from chuckwagon.trucks.models import Truck
from tests.cast import ROLES
from tests.orders.factories import add_order

SPRING, AUTUMN = "2026-03-08", "2026-11-01"


def one_day(call, day, role="truck_admin", **more):
    answer = call("/analytics", role, **{"from": day, "to": day, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def hours_of(found):
    return {one["hour"]: one["orders"] for one in found["byHour"] if one["orders"]}


@pytest.mark.dialect
@pytest.mark.parametrize(("day", "hours"), [(SPRING, 23), (AUTUMN, 25), ("2026-07-01", 24)])
def test_a_day_has_as_many_hours_as_its_clock_shows(call, make_order, day, hours):
    midnight = {SPRING: 8, AUTUMN: 7, "2026-07-01": 7}[day]  # of Los Angeles, in UTC
    start = datetime.fromisoformat(day).replace(hour=midnight, tzinfo=UTC)
    for hour in range(-1, hours + 1):
        make_order(created_at=start + timedelta(hours=hour))
    found = one_day(call, day)
    assert found["byDay"] == [{"date": day, "revenue": 9.0 * hours, "orders": hours}]
    shown = hours_of(found)
    assert sum(shown.values()) == hours
    assert (shown.get(1), shown.get(2)) == {23: (1, None), 25: (2, 1), 24: (1, 1)}[hours]


def test_an_empty_truck_has_figures_too(call, clock, cast):
    clock.set("2026-07-02T06:59:00Z")  # still July 1 in Los Angeles
    found = call("/analytics").json()
    assert (found["from"], found["to"], len(found["byDay"]), len(found["byHour"])) == (
        "2026-06-02", "2026-07-01", 30, 24,
    )  # fmt: skip
    assert found["totals"] == found["previous"] == {
        "revenue": 0, "orders": 0, "averageOrder": 0, "itemsSold": 0, "cancelledShare": 0,
        "refundedShare": 0, "medianMinutesToReady": None, "tips": 0, "discounts": 0,
    }  # fmt: skip
    assert found["topItems"] == []


@pytest.mark.dialect
def test_a_renamed_menu_item_is_one_and_the_best_ten_are_shown(call, db, make_order):
    made = datetime(2026, 7, 1, 20, tzinfo=UTC)
    names = [(f"Menu item {number:02}", number + 1, 100) for number in range(12)]
    make_order(created_at=made, lines=names)
    make_order(created_at=made + timedelta(hours=1), lines=[("New name", 1, 300)])
    same = sa.update(OrderLine).where(OrderLine.name.in_(["Menu item 11", "New name"]))
    db.write(lambda session: session.execute(same.values(menu_item_id="a" * 24)))
    top = one_day(call, "2026-07-01")["topItems"]
    assert top[0] == {"menuItemId": "a" * 24, "name": "New name", "quantity": 13, "revenue": 15}
    assert [item["quantity"] for item in top] == [13, 11, 10, 9, 8, 7, 6, 5, 4, 3]


def test_all_trucks_are_the_superadmins(call, cast, db, make_order):
    made = datetime(2026, 7, 1, 20, tzinfo=UTC)
    make_order(created_at=made)
    add_order(db, truck_id=cast.other_truck.id, created_at=made)
    assert one_day(call, "2026-07-01", "superadmin")["totals"]["orders"] == 2
    assert one_day(call, "2026-07-01", "superadmin", truckId=cast.truck.id)["totals"]["orders"] == 1
    assert one_day(call, "2026-07-01")["totals"]["orders"] == 1
    assert one_day(call, "2026-07-01", "superadmin")["timezone"] == "America/Los_Angeles"


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"from": "yesterday"}, "from"),
        ({"from": "2026-02-30"}, "from"),
        ({"from": "20260101"}, "from"),
        ({"to": "2026-07-01T00:00:00Z"}, "to"),
        ({"from": "0001-01-01"}, "from"),
        ({"to": "9999-12-31"}, "to"),
        ({"from": "2026-07-02", "to": "2026-07-01"}, "to"),
        ({"from": "2020-01-01", "to": "2026-07-01"}, "from"),
        ({"from": "\x00"}, "from"),
    ],
)
@pytest.mark.parametrize("path", ["/analytics", "/analytics/export"])
def test_bad_days_name_their_place(call, cast, path, params, field):
    answer = call(path, **params)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_the_file_holds_the_same_figures(call, make_order):
    made = datetime(2026, 7, 1, 20, 30, tzinfo=UTC)
    make_order(created_at=made, lines=[("=Taco", 2, 450)], steps=[("ready", made + timedelta(seconds=630))])
    make_order(created_at=made, status="cancelled", payment_status="refunded")
    answer = call("/analytics/export", **{"from": "2026-07-01", "to": "2026-07-01"})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    name = "analytics-own-truck-2026-07-01-2026-07-01.csv"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    read = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"), newline="")))
    assert read[0] == {
        "section": "totals", "label": "2026-07-01 to 2026-07-01", "revenue": "9.00", "orders": "1",
        "items": "2", "averageOrder": "9.00", "cancelledShare": "0.5000", "refundedShare": "0.5000",
        "medianMinutesToReady": "10.5", "tips": "0.00", "discounts": "0.00",
    }  # fmt: skip
    assert [(row["section"], row["label"]) for row in read[1:3]] == [
        ("previous", "as many days before"),
        ("day", "2026-07-01"),
    ]
    assert [row["revenue"] for row in read if row["label"] == "13:00"] == ["9.00"]
    assert (read[-1]["section"], read[-1]["label"], read[-1]["items"]) == ("item", "'=Taco", "2")


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("path", ["/analytics", "/analytics/export"])
def test_only_the_staff_of_the_truck_see_its_figures(call, cast, role, path):
    answer = call(path, role, truckId=cast.truck.id)
    allowed = role in ("truck_admin", "superadmin")
    assert answer.status_code == (200 if allowed else 401 if role is None else 403)
    if allowed:
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.dialect
def test_the_figures_of_one_truck_read_no_other_trucks_orders(db, cast):
    """One order in ten is the truck's and one in ten of that day, so that no other index excludes as many rows."""
    period = Period(date(2026, 7, 1), date(2026, 7, 2), "UTC")
    made = datetime(2026, 7, 1, 20, tzinfo=UTC)
    order = add_order(db, truck_id=cast.truck.id, created_at=made)
    days_ago = [day if day % 10 else 0 for day in range(600)]
    db.write(
        lambda session: _copy(session, order.id, cast.other_truck.id, [made - timedelta(days=d) for d in days_ago])
    )
    db.write(lambda session: _copy(session, order.id, cast.truck.id, [made - timedelta(days=d) for d in range(1, 60)]))
    with db.reading() as session:
        truck = session.get_one(Truck, cast.truck.id)
        query = sa.select(Order.total_cents).where(*_created_in(truck, period))
        text = str(query.compile(db.engine, compile_kwargs={"literal_binds": True}))
        explain = "EXPLAIN QUERY PLAN" if db.is_sqlite else "EXPLAIN"
        plan = str(session.execute(sa.text(f"{explain} {text}")).all())
    assert "ix_orders_truck_searched" in plan


def _copy(session: Session, order_id: str, truck_id: str, instants: list[datetime]) -> None:
    """Add a copy of the order at each instant, and let the planner look at the table."""
    order = session.execute(sa.select(Order.__table__).where(Order.id == order_id)).mappings().one()
    number = session.scalars(sa.select(sa.func.max(Order.order_number))).one()
    session.execute(
        sa.insert(Order),
        [
            {
                **order,
                "id": new_id(),
                "truck_id": truck_id,
                "order_number": number + place,
                "tracking_token": new_id(),
                "payment_intent_id": None,
                "created_at": made,
            }
            for place, made in enumerate(instants, 1)
        ],
    )
    session.execute(sa.text("ANALYZE orders"))
