"""A simulation for random walks: customers, staff, Stripe, and workers that die.

The sandbox sends no webhooks by itself: each event waits until a step delivers it, which makes a walk repeatable.
The product's clock is controlled by the test, Stripe's is the real one.
"""

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from unittest import mock

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.payment_intents import RefundRefused
from chuckwagon.jobs import outbox
from chuckwagon.menu.models import MenuItem
from chuckwagon.notifications import service as texts
from chuckwagon.orders.models import Order
from chuckwagon.payments import refund_sending
from chuckwagon.trucks.models import Truck
from chuckwagon.worker.loop import Worker
from tests.cast import Cast
from tests.factories import checkout_body, make_item
from tests.payments.fulfillment.test_webhook_signature import deliver, sign
from tests.servers import wait_until

FIRST_PHONE = 4100


class ProcessKilled(BaseException):
    """The process ends here; the product must not catch it."""


@dataclass
class SimulatedCustomer:
    """A customer at checkout: menu item and price as seen, requests sent, and intents received."""

    phone: str
    menu_item: MenuItem
    attempt: str
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    intents: list[str] = field(default_factory=list)


class Simulation:
    """One truck with one menu item. Every method is one step; the invariants are checked after it."""

    def __init__(self, db: Database, settings: Any, client: Any, sandbox: Any, clock: Any) -> None:
        self.db, self.settings, self.client, self.sandbox, self.clock = db, settings, client, sandbox, clock
        self.cast = Cast(db)
        self.truck = self.cast.truck
        self.menu_item = make_item(db, self.truck, name="Taco", price=1000)
        self.customers: list[SimulatedCustomer] = []
        self.delivered: set[str] = set()
        self.faults = 0
        self.doubted: set[str] = set()
        self._numbers = itertools.count(1)
        sandbox.fault("webhooks", "drop")

    # --- the customer

    def add_customer(self) -> SimulatedCustomer:
        with self.db.reading() as session:
            menu_item = session.get_one(MenuItem, self.menu_item.id)
        number = next(self._numbers)
        customer = SimulatedCustomer(f"(213) 373-{FIRST_PHONE + number}", menu_item, f"attempt-of-customer-{number}")
        self.customers.append(customer)
        return customer

    def submit_checkout(self, customer: SimulatedCustomer, quantity: int, *, is_repeat: bool) -> int:
        """Submit the form, or repeat the last request with its key. Returns the status code."""
        if not (is_repeat and customer.sent):
            body = checkout_body(self.truck, (customer.menu_item, quantity))
            body["customerInfo"]["phone"] = customer.phone
            customer.sent.append((f"{customer.attempt}-{len(customer.sent)}", body))
        key, body = customer.sent[-1]
        headers = {"Idempotency-Key": key, "X-Checkout-Attempt": customer.attempt}
        answer = self.client.post("/api/create-payment-intent", json=body, headers=headers)
        assert answer.status_code in (200, 404, 409, 503), answer.text
        # The page asks whether another cart of a paid attempt is one more purchase; no customer here wants two.
        if answer.status_code == 200 and not answer.json().get("paidBefore"):
            intent = answer.json()["paymentIntentId"]
            customer.intents += [intent] if intent not in customer.intents else []
        return answer.status_code

    def pay(self, intent: str, card: str) -> None:
        """Pay by card at Stripe, which refuses a cancelled or paid intent."""
        assert self.sandbox.pay(intent, card).status_code in (200, 400, 402)

    def verify(self, intent: str) -> None:
        answer = self.client.post("/api/verify-payment", json={"payment_intent_id": intent})
        assert answer.status_code in (200, 503), answer.text

    # --- the provider

    def deliver_event(self, event_id: str) -> None:
        """Deliver an event. One that the product asks for again stays undelivered."""
        payload = self.sandbox.get(f"/v1/events/{event_id}").content
        answer = deliver(self.client, payload, sign(payload, self.settings))
        assert answer.status_code in (200, 503), answer.text
        if answer.status_code == 200:
            self.delivered.add(event_id)

    def deliver_at_once(self, intent: str) -> None:
        """Deliver the page's requests and Stripe's events at the same instant."""
        event_ids = [event["id"] for event in self.sandbox.ledger()["events"] if event["object"] == intent]
        with ThreadPoolExecutor(6) as pool:
            futures = [pool.submit(self.verify, intent) for _ in range(3)]
            futures += [pool.submit(self.deliver_event, event) for event in event_ids[-3:]]
            for one in futures:
                one.result()

    def refund_in_dashboard(self, intent: str, cents: int) -> None:
        answer = self.sandbox.post("/v1/refunds", form={"payment_intent": intent, "amount": cents})
        assert answer.status_code in (200, 400), answer.text

    def decide_dispute(self, dispute_id: str, verdict: str) -> None:
        self.sandbox.post(f"/_sandbox/disputes/{dispute_id}", json={"status": verdict}).raise_for_status()

    @contextmanager
    def inject_fault(self, target: str, mode: str | None) -> Iterator[None]:
        """Let Stripe misbehave during the step."""
        if mode is not None:
            self.faults += 1
            self.sandbox.fault(target, mode)
        try:
            yield
        finally:
            self.sandbox.clear_faults()
            self.sandbox.fault("webhooks", "drop")

    # --- the truck

    def orders(self) -> list[Order]:
        with self.db.reading() as session:
            return list(session.scalars(sa.select(Order).order_by(Order.order_number)))

    def change_menu(self, **values: Any) -> None:
        change = sa.update(MenuItem).where(MenuItem.id == self.menu_item.id).values(values)
        self.db.write(lambda session: session.execute(change))

    def change_truck(self, **values: Any) -> None:
        change = sa.update(Truck).where(Truck.id == self.truck.id).values(values)
        self.db.write(lambda session: session.execute(change))

    def set_status(self, order: Order, status: str) -> None:
        headers = self.cast.headers("truck_admin")
        answer = self.client.patch(f"/api/orders/{order.id}", json={"status": status}, headers=headers)
        assert answer.status_code in (200, 409), answer.text

    def refund(self, order: Order, key: str, **wanted: Any) -> None:
        headers = self.cast.headers("truck_admin") | {"Idempotency-Key": key}
        body = {"reason": "Cold tacos", **wanted}
        answer = self.client.post(f"/api/orders/{order.id}/refunds", json=body, headers=headers)
        assert answer.status_code in (201, 409), answer.text

    # --- the worker

    def work(self) -> None:
        Worker(self.db, self.settings).run_once()

    def work_until_death(self, *, is_done: bool) -> None:
        """Run a worker that dies just before or just after its next call of a provider."""
        self.faults += 1
        with ExitStack() as stack:
            for module in (refund_sending, texts):
                dying = wrap_to_die(module._find_or_send, is_done=is_done)
                stack.enter_context(mock.patch.object(module, "_find_or_send", dying))
            try:
                self.work()
            except ProcessKilled:
                self.pass_time(outbox.LEASE_DURATION + timedelta(seconds=1))

    def work_with_false_refusal(self) -> None:
        """Let Stripe make a refund, report it as refused, and not list it yet."""
        self.faults += 1
        real = StripeGateway.create_refund

        def take_and_refuse(gateway: Any, *given: Any, **more: Any) -> Any:
            self.doubted.add(real(gateway, *given, **more).refund_id)
            raise RefundRefused

        with (
            mock.patch.object(StripeGateway, "create_refund", take_and_refuse),
            mock.patch.object(StripeGateway, "list_refunds", return_value=[]),
        ):
            self.work()

    def pass_time(self, span: timedelta) -> None:
        self.clock.advance(span)

    # --- the end of a walk

    def paid(self) -> list[str]:
        """List the intents that succeeded at Stripe."""
        intents = self.sandbox.ledger()["payment_intents"]
        return [intent["id"] for intent in intents if intent["status"] == "succeeded"]

    def deliver_remaining(self) -> None:
        """Deliver all remaining events, newest first, and again those that came too early."""
        wait_until(lambda: not [one for one in self.sandbox.ledger()["refunds"] if one["status"] == "pending"])
        for _ in range(2):
            event_ids = [event["id"] for event in self.sandbox.ledger()["events"]]
            for event_id in reversed(event_ids):
                if event_id not in self.delivered:
                    self.deliver_event(event_id)

    def let_everything_expire(self) -> None:
        """Wait until every lease, retry and unpaid checkout has ended."""
        for wait in (timedelta(minutes=2), timedelta(hours=1), timedelta(hours=2)):
            self.pass_time(wait)
            self.work()


def wrap_to_die(real: Any, *, is_done: bool) -> Any:
    def dying(*given: Any, **more: Any) -> Any:
        if is_done:
            real(*given, **more)
        raise ProcessKilled

    return dying
