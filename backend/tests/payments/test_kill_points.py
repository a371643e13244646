"""The process dies after each step of the money path, one step later each time; the final state is always complete.

A step is a transaction or a call of a provider. Nothing is half done between two steps, so dying after each covers
every point: what was not committed never happened. After a death the next process takes over, and clients that got
no response repeat their request.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import ADMIN
from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.integrations import twilio
from chuckwagon.integrations.stripe import client as stripe_api
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.jobs import outbox
from chuckwagon.kit.decoding import convert
from chuckwagon.offers.models import Offer, OfferUse
from chuckwagon.orders import refunds, status_changes
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.reservations.usage_check import check_offers
from chuckwagon.orders.schemas import ChangeRequest
from chuckwagon.payments.checkout import schemas, service
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.fulfillment import service as fulfillment
from chuckwagon.payments.fulfillment import stripe_events
from chuckwagon.worker.loop import Worker
from tests.conftest import empty_database
from tests.factories import checkout_body
from tests.offers.factories import make_offer
from tests.payments.fulfillment.test_webhook_signature import sign
from tests.payments.invariants import MoneyState, check_final_state, check_step
from tests.payments.simulation import ProcessKilled, Simulation

pytestmark = pytest.mark.dialect


class Failpoint:
    """Ends the process after this number of steps of this thread; 0 disables it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.left = 0
        self._thread = threading.get_ident()
        for owner, name in ((Database, "write"), (stripe_api, "call_stripe"), (twilio, "_call")):
            patch.setattr(owner, name, self._around(getattr(owner, name)))

    def _around(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **more: Any) -> Any:
            answer = real(*given, **more)
            if self.left and threading.get_ident() == self._thread:
                self.left -= 1
                if not self.left:
                    raise ProcessKilled
            return answer

        return step


class Scenario:
    """One customer's order, from the form to the last refund. Each action can be repeated."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.db, self.settings = simulation, simulation.db, simulation.settings
        self.stripe = stripe_gateway(simulation.settings)
        self.customer = simulation.add_customer()
        self.actor = Actor(simulation.cast.truck_admin.id, ADMIN, simulation.truck.id, "")
        make_offer(self.db, simulation.truck.id, percent=None, amount_cents=100, max_uses=1, once_per_phone=True)
        self.body = checkout_body(simulation.truck, (self.customer.menu_item, 2), offer=("TACO10", 100))
        self.body["customerInfo"]["phone"] = self.customer.phone
        self.intent = self.order_id = ""

    def submit_checkout(self) -> None:
        request = convert(self.body, schemas.PaymentIntentRequest)
        caller = CheckoutRequestContext(self.customer.attempt, self.customer.attempt, self.customer.attempt)
        answer = service.open_checkout(self.db, self.settings, request, caller)
        self.intent = answer.payment_intent_id
        self.customer.intents = [self.intent]

    def pay(self) -> None:
        self.simulation.pay(self.intent, "4242424242424242")

    def verify(self) -> None:
        request = schemas.VerifyRequest(self.intent)
        if fulfillment.find_fulfilled_payment(self.db, request) is None:
            fulfillment.verify_payment(self.db, self.settings, request, self.customer.phone)

    def deliver_events(self, *types: str) -> None:
        """Deliver Stripe's events of this payment, and the same ones again after a death."""
        for event in self.simulation.sandbox.ledger()["events"]:
            if event["type"] in types:
                payload = self.simulation.sandbox.get(f"/v1/events/{event['id']}").content
                read = stripe_events.read_event(self.settings, payload, sign(payload, self.settings))
                stripe_events.handle_event(self.db, self.settings, read)

    def deliver_payment_events(self) -> None:
        self.deliver_events("payment_intent.created", "payment_intent.succeeded")

    def deliver_refund_events(self) -> None:
        self.deliver_events("charge.refunded", "refund.created")

    def work(self) -> None:
        Worker(self.db, self.settings).run_once()

    def reconcile(self) -> None:
        self.work()

    def find_order(self) -> None:
        with self.db.reading() as session:
            self.order_id = find_order_by_intent(session, self.intent).id

    def set_status(self, status: str) -> None:
        status_changes.change_order(self.db, self.actor, self.order_id, ChangeRequest(status))

    def confirm(self) -> None:
        self.set_status("confirmed")

    def cancel(self) -> None:
        self.set_status("cancelled")

    def refund_part(self) -> None:
        wanted = refunds.RefundRequest(amount=5.0, reason="Cold tacos")
        refunds.refund_order(self.db, self.actor, self.order_id, wanted, f"refund-{self.intent}")

    def refund_in_dashboard(self) -> None:
        if not [one for one in self.simulation.sandbox.ledger()["refunds"] if self.is_of_this_payment(one, 300)]:
            self.simulation.refund_in_dashboard(self.intent, 300)

    def is_of_this_payment(self, refund: dict[str, Any], cents: int) -> bool:
        return (refund["payment_intent"], refund["amount"]) == (self.intent, cents)


