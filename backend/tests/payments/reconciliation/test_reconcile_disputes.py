"""Reconciliation with Stripe: disputes whose events were lost."""

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Dispute, Order
from tests.factories import checkout_body
from tests.payments.paid_orders import DISPUTED
from tests.payments.reconciliation.records import results, rows

FUTURE_HOURS = -1 / 60  # a period that starts after everything has happened


@pytest.fixture
def disputed(buy, sandbox, client, truck, taco):
    """A disputed payment whose event was lost. Returns the intent and the outcome."""
    sandbox.fault("webhooks", "drop")
    made = client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 3)))
    intent = made.json()["paymentIntentId"]
    sandbox.pay(intent, DISPUTED).raise_for_status()
    assert client.post("/api/verify-payment", json={"payment_intent_id": intent}).is_success

    def decide(status):
        [dispute] = sandbox.ledger()["disputes"]
        sandbox.post(f"/_sandbox/disputes/{dispute['id']}", json={"status": status}).raise_for_status()

    return intent, decide


def test_a_dispute_that_nobody_told_of_is_learnt(disputed, reconcile, settings):
    intent, decide = disputed
    decide("lost")
    assert results(reconcile(dry_run=True)) == {intent: "dispute missing"}
    assert rows(settings, Dispute) == []
    assert results(reconcile()) == {intent: "dispute recorded"}
    [order] = rows(settings, Order)
    assert [(one.order_id, one.status) for one in rows(settings, Dispute)] == [(order.id, "lost")]
    assert order.payment_status == "disputed"
    assert results(reconcile()) == {intent: "matches"}


def test_the_end_of_an_older_dispute_is_learnt(disputed, reconcile, settings):
    """The dispute was opened before the period and is still open in our database."""
    intent, decide = disputed
    reconcile()
    decide("won")
    assert results(reconcile(hours=FUTURE_HOURS)) == {intent: "dispute recorded"}
    assert [one.status for one in rows(settings, Dispute)] == ["won"]
    assert [one.payment_status for one in rows(settings, Order)] == ["paid"]


def test_a_dispute_that_the_provider_does_not_know_ends_nothing(disputed, reconcile, settings, db):
    intent, _ = disputed
    reconcile()
    db.write(lambda session: session.execute(sa.update(Dispute).values(id="du_of_another_account")))
    assert results(reconcile(hours=FUTURE_HOURS)) == {}
    assert results(reconcile()) == {intent: "dispute recorded"}
    assert len(rows(settings, Dispute)) == 2
