"""Customers who fill a cart, pay and read the confirmation, and who reload, hang up and send twice while they do."""

import random
import threading
import time
from typing import Any

import httpx

from soak.catalog import Catalog
from soak.client import ProductClient, Provider, at_once
from soak.offers import wants_offer
from soak.recorder import Journal, Purchase

GOOD, DECLINED, CHALLENGED = "4242424242424242", "4000000000000002", "4000002500003155"
WAYS = {"straight": 70, "other cart": 10, "two tabs": 12, "reload after paying": 8}
LOOKS = {"once": 35, "many at once": 25, "later": 15, "never": 25}
HANG_UP_RATE = 0.08
MOST_THOUGHT_SECONDS = 0.3


class Buyer:
    """Place one order after the other until the queue is empty."""

    def __init__(
        self, product: ProductClient, provider: Provider, catalog: Catalog, journal: Journal, seed: int
    ) -> None:
        self._product, self._provider, self._catalog = product, provider, catalog
        self._journal, self._seed = journal, seed

    def buy(self, number: int) -> None:
        """Make purchase `number`, from the cart to the confirmation of the order."""
        rng = random.Random(f"{self._seed}:{number}")
        purchase = Purchase(number, f"soak-{self._seed}-{number}", f"213{4_000_000 + number}")
        self._journal.begin(purchase)
        time.sleep(rng.uniform(0, MOST_THOUGHT_SECONDS))
        way = _draw(rng, WAYS)
        if way == "two tabs":
            self._pay_in_two_tabs(rng, purchase)
        else:
            first = self._check_out(rng, purchase)
            if way == "other cart" and first is not None:
                second = self._check_out(rng, purchase)
                self._pay(rng, purchase, second)
                self._pay(rng, purchase, first)  # the old tab must not charge the card any more
            else:
                self._pay(rng, purchase, first)
        if not self._has_paid(purchase):
            self._pay(rng, purchase, self._check_out(rng, purchase))
        if way == "reload after paying":
            self._pay(rng, purchase, self._check_out(rng, purchase))
        for intent in sorted(purchase.intents & self._journal.paid_intents()):
            self._look(rng, intent, _draw(rng, LOOKS))

    def _has_paid(self, purchase: Purchase) -> bool:
        return bool(purchase.intents & self._journal.paid_intents())

    def _pay_in_two_tabs(self, rng: random.Random, purchase: Purchase) -> None:
        tabs = [random.Random(rng.random()) for _ in range(2)]

        def use(tab: random.Random) -> None:
            self._pay(tab, purchase, self._check_out(tab, purchase))

        at_once(*(lambda tab=tab: use(tab) for tab in tabs))

    def _check_out(self, rng: random.Random, purchase: Purchase) -> str | None:
        """Return the payment intent; None if a newer one has replaced it, or another cart of the attempt was paid."""
        body, bill = self._catalog.fill_cart(rng, purchase.number, has_offer=wants_offer(purchase.number))
        body["customerInfo"] |= {"name": f"Customer {purchase.number}", "phone": purchase.phone}
        purchase.bills.append(bill)
        answer = self._ask_to_pay(rng, purchase, body)
        if answer.status_code == 409 and answer.json()["code"] in {"offer_used_up", "offer_held"}:
            self._journal.count("offer used up")
            purchase.bills.append(self._catalog.price_cart(body, has_offer=False))
            answer = self._ask_to_pay(rng, purchase, body)
        if answer.status_code == 409 and answer.json()["code"] == "checkout_replaced":
            return None
        if answer.status_code != 200:
            self._journal.note_odd(f"create-payment-intent: {answer.status_code} {answer.text[:200]}")
            return None
        given = answer.json()
        if round(given["total"] * 100) not in {one.total_cents for one in purchase.bills}:
            self._journal.note_odd(f"purchase {purchase.number} was shown {given['total']}")
        intent = str(given["paymentIntentId"])
        self._journal.note_offer(purchase, intent)
        # The page asks then whether this is one more purchase. No buyer here wants two.
        return None if given.get("paidBefore") else intent

    def _ask_to_pay(self, rng: random.Random, purchase: Purchase, body: dict[str, Any]) -> httpx.Response:
        headers = {"X-Checkout-Attempt": purchase.attempt, "Idempotency-Key": f"{rng.getrandbits(96):x}"}
        return self._product.ask(
            "POST", "/api/create-payment-intent", json=body, headers=headers, hangs_up=rng.random() < HANG_UP_RATE
        )

    def _pay(self, rng: random.Random, purchase: Purchase, intent: str | None) -> None:
        """Confirm the intent as the card form does. Stripe refuses one that is canceled or already paid."""
        if intent is None:
            return
        chance = rng.random()
        if chance < 0.08:
            self._provider.pay(intent, DECLINED)
        challenged = 0.08 <= chance < 0.14
        card: dict[str, Any] = {"card": CHALLENGED, "challenge": "complete"} if challenged else {"card": GOOD}
        answer = self._provider.pay(intent, **card)
        if answer.get("status") == "succeeded":
            self._journal.note_paid(purchase, intent)

    def _look(self, rng: random.Random, intent: str, how: str) -> None:
        """Do what the confirmation page does: verify the payment, then ask for the SMS."""
        if how == "never":
            return
        if how == "later":
            time.sleep(rng.uniform(0.5, 2))
        hangs_up = rng.random() < HANG_UP_RATE
        times = rng.randint(2, 5) if how == "many at once" else 1
        path = rng.choice(["/api/verify-payment", "/api/confirm-payment"])
        at_once(*[lambda: self._verify(path, intent, hangs_up=hangs_up)] * times)
        at_once(*[lambda: self._ask_for_text(intent)] * times)

    def _verify(self, path: str, intent: str, *, hangs_up: bool) -> None:
        answer = self._product.ask("POST", path, json={"payment_intent_id": intent}, hangs_up=hangs_up)
        found = answer.json().get("order") if answer.status_code == 200 else None
        if found is None:
            self._journal.note_odd(f"{path} {intent}: {answer.status_code} {answer.text[:200]}")
        else:
            self._journal.note_verified(intent, found["_id"])

    def _ask_for_text(self, intent: str) -> None:
        answer = self._product.ask("POST", "/api/send-order-sms", json={"paymentIntentId": intent})
        if answer.status_code != 200:
            self._journal.note_odd(f"send-order-sms {intent}: {answer.status_code} {answer.text[:200]}")


class Queue:
    """Thread-safe queue of purchase numbers."""

    def __init__(self, orders: int) -> None:
        self._left = iter(range(orders))
        self._lock = threading.Lock()

    def next(self) -> int | None:
        with self._lock:
            return next(self._left, None)


def _draw(rng: random.Random, weights: dict[str, int]) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]
