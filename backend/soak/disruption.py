"""Disruption test: a stop with many paid orders is cancelled while providers fail and servers are killed.

Each order is cancelled once, its customer gets one SMS and the whole amount back, and nothing of another stop changes.
Without kills it measures how long it takes from the staff's confirmation to the first and to the last SMS.
"""

import random
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from soak.audit import Findings
from soak.buyer import Queue
from soak.client import Door, Provider, at_once
from soak.environment import Stage
from soak.ledgers import Office
from soak.recorder import Journal, Stopwatch
from soak.run import Plan, opened

BUYERS, ELSEWHERE = 4, 5
TWILIO_MS, FAILS_EVERY = 100, 5
FIRST_SMS_SECONDS, LAST_SMS_SECONDS, END_SECONDS = 12.0, 60.0, 900.0
CARD, WORDS = "4242424242424242", "cannot come to"

Record = dict[str, Any]


def disrupt(plan: Plan) -> Findings:
    """Sell at two stops, cancel the first one, and compare the records at the end."""
    journal = Journal()
    with opened(plan, journal) as (stage, door, provider):
        lunch = Lunch(door, provider, Office(door, provider).token)
        first, other = lunch.add_stop(hours=3), lunch.add_stop(hours=8)
        sold, kept = lunch.sell(first, plan.orders), lunch.sell(other, ELSEWHERE, first_number=plan.orders)
        provider.misbehave("twilio", "delay", 1.0, ms=TWILIO_MS)
        if plan.kills:
            provider.misbehave("twilio", "error_after", 1.0, every=FAILS_EVERY)
            provider.misbehave("stripe", "error_after", 1.0, every=FAILS_EVERY, match="/v1/refunds")
        watch, disruption = Stopwatch(), lunch.cancel(first)
        _kill(plan, stage, door, provider, journal)
        seconds = lunch.wait(disruption, len(sold), watch)
        provider.behave()
        findings = lunch.compare(sold, kept, disruption)
        if plan.kills:
            return findings
        print(f"first SMS after {seconds[0]:.1f} s, last after {seconds[1]:.1f} s")
        return {**findings, **_too_slow(seconds)}


def _kill(plan: Plan, stage: Stage, door: Door, provider: Provider, journal: Journal) -> None:
    """Kill the product while the disruption waits for its start, and again and again while it runs."""
    rng = random.Random(f"{plan.seed}:disruption")
    for kill in range(plan.kills):
        wanted = plan.orders * kill // (plan.kills + 1)
        watch = Stopwatch()
        while _count_told(provider) < wanted and watch.seconds < LAST_SMS_SECONDS:
            time.sleep(0.1)
        time.sleep(rng.uniform(0, 1))
        journal.restarts.append(stage.kill_and_restart(door, forget_leases=True))


def _count_told(provider: Provider) -> int:
    return sum(WORDS in text["body"] for text in provider.messages())


def _too_slow(seconds: tuple[float, float]) -> Findings:
    return {
        f"first SMS later than {FIRST_SMS_SECONDS:g} s": [f"{seconds[0]:.1f} s"] * (seconds[0] > FIRST_SMS_SECONDS),
        f"last SMS later than {LAST_SMS_SECONDS:g} s": [f"{seconds[1]:.1f} s"] * (seconds[1] > LAST_SMS_SECONDS),
    }


