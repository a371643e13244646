"""Random walks of two tablets, two readers and customers: whatever they do, each charge is one order and nothing more.

`CHUCKWAGON_WALKS=n` runs n new walks, and shrinks one that fails; without it they are the same in every run.
"""

import os
from datetime import timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.payments.counter.models import FINAL
from chuckwagon.payments.reconciliation import scheduled

pytestmark = pytest.mark.dialect
WALKS = int(os.environ.get("CHUCKWAGON_WALKS", "0"))
LABELS = ("Window", "Spare")
PRESSES = ("tap", "tap", "tap", "cancel", "timeout")
FAULTS = ("error", "error_after", "reset_after")
which = st.integers(0, 3)
steps = st.one_of(
    st.tuples(st.just("take"), which, st.sampled_from(LABELS)),
    st.tuples(st.just("press"), st.sampled_from(LABELS), st.sampled_from(PRESSES), st.sampled_from((0, 0, 150))),
    st.tuples(st.just("act"), which, st.sampled_from(("cancel", "cash", "retry"))),
    st.tuples(st.just("switch"), st.sampled_from(LABELS), st.sampled_from(("power", "busy", "calm"))),
    st.tuples(st.just("fault"), st.sampled_from(FAULTS)),
    st.tuples(st.just("settle"), which),
    st.tuples(st.just("wait"), st.sampled_from((1, 3, 60))),
)
SWITCHES = {"power": {"power": "off"}, "busy": {"busy": True}, "calm": {"power": "on", "busy": False}}


class Walk:
    """What happens at one counter, with the payments that were asked for."""

    def __init__(self, window, clock, spare):
        self.window, self.clock, self.payments = window, clock, []
        self.readers = {"Window": window.reader["_id"], "Spare": spare["_id"]}
        self.earlier = {one.id for one in window.orders()}

    def take(self, _number, label):
        made = self.window.take(key=str(uuid4()), draft=str(uuid4()), readerId=self.readers[label])
        self.payments += [made.json()] if made.status_code == 201 else []

    def press(self, label, action, tip):
        self.window.press(label, action=action, **({"tip": tip} if action == "tap" and tip else {}))

    def act(self, number, name):
        if self.payments:
            self.window.act(self.payments[number % len(self.payments)], name)

    def switch(self, label, how):
        self.window.switch(label, **SWITCHES[how])

    def fault(self, mode):
        self.window.sandbox.fault("stripe", mode, match="/v1/", times=2)

    def settle(self, number):
        if self.payments:
            self.window.settle(self.payments[number % len(self.payments)])

    def wait(self, seconds):
        self.clock.advance(timedelta(seconds=seconds))

    def end(self):
        """Everything works again, the worker asks, and the holds run out."""
        self.window.sandbox.clear_faults()
        for payment in self.payments:
            self.window.settle(payment)
        self.clock.advance(timedelta(seconds=self.window.settings.hold_seconds + 60))
        stripe = stripe_gateway(self.window.settings)
        scheduled.release_expired_holds(self.window.db, self.window.settings, stripe, lambda: True)

    def check(self):
        states = [self.window.read(one) for one in self.payments]
        assert all(one["state"] in FINAL for one in states)
        intents = {self.window.checkout_of(one).payment_intent_id for one in self.payments}
        charges = [one for one in self.window.charges() if one["payment_intent"] in intents]
        orders = [one for one in self.window.orders() if one.id not in self.earlier]
        by_card = {one.payment_intent_id: one.total_cents for one in orders if one.tender == "reader"}
        assert by_card == {one["payment_intent"]: one["amount"] for one in charges}
        assert len(charges) == len(by_card) == sum(one["state"] == "paid" for one in states)
        made = [one["orderId"] for one in states if one["orderId"]]
        assert sorted(made) == sorted(one.id for one in orders)


@pytest.mark.parametrize("walks", [2, pytest.param(WALKS or 20, marks=pytest.mark.proof)])
def test_whatever_happens_at_the_counter_each_charge_is_one_order(window, clock, walks):
    """A few walks with every change, more in the proof suite."""
    phases = [Phase.generate, *([Phase.shrink] if WALKS else [])]

    spare = window.register("Spare").json()

    @settings(
        max_examples=walks,
        derandomize=not WALKS,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(steps, min_size=8, max_size=20))
    def run(chosen):
        walk = Walk(window, clock, spare)
        for label in LABELS:
            walk.switch(label, "calm")
        walk.take(0, "Window")
        for name, *given_ in chosen:
            getattr(walk, name)(*given_)
        walk.end()
        walk.check()

    run()
