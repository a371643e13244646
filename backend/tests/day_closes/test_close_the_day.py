"""Counting the drawer: what is expected in it, the sheet of the day, and what belongs to which day."""

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.day_closes.check import check_cash
from chuckwagon.drawer.models import DayClose, DayEvent, DrawerSession
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement.record_payment import repair_sales
from chuckwagon.trucks.models import Truck

pytestmark = pytest.mark.dialect


def test_the_sheet_says_what_was_sold_moved_and_counted(call, cast, db, drawer, sell, close, assert_cash_agrees):
    db.write(lambda session: session.execute(sa.update(Truck).values(takes_tips=True)))
    opened = drawer()
    sell()
    sell("cash", 2, tip=2)
    sell("card")
    unpaid = sell("unpaid")
    move = {"kind": "pay_out", "amount": 15.5, "reason": "  Ice  "}
    moved = call("POST", f"/drawer-sessions/{opened['_id']}/movements", json=move).json()
    assert (moved["expected"], moved["version"]) == (119.13, 4)
    back = call("POST", f"/orders/{sell()['_id']}/refunds", json={"amount": 5, "reason": "Cold"}).json()
    assert back["refunds"][0]["status"] == "due"
    path = f"/orders/{back['_id']}/pay-outs"
    for _ in range(2):
        call("POST", path, json={"refundId": back["refunds"][0]["_id"]})
    sheet = close(114.0, note=" Short? ")
    expected = 125.01
    assert (sheet["closeNumber"], sheet["float"], sheet["expected"]) == (1, 100, expected)
    assert (sheet["counted"], sheet["difference"], sheet["note"]) == (114, round(114 - expected, 2), "Short?")
    assert sheet["tenders"]["cash"] == {
        "orders": 3, "gross": 40, "discounts": 0, "tax": 3.51, "tip": 2, "total": 45.51, "refunds": 5,
    }  # fmt: skip
    assert sheet["tenders"]["card"] == {
        "orders": 1, "gross": 10, "discounts": 0, "tax": 0.88, "tip": 0, "total": 10.88, "refunds": 0,
    }  # fmt: skip
    assert sheet["taxes"] == [{"placeName": None, "rate": 8.75, "taxable": 50, "tax": 4.39}]
    assert sheet["movements"] == [
        {"kind": "pay_out", "amount": 15.5, "reason": "Ice", "at": sheet["movements"][0]["at"], "by": "truck_admin"}
    ]
    assert (sheet["firstOrderNumber"], sheet["lastOrderNumber"]) == ("101", "105")
    assert sheet["open"] == {"orders": 5, "total": 67.27}
    assert (sheet["tips"], sheet["refunds"], sheet["beforeOpening"], sheet["late"]) == (2, 5, [], [])
    assert (sheet["closedBy"], sheet["truckName"]) == ("truck_admin", cast.truck.name)
    assert unpaid["tender"] == "unpaid"
    assert_cash_agrees()


def test_bills_and_coins_are_added_up(call, drawer, sell):
    opened = drawer(10)
    sell()
    pieces = {"20": 1, "0.5": 1, "0.25": 1, "0.10": 1, "0.01": 3, "5": 0}
    count = {"denominations": pieces, "version": 2}
    sheet = call("POST", f"/drawer-sessions/{opened['_id']}/close", json=count).json()
    assert (sheet["counted"], sheet["difference"]) == (20.88, 0)
    assert sheet["denominations"] == {"20": 1, "0.50": 1, "0.25": 1, "0.10": 1, "0.01": 3}


def test_cash_of_before_belongs_to_the_next_drawer_and_is_not_expected_in_it(
    drawer, sell, close, call, assert_cash_agrees
):
    early = sell()
    opened = drawer(50)
    assert (opened["expected"], opened["beforeOpening"]) == (50, 10.88)
    sell()
    sheet = close()
    assert (sheet["expected"], sheet["difference"]) == (60.88, 0)
    assert [(one["kind"], one["orderNumber"], one["amount"]) for one in sheet["beforeOpening"]] == [
        ("sale", early["orderNumber"], 10.88)
    ]
    assert sheet["tenders"]["cash"]["total"] == 21.76
    assert_cash_agrees()


def test_what_happens_later_belongs_to_the_next_close_and_the_sheet_stays(
    call, drawer, sell, close, assert_cash_agrees
):
    drawer()
    unpaid, sold = sell("unpaid"), sell()
    first = close()
    assert first["open"] == {"orders": 2, "total": 21.76}
    refund = {"everything": True, "reason": "Late"}
    back = call("POST", f"/orders/{sold['_id']}/refunds", json=refund).json()["refunds"][0]
    drawer(20)
    call("POST", f"/orders/{unpaid['_id']}/payment", json={"payment": "cash"})
    call("POST", f"/orders/{sold['_id']}/pay-outs", json={"refundId": back["_id"]})
    call("PATCH", f"/orders/{sold['_id']}", json={"status": "cancelled"})
    second = close()
    assert call("GET", f"/day-closes/{first['_id']}").json() == first
    assert (second["closeNumber"], second["from"]) == (2, first["to"])
    assert (second["tenders"]["cash"]["total"], second["tenders"]["cash"]["refunds"]) == (10.88, 10.88)
    assert second["expected"] == 20
    assert second["cancelled"] == {"orders": 1, "total": 10.88}
    assert (second["firstOrderNumber"], second["lastOrderNumber"]) == (None, None)
    listed = call("GET", "/day-closes").json()["closes"]
    assert [(one["closeNumber"], one["total"]) for one in listed] == [(2, 10.88), (1, 10.88)]
    assert_cash_agrees()


