"""Meal times: what is sold from one time of day to another on weekdays, on the truck's clock."""

import json
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock as product_clock
from chuckwagon.menu.availability import read_sale_times, write_sale_times
from chuckwagon.menu.cart_items import load_cart_items
from chuckwagon.menu.csv_cells import InvalidCell
from chuckwagon.menu.csv_files import read_sale_times_cell
from chuckwagon.menu.schemas import SaleTime
from chuckwagon.orders.placement.pricing import CartLine, price_cart
from chuckwagon.schedule.wall_clock import find_next_edge, find_next_start, is_within, meets_span
from chuckwagon.trucks.models import Truck
from tests.api_calls import call_as
from tests.error_reasons import require_listed
from tests.factories import checkout_body, make_item
from tests.menu import menu_imports
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect
ZONE = "America/Los_Angeles"
WORKDAYS = ["mon", "tue", "wed", "thu", "fri"]
BREAKFAST = {"weekdays": WORKDAYS, "startTime": "07:00", "endTime": "11:00"}
# The screens of customers decide by the same table (frontend/src/domain/menu/sale-times.test.ts).
CASES = json.loads((Path(__file__).parents[1] / "data" / "meal_time_cases.json").read_text())["instants"]


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}Z")


@SAME_ON_BOTH
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_times_are_on_the_trucks_clock(case):
    known = (case["times"], case["timezone"], datetime.fromisoformat(case["instant"]))
    assert is_within(*known) is case["served"]
    for find, said in ((find_next_start, case["nextStart"]), (find_next_edge, case["nextEdge"])):
        assert find(*known) == (said and datetime.fromisoformat(said))


@SAME_ON_BOTH
def test_a_span_needs_one_instant_of_a_time():
    start, end = at("2026-07-01T12:00:00"), at("2026-07-01T14:00:00")
    assert not meets_span([BREAKFAST], ZONE, start, end)
    assert meets_span([BREAKFAST], ZONE, start, at("2026-07-01T14:00:01"))
    assert meets_span([BREAKFAST], ZONE, end, end)


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ([SaleTime([], "07:00", "11:00")], "weekdays_invalid"),
        ([SaleTime(["monday"], "07:00", "11:00")], "weekdays_invalid"),
        ([SaleTime(["mon"], "7:00", "11:00")], "time_of_day_invalid"),
        ([SaleTime(["mon"], "07:00", "24:00")], "time_of_day_invalid"),
        ([SaleTime(["mon"], "07:00", "11:00")] * 8, "too_many"),
    ],
)
def test_what_is_no_time_is_refused(sent, reason):
    stored, problem = read_sale_times(sent)
    assert (stored, problem.reason) == (None, reason)
    require_listed({"reason": problem.reason, "params": problem.params})


@SAME_ON_BOTH
def test_weekdays_are_put_in_order_and_written_for_the_log():
    stored, problem = read_sale_times([SaleTime(["fri", "mon", "fri"], "07:00", "11:00")])
    assert (stored, problem) == ([{"weekdays": ["mon", "fri"], "startTime": "07:00", "endTime": "11:00"}], None)
    assert write_sale_times(stored) == "mon, fri 07:00-11:00"
    assert read_sale_times([]) == read_sale_times(None) == (None, None)


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def truck(db, cast):
    """A truck that is always open, on the clock of Los Angeles."""
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == cast.truck.id).values(timezone=ZONE)))
    return cast.truck


@pytest.fixture
def burrito(db, truck, clock):
    clock.set("2026-07-01T15:00:00Z")  # Wednesday, 8 AM
    return make_item(db, truck, "Breakfast burrito", 900, sale_times=[BREAKFAST])


def test_a_truck_is_orderable_while_one_item_is_sold(client, ask, truck, burrito, clock):
    def orderable():
        return client.get(f"/api/trucks/by-slug/{truck.slug}").json()["orderable"]

    clock.set("2026-07-01T17:59:59Z")
    assert orderable() is True
    clock.set("2026-07-01T18:00:00Z")
    assert orderable() is False
    assert {one["orderable"] for one in client.get("/api/trucks/public").json() if one["_id"] == truck.id} == {False}
    assert ask("POST", "/menu-items", json={"name": "Taco", "basePrice": 4.5}).status_code == 201
    assert orderable() is True


