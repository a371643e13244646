"""Random walks through the street: whatever happens in whatever order, the books agree with the provider's.

The walks are the same in every run. `CHUCKWAGON_WALKS` takes so many of them, new ones each time, and
shortens the story of one that fails.
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

from chuckwagon.orders import status as statuses
from tests.conftest import empty
from tests.payments.money_truth import Books, judge_quiet, judge_step
from tests.payments.money_world import World
from tests.payments.paid_orders import CARD, DISPUTED, REFUND_FAILS, REFUND_PENDING

pytestmark = pytest.mark.dialect

WALKS = int(os.environ.get("CHUCKWAGON_WALKS", "0"))
STEPS = 40
DECLINED = "4000000000000002"
MOST_TROUBLES = 3
LONGEST_WALK = timedelta(minutes=40)
pick, mostly = st.integers(0, 999), st.sampled_from([True, True, False])
cards = st.sampled_from([CARD] * 6 + [DECLINED, DISPUTED, REFUND_FAILS, REFUND_PENDING])
# What the provider does to a call: it fails at once or after the effect, or cuts the line after it.
calm_or_not = st.sampled_from([None, None, None, "error", "error_after", "reset_after"])


def one_of(things, number):
    return things[number % len(things)]


class Street(RuleBasedStateMachine):
    """Built anew for each walk; `make_world` empties everything first."""

    make_world = None

    def __init__(self):
        super().__init__()
        self.world: World = type(self).make_world()
        self.begun = self.world.clock.now()
        self.refund_keys = 0

    def payable(self):
        return [intent for guest in self.world.guests for intent in guest.intents]

    def events(self):
        return [event["id"] for event in self.world.sandbox.ledger()["events"]]

    def mode(self, wanted):
        return wanted if self.world.troubles < MOST_TROUBLES else None

    # --- customers

    @rule(quantity=st.integers(1, 3), mode=calm_or_not)
    def arrive_and_press(self, quantity, mode):
        with self.world.trouble("stripe", self.mode(mode)):
            self.world.press_pay(self.world.arrive(), quantity, is_repeat=False)

    @rule(quantity=st.integers(1, 3), card=cards, is_verified=st.booleans())
    def arrive_and_pay(self, quantity, card, is_verified):
        guest = self.world.arrive()
        self.world.press_pay(guest, quantity, is_repeat=False)
        for intent in guest.intents:
            self.world.pay(intent, card)
            if is_verified:
                self.world.verify(intent)

    @precondition(lambda self: self.world.guests)
    @rule(number=pick, quantity=st.integers(1, 3), is_repeat=st.booleans(), mode=calm_or_not)
    def press_again(self, number, quantity, is_repeat, mode):
        with self.world.trouble("stripe", self.mode(mode)):
            self.world.press_pay(one_of(self.world.guests, number), quantity, is_repeat=is_repeat)

    @precondition(lambda self: self.payable())
    @rule(number=pick, card=cards)
    def pay(self, number, card):
        self.world.pay(one_of(self.payable(), number), card)

    @precondition(lambda self: self.payable())
    @rule(number=pick, times=st.integers(1, 2), mode=calm_or_not)
    def verify(self, number, times, mode):
        with self.world.trouble("stripe", self.mode(mode)):
            for _ in range(times):
                self.world.verify(one_of(self.payable(), number))

    # --- the provider

    @precondition(lambda self: self.events())
    @rule(number=pick, times=st.integers(1, 2))
    def tell(self, number, times):
        for _ in range(times):
            self.world.tell(one_of(self.events(), number))

    @precondition(lambda self: self.events())
    @rule(numbers=st.lists(pick, min_size=3, max_size=6))
    def tell_many(self, numbers):
        for number in numbers:
            self.world.tell(one_of(self.events(), number))

    @precondition(lambda self: self.payable())
    @rule(number=pick)
    def hear_it_from_all_at_once(self, number):
        self.world.tell_all_at_once(one_of(self.payable(), number))

    @precondition(lambda self: self.payable())
    @rule(number=pick, cents=st.integers(1, 3000))
    def give_back_elsewhere(self, number, cents):
        self.world.give_back_elsewhere(one_of(self.payable(), number), cents)

    @precondition(lambda self: self.world.sandbox.ledger()["disputes"])
    @rule(number=pick, verdict=st.sampled_from(["under_review", "won", "lost"]))
    def decide_dispute(self, number, verdict):
        dispute = one_of(self.world.sandbox.ledger()["disputes"], number)
        if dispute["status"] not in ("won", "lost"):
            self.world.decide_dispute(dispute["id"], verdict)

    # --- the truck

    @rule(price=st.sampled_from([101, 999, 1000, 4999]))
    def change_the_price(self, price):
        self.world.change_menu(base_price_cents=price)

    @rule(is_available=mostly)
    def sell_out(self, is_available):
        self.world.change_menu(is_available=is_available)

    @rule(is_active=mostly)
    def close_the_truck(self, is_active):
        self.world.change_truck(is_active=is_active)

    @precondition(lambda self: self.world.orders())
    @rule(number=pick, status=st.sampled_from(list(statuses.NEXT)))
    def press_any_status(self, number, status):
        self.world.move(one_of(self.world.orders(), number), status)

    @precondition(lambda self: self.world.orders())
    @rule(number=pick, place=st.integers(0, 1))
    def press_a_next_status(self, number, place):
        order = one_of(self.world.orders(), number)
        following = statuses.NEXT[order.status]
        if following:
            self.world.move(order, one_of(following, place))

    @precondition(lambda self: self.world.orders())
    @rule(number=pick, cents=st.integers(1, 4000), times=st.integers(1, 2))
    def refund_an_amount(self, number, cents, times):
        order = one_of(self.world.orders(), number)
        self.refund_keys += 1
        for _ in range(times):
            self.world.refund(order, f"press-{self.refund_keys}", amount=cents / 100)

    @precondition(lambda self: self.world.orders())
    @rule(number=pick, quantity=st.integers(1, 2))
    def refund_pieces(self, number, quantity):
        order = one_of(self.world.orders(), number)
        self.refund_keys += 1
        items = [{"index": 0, "quantity": quantity}]
        self.world.refund(order, f"press-{self.refund_keys}", items=items)

    # --- the worker

    @rule(whose=st.sampled_from(["stripe", "twilio"]), mode=calm_or_not, seconds=st.sampled_from([0, 25, 70]))
    def work(self, whose, mode, seconds):
        self.let_pass(seconds)
        with self.world.trouble(whose, self.mode(mode)):
            self.world.work()

    @precondition(lambda self: self.world.troubles < MOST_TROUBLES)
    @rule(is_done=st.booleans())
    def a_worker_dies(self, is_done):
        self.world.work_and_die(is_done=is_done)

    @precondition(lambda self: self.world.troubles < MOST_TROUBLES)
    @rule()
    def a_refund_is_taken_and_denied(self):
        self.world.work_refused_wrongly()

    @rule(seconds=st.sampled_from([5, 60, 300]))
    def let_pass(self, seconds):
        # The provider's clock does not follow, so a walk is kept short enough for its event log.
        if self.world.clock.now() - self.begun < LONGEST_WALK:
            self.world.pass_time(timedelta(seconds=seconds))

    # --- what must hold

    @invariant()
    def the_books_agree(self):
        books = Books(self.world.db, self.world.sandbox)
        judge_step(books, [guest.intents for guest in self.world.guests], self.world.doubted)

    def teardown(self):
        """Half of the walks end with the worker alone, the others with the events first."""
        if self.refund_keys % 2:
            self.world.tell_the_rest()
        self.world.rest()
        self.the_books_agree()
        assert {order.payment_intent_id for order in self.world.orders()} == set(self.world.paid())
        self.world.tell_the_rest()
        self.world.rest()
        self.the_books_agree()
        judge_quiet(Books(self.world.db, self.world.sandbox))


@pytest.fixture
def walk(client, db, settings, sandbox, clock, monkeypatch):
    """Take the walks. The SDK's waits between its own tries are real time that proves nothing here."""
    for name in ("INITIAL_DELAY", "MAX_DELAY"):
        monkeypatch.setattr(stripe.HTTPClient, name, 0.01)

    def make_world():
        sandbox.reset()
        empty(db)
        clock.set(datetime.now(UTC).isoformat())
        return World(db, settings, client, sandbox, clock)

    monkeypatch.setattr(Street, "make_world", staticmethod(make_world))
    return lambda chosen: run_state_machine_as_test(Street, settings=chosen)


@pytest.mark.parametrize("walks", [1, pytest.param(WALKS or 8, marks=pytest.mark.proof)])
def test_whatever_happens_the_books_agree_with_the_providers(walk, walks):
    """One walk with every change, more of them in the proof suite."""
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