FULFILLING = {
    "the page": [Scenario.verify],
    "the webhook": [Scenario.deliver_payment_events],
    "the reconciler": [Scenario.reconcile],
}
AFTERWARDS = [
    Scenario.find_order,
    Scenario.work,
    Scenario.confirm,
    Scenario.refund_part,
    Scenario.work,
    Scenario.refund_in_dashboard,
    Scenario.deliver_refund_events,
    Scenario.cancel,
    Scenario.work,
]


def run_scenario(
    simulation: Simulation, actions: list[Callable[[Scenario], None]], armed: set[Any], failpoint: Failpoint
) -> bool:
    """Run a scenario with the failpoint enabled in the armed actions; returns whether it was reached."""
    steps, failpoint.left = failpoint.left, 0
    scenario, is_reached = Scenario(simulation), False
    for action in actions:
        failpoint.left = steps if action in armed and not is_reached else 0
        try:
            action(scenario)
            steps = failpoint.left or steps
        except ProcessKilled:
            is_reached = True
            simulation.pass_time(outbox.LEASE_DURATION + timedelta(seconds=1))
            action(scenario)
        failpoint.left = 0
        simulation.pass_time(timedelta(seconds=1))
    if is_reached:
        simulation.pass_time(outbox.LEASE_DURATION)
        scenario.work()
    check_end(simulation, scenario)
    return is_reached


def check_end(simulation: Simulation, scenario: Scenario) -> None:
    state = MoneyState(simulation.db, simulation.sandbox)
    check_step(state, [customer.intents for customer in simulation.customers])
    check_final_state(state)
    assert len(state.ledger["payment_intents"]) == len(state.orders) == len(simulation.customers)
    assert sorted(one["amount"] for one in state.effective_refunds(scenario.intent)) == [300, 500, 1266]
    [order] = [one for one in state.orders if one.id == scenario.order_id]
    assert state.history[order.id] == ["pending", "confirmed", "cancelled"]
    kinds = sorted(text.kind.partition("_")[0] for text in state.texts if text.order_id == order.id)
    assert kinds == ["cancelled", "confirmed", "refunded", "refunded", "refunded"]  # each refund is told once
    with simulation.db.reading() as session:
        used = (session.scalars(sa.select(Offer.uses)).all(), session.scalars(sa.select(OfferUse.status)).all())
    assert used == ([0], ["released"]), "the cancelled order did not give its use back, once"
    assert check_offers(simulation.db).is_consistent


# The webhook's few deaths run with every change; the proof suite runs all of them.
@pytest.mark.parametrize(
    "source",
    [name if name == "the webhook" else pytest.param(name, marks=pytest.mark.proof) for name in FULFILLING],
)
def test_after_a_death_at_any_step_the_end_is_whole(client, db, settings, sandbox, clock, monkeypatch, source):
    """The page runs all steps; the other two sources differ only in how the payment is reported."""
    settling = FULFILLING[source]
    actions = [Scenario.submit_checkout, Scenario.pay, *settling, *AFTERWARDS]
    armed = set(actions if source == "the page" else settling)
    failpoint, deaths = Failpoint(monkeypatch), 0
    while True:
        sandbox.reset()
        failpoint.left = 0
        empty_database(db)
        clock.set(datetime.now(UTC).isoformat())
        simulation = Simulation(db, settings, client, sandbox, clock)
        failpoint.left = deaths + 1
        if not run_scenario(simulation, actions, armed, failpoint):
            break
        deaths += 1
    assert deaths >= (20 if source == "the page" else 1)