def read_item(client, truck):
    [item] = client.get(f"/api/menu-items/public/{truck.id}").json()
    return item["isAvailable"], item["soldOutUntil"]


def test_the_menu_reads_sold_out_until_the_next_start(client, truck, burrito, clock):
    assert read_item(client, truck) == (True, None)
    clock.set("2026-07-01T18:00:00Z")
    assert read_item(client, truck) == (False, "2026-07-02T14:00:00Z")
    assert client.get(f"/api/menu-items/{burrito.id}").json()["isAvailable"] is False
    clock.set("2026-07-02T14:00:00Z")
    assert read_item(client, truck) == (True, None)


def test_what_comes_back_outside_its_times_comes_back_at_the_next(client, ask, truck, burrito, clock):
    path = f"/menu-items/{burrito.id}/toggle-availability"
    assert ask("PATCH", path, json={"until": "2026-07-01T19:00:00Z"}).status_code == 200
    assert read_item(client, truck) == (False, "2026-07-02T14:00:00Z")
    assert ask("PATCH", path, json={"isAvailable": False}).status_code == 200
    clock.set("2026-07-01T20:00:00Z")
    assert read_item(client, truck) == (False, None)


def test_staff_read_what_is_stored_and_the_times(ask, truck, burrito, clock):
    clock.set("2026-07-01T20:00:00Z")
    item = ask("GET", f"/menu-items/{burrito.id}").json()
    assert (item["isAvailable"], item["soldOutUntil"], item["saleTimes"]) == (True, None, [BREAKFAST])
    always = ask("PUT", f"/menu-items/{burrito.id}", json={"saleTimes": None}).json()
    assert "saleTimes" not in always
    wrong = ask("PUT", f"/menu-items/{burrito.id}", json={"saleTimes": [BREAKFAST | {"weekdays": []}]})
    assert (wrong.status_code, set(wrong.json()["fields"])) == (400, {"saleTimes"})


def test_a_section_gets_the_times_of_an_item(ask, db, truck, clock):
    clock.set("2026-07-01T15:00:00Z")
    for name, section in (("Burrito", "Breakfast"), ("Eggs", "Breakfast"), ("Taco", "Lunch")):
        make_item(db, truck, name, 900, section=section)
    menu = {one["name"]: one for one in ask("GET", f"/menu-items/truck/{truck.id}").json()}
    sent = {"saleTimes": [BREAKFAST], "saleTimesForSection": True}
    assert ask("PUT", f"/menu-items/{menu['Burrito']['_id']}", json=sent).status_code == 200
    now = {one["name"]: one for one in ask("GET", f"/menu-items/truck/{truck.id}").json()}
    assert {name: one.get("saleTimes") for name, one in now.items()} == {
        "Burrito": [BREAKFAST],
        "Eggs": [BREAKFAST],
        "Taco": None,
    }
    assert now["Taco"]["version"] == menu["Taco"]["version"]
    new = {"name": "Toast", "basePrice": 4, "section": "Breakfast", "saleTimes": None, "saleTimesForSection": True}
    assert "saleTimes" not in ask("POST", "/menu-items", json=new).json()
    again = ask("GET", f"/menu-items/truck/{truck.id}").json()
    assert [one.get("saleTimes") for one in again] == [None] * 4


def test_the_counter_sells_at_any_time(db, truck, burrito, clock):
    clock.set("2026-07-01T20:00:00Z")
    with db.reading() as session:
        items = load_cart_items(session, [burrito.id])
    for served_at, codes in ((None, []), (product_clock.now(), ["item_not_served"])):
        _, problems = price_cart(truck.id, [CartLine(burrito.id, 1)], items, served_at)
        assert [problem.code for problem in problems] == codes


