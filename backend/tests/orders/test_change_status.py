"""Status changes: the allowed transitions, the history, and that a refused change changes nothing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise

import pytest

from chuckwagon.customers.models import OptOut
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock as clock_of_product
from chuckwagon.orders.models import Order, OrderEvent
from chuckwagon.orders.status import NEXT_STATUSES
from tests.cast import ROLES

STATUSES = tuple(NEXT_STATUSES)
NOON = datetime(2026, 7, 1, 19, tzinfo=UTC)
SMS_KINDS = {"preparing", "ready", "cancelled"}


def change_status(call, order, status, role="truck_admin", **more):
    return call("PATCH", f"/orders/{order.id}", role, json={"status": status, **more})


def history(rows):
    return [event.status for event in sorted(rows(OrderEvent), key=lambda event: event.id)]


@pytest.mark.parametrize("old", STATUSES)
@pytest.mark.parametrize("new", STATUSES)
def test_the_table_and_nothing_else(call, make_order, rows, old, new):
    order = make_order(status=old)
    answer = change_status(call, order, new)
    outbox_kinds = {message.kind for message in rows(OutboxMessage)}
    [stored] = rows(Order)
    if new in NEXT_STATUSES[old]:
        assert (answer.status_code, answer.json()["status"]) == (200, new)
        assert answer.json()["nextStatuses"] == list(NEXT_STATUSES[new])
        assert history(rows) == ["pending", new]
        assert outbox_kinds == ({f"order_{new}_sms"} if new in SMS_KINDS else set())
        # Cancelling also records the refund.
        assert (stored.status, stored.version) == (new, 3 if new == "cancelled" else 2)
    else:
        assert answer.status_code == (200 if new == old else 409)
        shown = answer.json() if new == old else answer.json()["order"]
        assert (shown["_id"], shown["status"]) == (order.id, old)
        assert (history(rows), outbox_kinds) == (["pending"], set())
        assert (stored.status, stored.version, stored.updated_at) == (old, 1, order.updated_at)


@pytest.mark.dialect
def test_the_whole_way_by_either_address_is_in_the_history_with_names(call, cast, make_order, clock):
    order = make_order()
    for place, status in enumerate(("confirmed", "preparing", "ready", "completed")):
        path = f"/orders/{order.id}" + ("/status" if place % 2 else "")
        assert call("PATCH", path, json={"status": status}).status_code == 200
    shown = call("GET", f"/orders/{order.id}").json()
    assert [step["status"] for step in shown["history"]] == [
        "pending", "confirmed", "preparing", "ready", "completed",
    ]  # fmt: skip
    assert {step["by"] for step in shown["history"][1:]} == {cast.truck_admin.name}
    assert shown["nextStatuses"] == []


def test_repeating_a_press_has_no_second_effect(call, make_order, rows):
    order = make_order(status="confirmed")
    first, second = change_status(call, order, "preparing"), change_status(call, order, "preparing")
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()
    assert history(rows) == ["pending", "preparing"]
    assert len(rows(OutboxMessage)) == 1


@pytest.mark.dialect
@pytest.mark.parametrize("rivals", [("confirmed", "cancelled"), ("preparing", "cancelled")])
def test_two_people_with_different_buttons_make_one_history(call, make_order, rows, rivals):
    before = {"confirmed": "pending", "preparing": "confirmed"}[rivals[0]]
    for _ in range(8):
        order = make_order(status=before)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(partial(change_status, call, order), rivals))
        reached = [
            event.status for event in sorted(rows(OrderEvent), key=lambda event: event.id) if event.order_id == order.id
        ]
        path = [before, *reached[1:]]
        assert all(new in NEXT_STATUSES[old] for old, new in pairwise(path)), path
        [final] = [stored for stored in rows(Order) if stored.id == order.id]
        assert final.status == path[-1]
        assert sum(answer.status_code == 200 for answer in answers) == len(reached) - 1
        for answer in answers:
            assert answer.status_code == 200 or answer.json()["order"]["status"] == final.status


def test_a_new_time_is_told_once_after_the_last_press_and_once_for_each_final_time(
    call, make_order, worker, sandbox, clock
):
    clock.set("2026-07-01T19:30:00Z")
    due = NOON + timedelta(hours=1)
    order = make_order(status="confirmed", pickup_at=due, estimated_pickup_at=due)

    def press(minutes):
        to = (due + timedelta(minutes=minutes)).isoformat()
        assert call("PATCH", f"/orders/{order.id}", json={"estimatedPickupTime": to}).status_code == 200
        worker.run_once()

    def told(seconds=61):
        clock.advance(timedelta(seconds=seconds))
        worker.run_once()
        return [text["body"].partition("has a new time. ")[2] for text in sandbox.messages()]

    for minutes in (5, 10, 15):
        press(minutes)
        assert told(50) == []
    assert told() == told() == ["It will be ready about 1:15 PM."]
    press(5)
    press(15)
    assert told() == ["It will be ready about 1:15 PM."]
    for minutes in (20, 25, 30, 35):
        press(minutes)
        told()
    shown = call("GET", f"/orders/{order.id}").json()
    assert [text["status"] for text in shown["messages"]][-1] == "skipped"
    assert len(told()) == 4
    assert {(change["kind"], change["by"]) for change in shown["changes"]} == {("time_changed", "truck_admin")}


def move(call, order, minutes=30):
    later = (clock_of_product.now() + timedelta(minutes=minutes)).isoformat()
    answer = call("PATCH", f"/orders/{order.id}", json={"estimatedPickupTime": later})
    told = [one for one in answer.json()["messages"] if one["kind"] == "time_changed"]
    return [(one["status"], one["reasonCode"]) for one in told]


@pytest.mark.dialect
def test_who_moves_an_order_reads_whether_its_customer_is_told(call, db, make_order, worker, sandbox):
    assert move(call, make_order(status="confirmed")) == [("pending", None)]
    nameless = make_order(status="confirmed", source="counter", customer_phone=None)
    assert move(call, nameless) == [("skipped", "no_phone")]
    stopped = make_order(status="preparing", customer_phone="+12133734299")
    db.write(lambda session: session.add(OptOut(phone="+12133734299", opted_out_at=NOON)))
    assert move(call, stopped) == [("skipped", "opted_out")]
    assert move(call, stopped, 45) == [("skipped", "opted_out")] * 2
    worker.run_once()
    assert sandbox.messages() == []  # the first waits for another press


@pytest.mark.dialect
def test_ten_people_with_the_same_button_make_one_step(call, make_order, rows):
    order = make_order(status="confirmed")
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: change_status(call, order, "preparing"), range(10)))
    assert {answer.status_code for answer in answers} == {200}
    assert history(rows) == ["pending", "preparing"]
    assert len(rows(OutboxMessage)) == 1


@pytest.mark.dialect
def test_who_saw_the_order_before_a_colleague_changed_it_loses(call, cast, db, make_order, monkeypatch, rows):
    """The other user's change commits between this request's read and write."""
    from chuckwagon.orders import status_changes

    order = make_order()
    real, colleagues = status_changes._apply, []

    def late(session, actor, seen, change):
        if not colleagues:
            colleagues.append("came first")
            status_changes._record_step(session, actor, seen.id, "confirmed", NOON)
            session.execute(Order.__table__.update().values(status="confirmed"))
        return real(session, actor, seen, change)

    monkeypatch.setattr(status_changes, "_apply", late)
    answer = change_status(call, order, "cancelled")
    assert (answer.status_code, answer.json()["code"]) == (409, "status_conflict")


def test_an_estimate_is_set_and_taken_back(call, make_order, rows):
    order = make_order()
    answer = call("PATCH", f"/orders/{order.id}", json={"estimatedPickupTime": "2026-07-01T12:30:00-07:00"})
    assert answer.json()["estimatedPickupTime"] == "2026-07-01T19:30:00.000Z"
    assert (answer.json()["status"], answer.json()["version"]) == ("pending", 2)
    again = call("PATCH", f"/orders/{order.id}", json={"estimatedPickupTime": "2026-07-01T19:30:00Z"})
    assert again.json() == answer.json()
    gone = call("PATCH", f"/orders/{order.id}", json={"estimatedPickupTime": None})
    assert gone.json()["estimatedPickupTime"] is None
    assert history(rows) == ["pending"]
    both = change_status(call, order, "confirmed", estimatedPickupTime="2026-07-01T20:00:00Z").json()
    assert (both["status"], both["estimatedPickupTime"]) == ("confirmed", "2026-07-01T20:00:00.000Z")


def test_an_illegal_step_does_not_take_the_estimate_along(call, make_order, rows):
    order = make_order()
    answer = change_status(call, order, "ready", estimatedPickupTime="2026-07-01T20:00:00Z")
    assert answer.status_code == 409
    assert rows(Order)[0].estimated_pickup_at is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"status": "cooking"}, "status"),
        ({"status": 3}, "status"),
        ({"status": "x" * 41}, "status"),
        ({"estimatedPickupTime": "6 PM"}, "estimatedPickupTime"),
        ({"estimatedPickupTime": "2026-07-01T19:30:00"}, "estimatedPickupTime"),
        ({"estimatedPickupTime": "2026-07-01"}, "estimatedPickupTime"),
        ({"estimatedPickupTime": "9999-12-31T23:59:59-23:00"}, "estimatedPickupTime"),
        ({"estimatedPickupTime": "0001-01-01T00:00:00Z"}, "estimatedPickupTime"),
        ({"estimatedPickupTime": "2026-07-01T19:30:00+99:00"}, "estimatedPickupTime"),
        ({"estimatedPickupTime": 12}, "estimatedPickupTime"),
    ],
)
def test_bad_input_names_its_field_and_changes_nothing(call, make_order, rows, body, field):
    order = make_order()
    answer = call("PATCH", f"/orders/{order.id}", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert (rows(Order)[0].version, history(rows)) == (1, ["pending"])


def test_everything_else_in_the_body_is_ignored(call, make_order, rows):
    order = make_order()
    body = {"total": 0.01, "paymentStatus": "refunded", "truckId": "x", "status": None}
    answer = call("PATCH", f"/orders/{order.id}", json=body)
    assert (answer.status_code, answer.json()["total"], answer.json()["paymentStatus"]) == (200, 9, "paid")
    assert rows(Order)[0].version == 1


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("body", [{"status": "confirmed"}, {"status": "cooking"}, {}])
def test_only_the_staff_of_the_truck_may_press(call, make_order, rows, role, body):
    order = make_order()
    answer = call("PATCH", f"/orders/{order.id}", role, json=body)
    if role in ("truck_admin", "superadmin"):
        assert answer.status_code == (400 if body.get("status") == "cooking" else 200)
        return
    assert answer.status_code == (401 if role is None else 403)
    assert (rows(Order)[0].status, history(rows), rows(OutboxMessage)) == ("pending", ["pending"], [])


@pytest.mark.parametrize("order_id", ["0" * 24, "x", "A" * 24, "%00"])
def test_an_order_that_is_none_is_absent(call, order_id):
    assert call("PATCH", f"/orders/{order_id}", json={"status": "confirmed"}).status_code == 404
    assert call("GET", f"/orders/{order_id}").status_code == 404


def test_a_text_goes_out_once_for_each_kind(call, make_order, sandbox, worker):
    order = make_order(status="confirmed")
    for status in ("preparing", "preparing", "ready", "ready", "completed"):
        change_status(call, order, status)
        worker.run_once()
    bodies = [text["body"] for text in sandbox.messages()]
    assert len(bodies) == 2
    assert any("preparing" in body for body in bodies)
    assert any("ready" in body for body in bodies)


def test_who_left_no_phone_gets_no_text(call, make_order, rows):
    order = make_order(status="confirmed", source="counter", customer_phone=None)
    change_status(call, order, "preparing")
    assert rows(OutboxMessage) == []


@pytest.mark.parametrize("address", ["", "/status", "/refunds"])
@pytest.mark.parametrize("body", [b"{nonsense", b'{"status": 5}', b" " * 70_000])
def test_a_stranger_is_refused_before_the_body_is_read(client, cast, make_order, address, body):
    order, method = make_order(), "POST" if address == "/refunds" else "PATCH"
    headers = cast.headers("other_admin") | {"Content-Type": "application/json"}
    path = f"/api/orders/{order.id}{address}"
    assert client.request(method, path, content=body, headers=headers).status_code == 403


def test_several_steps_are_taken_in_their_order_by_one_call(call, make_order, rows):
    order = make_order(status="pending")
    answer = change_status(call, order, "ready", through=["confirmed", "preparing"])
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert history(rows) == ["pending", "confirmed", "preparing", "ready"]
    assert {message.kind for message in rows(OutboxMessage)} == {"order_ready_sms"}


@pytest.mark.dialect
def test_ready_straight_from_confirmed_is_one_press_with_both_steps_and_one_text(
    call, cast, make_order, rows, worker, sandbox
):
    order = make_order(status="confirmed")
    assert change_status(call, order, "ready").status_code == 409
    for _ in range(2):
        shown = change_status(call, order, "ready", through=["preparing"]).json()
        assert [(step["status"], step["by"]) for step in shown["history"][1:]] == [
            ("preparing", cast.truck_admin.name), ("ready", cast.truck_admin.name),
        ]  # fmt: skip
    worker.run_once()
    [text] = sandbox.messages()
    assert f"order #{order.order_number} is ready." in text["body"]
    assert [one["kind"] for one in call("GET", f"/orders/{order.id}").json()["messages"]] == ["ready"]


@pytest.mark.dialect
def test_two_with_the_long_step_and_one_with_the_short_make_one_history_and_each_text_once(call, make_order, rows):
    for _ in range(5):
        order = make_order(status="confirmed")
        to_ready = partial(change_status, call, order, "ready", through=["preparing"])
        with ThreadPoolExecutor(3) as pool:
            presses = [to_ready, to_ready, partial(change_status, call, order, "preparing")]
            answers = list(pool.map(lambda press: press(), presses))
        reached = [
            event.status for event in sorted(rows(OrderEvent), key=lambda one: one.id) if event.order_id == order.id
        ]
        assert reached == ["pending", "preparing", "ready"]
        assert {answer.status_code for answer in answers} <= {200, 409}
        texts = [one.kind for one in rows(OutboxMessage) if one.payload["orderId"] == order.id]
        assert texts.count("order_ready_sms") == 1
        assert len(texts) == len(set(texts))


@pytest.mark.parametrize("present", ["confirmed", "preparing", "ready"])
def test_steps_that_are_made_already_are_passed_over(call, make_order, rows, present):
    order = make_order(status=present)
    answer = change_status(call, order, "ready", through=["confirmed", "preparing"])
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    path = ["confirmed", "preparing", "ready"]
    assert history(rows)[1:] == path[path.index(present) + 1 :]


@pytest.mark.parametrize(
    ("present", "through"),
    [("pending", ["preparing"]), ("pending", ["confirmed"]), ("cancelled", ["confirmed"])],
)
def test_of_steps_that_do_not_all_follow_none_is_taken(call, make_order, rows, present, through):
    order = make_order(status=present)
    before = history(rows)
    answer = change_status(call, order, "ready", through=through)
    assert (answer.status_code, answer.json()["order"]["status"]) == (409, present)
    assert (history(rows), rows(OutboxMessage), rows(Order)[0].version) == (before, [], 1)


@pytest.mark.parametrize("through", [["eaten"], ["confirmed"] * 6, "confirmed", [1], [None]])
def test_steps_that_are_none_are_named(call, make_order, rows, through):
    order = make_order(status="pending")
    answer = change_status(call, order, "preparing", through=through)
    assert answer.status_code == 400
    assert {name.partition("[")[0] for name in answer.json()["fields"]} == {"through"}
    assert (history(rows), rows(Order)[0].status) == (["pending"], "pending")
