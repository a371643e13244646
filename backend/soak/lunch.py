"""A truck with two stops of today, customers who order at them, and the staff who change the plan of one."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from soak.buyer import Queue
from soak.client import ProductClient, Provider, at_once
from soak.recorder import Stopwatch

BUYERS, END_SECONDS, LOOK_EVERY_SECONDS = 4, 900.0, 0.25
MINUTES, CARD = 20, "4242424242424242"
WORDS = {
    "late": "minutes late",
    "moved": "have moved to",
    "ends_early": "have to close early",
    "cancelled": "cannot come to",
}

Record = dict[str, Any]


def count_told(provider: Provider, kind: str) -> int:
    """Count the SMS about the disruption."""
    return sum(WORDS[kind] in text["body"] for text in provider.messages())


class TruckDay:
    """The truck, its customers and its staff. Every second customer wants to eat an hour after the start."""

    def __init__(self, product: ProductClient, provider: Provider, token: str) -> None:
        self._product, self._provider = product, provider
        self._headers = {"Authorization": f"Bearer {token}"}
        self._truck = product.ask("GET", "/api/trucks/by-slug/spicy-burritos").json()
        self._item = next(
            one
            for one in product.ask("GET", f"/api/menu-items/public/{self._truck['_id']}").json()
            if all(group["minSelect"] == 0 for group in one["optionGroups"])
        )
        self._staff("PATCH", f"/trucks/{self._truck['_id']}/settings", {"scheduleMode": "stops"})
        self._place, self.elsewhere = (self._add_place(name) for name in ("Soak Square", "Dry Street"))

    def _add_place(self, name: str) -> Record:
        return self._staff("POST", "/places", {"truckId": self._truck["_id"], "name": name})

    def add_stop(self, hours: int) -> Record:
        """Add a stop of four hours that starts in so many hours."""
        starts_at = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=hours)
        span = {"startsAt": starts_at.isoformat(), "endsAt": (starts_at + timedelta(hours=4)).isoformat()}
        return self._staff("POST", "/stops", {"truckId": self._truck["_id"], "placeId": self._place["_id"], **span})

    def sell(self, stop: Record, count: int, *, first_number: int = 0) -> list[Record]:
        """Let so many customers order and pay at the stop; returns their orders as staff see them."""
        queue, orders = Queue(count), []

        def buy() -> None:
            while (number := queue.next()) is not None:
                orders.append(self._buy(stop, first_number + number))

        at_once(*[buy] * BUYERS)
        return orders

    def _buy(self, stop: Record, number: int) -> Record:
        item = {"menuItemId": self._item["_id"], "quantity": 1, "customization": {}}
        slot = "asap" if number % 2 else shift(stop["startsAt"], 60)
        customer = {"name": "Ada", "phone": f"213{4_000_000 + number:07d}", "slotAt": slot, "stopId": stop["_id"]}
        body = {"cart": {"items": [item]}, "customerInfo": customer, "truckInfo": {"_id": self._truck["_id"]}}
        made = self._product.ask("POST", "/api/create-payment-intent", json=body).raise_for_status().json()
        self._provider.pay(made["paymentIntentId"], CARD)
        wanted = {"payment_intent_id": made["paymentIntentId"]}
        order: Record = self._product.ask("POST", "/api/verify-payment", json=wanted).raise_for_status().json()["order"]
        return {**self.read_order(order["_id"]), "intent": made["paymentIntentId"]}

    def read_order(self, order_id: str) -> Record:
        """The order as staff see it."""
        return self._staff("GET", f"/orders/{order_id}")

    def disrupt(self, stop: Record, kind: str) -> Record:
        """Preview a change of plan of the stop and confirm it."""
        wishes = {
            "late": {"minutes": MINUTES},
            "moved": {"placeId": self.elsewhere["_id"]},
            "ends_early": {"endsAt": shift(stop["startsAt"], 30)},
        }
        path, body = f"/stops/{stop['_id']}/disruptions", {"kind": kind, **wishes.get(kind, {})}
        preview = self._staff("POST", f"{path}/preview", body)
        return self._staff("POST", path, {**body, "digest": preview["digest"]})

    def read_disruption(self, disruption: Record) -> Record:
        """Its progress now."""
        return self._staff("GET", f"/disruptions/{disruption['_id']}")

    def wait(self, disruption: Record, told: int, refunded: int, watch: Stopwatch) -> tuple[float, float]:
        """Wait until all is done; returns the seconds until the first and the last SMS."""
        first = last = 0.0
        while watch.seconds < END_SECONDS:
            seen = count_told(self._provider, disruption["kind"])
            first = first or (watch.seconds if seen else 0.0)
            last = last or (watch.seconds if seen >= told else 0.0)
            is_done = self.read_disruption(disruption)["state"] == "done"
            if is_done and last and self._provider.count_refunds() >= refunded:
                break
            time.sleep(LOOK_EVERY_SECONDS)
        return first or watch.seconds, last or watch.seconds

    def _staff(self, method: str, path: str, body: Record | None = None) -> Record:
        given = {} if body is None else {"json": body}
        answer = self._product.ask(method, f"/api{path}", headers=self._headers, **given)
        answer.raise_for_status()
        found: Record = answer.json()
        return found


def shift(instant: str, minutes: int) -> str:
    """The instant so many minutes later, in ISO 8601."""
    return (datetime.fromisoformat(instant) + timedelta(minutes=minutes)).isoformat()
