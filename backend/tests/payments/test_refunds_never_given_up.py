"""A promised refund is made in the end: past bugs of ours, wrong refusals and other refunds."""

from datetime import timedelta

import psycopg
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, RefundRefused
from chuckwagon.jobs import outbox
from chuckwagon.orders.models import Refund
from tests.payments.paid_orders import DISPUTED
from tests.suites import first_on_both


@pytest.fixture(autouse=True)
def _no_webhooks(sandbox):
    sandbox.fault("webhooks", "drop")


@pytest.fixture
def refunds(shop):
    return lambda order_id: sorted((one["amount"], one["status"]) for one in shop.shown(order_id)["refunds"])


@pytest.fixture
def wait_and_work(clock, worker):
    def wait(**span):
        clock.advance(timedelta(**span))
        worker.run_once()

    return wait


def accepted_but_failing(error):
    """Make the refund at Stripe and raise an error instead of returning it."""
    real = StripeGateway.create_refund

    def create(gateway, *given, **more):
        real(gateway, *given, **more)
        raise error

    return create


BUG = ValueError("an unforeseen error")
SLOW_STATEMENT = sa.exc.OperationalError("UPDATE", {}, psycopg.errors.QueryCanceled("statement timeout"))


@pytest.mark.parametrize(("is_taken", "fault"), first_on_both([(True, BUG), (False, BUG), (False, SLOW_STATEMENT)]))
def test_a_fault_of_our_own_is_outlasted(shop, wait_and_work, refunds, monkeypatch, is_taken, fault):
    order_id, intent = shop.buy()
    shop.cancel(order_id)
    with monkeypatch.context() as patch:
        broken = accepted_but_failing(fault) if is_taken else lambda *_given, **_more: (_ for _ in ()).throw(fault)
        patch.setattr(StripeGateway, "create_refund", broken)
        if is_taken:
            patch.setattr(StripeGateway, "list_refunds", lambda *_: (_ for _ in ()).throw(fault))
        for _ in range(outbox.MAX_ATTEMPTS + 3):
            wait_and_work(hours=1, seconds=1)
    assert refunds(order_id) == [(21.75, "pending")]
    wait_and_work(hours=1, seconds=1)
    assert (refunds(order_id), shop.sent(intent)) == ([(21.75, "succeeded")], [2175])
    assert shop.shown(order_id)["paymentStatus"] == "refunded"


def test_a_key_that_is_always_busy_is_outlasted(shop, wait_and_work, refunds, monkeypatch):
    order_id, intent = shop.buy()
    shop.cancel(order_id)
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "create_refund", accepted_but_failing(PaymentRefused()))
        patch.setattr(StripeGateway, "list_refunds", lambda *_: (_ for _ in ()).throw(PaymentRefused()))
        for _ in range(outbox.MAX_ATTEMPTS + 1):
            wait_and_work(hours=1, seconds=1)
        assert refunds(order_id) == [(21.75, "pending")]
    wait_and_work(hours=1, seconds=1)
    assert (refunds(order_id), shop.sent(intent)) == ([(21.75, "succeeded")], [2175])


def test_a_refund_that_was_taken_and_denied_is_in_the_books_again(shop, worker, refunds, monkeypatch):
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "create_refund", accepted_but_failing(RefundRefused("No.")))
        patch.setattr(StripeGateway, "list_refunds", lambda *_: [])
        worker.run_once()
    assert refunds(order_id) == [(5.0, "failed")]
    shop.cancel(order_id)
    worker.run_once()
    assert refunds(order_id) == [(5.0, "succeeded"), (16.75, "succeeded")]
    assert sorted(shop.sent(intent)) == [500, 1675]
    after = shop.shown(order_id)
    assert (after["paymentStatus"], after["refundable"]) == ("refunded", 0)
    assert [one["failure"] for one in after["refunds"]] == [None, None]


def test_a_refund_that_failed_at_the_provider_stays_failed(db, shop, worker, rows, sandbox):
    from chuckwagon.integrations.stripe.payment_intents import StripeRefund
    from chuckwagon.payments.refund_sync import record_refunds

    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    worker.run_once()
    [ours] = rows(Refund)
    news = {"id": ours.provider_id, "intent_id": intent, "refund_id": ours.id, "amount_cents": 500}
    for status in ("failed", "succeeded", "pending"):
        made = StripeRefund(**news, status=status, created_at=ours.created_at)
        db.write(lambda session, made=made: record_refunds(session, [made]))
    assert [one.status for one in rows(Refund)] == ["failed"]


@pytest.mark.dialect
def test_the_last_refund_waits_for_what_the_others_leave_over(shop, sandbox, clock, wait_and_work, refunds):
    """Most of the payment was refunded unseen, and the cancellation's refund is sent before the partial one."""
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    sandbox.post("/v1/refunds", form={"payment_intent": intent, "amount": 1875}).raise_for_status()
    sandbox.fault("stripe", "error", match="/v1/refunds")
    wait_and_work(seconds=1)
    sandbox.clear_faults()
    sandbox.fault("webhooks", "drop")
    shop.cancel(order_id)
    wait_and_work(seconds=1)
    assert (5.0, "pending") in refunds(order_id)
    for _ in range(4):
        wait_and_work(minutes=2)
    assert refunds(order_id) == [(3.0, "succeeded"), (5.0, "failed"), (18.75, "succeeded")]
    after = shop.shown(order_id)
    assert (after["paymentStatus"], after["refundable"]) == ("refunded", 0)
    assert sorted(shop.sent(intent)) == [300, 1875]


def test_what_two_refused_refunds_leave_over_can_be_given_back_again(shop, worker, refunds):
    """The bank has the money, and its event has not arrived."""
    order_id, _ = shop.buy(card=DISPUTED)
    shop.refund(order_id, amount=5)
    shop.cancel(order_id)
    worker.run_once()
    assert refunds(order_id) == [(5.0, "failed"), (16.75, "failed")]
    after = shop.shown(order_id)
    assert (after["refundable"], after["paymentStatus"]) == (21.75, "paid")
    assert all("charged back" in one["failure"] for one in after["refunds"])
