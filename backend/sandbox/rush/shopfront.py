"""The product's public API, as a customer's browser calls it."""

import json
from typing import Any

from sandbox.http_client import exchange

MAX_WAIT_SECONDS = 60.0
Json = dict[str, Any]


class Unreachable(Exception):
    """The product did not answer, or not with JSON."""


class Answer:
    """Status and body of a response."""

    def __init__(self, status: int, body: Any, retry_after: float) -> None:
        self.status, self.body, self.retry_after = status, body, retry_after

    @property
    def code(self) -> str:
        """The code of a refusal; empty for a success."""
        return str(self.body.get("code", "")) if isinstance(self.body, dict) and self.status >= 400 else ""


class Shopfront:
    """Calls the product at its address."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def list_trucks(self) -> list[Json]:
        """The trucks that take an order now, each with its `stop` where it moves."""
        trucks = (await self._call("GET", "/api/trucks/public")).body
        return [truck | {"stop": stop} for truck in trucks for stop in [_find_stop(truck)] if stop is not CLOSED]

    async def read_menu(self, truck_id: str) -> list[Json]:
        """The items that are on sale."""
        items: list[Json] = (await self._call("GET", f"/api/menu-items/public/{truck_id}")).body
        return [item for item in items if item["isAvailable"] and item.get("remaining", 1) > 0]

    async def ask_for_payment(self, body: Json, attempt: str) -> Answer:
        """Price the cart, and create the payment."""
        return await self._call("POST", "/api/create-payment-intent", body, {"X-Checkout-Attempt": attempt})

    async def confirm_order(self, intent_id: str, secret: str) -> Answer:
        """Ask whether the payment was made, as the confirmation page does."""
        body = {"payment_intent_id": intent_id, "payment_intent_client_secret": secret}
        return await self._call("POST", "/api/verify-payment", body)

    async def _call(self, method: str, path: str, body: Json | None = None, headers: Json | None = None) -> Answer:
        sent = b"" if body is None else json.dumps(body).encode()
        named = {"Accept": "application/json", "Content-Type": "application/json", **(headers or {})}
        try:
            response = await exchange(method, self._url + path, sent, named)
            answer = Answer(response.status, json.loads(response.body or "null"), _read_wait(response.headers))
        except (OSError, TimeoutError, ValueError) as problem:
            raise Unreachable(str(problem)) from problem
        if method == "GET" and answer.status != 200:
            raise Unreachable(f"{path} answered {answer.status}")
        return answer


CLOSED: Json = {}


def _find_stop(truck: Json) -> Json | None:
    """The stop that takes orders, None for a truck that is always open, CLOSED for one that takes none."""
    schedule = truck["schedule"]
    if schedule["mode"] != "stops":
        return None if schedule["state"] == "open" else CLOSED
    stops = [stop for stop in (schedule["current"], schedule["next"]) if stop is not None]
    return next((stop for stop in stops if stop["takesOrders"]), CLOSED)


def _read_wait(headers: dict[str, str]) -> float:
    text = headers.get("retry-after", "")
    return min(float(text), MAX_WAIT_SECONDS) if text.isdigit() else 1.0
