"""Random walks: whatever happens in whatever order, our tables agree with Stripe's.

The walks are the same in every run. `CHUCKWAGON_WALKS=n` runs n new walks, and shrinks one that fails.
"""

import os
from datetime import UTC, datetime, timedelta

import pytest
import stripe
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from chuckwagon.db import rate_limits
from chuckwagon.orders import status as statuses
from tests.conftest import empty_database
from tests.payments.invariants import MoneyState, check_final_state, check_step
from tests.payments.paid_orders import CARD, DISPUTED, REFUND_FAILS, REFUND_PENDING
from tests.payments.simulation import Simulation

pytestmark = pytest.mark.dialect

WALKS = int(os.environ.get("CHUCKWAGON_WALKS", "0"))
STEPS = 40
DECLINED = "4000000000000002"
MAX_FAULTS = 3
MAX_WALK = timedelta(minutes=40)
pick, mostly = st.integers(0, 999), st.sampled_from([True, True, False])
cards = st.sampled_from([CARD] * 6 + [DECLINED, DISPUTED, REFUND_FAILS, REFUND_PENDING])
# Faults of a call: it fails before or after its effect, or the connection is cut after it.
calm_or_not = st.sampled_from([None, None, None, "error", "error_after", "reset_after"])


def element_at(things, number):
    return things[number % len(things)]