def test_a_sheet_keeps_the_name_and_the_clock_of_its_truck(call, db, drawer, sell, close):
    drawer()
    sell()
    path = f"/day-closes/{close(110.88)['_id']}"
    before = call("GET", path).json(), call("GET", f"{path}/export").content
    db.write(lambda session: session.execute(sa.update(Truck).values(name="Renamed", timezone="Asia/Tokyo")))
    assert (call("GET", path).json(), call("GET", f"{path}/export").content) == before


def test_a_card_refund_on_another_device_never_leaves_the_drawer(call, drawer, sell, close):
    drawer()
    sold = sell("card")
    back = call("POST", f"/orders/{sold['_id']}/refunds", json={"everything": True, "reason": "Late"}).json()
    call("POST", f"/orders/{sold['_id']}/pay-outs", json={"refundId": back["refunds"][0]["_id"]})
    sheet = close()
    assert (sheet["expected"], sheet["tenders"]["card"]["refunds"]) == (100, 10.88)


def test_a_sale_while_counting_is_told_with_the_new_sum(call, drawer, sell, rows):
    opened = drawer()
    sell()
    path = f"/drawer-sessions/{opened['_id']}/close"
    answer = call("POST", path, json={"counted": 100, "version": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "version_conflict")
    assert (answer.json()["expected"], answer.json()["version"]) == (110.88, 2)
    assert rows(DayClose) == []


def test_a_truck_has_one_open_drawer(call, cast, drawer):
    first = drawer(headers={"Idempotency-Key": "a"})
    assert drawer(headers={"Idempotency-Key": "a"}) == first
    again = call("POST", "/drawer-sessions", json={"float": 1})
    assert (again.status_code, again.json()["code"]) == (409, "drawer_open")
    assert again.json()["drawer"] == first
    elsewhere = call("POST", "/drawer-sessions", as_="other_admin", json={"float": 1})
    assert elsewhere.status_code == 201


def test_a_closed_drawer_takes_no_more(call, drawer, close):
    opened = drawer()
    close()
    path = f"/drawer-sessions/{opened['_id']}"
    for answer in (
        call("POST", f"{path}/movements", json={"kind": "pay_in", "amount": 1, "reason": "Change"}),
        call("POST", f"{path}/close", json={"counted": 1, "version": 1}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "drawer_closed")


def test_one_key_closes_once(call, drawer, rows):
    opened = drawer()
    count = {"counted": 99.5, "version": 1}
    path, headers = f"/drawer-sessions/{opened['_id']}/close", {"Idempotency-Key": "close"}
    first = call("POST", path, json=count, headers=headers)
    assert call("POST", path, json=count, headers=headers).json() == first.json()
    assert len(rows(DayClose)) == 1
    kinds = [event.action for event in rows(AuditEvent)]
    assert kinds == ["drawer.opened", "drawer.closed"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"version": 1}, "counted"),
        ({"counted": 1, "denominations": {}, "version": 1}, "counted"),
        ({"counted": 1}, "version"),
        ({"counted": -1, "version": 1}, "counted"),
        ({"counted": 1.234, "version": 1}, "counted"),
        ({"denominations": {"3": 1}, "version": 1}, "denominations.3"),
        ({"denominations": {"20": -1}, "version": 1}, "denominations.20"),
        ({"denominations": {"20": 1, "0.25": 1.5}, "version": 1}, "denominations.0.25"),
        ({"denominations": {"0.5": 1, "0.50": 1}, "version": 1}, "denominations.0.50"),
        ({"denominations": {"100": 100_000}, "version": 1}, "denominations"),
        ({"counted": 1, "version": 1, "note": "x" * 501}, "note"),
    ],
)
@pytest.mark.dialect(False)
def test_a_count_that_cannot_be_is_refused(call, drawer, rows, body, field):
    opened = drawer()
    answer = call("POST", f"/drawer-sessions/{opened['_id']}/close", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field]), answer.text
    assert rows(DayClose) == []


@pytest.mark.dialect(False)
def test_movements_and_floats_are_checked(call, drawer):
    bad_float = [
        call("POST", "/drawer-sessions", json=body).status_code for body in ({}, {"float": -1}, {"float": 1e6})
    ]
    assert bad_float == [400, 400, 400]
    opened = drawer()
    answer = call("POST", f"/drawer-sessions/{opened['_id']}/movements", json={"kind": "gift", "amount": 0})
    assert (answer.status_code, sorted(answer.json()["fields"])) == (400, ["amount", "kind", "reason"])


