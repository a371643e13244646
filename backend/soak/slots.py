"""Slots test: far more customers than a stop has room for want to pay at once; with kills, in a storm.

The stop has four slots of five units, and three items are counted. Nothing may be oversold, and no customer refused
what still fits. With kills the product dies every second, a tenth of the answers of the payment provider are lost, and
some customers leave without paying; then those who were refused ask again until nothing is free for them.
"""

import random
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from msgspec import Struct

from chuckwagon.orders.reservations.usage_check import check_usage
from soak import report
from soak.audit import Findings, find_doubled, find_lost
from soak.client import ProductClient, Provider, at_once
from soak.environment import Environment
from soak.ledgers import Ledgers, Record
from soak.recorder import Journal, Stopwatch
from soak.run import Plan, opened, wait_for_quiet

SLOTS, SLOT_CAPACITY, COUNTS = 4, 5, (9, 8, 7)
PLACES = SLOTS * SLOT_CAPACITY
CARD, LEAVES_EVERY = "4242424242424242", 4
LOST_ANSWERS = 0.05  # of each of two kinds
KILL_EVERY_SECONDS, HOLD_SECONDS, QUIET_SECONDS = 1.0, 20, 240.0
REFUSALS = {"slot_full", "order_too_large", "cart_invalid", "stop_closed"}


class Wish(Struct, frozen=True):
    """What one customer wants."""

    number: int
    item_id: str
    pieces: int
    arrives: float  # seconds after the first one


def compete(plan: Plan) -> Findings:
    """Let all customers in at once, and compare what is sold with what fits."""
    journal = Journal()
    with opened(plan, journal, {"CHUCKWAGON_HOLD_SECONDS": str(HOLD_SECONDS)} if plan.kills else {}) as scene:
        environment, product, provider = scene
        ledgers = Ledgers(product, provider)
        crowd = ProductClient(environment.urls, journal, connections=plan.customers)
        rush = Rush(crowd, provider, ledgers.token, journal, plan)
        if plan.kills:
            _upset(provider)
        at_once(lambda: rush.serve(rush.wishes), lambda: _kill(plan, environment, product, journal))
        provider.behave()
        _ask_again(rush, environment)
        _findings_of_a_street, books = wait_for_quiet(plan, ledgers, journal)
        result = {
            "lost": list(find_lost(books, journal)),
            "doubled": list(find_doubled(books, journal)),
            **rush.compare(books.orders),
            **_compare_usage(environment),
            "unexpected answers": journal.oddities,
        }
        print(f"{len(books.orders)} orders, {len(journal.restarts)} kills, {len(rush.refused)} refused", flush=True)
        report.show_findings(result)
        crowd.close()
        return result


def _upset(provider: Provider) -> None:
    for mode in ("error_after", "reset_after"):
        provider.misbehave("stripe", mode, LOST_ANSWERS)
    provider.misbehave("webhooks", "drop", LOST_ANSWERS)


def _kill(plan: Plan, environment: Environment, product: ProductClient, journal: Journal) -> None:
    """Kill every process of the product again and again."""
    for _ in range(plan.kills):
        time.sleep(KILL_EVERY_SECONDS)
        journal.restarts.append(environment.kill_and_restart(product, forget_leases=True))


def _ask_again(rush: "Rush", environment: Environment) -> None:
    """Wait until nothing is held, and let those who were refused ask again until no one gets anything more."""
    watch = Stopwatch()
    while watch.seconds < QUIET_SECONDS:
        while (
            environment.read_column("SELECT id FROM reservations WHERE status = 'held'")
            and watch.seconds < QUIET_SECONDS
        ):
            time.sleep(0.5)
        waiting, rush.refused = rush.refused, []
        before = rush.accepted
        rush.round_number += 1
        rush.serve(waiting)
        if rush.accepted == before:
            return


def _compare_usage(environment: Environment) -> Findings:
    """What the doctor checks."""
    with environment.opened_database() as db:
        problems = check_usage(db)
    return {"slots and counts that differ from their reservations": [] if problems.is_consistent else [str(problems)]}


