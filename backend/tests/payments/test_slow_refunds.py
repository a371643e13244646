"""Each refund is made once, however slow Stripe is, and our tables match Stripe's."""

from datetime import timedelta

import msgspec
import pytest
import stripe
from structlog.testing import capture_logs

from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, StripeFailureReplayed
from chuckwagon.kit.errors import Unavailable
from chuckwagon.orders.models import Refund
from chuckwagon.payments.metrics import REFUNDS
from chuckwagon.payments.refund_sync import record_refunds
from chuckwagon.worker.loop import Worker
from tests.metrics import metric_value
from tests.payments.test_refunds_never_given_up import accepted_but_failing

MINUTES_AFTER_A_STORED_FAILURE = timedelta(minutes=4)


@pytest.fixture(autouse=True)
def _no_webhooks(sandbox):
    sandbox.fault("webhooks", "drop")


@pytest.fixture
def impatient(db, settings, monkeypatch):
    """A worker whose calls time out after 1.5 seconds instead of fifteen."""
    monkeypatch.setattr(stripe.HTTPClient, "_sleep_time_seconds", lambda *_: 0.0)
    return Worker(db, msgspec.structs.replace(settings, provider_timeout_seconds=1.5))


@pytest.fixture
def work_later(clock, worker):
    def work(**span):
        clock.advance(timedelta(**span))
        worker.run_once()

    return work


def assert_given_back_once(shop, order_id, intent, rows):
    assert shop.sent(intent) == [500]
    assert [(refund.amount_cents, refund.status) for refund in rows(Refund)] == [(500, "succeeded")]
    assert shop.shown(order_id)["refundable"] == 16.75


def test_a_refund_that_outlasts_every_time_limit_is_made_once(shop, sandbox, clock, impatient, wait_for, rows):
    """The call goes on at Stripe while the retries list nothing and find the key in use."""
    order_id, intent = shop.buy()
    sandbox.fault("stripe", "delay", match="/v1/refunds", times=1, ms=120_000)
    shop.refund(order_id, amount=5)
    for _ in range(2):
        clock.advance(timedelta(minutes=1))
        impatient.run_once()
    assert (shop.sent(intent), [one.key_try for one in rows(Refund)]) == ([], [1])
    sandbox.clear_faults()  # the slow call ends
    sandbox.fault("webhooks", "drop")
    wait_for(lambda: shop.sent(intent))
    clock.advance(timedelta(minutes=10))
    impatient.run_once()
    assert_given_back_once(shop, order_id, intent, rows)


def test_a_lost_connection_keeps_the_key(shop, sandbox, work_later, rows):
    order_id, intent = shop.buy()
    sandbox.fault("stripe", "timeout", match="/v1/refunds", ms=10)
    shop.refund(order_id, amount=5)
    work_later(seconds=1)
    assert [one.key_try for one in rows(Refund)] == [1]
    sandbox.clear_faults()
    work_later(seconds=16)
    assert_given_back_once(shop, order_id, intent, rows)


def test_a_refund_that_cannot_be_looked_for_keeps_its_key(shop, work_later, rows, monkeypatch):
    """Listing refunds may be refused while the first call is still running."""
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "create_refund", accepted_but_failing(Unavailable()))
        work_later(seconds=1)
        patch.setattr(StripeGateway, "list_refunds", lambda *_: (_ for _ in ()).throw(PaymentRefused()))
        work_later(seconds=16)
    assert [one.key_try for one in rows(Refund)] == [1]
    work_later(minutes=10)
    assert_given_back_once(shop, order_id, intent, rows)


@pytest.mark.parametrize("status", [500, 502, 504])
def test_a_failure_that_is_not_stored_keeps_the_key(shop, sandbox, work_later, rows, status):
    """The failure may come from a proxy, behind which the call goes on."""
    order_id, intent = shop.buy()
    sandbox.fault("stripe", "error", match="/v1/refunds", status=status)
    shop.refund(order_id, amount=5)
    work_later(seconds=1)
    assert [one.key_try for one in rows(Refund)] == [1]
    sandbox.clear_faults()
    work_later(seconds=16)
    assert_given_back_once(shop, order_id, intent, rows)


