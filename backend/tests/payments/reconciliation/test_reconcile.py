"""Reconciliation with Stripe: each payment has one order with its amount, and nothing else changes."""

import itertools
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, example, given
from hypothesis import settings as settings_of_hypothesis

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.charges import CardPayment, StripePeriodGateway, stripe_period_gateway
from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.jobs import outbox
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.service import add_refund
from chuckwagon.payments.checkout.intent_metadata import encode_metadata
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.reconciliation import period as states
from tests.databases import every_row
from tests.factories import checkout_body
from tests.orders.factories import add_order
from tests.payments.checkout.test_intent_metadata import COPIES, EDITS, PLAIN
from tests.payments.reconciliation.records import quiet, results, rows


def test_books_that_fit_are_left_alone(buy, reconcile, db):
    intents = [buy(), buy(2)]
    before = every_row(db)
    assert results(reconcile()) == dict.fromkeys(intents, "matches")
    assert every_row(db) == before


@pytest.mark.dialect
def test_a_payment_that_nobody_reported_becomes_its_order(buy, reconcile, settings):
    intent = buy(3, verify=False)
    assert results(reconcile(dry_run=True)) == {intent: "order missing"}
    assert rows(settings, Order) == []
    assert results(reconcile()) == {intent: "order created"}
    [order] = rows(settings, Order)
    assert (order.payment_intent_id, order.customer_name, order.total_cents) == (intent, "Ada Lovelace", 1468)
    assert results(reconcile()) == {intent: "matches"}


def test_what_cannot_be_put_right_is_left_for_a_person(buy, db, truck, reconcile, settings):
    changed, fine, other = buy(), buy(2), buy(3, verify=False)
    orders, checkouts = Order.payment_intent_id, Checkout.payment_intent_id
    dearer = sa.update(Order).where(orders == changed).values(tax_cents=1, total_cents=451)
    db.write(lambda session: session.execute(dearer))
    cheaper = sa.update(Checkout).where(checkouts == other).values(total_cents=1)
    db.write(lambda session: session.execute(cheaper))
    add_order(db, truck_id=truck.id, payment_intent_id="pi_nobody")
    found = results(reconcile())
    assert found == {
        changed: "different amount", fine: "matches", other: "held for review", "pi_nobody": "no payment"
    }  # fmt: skip
    [review] = rows(settings, PaymentReview)
    assert review.reason == "different amount"
    before = every_row(db)
    assert results(reconcile()) == found
    assert every_row(db) == before


@pytest.mark.dialect
@pytest.mark.parametrize("examples", [8, pytest.param(50, marks=pytest.mark.proof)])
def test_what_somebody_wrote_on_one_payment_keeps_no_other_from_its_order(
    buy, truck, reconcile, monkeypatch, db, examples
):
    """Whatever the metadata says, the run completes; each payment is an order, held or foreign."""
    real, numbers = StripePeriodGateway.payments_between, itertools.count()
    fine = buy(verify=False)

    def with_strange(*strange):
        def pages(history, since, until):
            yield list(strange)
            yield from real(history, since, until)

        return pages

    @example(PLAIN, {"truckId": 5})
    @given(COPIES, EDITS)
    @settings_of_hypothesis(
        max_examples=examples, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )  # fmt: skip
    def run(copy, edits):
        named = f"pi_strange_{next(numbers)}"
        metadata = {**encode_metadata(msgspec.structs.replace(copy, truck_id=truck.id)), **edits}
        cents = copy.total_cents
        intent = Intent(named, "succeeded", cents, cents, "usd", False, metadata)
        payment = CardPayment("ch_1", intent, datetime.now(UTC), 0, None, 0, None, None)
        monkeypatch.setattr(StripePeriodGateway, "payments_between", with_strange(payment))
        found = results(reconcile())
        assert found[fine] in ("order created", "matches")
        assert found[named] in ("order recovered", "held for review", "not ours")

    run()


def test_a_payment_that_breaks_the_comparison_is_shown_and_the_others_are_compared(buy, reconcile, monkeypatch):
    broken, fine = buy(verify=False), buy(2, verify=False)
    real = states.find_payment_state

    def stumble(session, payment):
        if payment.intent.id == broken:
            raise ValueError("an unforeseen error")
        return real(session, payment)

    monkeypatch.setattr(states, "find_payment_state", stumble)
    found = reconcile()
    assert results(found) == {broken: "unreadable", fine: "order created"}
    assert not found[broken].is_resolved
    monkeypatch.undo()
    assert results(reconcile()) == {broken: "order created", fine: "matches"}


def test_a_refund_that_nobody_works_on_is_left_to_the_worker_again(
    buy, db, settings, reconcile, worker, sandbox, clock
):
    """The outbox message was closed while the refund was pending, as older releases did after five tries."""
    intent = buy()
    [order] = rows(settings, Order)
    leave = {"reason": "Cold", "asked_by": "Ana"}
    db.write(lambda session: add_refund(session, session.get_one(Order, order.id), 100, **leave))
    [refund] = rows(settings, Refund)
    message = outbox.OutboxMessage.key == refund.key
    closed = {"status": outbox.FAILED, "attempts": 5, "finished_at": clock.now()}
    db.write(lambda session: session.execute(sa.update(outbox.OutboxMessage).where(message).values(closed)))
    clock.advance(timedelta(days=30))
    worker.run_once()
    assert sandbox.ledger()["refunds"] == []
    found = reconcile(dry_run=True)[intent]
    assert (found.result, found.is_resolved, found.order_number) == (
        "refund stuck", False, order.order_number
    )  # fmt: skip
    assert results(reconcile()) == {intent: "refund queued again"}
    worker.run_once()
    assert [one["amount"] for one in sandbox.ledger()["refunds"]] == [100]
    assert [one.status for one in rows(settings, Refund)] == ["succeeded"]
    assert results(reconcile()) == {intent: "matches"}


def test_payments_of_others_are_none_of_ours(sandbox, db, reconcile):
    form = {"amount": "500", "currency": "usd", "confirm": "true", "payment_method": "pm_card_visa"}
    sandbox.fault("webhooks", "drop")
    made = sandbox.post("/v1/payment_intents", form=form | {"return_url": "https://example.com"})
    assert made.status_code == 200, made.text
    before = every_row(db)
    assert results(reconcile()) == {made.json()["id"]: "not ours"}
    assert every_row(db) == before


def test_more_payments_than_fit_a_page(buy, reconcile, monkeypatch):
    monkeypatch.setattr("chuckwagon.integrations.stripe.charges.PAGE_SIZE", 2)
    intents = [buy() for _ in range(5)]
    assert results(reconcile()) == dict.fromkeys(intents, "matches")


def test_the_window_is_kept(buy, settings):
    buy()
    database = Database(settings.database)
    now = datetime.now(UTC)
    work = states.PeriodReconciliation(
        database, settings, stripe_period_gateway(settings), dry_run=False, progress=quiet
    )
    assert work.run(now - timedelta(days=2), now - timedelta(days=1)) == []
    database.close()


def test_unused_checkouts_are_left_alone(client, truck, taco, reconcile, settings):
    client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 1)))
    assert reconcile() == {}
    assert [checkout.status for checkout in rows(settings, Checkout)] == ["open"]
