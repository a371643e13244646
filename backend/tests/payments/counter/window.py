"""The counter of a truck with one card reader, as the tests use it."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import sqlalchemy as sa

from chuckwagon.accounts.models import SUPERADMIN
from chuckwagon.accounts.permissions import Actor
from chuckwagon.integrations.stripe.charges import stripe_period_gateway
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.integrations.stripe.terminal import TerminalGateway
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Unavailable
from chuckwagon.orders.models import Order
from chuckwagon.payments.checkout.service import close_checkout
from chuckwagon.payments.counter import settle
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.reconciliation.period import PeriodReconciliation
from tests.databases import read_rows

ADDRESS = {"line1": "1 Main St", "city": "Austin", "state": "TX", "postalCode": "78701"}
DRAFT = "00000000-0000-4000-8000-000000000053"


class Window:
    """The counter of a truck with one reader."""

    def __init__(self, db, settings, ask, sandbox, item, cast):
        self.db, self.settings, self.ask, self.sandbox, self.item = db, settings, ask, sandbox, item
        self.cast, self.truck = cast, cast.truck
        made = self.register("Window")
        self.reader = made.json()

    def register(self, label):
        body = {"truckId": self.truck.id, "registrationCode": "simulated-wpe", "label": label}
        made = self.ask("POST", "/readers", json=body)
        assert made.status_code == 201, made.text
        return made

    def provider_id(self, label="Window"):
        return next(one["id"] for one in self.sandbox.get("/_sandbox/readers").json() if one["label"] == label)

    def take(self, key="k1", draft=DRAFT, **more):
        items = [{"menuItemId": self.item.id, "quantity": 1}]
        body = {"truckId": self.truck.id, "customerName": "Bo", "items": items, "readerId": self.reader["_id"]}
        body |= {"draftId": draft} | more
        return self.ask("POST", "/counter-payments", json=body, headers={"Idempotency-Key": key})

    def press(self, label="Window", **body):
        return self.sandbox.post(f"/_sandbox/readers/{self.provider_id(label)}/press", json=body)

    def switch(self, label="Window", **body):
        return self.sandbox.post(f"/_sandbox/readers/{self.provider_id(label)}", json=body)

    def read(self, payment):
        return self.ask("GET", f"/counter-payments/{payment['_id']}").json()

    def act(self, payment, name, **body):
        return self.ask("POST", f"/counter-payments/{payment['_id']}/{name}", json=body)

    def settle(self, payment):
        settle.settle(self.db, self.settings, payment["_id"])
        return self.read(payment)

    def orders(self):
        return read_rows(self.db, Order)

    def charges(self):
        return [one for one in self.sandbox.wait_until_told()["charges"] if one["paid"]]

    def actor(self):
        return Actor(self.cast.superadmin.id, SUPERADMIN, None, "", "Sam")

    @contextmanager
    def lose_call(self, name, *, is_done) -> Iterator[None]:
        """The answer of a call of the provider is lost, after it was done or before."""
        real = getattr(TerminalGateway, name)

        def call(*given):
            if is_done:
                real(*given)
            raise Unavailable

        with mock.patch.object(TerminalGateway, name, call):
            yield

    def checkout_of(self, payment):
        with self.db.reading() as session:
            return session.get_one(Checkout, session.get_one(CounterPayment, payment["_id"]).checkout_id)

    def close_checkout_of(self, payment):
        checkout_id = self.checkout_of(payment).id
        self.db.write(lambda session: close_checkout(session, checkout_id))

    def tap_for_another_total(self):
        """Charge the card, for checkouts that come to another total by then."""
        dearer = sa.update(Checkout).values(total_cents=Checkout.total_cents + 1)
        self.db.write(lambda session: session.execute(dearer))
        self.press(action="tap")

    def decide_reviews(self, decision):
        """Decide about all payments that are held, as a superadmin does; with None they stay."""
        self.db.write(lambda session: session.execute(sa.update(PaymentReview).values(decision=decision)))

    def late_charge(self, payment):
        """Learn of a charge when its payment has ended long ago; returns the state."""
        intent = stripe_gateway(self.settings).get_intent(self.checkout_of(payment).payment_intent_id)
        with self.db.reading() as session:
            known = session.get_one(CounterPayment, payment["_id"])
        settle.apply_intent(self.db, self.settings, known, intent)
        return self.read(payment)["state"]

    def recover(self, since):
        """Recover from Stripe what was paid since then, as after a restore; returns the findings' results."""
        stripe = stripe_period_gateway(self.settings)
        work = PeriodReconciliation(self.db, self.settings, stripe, dry_run=False, progress=lambda *given: None)
        return [one.result for one in work.run(since.replace(microsecond=0), clock.now())]

    def forget(self, *tables):
        """Delete all rows of the tables: a backup that is older was restored."""
        for table in tables:
            self.db.write(lambda session, model=table: session.execute(sa.delete(model)))

    def at_stripe(self, path):
        return self.sandbox.get(path).json()
