"""The street as a random walk meets it: guests, staff, the provider, and workers that die.

The sandbox tells nobody anything by itself: each event waits until a step delivers it. That keeps a walk
the same every time it is taken. The product's clock is the test's, the provider's is the real one.
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

from chuckwagon.core import outbox
from chuckwagon.core.db import Database
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_refunds import RefundRefused
from chuckwagon.menu.models import MenuItem
from chuckwagon.notifications import service as texts
from chuckwagon.orders.models import Order
from chuckwagon.payments import refunds
from chuckwagon.trucks.models import Truck
from chuckwagon.worker import Worker
from tests.cast import Cast
from tests.factories import cart_for, make_item
from tests.payments.test_webhook_door import deliver, sign
from tests.servers import wait_until

FIRST_PHONE = 4100


class Killed(BaseException):
    """The process ends here; nothing in the product may catch it."""


@dataclass
class Guest:
    """Somebody at the checkout: the dish and price they saw, what they sent, the payments they were given."""

    phone: str
    dish: MenuItem
    attempt: str
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    intents: list[str] = field(default_factory=list)


class World:
    """One truck with one dish. Every verb is one step, and leaves what it did to the judges."""

    def __init__(self, db: Database, settings: Any, client: Any, sandbox: Any, clock: Any) -> None:
        self.db, self.settings, self.client, self.sandbox, self.clock = db, settings, client, sandbox, clock
        self.cast = Cast(db)
        self.truck = self.cast.truck
        self.dish = make_item(db, self.truck, name="Taco", price=1000)
        self.guests: list[Guest] = []
        self.delivered: set[str] = set()
        self.troubles = 0
        self.doubted: set[str] = set()
        self._numbers = itertools.count(1)
        sandbox.fault("webhooks", "drop")

    # --- the customer

    def arrive(self) -> Guest:
        with self.db.reading() as session:
            dish = session.get_one(MenuItem, self.dish.id)
        number = next(self._numbers)
        guest = Guest(f"(213) 373-{FIRST_PHONE + number}", dish, f"attempt-{number}")
        self.guests.append(guest)
        return guest

    def press_pay(self, guest: Guest, quantity: int, *, is_repeat: bool) -> int:
        """Submit the form, or the last one again under its key."""
        if not (is_repeat and guest.sent):
            body = cart_for(self.truck, (guest.dish, quantity))
            body["customerInfo"]["phone"] = guest.phone
            guest.sent.append((f"{guest.attempt}-{len(guest.sent)}", body))
        key, body = guest.sent[-1]
        headers = {"Idempotency-Key": key, "X-Checkout-Attempt": guest.attempt}
        answer = self.client.post("/api/create-payment-intent", json=body, headers=headers)
        assert answer.status_code in (200, 404, 409, 503), answer.text
        if answer.status_code == 200:
            intent = answer.json()["paymentIntentId"]
            guest.intents += [intent] if intent not in guest.intents else []
        return answer.status_code

    def pay(self, intent: str, card: str) -> None:
        """By card, in the provider's own form; one that is ended or paid is refused there."""
        assert self.sandbox.pay(intent, card).status_code in (200, 400, 402)

    def verify(self, intent: str) -> None:
        answer = self.client.post("/api/verify-payment", json={"payment_intent_id": intent})
        assert answer.status_code in (200, 503), answer.text

    # --- the provider

    def tell(self, event_id: str) -> None:
        """Deliver an event; one that the product could not take yet stays to be delivered."""
        payload = self.sandbox.get(f"/v1/events/{event_id}").content
        answer = deliver(self.client, payload, sign(payload, self.settings))
        assert answer.status_code in (200, 503), answer.text
        if answer.status_code == 200:
            self.delivered.add(event_id)

    def tell_all_at_once(self, intent: str) -> None:
        """The page and the provider's events, all at the same instant."""
        told = [event["id"] for event in self.sandbox.ledger()["events"] if event["object"] == intent]
        with ThreadPoolExecutor(6) as pool:
            begun = [pool.submit(self.verify, intent) for _ in range(3)]
            begun += [pool.submit(self.tell, event) for event in told[-3:]]
            for one in begun:
                one.result()

    def give_back_elsewhere(self, intent: str, cents: int) -> None:
        answer = self.sandbox.post("/v1/refunds", form={"payment_intent": intent, "amount": cents})
        assert answer.status_code in (200, 400), answer.text

    def decide_dispute(self, dispute_id: str, verdict: str) -> None:
        self.sandbox.post(f"/_sandbox/disputes/{dispute_id}", json={"status": verdict}).raise_for_status()

    @contextmanager
    def trouble(self, target: str, mode: str | None) -> Iterator[None]:
        """The provider misbehaves for as long as the step takes."""
        if mode is not None:
            self.troubles += 1
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
        change = sa.update(MenuItem).where(MenuItem.id == self.dish.id).values(values)
        self.db.write(lambda session: session.execute(change))

    def change_truck(self, **values: Any) -> None:
        change = sa.update(Truck).where(Truck.id == self.truck.id).values(values)
        self.db.write(lambda session: session.execute(change))

    def move(self, order: Order, status: str) -> None:
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

    def work_and_die(self, *, is_done: bool) -> None:
        """A worker that dies just before its next call of a provider, or just after the effect."""
        self.troubles += 1
        with ExitStack() as stack:
            for module in (refunds, texts):
                dying = die_around(module._hand_over, is_done=is_done)
                stack.enter_context(mock.patch.object(module, "_hand_over", dying))
            try:
                self.work()
            except Killed:
                self.pass_time(outbox.LEASE + timedelta(seconds=1))

    def work_refused_wrongly(self) -> None:
        """The provider takes a refund, says that it refuses it, and does not show it yet."""
        self.troubles += 1
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
        """The payments that went through at the provider."""
        intents = self.sandbox.ledger()["payment_intents"]
        return [intent["id"] for intent in intents if intent["status"] == "succeeded"]

    def tell_the_rest(self) -> None:
        """Every event that has not arrived, the newest first; what was too early comes again."""
        wait_until(
            lambda: not [one for one in self.sandbox.ledger()["refunds"] if one["status"] == "pending"]
        )
        for _ in range(2):
            told = [event["id"] for event in self.sandbox.ledger()["events"]]
            for event_id in reversed(told):
                if event_id not in self.delivered:
                    self.tell(event_id)

    def rest(self) -> None:
        """Long enough for every lease, every retry and every unpaid checkout to end."""
        for wait in (timedelta(minutes=2), timedelta(hours=1), timedelta(hours=2)):
            self.pass_time(wait)
            self.work()


def die_around(real: Any, *, is_done: bool) -> Any:
    def dying(*given: Any, **more: Any) -> Any:
        if is_done:
            real(*given, **more)
        raise Killed

    return dying
