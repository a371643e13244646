"""Texts and e-mails that have waited: what is no longer true is dropped, and a wrong clock holds up nothing."""

from datetime import timedelta

import pytest

from chuckwagon.jobs import outbox
from chuckwagon.notifications import delivery_status
from chuckwagon.orders.messages import email_key, enqueue_receipt
from tests.factories import make_item
from tests.payments.paid_orders import Shop

NO_LONGER_TRUE = {
    "preparing": {"ready", "completed", "cancelled"},
    "ready": {"completed", "cancelled"},
    "cancelled": set(),
    "refunded": set(),
    "confirmed": set(),
}


def test_a_text_of_an_earlier_step_is_dropped(stage, provider):
    statuses = ("preparing", "ready", "completed", "cancelled")
    orders = {
        (kind, status): stage.order(f"+1213373{4000 + 10 * row + column}", status=status, queued=False)
        for row, kind in enumerate(NO_LONGER_TRUE)
        for column, status in enumerate(statuses)
    }
    for (kind, _status), order in orders.items():
        stage.leave(order, kind)
    stage.work()
    dropped = {names for names, order in orders.items() if stage.message(order, names[0]).status == "skipped"}
    assert dropped == {(kind, status) for kind, overtaken in NO_LONGER_TRUE.items() for status in overtaken}
    assert stage.message(orders["preparing", "ready"], "preparing").reason == delivery_status.OVERTAKEN
    assert len(provider.texts()) == len(orders) - len(dropped)


def test_no_confirmation_comes_after_the_cancellation(stage, provider, clock_at):
    """The text that was enqueued later has waited a minute for it, and went."""
    order = stage.order(status="cancelled")
    claimed = stage.db.write(outbox.claim_next)
    stage.leave(order, "cancelled")
    stage.db.write(lambda session: outbox.postpone(session, claimed, "no answer", timedelta(seconds=90)))
    for ahead in (5, 65, 95):
        clock_at(timedelta(seconds=ahead))
        stage.work()
    assert ["was cancelled" in text["body"] for text in provider.texts()] == [True]
    assert stage.message(order).reason == delivery_status.OVERTAKEN


def test_a_receipt_of_an_order_that_was_cancelled_meanwhile_is_dropped(stage, client):
    order = stage.order(customer_email="zoe@example.com", status="cancelled", queued=False)
    stage.db.write(lambda session: enqueue_receipt(session, order.id))
    stage.work()
    with stage.db.reading() as session:
        left = outbox.find_message(session, email_key(order.id, "receipt"))
    assert (left.status, left.last_error) == (outbox.SKIPPED, "overtaken")


@pytest.mark.dialect
def test_a_text_that_failed_before_ready_does_not_come_after_it(client, cast, db, sandbox, worker, clock):
    shop = Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=1000))
    order_id, _ = shop.buy()
    worker.run_once()

    def step(status):
        headers = cast.headers("truck_admin")
        client.patch(f"/api/orders/{order_id}", json={"status": status}, headers=headers).raise_for_status()

    step("confirmed")
    step("preparing")
    sandbox.fault("twilio", "error")
    for _ in range(3):  # two minutes without Twilio
        worker.run_once()
        clock.advance(timedelta(seconds=45))
    sandbox.clear_faults()
    step("ready")
    for _ in range(3):
        worker.run_once()
        clock.advance(timedelta(seconds=120))
    assert ["is ready" in one["body"] for one in sandbox.messages()] == [False, True]


@pytest.mark.dialect
def test_a_clock_that_ran_ahead_holds_up_neither_texts_nor_refunds(client, cast, db, sandbox, worker, clock):
    shop = Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=1000))
    clock.advance(timedelta(hours=3))
    order_id, _ = shop.buy()
    shop.cancel(order_id)
    clock.advance(timedelta(hours=-3))
    for _ in range(3):
        worker.run_once()
        clock.advance(timedelta(seconds=10))
    texts = [one["body"] for one in sandbox.messages()]
    assert ("we have your order" in texts[0], "was cancelled" in texts[1]) == (True, True)
    assert len(sandbox.ledger()["refunds"]) == 1
