"""The prep sheet equals one made in plain Python from what was ordered."""

import csv
import io
from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import floor
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from chuckwagon.menu.models import MenuItem, StopStock
from chuckwagon.orders.models import Order, OrderEvent, OrderLine, Refund
from chuckwagon.orders.service import add_refund
from chuckwagon.reporting.prep_sheet import expect_pieces
from chuckwagon.schedule.models import CANCELLED, SCHEDULED, Stop
from tests.cast import ROLES
from tests.factories import make_item
from tests.orders.factories import add_order

NOW = datetime(2026, 7, 15, 12, tzinfo=UTC)  # a Wednesday
ZONES = ("America/Los_Angeles", "America/New_York")
NAMES = ("Taco", "Torta", "Cola")

earlier_stops = st.lists(
    st.fixed_dictionaries(
        {
            "days_ago": st.integers(1, 40),
            "hour": st.sampled_from([3, 18]),  # 3:00 UTC is the evening before, on both clocks
            "place": st.integers(0, 1),
            "is_cancelled": st.sampled_from([False, False, False, True]),
            "orders": st.lists(
                st.tuples(st.integers(0, 2), st.integers(1, 9), st.sampled_from(["completed", "ready", "cancelled"])),
                max_size=3,
            ),
            "counted": st.none() | st.tuples(st.integers(0, 5), st.integers(0, 5)),
        }
    ),
    max_size=9,
    unique_by=lambda one: (one["days_ago"], one["hour"]),
)


@pytest.fixture
def items(db, cast):
    return [make_item(db, cast.truck, name, position=place) for place, name in enumerate(NAMES)]


@pytest.fixture
def order_at(db, cast):
    """Order so many pieces of a menu item at a stop."""

    def add(stop_id, item, quantity, status="completed", **fields):
        lines = [(item.name if item else "Special", quantity, 500)]
        order = add_order(db, truck_id=cast.truck.id, stop_id=stop_id, status=status, lines=lines, **fields)
        if item is not None:
            named = sa.update(OrderLine).where(OrderLine.order_id == order.id).values(menu_item_id=item.id)
            db.write(lambda session: session.execute(named))
        return order

    return add


@pytest.fixture
def sheet(call):
    def read(stop_id):
        answer = call(f"/stops/{stop_id}/prep-sheet")
        assert answer.status_code == 200, answer.text
        return answer.json()

    return read


def clear(db):
    def delete(session):
        for model in (OrderEvent, OrderLine, Refund, Order, StopStock, Stop):
            session.execute(sa.delete(model))

    db.write(delete)


def half_up_median(values):
    ordered = sorted(values)
    middle = Fraction(ordered[len(ordered) // 2] + ordered[~(len(ordered) // 2)], 2)
    return floor(middle + Fraction(1, 2))


def weekday_of(stop):
    return stop["at"].astimezone(ZoneInfo(ZONES[stop["place"]])).weekday()


def expected_basis(stops):
    """The comparable stops of a Friday at the first place."""
    held = sorted((one for one in stops if not one["is_cancelled"]), key=lambda one: one["at"], reverse=True)
    for kind, wanted in (
        ("place_and_weekday", lambda one: one["place"] == 0 and weekday_of(one) == 4),
        ("place", lambda one: one["place"] == 0),
        ("weekday", lambda one: weekday_of(one) == 4),
    ):
        found = [one for one in held if wanted(one)]
        if found:
            return kind, found[:6]
    return "none", []


def expected_item(number, compared):
    sold = [
        sum(pieces for item, pieces, status in one["orders"] if item == number and status != "cancelled")
        for one in compared
    ]
    ran_out = [one for one in compared if number == 0 and one["counted"] and one["counted"][1] >= one["counted"][0]]
    values = (half_up_median(sold), min(sold), max(sold)) if sold else (None, None, None)
    return {**dict(zip(("expected", "low", "high"), values, strict=True)), "soldOutStops": len(ran_out)}


@pytest.mark.dialect
def test_the_sheet_equals_the_reference(db, sheet, cast, clock, items, add_place, add_stop, order_at):
    clock.set(NOW.isoformat())
    places = [add_place("Pier", ZONES[0]), add_place("Park", ZONES[1])]
    coming = {}

    def write(stops):
        clear(db)
        for one in stops:
            one["at"] = NOW.replace(hour=one["hour"]) - timedelta(days=one["days_ago"])
            status = {"status": CANCELLED} if one["is_cancelled"] else {}
            one["id"] = add_stop(places[one["place"]], one["at"], **status)
            for item, quantity, status in one["orders"]:
                order_at(one["id"], items[item], quantity, status)
            if one["counted"]:
                initial, taken = one["counted"]
                row = StopStock(
                    stop_id=one["id"], subject_id=items[0].id, is_option=False, initial=initial, taken=taken
                )
                db.write(lambda session, row=row: session.add(row))
        coming["id"] = add_stop(places[0], "2026-07-17T18:00:00Z")  # a Friday

    @settings(max_examples=25, phases=[Phase.generate])
    @given(stops=earlier_stops, ordered=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 9)), max_size=2))
    def check(stops, ordered):
        write(stops)
        for item, quantity in ordered:
            order_at(coming["id"], items[item], quantity, "pending")
        found = sheet(coming["id"])
        kind, compared = expected_basis(stops)
        assert (found["basis"]["kind"], [one["_id"] for one in found["basis"]["stops"]]) == (
            kind,
            [one["id"] for one in compared],
        )
        wanted = Counter()
        for item, quantity in ordered:
            wanted[item] += quantity
        for number, item in enumerate(found["items"]):
            expected = {"name": NAMES[number], "preordered": wanted[number], **expected_item(number, compared)}
            assert {name: item[name] for name in expected} == expected

    check()