def test_a_cancellation_counts_once(call, drawer, sell, close, rows):
    drawer()
    sold = sell("unpaid")
    call("PATCH", f"/orders/{sold['_id']}", json={"status": "cancelled"})
    assert close()["cancelled"] == {"orders": 1, "total": 10.88}
    assert [event.kind for event in rows(DayEvent)] == ["cancelled"]
    assert rows(Order)[0].tender == "unpaid"


def test_the_sheet_as_csv(call, drawer, sell, close):
    drawer()
    sell()
    sheet = close(110)
    text = call("GET", f"/day-closes/{sheet['_id']}/export").text
    lines = [line.rstrip(",") for line in text.splitlines()]
    assert "drawer,expected,110.88" in lines
    assert "drawer,difference,-0.88" in lines
    assert "tender,cash,1,10.00,0.00,0.88,0.00,10.88,0.00" in lines
    assert "tax,,8.75,10.00,0.88" in lines


def test_the_list_is_paged_and_by_days(call, drawer, close, clock):
    for instant in ("2026-07-02T05:30:00Z", "2026-07-02T06:30:00Z", "2026-07-02T07:30:00Z"):
        clock.set(instant)
        drawer()
        close()
    first = call("GET", "/day-closes?limit=2").json()
    assert [one["closeNumber"] for one in first["closes"]] == [3, 2]
    rest = call("GET", f"/day-closes?limit=2&cursor={first['nextCursor']}").json()
    assert ([one["closeNumber"] for one in rest["closes"]], rest["nextCursor"]) == ([1], None)
    day = call("GET", "/day-closes?from=2026-07-02&to=2026-07-02").json()["closes"]
    assert [one["closeNumber"] for one in day] == [3]
    sessions = call("GET", "/drawer-sessions?limit=2").json()
    after = call("GET", f"/drawer-sessions?limit=2&cursor={sessions['nextCursor']}").json()
    assert [one["closeNumber"] for one in sessions["sessions"] + after["sessions"]] == [3, 2, 1]


def test_sales_of_a_server_of_the_release_before_are_completed(db, call, drawer, sell, close, assert_cash_agrees):
    """It writes neither the tender of a counter order nor the event of its sale."""
    drawer()
    sell()
    sold = [sell(payment)["_id"] for payment in ("cash", "card", "unpaid")]
    damages = (sa.delete(DayEvent).where(DayEvent.order_id.in_(sold)),
               sa.update(Order).where(Order.id.in_(sold)).values(tender="online"))  # fmt: skip
    for damage in damages:
        db.write(lambda session, one=damage: session.execute(one, execution_options={"synchronize_session": False}))
    assert len(check_cash(db).problems) == 2
    assert repair_sales(db) == 3
    assert repair_sales(db) == 0
    assert_cash_agrees()
    assert call("GET", "/drawer-sessions").json()["open"]["cashSales"] == 21.76
    assert close()["tenders"]["card"]["total"] == 10.88


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (sa.delete(DayEvent).where(DayEvent.id == sa.select(sa.func.max(DayEvent.id)).scalar_subquery()), "missing"),
        (sa.update(DayEvent).values(amount_cents=1), "differ from their orders"),
        (sa.update(DayEvent).values(session_id=None), "without a drawer"),
        (sa.update(DayEvent).values(close_id=None), "the close of another"),
        (sa.update(DayClose).values(number=2), "gaps"),
        (sa.update(DrawerSession).values(expected_cents=0), "counted drawers differ"),
        (sa.update(DayEvent).where(DayEvent.kind == "pay_in").values(amount_cents=1), "counted drawers differ"),
        (sa.update(DayEvent).where(DayEvent.kind == "refund").values(amount_cents=1), "closes differ"),
        (sa.update(DayEvent).where(DayEvent.kind == "refund").values(amount_cents=1), "refunds differ"),
        (sa.update(DayEvent).where(DayEvent.kind == "refund").values(kind="refund_failed"), "closes differ"),
        (sa.delete(DayEvent).where(DayEvent.kind == "cancelled"), "closes differ"),
        (sa.update(Order).values(tender="online"), "paid online"),
    ],
)
@pytest.mark.dialect(False)
def test_the_doctor_finds_cash_that_does_not_agree(db, call, drawer, sell, close, assert_cash_agrees, damage, words):
    opened = drawer()
    sell()
    call("POST", f"/drawer-sessions/{opened['_id']}/movements", json={"kind": "pay_in", "amount": 5, "reason": "Coins"})
    sold = sell("card")
    cancelled = call("PATCH", f"/orders/{sold['_id']}", json={"status": "cancelled"}).json()
    call("POST", f"/orders/{sold['_id']}/pay-outs", json={"refundId": cancelled["refunds"][0]["_id"]})
    sell()
    close()
    assert_cash_agrees()
    db.write(lambda session: session.execute(damage, execution_options={"synchronize_session": False}))
    problems = check_cash(db).problems
    assert [one for one in problems if words in one], problems
