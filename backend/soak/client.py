"""HTTP clients of the product and of the sandbox, which retry until they get a response."""

import random
import threading
import time
from collections.abc import Sequence
from typing import Any

import httpx

from soak.recorder import Journal, Stopwatch

PATIENCE_SECONDS = 90.0
AWAY = (502, 503, 504)
HANGS_UP_SECONDS = 0.02


class NoAnswer(Exception):
    """The product did not respond within the time limit."""


class ProductClient:
    """Thread-safe HTTP client of all servers, as a proxy spreads its requests.

    Repeats a request whose response is lost or is 502, 503 or 504.
    """

    def __init__(self, urls: Sequence[str], journal: Journal, connections: int = 64) -> None:
        limits = httpx.Limits(max_connections=connections, max_keepalive_connections=32)
        self._urls = urls
        self._http = httpx.Client(timeout=30, limits=limits)
        self._journal = journal

    def ask(self, method: str, path: str, *, hangs_up: bool = False, **given: Any) -> httpx.Response:
        """Return the first response. With `hangs_up` the first attempt is cut off before its response is read."""
        watch = Stopwatch()
        while watch.seconds < PATIENCE_SECONDS:
            answer = self._try(method, path, hangs_up=hangs_up, **given)
            hangs_up = False
            if answer is not None and answer.status_code not in AWAY:
                if answer.status_code >= 500 or answer.status_code == 429:
                    self._journal.note_odd(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
                return answer
            self._journal.count("asked again")
            time.sleep(random.uniform(0.05, 0.3))
        raise NoAnswer(f"{method} {path} had no answer for {PATIENCE_SECONDS:.0f} seconds")

    def _try(self, method: str, path: str, *, hangs_up: bool, **given: Any) -> httpx.Response | None:
        if hangs_up:
            given["timeout"] = HANGS_UP_SECONDS
        try:
            return self._http.request(method, random.choice(self._urls) + path, **given)
        except httpx.TransportError:
            return None

    def is_open(self) -> bool:
        """Whether all servers respond now."""
        try:
            return all(self._http.get(f"{url}/health", timeout=2).is_success for url in self._urls)
        except httpx.TransportError:
            return False

    def close(self) -> None:
        self._http.close()


class Provider:
    """Client of the sandbox's test controls: card form, faults and ledger."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=60)

    def pay(self, intent: str, card: str, **more: Any) -> dict[str, Any]:
        """Confirm a payment as the card form does. Return the intent, or the error that the customer sees."""
        path = f"/_sandbox/payment_intents/{intent}/pay"
        answer: dict[str, Any] = self._http.post(path, json={"card": card, **more}).json()
        return answer

    def readers(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._http.get("/_sandbox/readers").raise_for_status().json()
        return found

    def press(self, reader: str, body: dict[str, Any]) -> None:
        """Hold a card to a reader, or press its cross. One that asks for nothing refuses that."""
        self._http.post(f"/_sandbox/readers/{reader}/press", json=body)

    def misbehave(self, target: str, mode: str, rate: float, **more: Any) -> None:
        fault = {"target": target, "mode": mode, "rate": rate, **more}
        self._http.post("/_sandbox/faults", json=fault).raise_for_status()

    def behave(self) -> None:
        self._http.delete("/_sandbox/faults").raise_for_status()

    def ledger(self) -> dict[str, Any]:
        found: dict[str, Any] = self._http.get("/_sandbox/ledger").raise_for_status().json()
        return found

    def count_refunds(self) -> int:
        """Count the refunds that Stripe has made."""
        return len(self.ledger()["refunds"])

    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._http.get("/_sandbox/messages").raise_for_status().json()
        return found

    def close(self) -> None:
        self._http.close()


def at_once(*works: Any) -> None:
    """Run the calls in parallel threads and wait for all. Raises the first exception."""
    failures: list[BaseException] = []

    def run(work: Any) -> None:
        try:
            work()
        except Exception as failure:  # noqa: BLE001 - handed to the caller's thread
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
