"""A payment succeeds in the instant in which its hold is released: an order with its units, or neither of both."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.payments.models import Checkout
from chuckwagon.payments.reconciliation.scheduled import reconcile
from tests.orders.reservations.invariant import require_slot_invariant

pytestmark = pytest.mark.dialect

CARD, PAIRS = "4242424242424242", 10
ENDS = {("succeeded", "kept", 1), ("canceled", "released", 0)}


@pytest.fixture
def race(db, settings, sandbox, now):
    """Pay for each checkout while the worker releases all; both come to Stripe at once."""

    def run(intents, monkeypatch):
        gates = {intent: Barrier(2) for intent in intents}
        real = StripeGateway.cancel_intent

        def cancel(gateway, intent):
            gates[intent].wait(60)
            time.sleep(intents.index(intent) % 2 * 0.002)  # so that each of both is the first sometimes
            return real(gateway, intent)

        def pay(intent):
            gates[intent].wait(60)
            return sandbox.pay(intent, CARD).status_code

        monkeypatch.setattr(StripeGateway, "cancel_intent", cancel)
        with ThreadPoolExecutor(len(intents)) as pool:
            paying = [pool.submit(pay, intent) for intent in intents]
            reconcile(db, settings, StripeGateway(settings))
        return [one.result() for one in paying]

    return run


def read_ends(db, sandbox):
    """Of each payment: its state at Stripe, that of its reservation, and how many orders it has."""
    states = {one["id"]: one["status"] for one in sandbox.ledger()["payment_intents"]}
    orders = sa.select(sa.func.count()).where(Order.payment_intent_id == Checkout.payment_intent_id).scalar_subquery()
    query = sa.select(Checkout.payment_intent_id, Reservation.status, orders).join(
        Reservation, Reservation.id == Checkout.id
    )
    with db.reading() as session:
        return [(states[intent], status, count) for intent, status, count in session.execute(query)]


@pytest.mark.parametrize("round_number", [0, *(pytest.param(one, marks=pytest.mark.proof) for one in range(1, 50))])
def test_it_is_paid_and_kept_or_cancelled_and_released(
    order, add_stop, db, now, sandbox, settings, race, monkeypatch, round_number
):
    """Ten in each round: ten for every change, five hundred in the proof suite."""
    stop_id = add_stop(slot_capacity=PAIRS)
    sandbox.fault("webhooks", "drop")
    phones = [f"212555{round_number:02}{one:02}" for one in range(PAIRS)]
    intents = [order(1, stop_id=stop_id, phone=phone).json()["paymentIntentId"] for phone in phones]
    now.set("2026-07-02T14:10:00Z")
    answers = race(intents, monkeypatch)
    reconcile(db, settings, StripeGateway(settings))
    ends = read_ends(db, sandbox)
    assert len(ends) == PAIRS
    assert set(ends) <= ENDS
    assert sum(state == "succeeded" for state, *_ in ends) == answers.count(200)
    require_slot_invariant(db)
