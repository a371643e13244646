"""Paid orders whose payments are compared with the records of Stripe."""

from datetime import UTC, datetime, timedelta

import pytest

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.charges import stripe_period_gateway
from chuckwagon.payments.reconciliation import period as states
from tests.cli.conftest import elsewhere, own_programs
from tests.factories import checkout_body, make_item, make_truck
from tests.payments.reconciliation.records import quiet

__all__ = ["elsewhere", "own_programs"]
CARD = "4242424242424242"


@pytest.fixture
def truck(db):
    return make_truck(db, "Spice Route")


@pytest.fixture
def taco(db, truck):
    return make_item(db, truck, "Taco", 450, [("Salsa", 0, 2, [("Verde", 50)])])


@pytest.fixture
def buy(client, truck, taco, sandbox):
    """Pay for tacos. The product is not notified of the payment."""

    def post(quantity=1, *, item=None, verify=True, billing=None, tip_cents=0, offer=None):
        body = checkout_body(truck, (item or taco, quantity), tip_cents=tip_cents, offer=offer)
        body["customerInfo"]["phone"] = f"(213) 373-42{50 + quantity}"
        made = client.post("/api/create-payment-intent", json=body)
        intent = made.json()["paymentIntentId"]
        sandbox.fault("webhooks", "drop")
        details = {"card": CARD, "billing_details": billing} if billing else {"card": CARD}
        sandbox.post(f"/_sandbox/payment_intents/{intent}/pay", json=details).raise_for_status()
        if verify:
            assert client.post("/api/verify-payment", json={"payment_intent_id": intent}).is_success
        sandbox.wait_until_told()
        return intent

    return post


@pytest.fixture
def reconcile(settings):
    """Reconcile the last hour. Returns the results, keyed by payment."""

    def run(given=settings, *, dry_run=False, hours=1):
        database = Database(given.database)
        try:
            work = states.PeriodReconciliation(
                database, given, stripe_period_gateway(given), dry_run=dry_run, progress=quiet
            )
            now = datetime.now(UTC)
            findings = work.run(now - timedelta(hours=hours), now + timedelta(minutes=1))
        finally:
            database.close()
        return {finding.intent_id: finding for finding in findings}

    return run