class Lunch:
    """A truck with two stops of today, its customers and its staff."""

    def __init__(self, door: Door, provider: Provider, token: str) -> None:
        self._door, self._provider = door, provider
        self._headers = {"Authorization": f"Bearer {token}"}
        self._truck = door.ask("GET", "/api/trucks/by-slug/spicy-burritos").json()
        self._item = next(
            one
            for one in door.ask("GET", f"/api/menu-items/public/{self._truck['_id']}").json()
            if all(group["minSelect"] == 0 for group in one["optionGroups"])
        )
        self._staff("PATCH", f"/trucks/{self._truck['_id']}/settings", {"scheduleMode": "stops"})
        self._place = self._staff("POST", "/places", {"truckId": self._truck["_id"], "name": "Soak Square"})

    def add_stop(self, hours: int) -> Record:
        """Add a stop of four hours that starts in so many hours."""
        starts_at = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=hours)
        span = {"startsAt": starts_at.isoformat(), "endsAt": (starts_at + timedelta(hours=4)).isoformat()}
        return self._staff("POST", "/stops", {"truckId": self._truck["_id"], "placeId": self._place["_id"], **span})

    def sell(self, stop: Record, count: int, *, first_number: int = 0) -> list[Record]:
        """Let so many customers order and pay at the stop; returns their orders."""
        queue, orders = Queue(count), []

        def buy() -> None:
            while (number := queue.next()) is not None:
                orders.append(self._buy(stop, first_number + number))

        at_once(*[buy] * BUYERS)
        return orders

    def _buy(self, stop: Record, number: int) -> Record:
        item = {"menuItemId": self._item["_id"], "quantity": 1, "customization": {}}
        customer = {"name": "Ada", "phone": f"213{4_000_000 + number:07d}", "slotAt": "asap", "stopId": stop["_id"]}
        body = {"cart": {"items": [item]}, "customerInfo": customer, "truckInfo": {"_id": self._truck["_id"]}}
        made = self._door.ask("POST", "/api/create-payment-intent", json=body).raise_for_status().json()
        self._provider.pay(made["paymentIntentId"], CARD)
        wanted = {"payment_intent_id": made["paymentIntentId"]}
        order: Record = self._door.ask("POST", "/api/verify-payment", json=wanted).raise_for_status().json()["order"]
        return {**order, "intent": made["paymentIntentId"]}

    def cancel(self, stop: Record) -> Record:
        """Preview the cancellation of the stop and confirm it."""
        path, body = f"/stops/{stop['_id']}/disruptions", {"kind": "cancelled"}
        preview = self._staff("POST", f"{path}/preview", body)
        return self._staff("POST", path, {**body, "digest": preview["digest"]})

    def wait(self, disruption: Record, orders: int, watch: Stopwatch) -> tuple[float, float]:
        """Wait until all is done; returns the seconds until the first and the last SMS."""
        first = last = 0.0
        while watch.seconds < END_SECONDS:
            told = _count_told(self._provider)
            first = first or (watch.seconds if told else 0.0)
            last = last or (watch.seconds if told >= orders else 0.0)
            shown = self._staff("GET", f"/disruptions/{disruption['_id']}")
            refunds = self._provider.count_refunds()
            if shown["state"] == "done" and shown["total"] and refunds >= orders and last:
                break
            time.sleep(0.2)
        return first or watch.seconds, last or watch.seconds

    def compare(self, sold: list[Record], kept: list[Record], disruption: Record) -> Findings:
        """Compare the orders that staff see with the records of the providers."""
        shown = {one["_id"]: self._staff("GET", f"/orders/{one['_id']}") for one in (*sold, *kept)}
        told = Counter(text["to"] for text in self._provider.messages() if WORDS in text["body"])
        refunds: dict[str, list[int]] = {}
        for one in self._provider.ledger()["refunds"]:
            refunds.setdefault(one["payment_intent"], []).append(one["amount"])
        progress = self._staff("GET", f"/disruptions/{disruption['_id']}")
        is_complete = (progress["done"], progress["total"], progress["failed"]) == (len(sold), len(sold), [])
        return {
            "not cancelled once": [
                one["orderNumber"]
                for one in sold
                if [step["status"] for step in shown[one["_id"]]["history"]].count("cancelled") != 1
            ],
            "not refunded in full, once": [
                one["orderNumber"] for one in sold if refunds.get(one["intent"]) != [round(one["total"] * 100)]
            ],
            "not told once": [one["orderNumber"] for one in sold if told[shown[one["_id"]]["customerPhone"]] != 1],
            "touched at another stop": [
                one["orderNumber"]
                for one in kept
                if shown[one["_id"]]["status"] != "pending" or one["intent"] in refunds or shown[one["_id"]]["changes"]
            ],
            "progress that does not say so": [] if is_complete else [str(progress)[:300]],
        }

    def _staff(self, method: str, path: str, body: Record | None = None) -> Record:
        given = {} if body is None else {"json": body}
        answer = self._door.ask(method, f"/api{path}", headers=self._headers, **given)
        answer.raise_for_status()
        found: Record = answer.json()
        return found
