"""An order that was taken without network is an order once, as it was charged, on its own day."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from chuckwagon.day_closes.queries import load_close
from chuckwagon.drawer.models import DayClose, DayEvent
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import Order
from chuckwagon.printers.models import PrintJob
from chuckwagon.printing.documents import compose_close
from chuckwagon.printing.drawing import Text
from chuckwagon.printing.words import WORDS
from tests.factories import make_item


def test_a_late_order_is_kept_as_it_was_charged(send, late_order, call, audited):
    body = late_order()
    sent = send(body)
    assert sent.status_code == 201, sent.text
    order = sent.json()
    assert (order["offlineNumber"], order["status"], order["flags"]) == ("A-12", "completed", ["taken_offline"])
    assert (order["subtotal"], order["tender"], order["source"]) == (8, "cash", "counter")
    assert order["total"] == body["total"]
    assert order["taxes"] == body["taxes"]
    assert order["createdAt"] == order["offline"]["takenAt"] == order["windowPayment"]["at"]
    assert [step["status"] for step in order["history"]] == ["pending", "completed"]
    assert audited("order.taken_offline")[0]["offlineNumber"] == "A-12"


@pytest.mark.parametrize(
    ("taken_at", "sent_at", "named"),
    [
        ("0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59Z", {"takenAt", "sentAt"}),
        ("1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", {"takenAt"}),
        ("2199-12-31T23:59:59Z", "2200-01-01T00:00:00Z", {"sentAt"}),
    ],
)
def test_an_instant_that_no_clock_says_is_refused(send, late_order, rows, taken_at, sent_at, named):
    refused = send(late_order(takenAt=taken_at, sentAt=sent_at))
    assert (refused.status_code, set(refused.json()["fields"])) == (400, named)
    assert rows(Order) == []


@pytest.mark.parametrize("year", [1970, 2199])
def test_a_clock_that_has_lost_its_power_sells_too(send, late_order, year):
    sent = send(late_order(takenAt=f"{year}-01-01T00:00:00Z", sentAt=f"{year}-01-01T00:05:00Z"))
    assert (sent.status_code, "clock_differs" in sent.json()["flags"]) == (201, True)


def test_sent_again_it_is_the_order_that_exists(send, late_order, rows, call):
    body = late_order()
    first = send(body).json()
    for change in ({}, {"total": 99.0}, {"payment": "cheque"}, {"void": {"reason": "Mistake"}}, {"lines": []}):
        again = send(body | change)
        assert (again.status_code, again.json()["_id"]) == (201, first["_id"])
    assert len(rows(Order)) == 1


def test_one_whose_answer_was_lost_has_the_number_that_its_customer_heard(send, late_order, taco, call, rows):
    late = late_order()
    items = [{"menuItemId": taco.id, "quantity": 2, "unitPrice": 4, "optionIds": []}]
    now = {"customerName": "Bo", "items": items, "payment": "cash", "draftId": late["draftId"]}
    first = send(now | {"expectedTotal": late["total"]}).json()
    assert first["offlineNumber"] is None
    again = send(late).json()
    assert (again["_id"], again["offlineNumber"], again["version"]) == (first["_id"], "A-12", first["version"] + 1)
    assert again["flags"] == first["flags"]
    found = call("GET", "/orders", params={"q": "a-12"}).json()["orders"]
    assert [order["_id"] for order in found] == [first["_id"]]
    assert send(late | {"offlineNumber": "A-13"}).json()["offlineNumber"] == "A-12"
    assert len(rows(Order)) == 1


def test_one_that_is_to_be_made_arrives_quietly(send, late_order, rows):
    order = send(late_order(handedOver=False, customerPhone="+12025550123")).json()
    assert (order["status"], order["nextStatuses"]) == ("pending", ["confirmed", "cancelled"])
    assert order["messages"] == []
    assert rows(OutboxMessage) == []


def test_cash_counts_in_the_drawer_in_which_it_arrives(send, late_order, call, rows):
    call("POST", "/drawer-sessions", json={"float": 100}).raise_for_status()
    order = send(late_order(ago=timedelta(hours=30))).json()
    [event] = rows(DayEvent)
    assert (event.tender, event.amount_cents, event.order_id) == ("cash", round(order["total"] * 100), order["_id"])
    assert (event.session_id is not None, to_iso(event.taken_at)) == (True, order["createdAt"])


def test_the_sheet_of_the_day_says_the_number_that_the_customer_heard(send, late_order, call, db):
    call("POST", "/drawer-sessions", json={"float": 100}).raise_for_status()
    order = send(late_order(ago=timedelta(hours=30))).json()
    drawer = call("GET", "/drawer-sessions").json()["open"]
    count = {"counted": drawer["expected"], "version": drawer["version"]}
    sheet = call("POST", f"/drawer-sessions/{drawer['_id']}/close", json=count).json()
    assert [(one["orderNumber"], one["offlineNumber"]) for one in sheet["late"]] == [(order["orderNumber"], "A-12")]
    path = f"/day-closes/{sheet['_id']}"
    number = f"A-12 (#{order['orderNumber']})"
    assert f"late,sale {number}," in call("GET", f"{path}/export").text
    with db.reading() as session:
        paper = compose_close(load_close(session, session.get_one(DayClose, sheet["_id"])), WORDS["en"])
    assert f"#{number}" in [block.text for block in paper.blocks if isinstance(block, Text)]


@pytest.mark.parametrize(
    ("hours", "is_noted"), [(0, False), (1, True), (-1, True), (0.03, False), (-0.03, False)], ids=str
)
def test_a_wrong_clock_is_set_right_and_noted(send, late_order, hours, is_noted):
    device_now = clock.now() + timedelta(hours=hours)
    taken = device_now - timedelta(minutes=5)
    order = send(late_order(takenAt=to_iso(taken), sentAt=to_iso(device_now))).json()
    ago = clock.now() - timedelta(minutes=5)
    assert abs(clock_of(order) - ago) < timedelta(seconds=20)
    assert ("clock_differs" in order["flags"]) == is_noted
    noted = order["offline"]["clockSeconds"]
    assert abs(noted + hours * 3600) < 20 if is_noted else noted is None


def test_what_was_taken_after_it_was_sent_was_taken_when_it_was_sent(send, late_order):
    order = send(late_order(ago=timedelta(hours=-3))).json()
    assert abs(clock_of(order) - clock.now()) < timedelta(seconds=20)


def clock_of(order):
    return datetime.fromisoformat(order["createdAt"])


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"subtotal": 9.0}, {"subtotal", "total"}),
        ({"total": 99.0}, {"total"}),
        ({"tip": 1.0}, {"total"}),
        ({"taxes": []}, {"total"}),
        ({"taxes": [{"rate": 8.25, "taxable": 100.0, "tax": 0.66}]}, {"taxes"}),
    ],
)
def test_sums_that_contradict_each_other_are_refused(send, late_order, rows, change, named):
    refused = send(late_order(rate=8.25) | change)
    assert (refused.status_code, refused.json()["code"]) == (409, "order_sums_differ")
    assert set(refused.json()["fields"]) == named
    assert rows(Order) == []


def test_what_is_older_than_fourteen_days_is_refused(send, late_order, rows):
    assert send(late_order(ago=timedelta(days=14, minutes=1))).json()["code"] == "order_too_old"
    kept = send(late_order(ago=timedelta(days=13, hours=23))).json()
    assert "late" in kept["flags"]
    assert "late" not in send(late_order(ago=timedelta(hours=47))).json()["flags"]


def test_items_of_another_truck_are_refused(send, late_order, db, cast, rows, taco):
    other = make_item(db, cast.other_truck, name="Cola", price=300)
    for item_id in (other.id, "0" * 24):
        lines = [{"menuItemId": item_id, "name": "Cola", "quantity": 2, "unitPrice": 4}]
        refused = send(late_order(lines=lines))
        assert (refused.status_code, refused.json()["code"]) == (409, "order_items_unknown")
        assert [problem["line"] for problem in refused.json()["problems"]] == [0]
    assert rows(Order) == []


def test_only_staff_of_the_truck_can_send(send, late_order, cast, rows):
    body = late_order(truckId=cast.truck.id)
    assert send(body, "other_admin").status_code == 403
    assert send(body, None).status_code == 401
    assert send(body | {"truckId": "0" * 24}, "superadmin").status_code == 404
    assert rows(Order) == []
    assert send(body, "superadmin").status_code == 201


@pytest.mark.parametrize("field", ["draftId", "deviceId", "takenAt", "sentAt", "subtotal", "total", "payment"])
def test_what_a_late_order_needs_is_asked_for(send, late_order, field):
    refused = send(late_order(**{field: ...}))
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])


def test_a_newer_record_waits_for_a_newer_server(send, late_order):
    assert send(late_order(format=2)).json()["code"] == "format_unknown"
    assert send(late_order(format=1)).status_code == 201


def test_what_was_voided_moves_no_money_and_is_audited(send, late_order, rows, audited, call):
    order = send(late_order(void={"reason": "Rung up twice"})).json()
    assert (order["status"], order["paymentStatus"], order["tender"]) == ("cancelled", "unpaid", "unpaid")
    assert order["offline"]["voidReason"] == "Rung up twice"
    assert [event.kind for event in rows(DayEvent)] == ["cancelled"]
    assert audited("order.voided")[0]["reason"] == "Rung up twice"
    bare = dict.fromkeys(("lines", "subtotal", "taxes", "total", "tip", "payment", "handedOver"), ...)
    assert send(late_order(void={"reason": "Left"}, **bare)).json()["status"] == "cancelled"


def test_what_was_voided_needs_no_sums_and_no_items_that_are_on_the_menu(send, late_order, rows, taco):
    without = dict.fromkeys(("subtotal", "taxes", "total", "payment", "handedOver"), ...)
    voided = send(late_order(void={"reason": "Left"}, **without))
    assert (voided.status_code, voided.json()["status"]) == (201, "cancelled")
    assert [item["name"] for item in voided.json()["items"]] == ["Taco"]
    gone = {"menuItemId": "0" * 24, "name": "Cola", "quantity": 1, "unitPrice": 3}
    lines = [gone, {"menuItemId": taco.id, "name": "Taco", "quantity": 1, "unitPrice": 4}]
    for sent, kept in ((lines, ["Taco"]), ([gone], [])):
        total = sum(line["unitPrice"] for line in sent)
        charged = {"lines": sent, "subtotal": total, "taxes": [], "total": total}
        voided = send(late_order(void={"reason": "Left"}, **charged)).json()
        assert (voided["status"], [item["name"] for item in voided["items"]]) == ("cancelled", kept)
    assert {event.kind for event in rows(DayEvent)} == {"cancelled"}


def test_five_hundred_an_hour_of_a_device_and_then_it_waits(send, late_order, monkeypatch):
    monkeypatch.setattr("chuckwagon.orders.late.service.ORDERS_PER_HOUR", 2)
    first = late_order()
    assert [send(one).status_code for one in (first, late_order(), late_order())] == [201, 201, 429]
    assert send(first).status_code == 201
    assert send(late_order(deviceId=str(uuid4()))).status_code == 201


def test_a_person_enters_what_was_refused_as_a_sale_of_now(send, late_order, audited, db, cast):
    by_hand = {"asSaleOfNow": {"reason": "order_too_old"}}
    old = send(late_order(ago=timedelta(days=20), price=5.0) | by_hand).json()
    assert (old["subtotal"], abs(clock_of(old) - clock.now()) < timedelta(seconds=20)) == (10, True)
    assert {"taken_offline", "sale_of_now"} <= set(old["flags"])
    wrong = send(late_order(price=5.0, total=1.0) | by_hand).json()
    assert (wrong["subtotal"], [item["unitPrice"] for item in wrong["items"]]) == (8, [4])
    assert [one["reason"] for one in audited("order.entered_late")] == ["order_too_old"] * 2
    elsewhere = make_item(db, cast.other_truck, name="Cola", price=300)
    lines = [{"menuItemId": elsewhere.id, "quantity": 2, "unitPrice": 4}]
    assert send(late_order(lines=lines) | by_hand).json()["code"] == "order_items_unknown"


def test_a_ticket_is_printed_of_what_is_to_be_made_unless_the_device_has_printed_it(send, late_order, call, rows):
    printer = {"label": "Kitchen", "kind": "star_cloudprnt", "paperMm": 80, "prints": ["ticket"], "printOn": "placed"}
    call("POST", "/printers", json=printer | {"drawerKick": True, "language": "en"}).raise_for_status()
    to_be_made = send(late_order(handedOver=False)).json()
    for more in ({}, {"handedOver": False, "ticketPrinted": True}, {"void": {"reason": "Mistake"}}):
        send(late_order(**more)).raise_for_status()
    assert [(job.kind, job.order_id) for job in rows(PrintJob)] == [("ticket", to_be_made["_id"])]


def test_quantities_and_free_ones_are_compared_with_the_prices_that_were_read(send, late_order, call, cast):
    extras = {"name": "Extras", "maxSelect": 2, "freeCount": 1}
    guacamole = {"name": "Guacamole", "additionalPrice": 1.25, "maxQuantity": 2}
    groups = [extras | {"options": [guacamole]}]
    bowl = call("POST", "/menu-items", json={"name": "Bowl", "basePrice": 9, "optionGroups": groups}).json()
    version = call("GET", f"/trucks/{cast.truck.id}/counter").json()["pricesVersion"]
    [group] = bowl["optionGroups"]
    call("PUT", f"/menu-items/{bowl['_id']}", json={"optionGroups": [group | {"freeCount": 0}]}).raise_for_status()
    option = {"optionId": group["options"][0]["_id"], "additionalPrice": 1.25, "quantity": 2, "freeQuantity": 0}
    lines = [{"menuItemId": bowl["_id"], "quantity": 2, "unitPrice": 10.25, "options": [option]}]
    order = send(late_order(price=10.25, lines=lines, pricesVersion=version)).json()
    assert "price_differs" not in order["flags"]
    assert order["items"][0]["customizations"] == [
        {"group": "Extras", "name": "Guacamole", "additionalPrice": 1.25, "quantity": 2, "freeQuantity": 0}
    ]
    assert "price_differs" in send(late_order(price=10.25, lines=lines)).json()["flags"]
    by_hand = {"asSaleOfNow": {"reason": "order_too_old"}, "total": 1.0}
    now = send(late_order(price=10.25, lines=lines) | by_hand).json()
    assert [item["unitPrice"] for item in now["items"]] == [11.5]
