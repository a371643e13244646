"""What the payment provider has to know of the history, and a disputed and a held payment."""

import json
import urllib.request
from datetime import datetime, timedelta
from typing import Any

from chuckwagon.demo.history.row_buffer import Row, RowBuffer, SeededRandom
from chuckwagon.kit.ids import hash_secret
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.payments.checkout.intent_metadata import describe_checkout, encode_metadata
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.models import CANCELLED, Checkout, PaymentReview

HISTORY_PATH = "/_sandbox/history"
PAYMENTS_PER_CALL = 1000
CALL_SECONDS = 30.0


class ProviderPayments:
    """The payments of the history. A secret follows from the payment's ID, because no page needs it any more."""

    def __init__(self, installation_id: str) -> None:
        self._installation_id = installation_id
        self._payments: dict[str, Row] = {}

    def make_secret(self, intent_id: str) -> str:
        """Return the client secret of a payment intent, derived from its ID."""
        return f"{intent_id}_secret_{intent_id[::-1]}"

    def add_payment(self, checkout: Row, order: Row, refund: Row | None) -> None:
        """Keep a payment that made an order, and its refund, for `send`."""
        self._add(checkout, order["total_cents"], order["created_at"])
        if refund is not None:
            back = {
                "id": refund["provider_id"],
                "amount": refund["amount_cents"],
                "created": _unix(refund["created_at"]),
            }
            self._payments[checkout["payment_intent_id"]]["refunds"] = [back]

    def add_held(self, checkout: Row, amount_cents: int, paid_at: datetime) -> None:
        """Keep a payment of another amount than its checkout for `send`."""
        self._add(checkout, amount_cents, paid_at)

    def add_dispute(self, intent_id: str, dispute_id: str, opened_at: datetime, days_to_answer: int) -> None:
        """Add an open dispute to a payment that is kept for `send`."""
        self._payments[intent_id]["dispute"] = {
            "id": dispute_id,
            "created": _unix(opened_at),
            "due_by": _unix(opened_at + timedelta(days=days_to_answer)),
        }

    def send(self, sandbox_url: str) -> None:
        """Send all payments to the sandbox, oldest first. Doing it again changes nothing."""
        payments = sorted(self._payments.values(), key=lambda payment: (payment["created"], payment["id"]))
        for first in range(0, len(payments), PAYMENTS_PER_CALL):
            body = json.dumps({"payments": payments[first : first + PAYMENTS_PER_CALL]}).encode()
            call = urllib.request.Request(sandbox_url + HISTORY_PATH, body, {"Content-Type": "application/json"})  # noqa: S310 - the sandbox's address
            with urllib.request.urlopen(call, timeout=CALL_SECONDS) as answer:  # noqa: S310
                answer.read()

    def _add(self, checkout: Row, amount_cents: int, paid_at: datetime) -> None:
        intent_id = checkout["payment_intent_id"]
        self._payments[intent_id] = {
            "id": intent_id,
            "secret": self.make_secret(intent_id),
            "amount": amount_cents,
            "created": _unix(paid_at),
            "metadata": self._describe(checkout),
            "refunds": [],
            "dispute": None,
        }

    def _describe(self, checkout: Row) -> dict[str, Any]:
        return encode_metadata(describe_checkout(CheckoutRow(**checkout), self._installation_id))


def _unix(at: datetime) -> int:
    return int(at.timestamp())


DISPUTED_AFTER, HELD_FOR, OVERPAID_CENTS = timedelta(days=6), timedelta(hours=20), 100
DISPUTED_AGO, DAYS_TO_ANSWER = timedelta(days=11), 9


def add_dispute(rng: SeededRandom, buffer: RowBuffer, provider_payments: ProviderPayments, now: datetime) -> None:
    """Add an open dispute about the newest paid order from before DISPUTED_AGO, or else about the oldest paid order.

    Changes that order's row in the buffer.
    """
    paid = sorted((row for row in buffer.rows[Order] if _is_disputable(row)), key=lambda row: row["created_at"])
    order = next((row for row in reversed(paid) if row["created_at"] < now - DISPUTED_AGO), paid[0])
    opened_at, dispute_id = min(order["created_at"] + DISPUTED_AFTER, now), f"du_1{rng.new_id()}"
    order["payment_status"], order["updated_at"], order["version"] = statuses.DISPUTED, opened_at, order["version"] + 1
    buffer.add(
        Dispute,
        id=dispute_id,
        order_id=order["id"],
        amount_cents=order["total_cents"],
        reason="fraudulent",
        status="needs_response",
        answer_by=(opened_at + timedelta(days=DAYS_TO_ANSWER)).replace(microsecond=0),
        created_at=opened_at.replace(microsecond=0),
        read_at=opened_at,
    )
    provider_payments.add_dispute(order["payment_intent_id"], dispute_id, opened_at, DAYS_TO_ANSWER)


def _is_disputable(order: Row) -> bool:
    return order["payment_status"] == statuses.PAID and order["payment_intent_id"] is not None


def hold_payment(rng: SeededRandom, buffer: RowBuffer, provider_payments: ProviderPayments, now: datetime) -> None:
    """Add a payment of another amount than its checkout says: it made no order, and is held for review."""
    paid = buffer.rows[Checkout][-1]
    intent_id, amount = f"pi_3{rng.new_id()}", paid["total_cents"] + OVERPAID_CENTS
    checkout = buffer.add(
        Checkout,
        **paid
        | {
            "id": rng.new_id(),
            "status": CANCELLED,
            "payment_intent_id": intent_id,
            "client_secret_hash": hash_secret(provider_payments.make_secret(intent_id)),
            "request_hash": hash_secret(intent_id),
            "created_at": now - HELD_FOR,
        },
    )
    provider_payments.add_held(checkout, amount, now - HELD_FOR)
    buffer.add(
        PaymentReview,
        id=rng.new_id(),
        payment_intent_id=intent_id,
        checkout_id=checkout["id"],
        reason="different amount",
        details={"amountReceivedCents": amount, "currency": "usd", "status": "succeeded"},
        decision=None,
        decided_by=None,
        decided_at=None,
        note=None,
        created_at=now - HELD_FOR,
    )
