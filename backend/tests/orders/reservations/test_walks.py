"""Random walks: whatever customers, staff, Stripe and deaths do at a stop, slots and counts agree with reservations.

A walk is decided by its number alone, so that one that fails can be repeated. Each has a day and a stop of its own.
"""

import random
from contextlib import suppress
from datetime import datetime, timedelta
from unittest import mock

import pytest

from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.kit.decoding import convert
from chuckwagon.orders.reservations.usage_check import check_usage
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest
from chuckwagon.payments.checkout.service import open_checkout
from chuckwagon.payments.reconciliation.scheduled import reconcile
from tests.cast import bearer, sign_in
from tests.factories import checkout_body, make_item
from tests.orders.reservations.conftest import CLOSES, MORNING, OPENS
from tests.orders.reservations.invariant import require_slot_invariant
from tests.payments.simulation import ProcessKilled, wrap_to_die
from tests.suites import sample

pytestmark = pytest.mark.dialect

WALKS, WALKS_PER_TEST, STEPS = 2000, 10, 8
CARD, DECLINED = "4242424242424242", "4000000000000002"
REFUSALS = {"slot_full", "slot_too_soon", "order_too_large", "cart_invalid", "stop_closed", "over_capacity"}
TIMES = ["asap", *(f"15:{minute}0" for minute in range(4))]


class Walk:
    """One day at one stop. Every method named in `STEPS_OF_A_WALK` is one step."""

    def __init__(self, number, stop_id, day, wares, world):
        self.dice, self.number = random.Random(f"slots:{number}"), number
        self.stop_id, self.day, self.wares = stop_id, day, wares
        self.db, self.settings, self.client, self.sandbox, self.clock, self.truck, self.headers = world
        self.capacity, self.sent, self.made, self.placed = 6, 0, [], []

    def take_steps(self):
        self.create()
        for _ in range(STEPS):
            step = self.dice.choice(STEPS_OF_A_WALK)
            step(self)
            require_slot_invariant(self.db)

    def body(self):
        self.sent += 1
        item, quantity = self.dice.choice(self.wares), self.dice.choice([1, 1, 2, 3, 5, 9, 14])
        total = item.base_price_cents * quantity / 100
        body = checkout_body(self.truck, (item, quantity), totals=(total, 0, total))
        wanted = self.dice.choice(TIMES)
        slot_at = wanted if wanted == "asap" else f"{self.day}T{wanted}:00Z"
        phone = f"213{3_000_000 + self.number * 100 + self.sent}"
        body["customerInfo"] |= {"slotAt": slot_at, "stopId": self.stop_id, "phone": phone}
        return body

    # --- customers

    def create(self, attempt=None):
        attempt = attempt or f"attempt-of-a-walk-{self.number}-{self.sent}"
        headers = {"X-Checkout-Attempt": attempt}
        answer = self.client.post("/api/create-payment-intent", json=self.body(), headers=headers)
        assert answer.status_code == 200 or answer.json()["code"] in REFUSALS, answer.text
        if answer.status_code == 200:
            self.made.append((attempt, answer.json()["paymentIntentId"]))

    def replace(self):
        if self.made:
            self.create(self.dice.choice(self.made)[0])

    def pay(self):
        self.submit_card(CARD)

    def decline(self):
        self.submit_card(DECLINED)

    def submit_card(self, card):
        if self.made:
            _attempt, intent = self.dice.choice(self.made)
            self.sandbox.pay(intent, card)
            if self.dice.random() < 0.7:
                answer = self.client.post("/api/verify-payment", json={"payment_intent_id": intent})
                assert answer.status_code == 200, answer.text
                order = answer.json().get("order")
                self.placed += [order["_id"]] if order else []

    # --- staff

    def cancel(self):
        if self.placed:
            path = f"/api/orders/{self.dice.choice(self.placed)}"
            answer = self.client.patch(path, json={"status": "cancelled"}, headers=self.headers)
            assert answer.status_code in (200, 400, 409), answer.text

    def refund(self):
        if self.placed:
            headers = {**self.headers, "Idempotency-Key": f"refund-{self.number}-{self.dice.random()}"}
            path = f"/api/orders/{self.dice.choice(self.placed)}/refunds"
            answer = self.client.post(path, json={"amount": 1, "reason": "Late"}, headers=headers)
            assert answer.status_code in (200, 201, 202, 400, 409), answer.text

    def raise_capacity(self):
        body = {"slotCapacity": self.capacity + self.dice.randint(1, 4)}
        answer = self.client.put(f"/api/stops/{self.stop_id}", json=body, headers=self.headers)
        assert answer.status_code in (200, 400), answer.text
        self.capacity = body["slotCapacity"]

    def sell_at_the_counter(self):
        items = [{"menuItemId": self.dice.choice(self.wares).id, "quantity": self.dice.randint(1, 7)}]
        body = {"items": items, "customerName": "Ada", "payment": "cash"}
        body["confirmOverCapacity"] = self.dice.random() < 0.3
        answer = self.client.post("/api/orders", json=body, headers=self.headers)
        assert answer.status_code == 201 or answer.json()["code"] in REFUSALS, answer.text
        if answer.status_code == 201:
            self.placed.append(answer.json()["_id"])

    # --- time, the worker, and deaths

    def let_expire(self):
        self.clock.advance(timedelta(minutes=self.dice.choice([3, 10, 25])))
        self.work()

    def work(self):
        reconcile(self.db, self.settings, StripeGateway(self.settings))

    def die_in_a_checkout(self):
        """The server dies just before or after Stripe makes the payment; its customer never gets an answer."""
        with self.dying("create_intent"):
            request, caller = convert(self.body(), PaymentIntentRequest), CheckoutRequestContext("elsewhere")
            with suppress(Exception):  # refused before Stripe is asked
                open_checkout(self.db, self.settings, request, caller)

    def die_in_a_release(self):
        """The worker dies just before or after Stripe cancels the payment of a hold that is over."""
        self.clock.advance(timedelta(minutes=10))
        with self.dying("cancel_intent"):
            self.work()

    def dying(self, call):
        dying = wrap_to_die(getattr(StripeGateway, call), is_done=self.dice.random() < 0.5)
        return _Deadly(mock.patch.object(StripeGateway, call, dying))


