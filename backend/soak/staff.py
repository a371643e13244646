"""Staff who change the status of orders, cancel some and refund some, often two at the same order."""

import random
import time
from threading import Event
from typing import Any

import httpx

from soak.client import ProductClient, at_once
from soak.ledgers import OWNER
from soak.recorder import Journal

OPEN = ("pending", "confirmed", "preparing", "ready")
CANCELS, REFUNDS, PRESSED_TWICE = 0.06, 0.06, 0.1
REST_SECONDS, IDLE_SECONDS = 0.05, 0.3


class StaffMember:
    """One staff member."""

    def __init__(self, product: ProductClient, token: str, journal: Journal, seed: int, hand: int) -> None:
        self._product, self._journal = product, journal
        self._headers = {"Authorization": f"Bearer {token}"}
        self._rng = random.Random(f"{seed}:staff:{hand}")
        self._name = f"{seed}-{hand}"

    def work(self, closing: Event) -> None:
        """Read the board, choose an order and change it, until the test ends."""
        while not closing.is_set():
            board = self._read_board()
            for order in self._rng.sample(board, min(8, len(board))):
                if closing.is_set():
                    return
                self._serve(order)
            time.sleep(REST_SECONDS if board else IDLE_SECONDS)

    def _read_board(self) -> list[dict[str, Any]]:
        query = {"status": self._rng.choice(OPEN), "sortOrder": "asc", "limit": "40"}
        answer = self._product.ask("GET", "/api/orders", params=query, headers=self._headers)
        found: list[dict[str, Any]] = answer.json()["orders"]
        return found

    def _serve(self, order: dict[str, Any]) -> None:
        chance = self._rng.random()
        if chance < REFUNDS:
            self._give_back(order)
        wanted = [status for status in order["nextStatuses"] if status != "cancelled"]
        if "cancelled" in order["nextStatuses"] and chance > 1 - CANCELS:
            wanted = ["cancelled"]
        if not wanted:
            return
        if self._rng.random() < PRESSED_TWICE:
            at_once(*(lambda status=status: self._move(order, status) for status in order["nextStatuses"]))
        else:
            self._move(order, wanted[0])

    def _move(self, order: dict[str, Any], status: str) -> None:
        path = f"/api/orders/{order['_id']}" + self._rng.choice(["", "/status"])
        answer = self._ask("PATCH", path, {"status": status})
        if answer.status_code == 200:
            self._journal.note_moved(order["_id"], status)
        elif answer.status_code != 409:
            self._journal.note_odd(f"PATCH {path} {status}: {answer.status_code} {answer.text[:200]}")

    def _give_back(self, order: dict[str, Any]) -> None:
        """Refund part of an order, by amount or by line items. Sometimes the request is sent twice."""
        key = f"{self._name}-{self._rng.getrandbits(64):x}"
        body: dict[str, Any] = {"reason": f"Soak {key}"}
        if self._rng.random() < 0.5:
            body["amount"] = self._rng.randint(1, max(1, round(order["total"] * 50))) / 100
        else:
            body["items"] = [{"index": 0, "quantity": 1}]
        times = 2 if self._rng.random() < PRESSED_TWICE else 1
        at_once(*[lambda: self._refund(order["_id"], key, body)] * times)

    def _refund(self, order_id: str, key: str, body: dict[str, Any]) -> None:
        answer = self._ask("POST", f"/api/orders/{order_id}/refunds", body, {"Idempotency-Key": key})
        if answer.is_success:
            self._journal.note_refund(order_id, body["reason"])
        elif answer.status_code != 409:
            self._journal.note_odd(f"refund of {order_id}: {answer.status_code} {answer.text[:200]}")

    def _ask(
        self, method: str, path: str, body: dict[str, Any], headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """Ask, and confirm who it is where that is asked for, as in a run longer than a proof counts."""
        given: dict[str, Any] = {"json": body, "headers": {**self._headers, **(headers or {})}}
        answer = self._product.ask(method, path, **given)
        if answer.status_code == 403 and answer.json()["code"] == "reauthentication_required":
            self._product.ask("POST", "/api/auth/proof", json={"password": OWNER["password"]}, headers=self._headers)
            answer = self._product.ask(method, path, **given)
        return answer
