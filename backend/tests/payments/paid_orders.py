"""Orders paid by card, and helpers for tests of refunds."""

import itertools
from typing import Any

import sqlalchemy as sa

from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body

CARD = "4242424242424242"
DISPUTED, REFUND_PENDING, REFUND_FAILS = "4000000000000259", "4000000000007726", "4000000000005126"


class Shop:
    """The admin's truck with tacos at ten dollars, its staff, and Stripe."""

    def __init__(self, client: Any, cast: Any, sandbox: Any, taco: Any) -> None:
        self._client, self._cast, self.sandbox, self.taco = client, cast, sandbox, taco
        self._phones = itertools.count(4100)

    def buy(self, quantity: int = 2, card: str = CARD, *, tip_cents: int = 0, offer: Any = None) -> tuple[str, str]:
        """Return the IDs of the order and of its payment intent; two tacos cost $21.75."""
        body = checkout_body(self._cast.truck, (self.taco, quantity), tip_cents=tip_cents, offer=offer)
        # Each customer has another phone, because orders with one phone are rate limited.
        body["customerInfo"]["phone"] = f"(213) 373-{next(self._phones)}"
        intent = self._client.post("/api/create-payment-intent", json=body).json()["paymentIntentId"]
        self.sandbox.pay(intent, card).raise_for_status()
        verified = self._client.post("/api/verify-payment", json={"payment_intent_id": intent}).json()
        return verified["order"]["_id"], intent

    def refund(self, order_id: str, role: str | None = "truck_admin", *, key: str | None = None, **body: Any):
        """POST /orders/{id}/refunds."""
        headers = self._cast.headers(role) | ({"Idempotency-Key": key} if key else {})
        body.setdefault("reason", "Cold tacos")
        return self._client.post(f"/api/orders/{order_id}/refunds", json=body, headers=headers)

    def cancel(self, order_id: str) -> None:
        headers = self._cast.headers("truck_admin")
        answer = self._client.patch(f"/api/orders/{order_id}", json={"status": "cancelled"}, headers=headers)
        assert answer.status_code == 200, answer.text

    def shown(self, order_id: str) -> dict[str, Any]:
        answer = self._client.get(f"/api/orders/{order_id}", headers=self._cast.headers("superadmin"))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sent(self, intent: str) -> list[int]:
        """List the refunds of a payment at Stripe in cents, oldest first."""
        refunds = self.sandbox.ledger()["refunds"]
        return [one["amount"] for one in refunds if one["payment_intent"] == intent]

    def texts(self, word: str = "we refunded") -> int:
        return len([text for text in self.sandbox.messages() if word in text["body"]])


def take_tips(db: Any, truck: Any) -> None:
    """Let customers of the truck give tips."""
    change = sa.update(Truck).where(Truck.id == truck.id).values(takes_tips=True)
    db.write(lambda session: session.execute(change))


def connect_account(db: Any, cast: Any, sandbox: Any, *, fee_bps: int = 1000) -> str:
    """Connect the admin's truck to an account that receives its share; returns the account's ID."""
    form = {"type": "express", "country": "US", "capabilities[transfers][requested]": "true"}
    account = sandbox.post("/v1/accounts", form=form).json()["id"]
    sandbox.post(f"/_sandbox/accounts/{account}", json={"state": "complete"}).raise_for_status()
    values = {"stripe_account_id": account, "transfers_active": True, "application_fee_bps": fee_bps}
    change = sa.update(Truck).where(Truck.id == cast.truck.id).values(values)
    db.write(lambda session: session.execute(change))
    return account
