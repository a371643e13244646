"""Staff see the status of each SMS, and which customers opted out."""

from datetime import timedelta

import pytest

from chuckwagon.jobs import outbox
from chuckwagon.orders.service import enqueue_sms
from tests.orders.factories import PHONE


@pytest.fixture
def order(make_order, db):
    def make(phone=PHONE, kind="confirmed"):
        made = make_order(customer_phone=phone)
        db.write(lambda session: enqueue_sms(session, made, kind))
        return made

    return make


@pytest.fixture
def shown(call):
    return lambda order: call("GET", f"/orders/{order.id}").json()


def states(found):
    return [(text["kind"], text["status"], text["reason"]) for text in found["messages"]]


def test_a_text_waits_and_is_delivered(order, shown, worker, wait_for, db):
    made = order()
    assert states(shown(made)) == [("confirmed", "pending", None)]
    db.write(lambda session: enqueue_sms(session, made, "ready"))
    worker.run_once()
    done = [("confirmed", "delivered", None), ("ready", "delivered", None)]
    wait_for(lambda: states(shown(made)) == done)
    assert all(text["at"].endswith("Z") for text in shown(made)["messages"])


@pytest.mark.parametrize(
    ("phone", "status", "reason"),
    [
        ("+15005550001", "failed", "The phone number is not valid."),
        ("+15005550004", "failed", "The customer asked for no texts (STOP)."),
        (None, "skipped", "The order has no phone number."),
    ],
)
def test_what_could_not_be_sent_says_why(order, shown, worker, phone, status, reason):
    made = order(phone)
    worker.run_once()
    assert states(shown(made)) == [("confirmed", status, reason)]


def test_what_did_not_arrive_says_why(order, shown, worker, wait_for):
    made = order("+15005550030")
    worker.run_once()
    reason = "The phone is switched off or out of reach."
    wait_for(lambda: states(shown(made)) == [("confirmed", "failed", reason)])


def test_an_outage_says_that_it_is_tried_again_and_then_that_it_is_given_up(order, shown, worker, sandbox, clock):
    made = order()
    sandbox.fault("twilio", "error", status=503)
    worker.run_once()
    assert states(shown(made)) == [("confirmed", "pending", "The last try did not go through; it is tried again.")]
    for _ in range(4):
        clock.advance(timedelta(hours=1))
        worker.run_once()
    assert states(shown(made)) == [("confirmed", "failed", "The text provider did not answer in time.")]


def test_a_job_that_fell_over_for_good_is_seen(order, shown, db):
    made = order()

    def give_up(session):
        message = outbox.find_message(session, f"order:{made.id}:confirmed_sms")
        outbox.finish(session, message.id, outbox.FAILED, "KeyError")

    db.write(give_up)
    assert states(shown(made)) == [("confirmed", "failed", "It could not be sent. The log says why.")]


def test_stop_shows_on_the_orders_of_that_phone_only(order, shown, call, sandbox):
    made, other = order(), order("+12133734254")
    assert shown(made)["smsOptedOut"] is False
    sandbox.post("/_sandbox/messages/inbound", json={"from": PHONE, "body": "STOP"})
    listed = {one["_id"]: one["smsOptedOut"] for one in call("GET", "/orders").json()["orders"]}
    assert listed == {made.id: True, other.id: False}
    assert shown(made)["smsOptedOut"] is True