class _Deadly:
    """A block with a patched call, left silently when the process dies in it."""

    def __init__(self, patch):
        self._patch = patch

    def __enter__(self):
        self._patch.start()

    def __exit__(self, kind, *_):
        self._patch.stop()
        return kind is ProcessKilled


STEPS_OF_A_WALK = [
    Walk.create, Walk.create, Walk.replace, Walk.pay, Walk.pay, Walk.decline, Walk.let_expire, Walk.cancel, Walk.refund,
    Walk.raise_capacity, Walk.sell_at_the_counter, Walk.die_in_a_checkout, Walk.die_in_a_release,
]  # fmt: skip


@pytest.fixture
def open_day(db, settings, client, sandbox, clock, truck, taco, add_stop, cast):
    """Begin a walk at a stop with 6 units in each slot, a quarter of them for the counter, and 9 briskets."""
    wares = [taco, make_item(db, truck, "Brisket", price=200, prep_units=2)]

    def begin(number, day_number):
        start, end, morning = (
            datetime.fromisoformat(one) + timedelta(days=day_number) for one in (OPENS, CLOSES, MORNING)
        )
        clock.set(morning.isoformat())
        sandbox.fault("webhooks", "drop")  # the worker finds what was paid, which makes a walk repeatable
        headers = bearer(sign_in(client, cast.truck_admin.email).json()["token"])
        stop_id = add_stop(start.isoformat(), end.isoformat(), slot_capacity=6, walk_up_share=25)
        counts = {"counts": [{"menuItemId": wares[1].id, "initial": 9}]}
        client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
        return Walk(number, stop_id, start.date(), wares, (db, settings, client, sandbox, clock, truck, headers))

    return begin


@pytest.mark.parametrize("first", sample(range(0, WALKS, WALKS_PER_TEST), WALKS // WALKS_PER_TEST))
def test_whatever_happens_slots_and_counts_agree_with_the_reservations(open_day, db, first):
    """Ten walks with every change, all in the proof suite; at the end all that is unpaid is given back."""
    for day_number in range(WALKS_PER_TEST):
        walk = open_day(first + day_number, day_number)
        walk.take_steps()
        walk.clock.advance(timedelta(minutes=15))
        walk.work()
        require_slot_invariant(db)
    assert check_usage(db).is_consistent