class MoneyMachine(RuleBasedStateMachine):
    """Built for each walk; `make_world` empties the database and the sandbox first."""

    make_world = None

    def __init__(self):
        super().__init__()
        rate_limits.forget_refusals()  # those of the walk before, whose customers had the same phones
        self.simulation: Simulation = type(self).make_world()
        self.begun = self.simulation.clock.now()
        self.refund_keys = 0

    def payable(self):
        return [intent for customer in self.simulation.customers for intent in customer.intents]

    def events(self):
        return [event["id"] for event in self.simulation.sandbox.ledger()["events"]]

    def mode(self, wanted):
        return wanted if self.simulation.faults < MAX_FAULTS else None

    # --- customers

    @rule(quantity=st.integers(1, 3), mode=calm_or_not)
    def arrive_and_press(self, quantity, mode):
        with self.simulation.inject_fault("stripe", self.mode(mode)):
            self.simulation.submit_checkout(self.simulation.add_customer(), quantity, is_repeat=False)

    @rule(quantity=st.integers(1, 3), card=cards, is_verified=st.booleans())
    def arrive_and_pay(self, quantity, card, is_verified):
        customer = self.simulation.add_customer()
        self.simulation.submit_checkout(customer, quantity, is_repeat=False)
        for intent in customer.intents:
            self.simulation.pay(intent, card)
            if is_verified:
                self.simulation.verify(intent)

    @precondition(lambda self: self.simulation.customers)
    @rule(number=pick, quantity=st.integers(1, 3), is_repeat=st.booleans(), mode=calm_or_not)
    def press_again(self, number, quantity, is_repeat, mode):
        with self.simulation.inject_fault("stripe", self.mode(mode)):
            self.simulation.submit_checkout(
                element_at(self.simulation.customers, number), quantity, is_repeat=is_repeat
            )

    @precondition(lambda self: self.payable())
    @rule(number=pick, card=cards)
    def pay(self, number, card):
        self.simulation.pay(element_at(self.payable(), number), card)

    @precondition(lambda self: self.payable())
    @rule(number=pick, times=st.integers(1, 2), mode=calm_or_not)
    def verify(self, number, times, mode):
        with self.simulation.inject_fault("stripe", self.mode(mode)):
            for _ in range(times):
                self.simulation.verify(element_at(self.payable(), number))

    # --- the provider

    @precondition(lambda self: self.events())
    @rule(number=pick, times=st.integers(1, 2))
    def deliver_event(self, number, times):
        for _ in range(times):
            self.simulation.deliver_event(element_at(self.events(), number))

    @precondition(lambda self: self.events())
    @rule(numbers=st.lists(pick, min_size=3, max_size=6))
    def tell_many(self, numbers):
        for number in numbers:
            self.simulation.deliver_event(element_at(self.events(), number))

    @precondition(lambda self: self.payable())
    @rule(number=pick)
    def hear_it_from_all_at_once(self, number):
        self.simulation.deliver_at_once(element_at(self.payable(), number))

    @precondition(lambda self: self.payable())
    @rule(number=pick, cents=st.integers(1, 3000))
    def refund_in_dashboard(self, number, cents):
        self.simulation.refund_in_dashboard(element_at(self.payable(), number), cents)

    @precondition(lambda self: self.simulation.sandbox.ledger()["disputes"])
    @rule(number=pick, verdict=st.sampled_from(["under_review", "won", "lost"]))
    def decide_dispute(self, number, verdict):
        dispute = element_at(self.simulation.sandbox.ledger()["disputes"], number)
        if dispute["status"] not in ("won", "lost"):
            self.simulation.decide_dispute(dispute["id"], verdict)

    # --- the truck

    @rule(price=st.sampled_from([101, 999, 1000, 4999]))
    def change_the_price(self, price):
        self.simulation.change_menu(base_price_cents=price)

    @rule(is_available=mostly)
    def sell_out(self, is_available):
        self.simulation.change_menu(is_available=is_available)

    @rule(is_active=mostly)
    def close_the_truck(self, is_active):
        self.simulation.change_truck(is_active=is_active)

    @precondition(lambda self: self.simulation.orders())
    @rule(number=pick, status=st.sampled_from(list(statuses.NEXT_STATUSES)))
    def press_any_status(self, number, status):
        self.simulation.set_status(element_at(self.simulation.orders(), number), status)

    @precondition(lambda self: self.simulation.orders())
    @rule(number=pick, place=st.integers(0, 1))
    def press_a_next_status(self, number, place):
        order = element_at(self.simulation.orders(), number)
        following = statuses.NEXT_STATUSES[order.status]
        if following:
            self.simulation.set_status(order, element_at(following, place))

    @precondition(lambda self: self.simulation.orders())
    @rule(number=pick, cents=st.integers(1, 4000), times=st.integers(1, 2))
    def refund_an_amount(self, number, cents, times):
        order = element_at(self.simulation.orders(), number)
        self.refund_keys += 1
        for _ in range(times):
            self.simulation.refund(order, f"press-{self.refund_keys}", amount=cents / 100)

    @precondition(lambda self: self.simulation.orders())
    @rule(number=pick, quantity=st.integers(1, 2))
    def refund_pieces(self, number, quantity):
        order = element_at(self.simulation.orders(), number)
        self.refund_keys += 1
        items = [{"index": 0, "quantity": quantity}]
        self.simulation.refund(order, f"press-{self.refund_keys}", items=items)

    # --- the worker

    @rule(whose=st.sampled_from(["stripe", "twilio"]), mode=calm_or_not, seconds=st.sampled_from([0, 25, 70]))
    def work(self, whose, mode, seconds):
        self.let_pass(seconds)
        with self.simulation.inject_fault(whose, self.mode(mode)):
            self.simulation.work()

    @precondition(lambda self: self.simulation.faults < MAX_FAULTS)
    @rule(is_done=st.booleans())
    def a_worker_dies(self, is_done):
        self.simulation.work_until_death(is_done=is_done)

    @precondition(lambda self: self.simulation.faults < MAX_FAULTS)
    @rule()
    def a_refund_is_taken_and_denied(self):
        self.simulation.work_with_false_refusal()

    @rule(seconds=st.sampled_from([5, 60, 300]))
    def let_pass(self, seconds):
        # Stripe's clock does not follow, so a walk must fit into its event log.
        if self.simulation.clock.now() - self.begun < MAX_WALK:
            self.simulation.pass_time(timedelta(seconds=seconds))

    # --- what must hold

    @invariant()
    def the_books_agree(self):
        state = MoneyState(self.simulation.db, self.simulation.sandbox)
        check_step(state, [customer.intents for customer in self.simulation.customers], self.simulation.doubted)

    def teardown(self):
        """Half of the walks end with the worker alone, the others deliver the events first."""
        if self.refund_keys % 2:
            self.simulation.deliver_remaining()
        self.simulation.let_everything_expire()
        self.the_books_agree()
        assert {order.payment_intent_id for order in self.simulation.orders()} == set(self.simulation.paid())
        self.simulation.deliver_remaining()
        self.simulation.let_everything_expire()
        self.the_books_agree()
        check_final_state(MoneyState(self.simulation.db, self.simulation.sandbox))


@pytest.fixture
def walk(client, db, settings, sandbox, clock, monkeypatch):
    """Run the walks. The SDK's delays between retries are skipped, because they prove nothing here."""
    for name in ("INITIAL_DELAY", "MAX_DELAY"):
        monkeypatch.setattr(stripe.HTTPClient, name, 0.01)

    def make_world():
        sandbox.reset()
        empty_database(db)
        clock.set(datetime.now(UTC).isoformat())
        return Simulation(db, settings, client, sandbox, clock)

    monkeypatch.setattr(MoneyMachine, "make_world", staticmethod(make_world))
    return lambda chosen: run_state_machine_as_test(MoneyMachine, settings=chosen)


@pytest.mark.parametrize("walks", [1, pytest.param(WALKS or 8, marks=pytest.mark.proof)])
def test_whatever_happens_the_books_agree_with_the_providers(walk, walks):
    """One walk with every change, more in the proof suite."""
    phases = [Phase.generate, *([Phase.shrink] if WALKS else [])]
    walk(
        settings(
            max_examples=walks,
            stateful_step_count=STEPS,
            derandomize=not WALKS,
            database=None,
            deadline=None,
            phases=phases,
            print_blob=False,
            suppress_health_check=list(HealthCheck),
        )
    )
