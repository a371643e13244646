"""An SMS that waits for another try is dropped once it is no longer true."""

from datetime import timedelta

import pytest

from tests.disruptions.conftest import TAKE_BACK, at


@pytest.fixture
def late_untold(customers, schedule, sandbox, now, worker):
    """Let a stop be 20 minutes late while Twilio is down, and return the order and its disruption."""
    order = customers.order("12:00")
    worker.run_once()
    sandbox.fault("twilio", "error")
    made = schedule("late", minutes=20)
    now.advance(TAKE_BACK)
    for _ in range(2):
        worker.run_once()
    return order, made


@pytest.fixture
def recover(sandbox, now, worker):
    def run():
        sandbox.clear_faults()
        for _ in range(4):
            now.advance(timedelta(seconds=30))
            worker.run_once()

    return run


def test_a_delay_is_not_announced_once_the_order_is_cancelled(late_untold, recover, ask, texts, staff_order):
    order, made = late_untold
    assert ask("PATCH", f"/orders/{order['_id']}", json={"status": "cancelled"}).status_code == 200
    recover()
    assert [("late" in text, "cancelled" in text) for text in texts()[:1]] == [(False, True)]
    assert not any("late" in text for text in texts())
    shown = {text["kind"]: (text["status"], text["reason"]) for text in staff_order(order)["messages"]}
    assert shown["late"] == ("skipped", "The order changed again before this text was sent.")
    done = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (done["state"], done["done"], done["failed"]) == ("done", 1, [])


def test_a_delay_is_not_announced_once_the_customer_chose_another_time(late_untold, recover, client, texts):
    order, _made = late_untold
    moved = client.post(f"/api/track/{order['trackingToken']}/slot", json={"slotAt": at("13:00")})
    assert moved.status_code == 200
    recover()
    assert texts() == []


def test_a_delay_that_was_given_up_is_not_announced_again_after_the_order_is_done(
    late_untold, now, worker, sandbox, ask, texts, recover
):
    order, made = late_untold
    for _ in range(6):
        now.advance(timedelta(seconds=60))
        worker.run_once()
    path = f"/disruptions/{made['_id']}"
    assert [one["orderId"] for one in ask("GET", path).json()["failed"]] == [order["_id"]]
    through = {"status": "completed", "through": ["confirmed", "preparing", "ready"]}
    assert ask("PATCH", f"/orders/{order['_id']}", json=through).status_code == 200
    assert ask("GET", path).json()["failed"] == []
    sandbox.clear_faults()
    assert ask("POST", f"{path}/retry").status_code == 200
    recover()
    assert not any("late" in text for text in texts())


def test_a_cancelled_order_is_not_said_to_be_prepared(customers, ask, sandbox, worker, texts, recover):
    order = customers.order("12:00")
    worker.run_once()
    sandbox.fault("twilio", "error")
    started = {"status": "preparing", "through": ["confirmed"]}
    assert ask("PATCH", f"/orders/{order['_id']}", json=started).status_code == 200
    worker.run_once()
    assert ask("PATCH", f"/orders/{order['_id']}", json={"status": "cancelled"}).status_code == 200
    recover()
    assert [("was cancelled" in text, "refund" in text) for text in texts()] == [(True, False), (False, True)]