def test_a_stored_failure_changes_the_key_and_is_tried_again_after_minutes(
    shop, sandbox, clock, worker, work_later, rows, monkeypatch
):
    """Its effect is in no list yet, so a second key too early would refund twice."""
    order_id, intent = shop.buy()
    sandbox.fault("stripe", "error_after", match="/v1/refunds", times=1)
    shop.refund(order_id, amount=5)
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "list_refunds", lambda *_: [])
        work_later(seconds=1)
        assert [one.key_try for one in rows(Refund)] == [2]
        clock.advance(MINUTES_AFTER_A_STORED_FAILURE)
        worker.run_once()
        assert shop.sent(intent) == [500]
    work_later(minutes=2)
    assert_given_back_once(shop, order_id, intent, rows)


def test_only_an_answer_from_under_the_key_is_a_stored_failure(settings, shop, sandbox):
    """The SDK retries by itself, so a stored failure arrives as a replayed response."""
    _, intent = shop.buy()

    def create(key):
        wanted = {"refund_id": "r", "reverse_transfer": False, "with_fee": False, "key": key}
        return stripe_gateway(settings).create_refund(intent, 100, **wanted)

    sandbox.fault("stripe", "error_after", match="/v1/refunds", times=1)
    with pytest.raises(StripeFailureReplayed):
        create("stored")
    sandbox.fault("stripe", "error", match="/v1/refunds", times=3)
    with pytest.raises(Unavailable) as outage:
        create("passing")
    assert not isinstance(outage.value, StripeFailureReplayed)


@pytest.fixture
def given_back_twice(shop, sandbox, worker, rows):
    """Two refunds at Stripe with one ID of ours, of which our tables know the first."""
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    worker.run_once()
    [ours] = rows(Refund)
    form = {"payment_intent": intent, "amount": 500, "metadata[refundId]": ours.id}
    sandbox.post("/v1/refunds", form=form).raise_for_status()
    return order_id, intent


def learn(db, settings, intent):
    """Learn of the refunds by an event, by `chuckwagon reconcile`, or before the next refund."""
    made = stripe_gateway(settings).list_refunds(intent)
    for one in [*made, *reversed(made)]:
        db.write(lambda session, one=one: record_refunds(session, [one]))


@pytest.mark.dialect
def test_a_second_refund_under_our_id_is_in_the_books_and_an_error(db, settings, shop, rows, given_back_twice):
    order_id, intent = given_back_twice
    before = metric_value(REFUNDS, "doubled")
    with capture_logs() as logged:
        learn(db, settings, intent)
    after = shop.shown(order_id)
    assert sorted(one["amount"] for one in after["refunds"]) == [5, 5]
    assert (after["refundable"], after["paymentStatus"]) == (11.75, "partially_refunded")
    assert len({one.provider_id for one in rows(Refund)}) == 2
    assert [one["event"] for one in logged if one["log_level"] == "error"] == ["refund_doubled"]
    assert metric_value(REFUNDS, "doubled") == before + 1


def test_both_of_two_refunds_that_a_try_finds_are_taken(shop, sandbox, work_later, rows, monkeypatch):
    """The first response was lost, and a second call was made with the same ID."""
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "create_refund", accepted_but_failing(Unavailable()))
        work_later(seconds=1)
    form = {"payment_intent": intent, "amount": 500, "metadata[refundId]": rows(Refund)[0].id}
    sandbox.post("/v1/refunds", form=form).raise_for_status()
    work_later(minutes=1)
    assert [refund.status for refund in rows(Refund)] == ["succeeded", "succeeded"]
    assert shop.shown(order_id)["refundable"] == 11.75
