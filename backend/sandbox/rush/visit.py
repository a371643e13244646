"""What one simulated customer does, from the list of trucks to the confirmation."""

import asyncio
import random
from typing import Any

from sandbox.errors import ApiError
from sandbox.ids import new_id
from sandbox.rush.cart import make_cart, make_customer
from sandbox.rush.shopfront import Answer, Shopfront, Unreachable
from sandbox.state import Sandbox
from sandbox.stripe import confirmation

ORDERED, DECLINED, CLOSED_BROWSER = "ordered", "declined", "closed_browser"
FULL, REFUSED, FAILED, STOPPED = "full", "refused", "failed", "stopped"
OUTCOMES = (ORDERED, DECLINED, CLOSED_BROWSER, FULL, REFUSED, FAILED, STOPPED)

PAYS, IS_DECLINED, NEEDS_CHALLENGE, LEAVES = "pays", "is declined", "3-D Secure", "leaves"
INTENTS = (PAYS, IS_DECLINED, NEEDS_CHALLENGE, LEAVES)
SHARES = (78, 8, 9, 5)
GOOD_CARD, BAD_CARD, CHALLENGED_CARD = "4242424242424242", "4000000000000002", "4000002500003155"
TRIES_AGAIN_SHARE = 0.5  # of those whose card is declined
MAX_TRIES = 4
THINKING_SECONDS = (0.2, 1.5)
Json = dict[str, Any]


class Visit:
    """One customer."""

    def __init__(self, sandbox: Sandbox, shopfront: Shopfront, chance: random.Random) -> None:
        self._sandbox, self._shopfront, self._chance = sandbox, shopfront, chance
        self._intent = chance.choices(INTENTS, SHARES)[0]

    async def run(self) -> str:
        """Order and pay. Returns one of OUTCOMES."""
        try:
            trucks = await self._shopfront.list_trucks()
            if not trucks:
                return REFUSED
            truck = self._chance.choice(trucks)
            menu = await self._shopfront.read_menu(truck["_id"])
            await self._think()
            return await self._check_out(truck, menu) if menu else REFUSED
        except Unreachable:
            return FAILED

    async def _check_out(self, truck: Json, menu: list[Json]) -> str:
        body = {
            "cart": make_cart(self._chance, menu),
            "customerInfo": make_customer(self._chance) | _when(truck["stop"]),
            "truckInfo": {"_id": truck["_id"]},
        }
        answer = await self._ask(body)
        if answer.code == "slot_full" and answer.body["slots"]:
            body["customerInfo"]["slotAt"] = answer.body["slots"][0]["at"]
            answer = await self._ask(body)
        if answer.status != 200:
            is_full = answer.code in ("slot_full", "slot_too_soon", "order_too_large", "cart_invalid")
            return FULL if is_full else REFUSED if answer.status < 500 else FAILED
        await self._think()
        return await self._pay(answer.body)

    async def _ask(self, body: Json) -> Answer:
        """Ask for a payment; when the product says to wait, wait and ask again."""
        attempt = new_id("rush_")
        for _ in range(MAX_TRIES - 1):
            answer = await self._shopfront.ask_for_payment(body, attempt)
            if answer.status not in (429, 503):
                return answer
            await asyncio.sleep(answer.retry_after)
        return await self._shopfront.ask_for_payment(body, attempt)

    async def _pay(self, payment: Json) -> str:
        intent_id = payment["paymentIntentId"]
        if self._intent == IS_DECLINED:
            self._charge(intent_id, BAD_CARD)
            if self._chance.random() >= TRIES_AGAIN_SHARE:
                return DECLINED
            await self._think()
        self._charge(intent_id, CHALLENGED_CARD if self._intent == NEEDS_CHALLENGE else GOOD_CARD)
        if self._intent == LEAVES:
            return CLOSED_BROWSER  # the webhook tells the product of the payment
        for _ in range(MAX_TRIES):
            answer = await self._shopfront.confirm_order(intent_id, payment["clientSecret"])
            if answer.status not in (429, 503):
                return ORDERED if answer.status == 200 and answer.body.get("order") else FAILED
            await asyncio.sleep(answer.retry_after)
        return FAILED

    def _charge(self, intent_id: str, card: str) -> None:
        """Confirm the payment as the card form does, with the challenge passed."""
        params = {"payment_method_data": {"type": "card", "card": {"number": card}}, "use_stripe_sdk": True}
        try:
            intent = confirmation.confirm(self._sandbox, intent_id, params)
        except ApiError:  # a decline, of which the customer reads
            return
        if intent["status"] == "requires_action":
            confirmation.complete_challenge(self._sandbox, intent_id, intent["client_secret"], ok=True)

    async def _think(self) -> None:
        await asyncio.sleep(self._chance.uniform(*THINKING_SECONDS))


def _when(stop: Json | None) -> Json:
    if stop is None:
        return {"pickupTime": "asap"}
    return {"slotAt": "asap", "stopId": stop["_id"]}
