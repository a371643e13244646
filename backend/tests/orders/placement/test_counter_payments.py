"""Payments of unpaid counter orders: recorded once, and never for a cancelled order."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from chuckwagon.db.idempotency import StoredResponse
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.models import Order, OrderEvent
from chuckwagon.realtime.change_log import ChangeRow
from tests.cast import ROLES


@pytest.fixture
def unpaid_order(make_order):
    return make_order(source="counter", payment_status="unpaid", customer_phone=None)


def pay(call, order, method="cash", role="truck_admin", **more):
    return call("POST", f"/orders/{order.id}/payment", role, json={"payment": method}, **more)


def facts(order):
    return (
        order.payment_status,
        order.window_method,
        order.window_paid_at,
        order.window_paid_to,
        order.version,
    )


@pytest.mark.parametrize("method", ["cash", "card"])
def test_an_unpaid_order_is_paid_at_the_window(call, cast, clock, rows, unpaid_order, method):
    answer = pay(call, unpaid_order, method)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["paymentStatus"], shown["status"], shown["version"]) == ("paid", "pending", 2)
    assert shown["tender"] == method
    assert shown["windowPayment"] == {
        "method": method, "at": shown["updatedAt"], "by": cast.truck_admin.name,
    }  # fmt: skip
    assert shown["refundable"] == shown["total"]
    assert shown == call("GET", f"/orders/{unpaid_order.id}").json()
    assert [(change.kind, change.subject_id) for change in rows(ChangeRow)] == [("order", unpaid_order.id)]
    assert ([event.status for event in rows(OrderEvent)], rows(OutboxMessage)) == (["pending"], [])


@pytest.mark.dialect
def test_one_key_takes_the_money_once(call, rows, unpaid_order):
    headers = {"Idempotency-Key": "counter-1"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: pay(call, unpaid_order, headers=headers), range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert rows(Order)[0].version == 2
    other = pay(call, unpaid_order, "card", headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert rows(Order)[0].window_method == "cash"


@pytest.mark.dialect
def test_of_two_hands_at_the_till_one_is_told(call, rows, make_order):
    for _ in range(6):
        unpaid_order = make_order(source="counter", payment_status="unpaid", customer_phone=None)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda method: pay(call, unpaid_order, method), ("cash", "card")))  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        won, lost = sorted(answers, key=lambda answer: answer.status_code)
        assert lost.json()["code"] == "payment_conflict"
        assert lost.json()["order"] == won.json()
        assert lost.json()["error"] == f"Order #{unpaid_order.order_number} is paid already."


@pytest.mark.dialect
def test_of_money_and_cancellation_at_once_both_or_one_hold(call, make_order):
    for _ in range(6):
        unpaid_order = make_order(source="counter", payment_status="unpaid", customer_phone=None)
        cancel = lambda: call("PATCH", f"/orders/{unpaid_order.id}", json={"status": "cancelled"})  # noqa: B023, E731
        with ThreadPoolExecutor(2) as pool:
            paid, cancelled = pool.submit(pay, call, unpaid_order), pool.submit(cancel)
        assert cancelled.result().status_code == 200
        shown = call("GET", f"/orders/{unpaid_order.id}").json()
        assert shown["status"] == "cancelled"
        assert (paid.result().status_code == 409) == (shown["paymentStatus"] == "unpaid")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"status": "cancelled"}, "was cancelled."),
        ({"payment_status": "paid"}, "is paid already."),
        ({"payment_status": "refunded"}, "is paid already."),
        ({"source": "online", "payment_status": "paid"}, "is paid already."),
    ],
)
def test_what_owes_nothing_stays_as_it_is(call, rows, make_order, fields, sentence):
    order = make_order(**{"source": "counter", "payment_status": "unpaid", **fields})
    answer = pay(call, order)
    assert (answer.status_code, answer.json()["error"]) == (409, f"Order #{order.order_number} {sentence}")
    assert [facts(one) for one in rows(Order)] == [facts(order)]
    assert rows(ChangeRow) == []


@pytest.mark.parametrize("body", [{}, {"payment": None}, {"payment": "unpaid"}, {"payment": "cheque"}])
def test_bad_input_names_its_field_and_takes_nothing(call, rows, unpaid_order, body):
    answer = call("POST", f"/orders/{unpaid_order.id}/payment", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["payment"])
    assert [facts(one) for one in rows(Order)] == [facts(unpaid_order)]


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("body", [{"payment": "cash"}, {}, {"payment": 7}])
def test_only_the_staff_of_the_truck_take_its_money(call, rows, unpaid_order, role, body):
    answer = call("POST", f"/orders/{unpaid_order.id}/payment", role, json=body)
    if role in ("truck_admin", "superadmin"):
        assert answer.status_code == (200 if body.get("payment") == "cash" else 400)
    else:
        assert answer.status_code == (401 if role is None else 403)
        assert [facts(one) for one in rows(Order)] == [facts(unpaid_order)]


def test_staff_see_what_the_customer_sees_and_get_no_link_that_acts(call, cast, unpaid_order, rows):
    token, key = unpaid_order.tracking_token, {"Idempotency-Key": "counter-1"}
    answers = [pay(call, unpaid_order, headers=key) for _ in range(2)]
    answers += [call("GET", path) for path in (f"/orders/{unpaid_order.id}", "/orders", "/orders?limit=1")]
    assert not [answer.text for answer in answers if token in answer.text or answer.status_code != 200]
    assert token not in rows(StoredResponse)[0].answer
    path, _, view = answers[0].json()["trackingPath"].rpartition("/")
    assert (path, len(view)) == (f"/{cast.truck.slug}/order", len(token))
    customers, seen = (call("GET", f"/track/{one}", None).json() for one in (token, view))
    assert seen == {**customers, "choices": None, "contactUntil": None, "isViewOnly": True}
    for method, action in (
        ("POST", "cancel"), ("POST", "slot"), ("POST", "contact"),
        ("GET", "slots"), ("GET", "devices"), ("GET", "manifest"),
    ):  # fmt: skip
        body = (
            {"json": {"slotAt": "2026-07-02T12:00:00Z", "phone": "(213) 373-4299"}}
            if action in ("slot", "contact")
            else {}
        )
        assert call(method, f"/track/{view}/{action}", None, **body).status_code == 404, action
    for wrong in (view[:-1] + ("A" if view[-1] != "A" else "B"), "x" * 43):
        assert call("GET", f"/track/{wrong}", None).status_code == 404
