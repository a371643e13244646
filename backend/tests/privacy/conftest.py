"""A customer with data in every table that can hold some, and a search through all tables."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Base
from chuckwagon.notifications.models import ManualSms
from chuckwagon.notifications.opt_outs import record_opt_out
from chuckwagon.orders.models import Order, OrderSms, Refund
from chuckwagon.payments.checkout.service import close_checkout
from chuckwagon.payments.models import Checkout, WebhookEvent
from tests.databases import filled_tables
from tests.factories import checkout_body, make_item
from tests.servers import wait_until

CARD = "4242424242424242"
PHONE, TYPED = "+12133734253", "(213) 373-4253"
NAME, EMAIL = "Ottoline Quill", "ottoline@example.com"
NOTE, LINE_NOTE = "Ring the bell of the blue door", "No peanuts for Ottoline"
# All spellings.
WORDS = (NAME, "Ottoline", "Quill", EMAIL, PHONE, TYPED, "2133734253", "3734253", NOTE, LINE_NOTE)


class CustomerFixture:
    """Orders and receives SMS as customers do, over HTTP."""

    def __init__(self, db, client, cast, sandbox, worker) -> None:
        self.db, self.client, self.cast, self.sandbox, self.worker = db, client, cast, sandbox, worker
        self.taco = make_item(db, cast.truck, name="Taco", price=1000)
        self.soup = make_item(db, cast.other_truck, name="Soup", price=700)

    def ask(self, method: str, path: str, role: str | None = "superadmin", **given: Any):
        headers = self.cast.headers(role) | given.pop("headers", {})
        return self.client.request(method, f"/api{path}", headers=headers, **given)

    def open_checkout(self, *, elsewhere: bool = False) -> str:
        """Create a checkout up to the payment; returns the intent's ID."""
        truck, item = (self.cast.other_truck, self.soup) if elsewhere else (self.cast.truck, self.taco)
        body = checkout_body(truck, (item, 2))
        body["customerInfo"] |= {"name": NAME, "phone": TYPED, "email": EMAIL}
        body["cart"]["specialInstructions"] = NOTE
        body["cart"]["items"][0]["customization"]["specialInstructions"] = LINE_NOTE
        answer = self.client.post("/api/create-payment-intent", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["paymentIntentId"]

    def buy(self, **more: Any) -> dict[str, Any]:
        """Return a paid order as the confirmation page shows it, with its intent."""
        intent = self.open_checkout(**more)
        self.sandbox.pay(intent, CARD).raise_for_status()
        verified = self.client.post("/api/verify-payment", json={"payment_intent_id": intent}).json()
        return verified["order"] | {"intent": intent}

    def finish(self, order_id: str) -> None:
        """Complete the order."""
        for status in ("confirmed", "preparing", "ready", "completed"):
            assert self.ask("PATCH", f"/orders/{order_id}", json={"status": status}).is_success
        self.sandbox.wait_until_told()

    def customer_id(self) -> str:
        with self.db.reading() as session:
            query = sa.select(Order.customer_id).where(Order.customer_phone == PHONE).limit(1)
            return session.scalar(query) or ""

    def create_all_data(self) -> list[dict[str, Any]]:
        """Create data in every table that can hold some; no order is open at the end."""
        orders = [self.buy(), self.buy(elsewhere=True)]
        for order in orders:
            self.finish(order["_id"])
        self.worker.run_once()
        line = {"menuItemId": self.taco.id, "quantity": 1, "optionIds": [], "specialInstructions": LINE_NOTE}
        counter = {
            "truckId": self.cast.truck.id, "customerName": NAME, "customerPhone": TYPED, "payment": "cash",
            "items": [line], "specialInstructions": NOTE,
        }  # fmt: skip
        key = {"Idempotency-Key": "at-the-window"}
        taken = self.ask("POST", "/orders", "truck_admin", json=counter, headers=key)
        assert taken.status_code == 201, taken.text
        self.finish(taken.json()["_id"])
        refund = {"amount": 1, "reason": "Ottoline found a hair"}
        given = {"json": refund, "headers": {"Idempotency-Key": "a-hair"}}
        assert self.ask("POST", f"/orders/{orders[0]['_id']}/refunds", **given).status_code == 201
        text = {"phoneNumber": TYPED, "message": "Dear Ottoline Quill, you left your umbrella here."}
        assert self.ask("POST", "/send-notification", "truck_admin", json=text).status_code == 200
        self.abandon_checkout(self.open_checkout())
        self.worker.run_once()
        wait_until(self.is_settled)
        self.sandbox.wait_until_told()
        self.db.write(lambda session: record_opt_out(session, PHONE))
        self.db.write(lambda session: rate_limits.try_consume(session, f"sms-help:{PHONE}", limit=5, seconds=60))
        return [*orders, taken.json()]

    def is_settled(self) -> bool:
        """Whether every SMS has its report, or was dropped because its order went on, and every refund its event."""
        with self.db.reading() as session:
            states = [session.scalars(sa.select(kind.status)).all() for kind in (OrderSms, ManualSms)]
            is_back = session.scalars(sa.select(Refund.status)).all()
            events = session.scalars(sa.select(WebhookEvent.type)).all()
        is_told = all({"delivered"} <= set(found) <= {"delivered", "skipped"} for found in states)
        return is_told and set(is_back) == {"succeeded"} and "charge.refunded" in events

    def abandon_checkout(self, intent: str) -> None:
        """Close the checkout without a payment."""
        found = sa.select(Checkout.id).where(Checkout.payment_intent_id == intent)
        self.db.write(lambda session: close_checkout(session, session.scalars(found).one()))

    def erase(self, customer_id: str, role: str | None = "superadmin", **headers: str):
        return self.ask("POST", f"/customers/{customer_id}/erasure", role, headers=headers)


@pytest.fixture
def customer(db, client, cast, sandbox, worker) -> CustomerFixture:
    return CustomerFixture(db, client, cast, sandbox, worker)


def bytes_of(file: Path) -> bytes:
    """Read a file of a database in another process, because closing it here drops SQLite's locks of this one."""
    return subprocess.check_output(["cat", file])


def find_columns_with(db, words=WORDS) -> set[str]:
    """Return every column of every table that contains one of the words, in any case."""
    found = set()
    with db.reading() as session:
        for table in map(Base.metadata.tables.__getitem__, filled_tables(session.connection())):
            for row in session.execute(sa.select(table)).mappings():
                for name, value in row.items():
                    # Compare parsed JSON, because the database may store letters outside of ASCII escaped.
                    text = str(value).casefold()
                    if any(word.casefold() in text for word in words):
                        found.add(f"{table.name}.{name}")
    return found