class Rush:
    """A stop, and the customers who all want to eat at it."""

    def __init__(self, product: ProductClient, provider: Provider, token: str, journal: Journal, plan: Plan) -> None:
        self._product, self._provider, self._journal, self._plan = product, provider, journal, plan
        self._headers = {"Authorization": f"Bearer {token}"}
        self._lock = threading.Lock()
        self._truck = product.ask("GET", "/api/trucks/by-slug/spicy-burritos").json()
        self._items = self._add_items()
        self._stop = self._open_stop()
        rng = random.Random(f"{plan.seed}:slots")
        self.wishes = [
            Wish(n, rng.choice(self._items), rng.choice((1, 1, 2, 3)), rng.uniform(0, plan.kills * KILL_EVERY_SECONDS))
            for n in range(plan.customers)
        ]
        self.refused: list[Wish] = []
        self.accepted = self.round_number = 0

    def _add_items(self) -> list[str]:
        """Items that cost one unit each."""
        common = {"truckId": self._truck["_id"], "category": "Rush", "basePrice": 5, "prepUnits": 1}
        names = [f"Counted {count}" for count in COUNTS]
        return [str(self._staff("POST", "/menu-items", {**common, "name": name})["_id"]) for name in names]

    def _open_stop(self) -> str:
        truck_id = self._truck["_id"]
        self._staff("PATCH", f"/trucks/{truck_id}/settings", {"scheduleMode": "stops"})
        place = self._staff("POST", "/places", {"truckId": truck_id, "name": "Soak Square"})
        starts_at = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=3)
        ends_at = starts_at + timedelta(minutes=10 * SLOTS)
        span = {"startsAt": starts_at.isoformat(), "endsAt": ends_at.isoformat(), "lastOrderMinutes": 0}
        room = {"slotMinutes": 10, "slotCapacity": SLOT_CAPACITY}
        made = self._staff("POST", "/stops", {"truckId": truck_id, "placeId": place["_id"], **span, **room})
        counts = [{"menuItemId": one, "initial": n} for one, n in zip(self._items, COUNTS, strict=True)]
        self._staff("PUT", f"/stops/{made['_id']}/stock", {"counts": counts})
        return str(made["_id"])

    def serve(self, wishes: list[Wish]) -> None:
        """Let these customers order, all at once; for the first time they come while the kills go on."""
        at_once(*[lambda wish=wish: self._serve_one(wish) for wish in wishes])

    def _serve_one(self, wish: Wish) -> None:
        if self.round_number == 0:
            time.sleep(wish.arrives)
        item = {"menuItemId": wish.item_id, "quantity": wish.pieces, "customization": {}}
        customer = {"name": "Ada", "phone": f"213{4_000_000 + wish.number}", "slotAt": "asap", "stopId": self._stop}
        body = {"cart": {"items": [item]}, "customerInfo": customer, "truckInfo": {"_id": self._truck["_id"]}}
        answer = self._check_out(body, f"rush-{wish.number}-{self.round_number}")
        if not answer.is_success:
            if answer.json().get("code") not in REFUSALS:
                self._journal.note_odd(f"customer {wish.number}: {answer.status_code} {answer.text[:200]}")
            with self._lock:
                self.refused.append(wish)
            return
        with self._lock:
            self.accepted += 1
        is_leaving = self._plan.kills and self.round_number == 0 and wish.number % LEAVES_EVERY == 0
        if not is_leaving:
            self._pay(str(answer.json()["paymentIntentId"]))

    def _check_out(self, body: Record, key: str) -> httpx.Response:
        """Do what the page does: a repeated call whose checkout has run out is made once more."""
        answer = self._product.ask("POST", "/api/create-payment-intent", json=body, headers={"Idempotency-Key": key})
        if answer.status_code == 409 and answer.json().get("reason") == "checkout_expired":
            headers = {"Idempotency-Key": f"{key}-again"}
            return self._product.ask("POST", "/api/create-payment-intent", json=body, headers=headers)
        return answer

    def _pay(self, intent: str) -> None:
        """Pay and look at the confirmation. A payment may be cancelled already, as its hold was over."""
        self._provider.pay(intent, CARD)
        answer = self._product.ask("POST", "/api/verify-payment", json={"payment_intent_id": intent})
        if answer.is_success and answer.json().get("order"):
            self._journal.note_verified(intent, str(answer.json()["order"]["_id"]))

    def compare(self, orders: list[Record]) -> Findings:
        """Compare the orders with the room and the counts, and what is left with what was refused."""
        sold = dict.fromkeys(self._items, 0)
        for line in (line for order in orders for line in order["items"]):
            sold[line["menuItemId"]] += line["quantity"]
        left = {one: initial - sold[one] for one, initial in zip(self._items, COUNTS, strict=True)}
        units_left = PLACES - sum(sold.values())
        slots = self._staff("GET", f"/stops/{self._stop}/slots")["slots"]
        print(f"sold {PLACES - units_left} of {PLACES} places, left of the items {list(left.values())}", flush=True)
        return {
            "oversold": [
                *[f"{slot['at']}: {slot['used']} units" for slot in slots if slot["used"] > SLOT_CAPACITY],
                *[f"{one}: {count}" for one, count in left.items() if count < 0],
                *[f"order {order['_id']} over capacity" for order in orders if "over_capacity" in order["flags"]],
                *([f"{-units_left} units more than there are"] if units_left < 0 else []),
            ],
            "shown otherwise than sold": [str(slots)]
            if sum(slot["used"] for slot in slots) != PLACES - units_left
            else [],
            "refused although it fits": [
                f"customer {wish.number}: {wish.pieces} pieces"
                for wish in self.refused
                if wish.pieces <= min(units_left, left[wish.item_id])
            ],
        }

    def _staff(self, method: str, path: str, body: Record | None = None) -> Any:
        given: Record = {} if body is None else {"json": body}
        answer = self._product.ask(method, f"/api{path}", headers=self._headers, **given)
        answer.raise_for_status()
        return answer.json()
