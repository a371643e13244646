"""Reads both sides for the comparison: the orders that staff see, and the records of Stripe and Twilio."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from soak.client import ProductClient, Provider

OWNER = {"email": "owner@chuckwagon.example", "password": "lantern-over-griddle-41"}
PAGE = "100"

Record = dict[str, Any]


class Books(Struct, frozen=True, kw_only=True):
    """The records that are compared. `intent_of` has payment intent IDs, keyed by order ID."""

    orders: list[Record]
    intent_of: dict[str, str]
    held: list[Record]
    intents: list[Record]
    refunds: list[Record]
    texts: list[Record]


class Ledgers:
    """Client of the superadmin's API and of the providers' lists."""

    def __init__(self, product: ProductClient, provider: Provider) -> None:
        self._product, self._provider = product, provider
        self.token: str = product.ask("POST", "/api/auth/login", json=OWNER).json()["token"]
        self._known: set[str] = set()

    def read(self) -> Books:
        """Read all records, page by page."""
        ledger = self._provider.ledger()
        return Books(
            orders=[order for page in self._pages("/api/orders", "orders") for order in page],
            intent_of={
                entry["_id"]: entry["paymentIntentId"]
                for page in self._pages("/api/ledger", "entries")
                for entry in page
            },
            held=self._get("/api/payments/reviews", {})["reviews"],
            intents=ledger["payment_intents"],
            refunds=ledger["refunds"],
            texts=[text for text in self._provider.messages() if text["direction"] != "inbound"],
        )

    def keep_open(self, truck_id: str) -> None:
        """Let the truck sell at any hour, wherever its stops are."""
        headers, body = {"Authorization": f"Bearer {self.token}"}, {"scheduleMode": "always"}
        self._product.ask("PATCH", f"/api/trucks/{truck_id}/settings", headers=headers, json=body).raise_for_status()

    def find_unlisted(self, intents: set[str]) -> set[str]:
        """Return those of the payments that have no order yet. Reads the newest orders first."""
        if intents - self._known:
            for page in self._pages("/api/ledger", "entries"):
                shown = {entry["paymentIntentId"] for entry in page}
                is_old_news = shown <= self._known
                self._known |= shown
                if is_old_news or not intents - self._known:
                    break
        return intents - self._known

    def _pages(self, path: str, name: str) -> Iterator[list[Record]]:
        cursor: str | None = ""
        while cursor is not None:
            answer = self._get(path, {"limit": PAGE} | ({"cursor": cursor} if cursor else {}))
            yield answer[name]
            cursor = answer["nextCursor"]

    def _get(self, path: str, query: dict[str, str]) -> Record:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self._product.ask("GET", path, params=query, headers=headers)
        answer.raise_for_status()
        found: Record = answer.json()
        return found