def pay_for(client, truck, burrito, pickup):
    body = checkout_body(truck, (burrito, 1))
    body["customerInfo"]["pickupTime"] = pickup
    return client.post("/api/create-payment-intent", json=body)


def test_checkout_asks_for_the_pickup_time(client, sandbox, truck, burrito, clock):
    assert pay_for(client, truck, burrito, "10:30").status_code == 200
    late = pay_for(client, truck, burrito, "11:00")
    assert late.status_code == 409
    assert late.json()["problems"] == [
        {
            "line": 0,
            "code": "item_not_served",
            "message": "Breakfast burrito is not sold at that time.",
            "params": {"item": "Breakfast burrito"},
        }
    ]


def test_a_time_that_ends_while_it_is_in_the_cart_is_said_at_checkout(client, sandbox, truck, burrito, clock):
    assert pay_for(client, truck, burrito, "asap").status_code == 200
    clock.set("2026-07-01T18:00:00Z")
    late = pay_for(client, truck, burrito, "asap")
    assert [problem["code"] for problem in late.json()["problems"]] == ["item_not_served"]


WEEKEND = ["sat", "sun"]


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("", None),
        ("mon-fri 07:00-11:00", [SaleTime(WORKDAYS, "07:00", "11:00")]),
        ("Sat, Sun 8 AM – 1:30 p.m.", [SaleTime(WEEKEND, "08:00", "13:30")]),
        (
            "sábado y domingo 8-13; lun a vie: 7-11",
            [SaleTime(WEEKEND, "08:00", "13:00"), SaleTime(WORKDAYS, "07:00", "11:00")],
        ),
        ("fri to mon 22:00-02:00", [SaleTime(["fri", "sat", "sun", "mon"], "22:00", "02:00")]),
        ("daily 12 AM-12 PM", [SaleTime([*WORKDAYS, *WEEKEND], "00:00", "12:00")]),
        ("7:00-11:00", [SaleTime([*WORKDAYS, *WEEKEND], "07:00", "11:00")]),
    ],
)
def test_a_cell_of_times_is_read_as_people_write_it(cell, expected):
    assert read_sale_times_cell(cell) == expected


@SAME_ON_BOTH
@pytest.mark.parametrize(
    "cell",
    ["breakfast", "mon", "mon 7", "someday 7-11", "mon-tue-wed 7-11", "mon 7-25", "mon 13 PM-2 PM", "mon 7:60-8"],
)
def test_a_cell_that_names_no_times_is_refused(cell):
    with pytest.raises(InvalidCell) as refused:
        read_sale_times_cell(cell)
    assert refused.value.sentence.reason == "import_times_invalid"


def test_a_file_carries_times_and_keeps_those_it_has_no_column_for(client, cast, ask, truck, burrito):
    headers = cast.headers("truck_admin")
    [row] = menu_imports.exported(client, headers)
    assert row["times"] == "mon, tue, wed, thu, fri 07:00-11:00"
    assert menu_imports.counts(menu_imports.read(client, headers, [row])) == (0, 0, 1)
    later = f"id,name,price,times\n{burrito.id},Breakfast burrito,9,sat 8-12\n".encode()
    found = menu_imports.read(client, headers, later)
    [difference] = found["preview"]["changes"][0]["differences"]
    saturday = {"weekdays": ["sat"], "startTime": "08:00", "endTime": "12:00"}
    assert (difference["timesBefore"], difference["timesAfter"]) == ([BREAKFAST], [saturday])
    menu_imports.put_on_menu(client, headers, later)
    plain = f"id,name,price\n{burrito.id},Breakfast burrito,8\n".encode()
    menu_imports.put_on_menu(client, headers, plain)
    assert ask("GET", f"/menu-items/{burrito.id}").json()["saleTimes"] == [saturday]
    wrong = f"id,name,price,times\n{burrito.id},Breakfast burrito,8,mornings\n".encode()
    [question] = menu_imports.read(client, headers, wrong)["questions"]
    assert (question["code"], question["field"], question["value"]) == ("import_times_invalid", "times", "mornings")
