"""What the payment provider has to know of the history. It is sent to the sandbox."""

import json
import urllib.request
from datetime import datetime, timedelta
from typing import Any

from chuckwagon.demo.history.row_buffer import Row
from chuckwagon.payments.checkout.checkout_rows import CheckoutRow
from chuckwagon.payments.checkout.intent_metadata import describe_checkout, encode_metadata

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