@pytest.mark.dialect
@pytest.mark.parametrize(
    ("sold", "expected"),
    [
        ((), None),
        ((3,), (3, 3, 3)),
        ((1, 2), (2, 1, 2)),
        ((0, 0, 9), (0, 0, 9)),
        ((1, 2, 3, 4), (3, 1, 4)),
        ((0, 1), (1, 0, 1)),
    ],
)
def test_the_median_is_rounded_half_up(sold, expected):
    assert expect_pieces(sold) == expected


@pytest.fixture
def friday(clock, add_place, add_stop):
    clock.set(NOW.isoformat())
    return add_stop(add_place(), "2026-07-17T18:00:00Z")


def test_a_stop_without_any_before_it_expects_nothing(sheet, items, friday, order_at):
    order_at(friday, items[1], 3, "pending")
    order_at(friday, None, 2, "pending")
    found = sheet(friday)
    assert found["basis"] == {"kind": "none", "weekday": "fri", "stops": []}
    assert [(one["name"], one["expected"], one["preordered"]) for one in found["items"]] == [
        ("Taco", None, 0), ("Torta", None, 3), ("Cola", None, 0), ("Special", None, 2),
    ]  # fmt: skip


@pytest.mark.dialect
def test_what_was_refunded_before_the_kitchen_started_is_not_made(db, sheet, clock, items, friday, add_stop, order_at):
    """What was refunded later, and what could not be refunded, was cooked."""
    with db.reading() as session:
        place_id = session.get_one(Stop, friday).place_id
    earlier = add_stop(place_id, "2026-07-10T18:00:00Z")
    for stop_id, minutes, status in (
        (friday, 0, "pending"), (friday, 0, "failed"), (earlier, -1, "succeeded"), (earlier, 1, "pending"),
    ):  # fmt: skip
        started = [("preparing", NOW)] if stop_id == earlier else []
        order = order_at(stop_id, items[0], 3, payment_intent_id=f"pi_{stop_id}{minutes}{status}", steps=started)
        clock.set((NOW + timedelta(minutes=minutes)).isoformat())
        given = {"reason": "x", "asked_by": "x", "lines": [{"index": 0, "quantity": 2}]}

        def refund(session, order=order, given=given, status=status):
            add_refund(session, session.get_one(Order, order.id), 1000, **given).status = status

        db.write(refund)
    clock.set(NOW.isoformat())
    found = sheet(friday)["items"][0]
    assert (found["preordered"], found["expected"]) == (1 + 3, 1 + 3)


@pytest.mark.parametrize(
    ("status", "now", "state"),
    [
        (SCHEDULED, "2026-07-17T17:00:00Z", "upcoming"),
        (SCHEDULED, "2026-07-17T18:00:00Z", "open"),
        (SCHEDULED, "2026-07-18T18:00:00Z", "ended"),
        (CANCELLED, "2026-07-17T17:00:00Z", "cancelled"),
    ],
)
def test_the_sheet_says_where_and_when_the_stop_is_and_in_which_state(
    sheet, cast, items, clock, add_place, add_stop, status, now, state
):
    clock.set(now)
    stop_id = add_stop(add_place("Park", "America/New_York"), "2026-07-17T18:00:00Z", status=status)
    found = sheet(stop_id)
    assert {name: value for name, value in found.items() if name not in ("basis", "items")} == {
        "stopId": stop_id,
        "truckId": cast.truck.id,
        "truckName": cast.truck.name,
        "placeName": "Park",
        "timezone": "America/New_York",
        "state": state,
        "startsAt": "2026-07-17T18:00:00Z",
        "endsAt": "2026-07-17T20:00:00Z",
        "date": "2026-07-17",
        "startTime": "14:00",
        "endTime": "16:00",
    }


def test_an_item_off_the_menu_is_listed_only_when_it_is_preordered(db, sheet, items, friday, order_at):
    gone = sa.update(MenuItem).where(MenuItem.id.in_([items[0].id, items[2].id])).values(archived_at=NOW)
    db.write(lambda session: session.execute(gone))
    order_at(friday, items[2], 4, "pending")
    assert [(one["name"], one["preordered"]) for one in sheet(friday)["items"]] == [("Torta", 0), ("Cola", 4)]


def test_a_stop_that_runs_and_one_after_this_are_not_compared(
    sheet, items, friday, add_place, add_stop, order_at, clock
):
    place = add_place("Park")
    clock.set("2026-07-17T19:00:00Z")
    add_stop(place, "2026-07-17T18:30:00Z")
    later = add_stop(place, "2026-07-24T18:00:00Z")
    assert [one["_id"] for one in sheet(later)["basis"]["stops"]] == []
    clock.set("2026-07-17T21:00:00Z")
    assert sheet(friday)["basis"]["kind"] == "none"
    assert len(sheet(later)["basis"]["stops"]) == 1


def test_the_file_holds_the_same_rows(call, items, friday, order_at):
    order_at(friday, items[0], 3, "pending")
    answer = call(f"/stops/{friday}/prep-sheet/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="prep-sheet-2026-07-17-1100.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"), newline="")))
    assert [(row["item"], row["expected"], row["preordered"], row["basis"]) for row in rows] == [
        ("Taco", "", "3", "none"), ("Torta", "", "0", "none"), ("Cola", "", "0", "none"),
    ]  # fmt: skip


@pytest.mark.parametrize("role", [None, *ROLES])
def test_only_the_staff_of_the_truck_see_it(call, cast, friday, role):
    wanted = 401 if role is None else 200 if role in ("truck_admin", "superadmin") else 403
    assert call(f"/stops/{friday}/prep-sheet", role).status_code == wanted
