"""Collects the history: its rows, which are inserted table by table, and its payments, which are sent to the sandbox.

The random source of the history is the same everywhere.
"""

import json
import random
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditEvent
from chuckwagon.customers.models import Customer
from chuckwagon.db.database import Base, table_of
from chuckwagon.demand import LostDemand
from chuckwagon.menu.models import StopStock
from chuckwagon.offers.models import OfferUse
from chuckwagon.orders.models import (
    Dispute,
    LineModifier,
    Order,
    OrderCounter,
    OrderEvent,
    OrderLine,
    OrderSms,
    Refund,
)
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.payments.checkout.intent_metadata import describe_checkout, encode_metadata
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.schedule.models import SlotRow

# In this order, so that every row finds those that it refers to.
TABLES: tuple[type[Base], ...] = (
    Customer, Checkout, Order, OrderLine, LineModifier, OrderEvent, Refund, Dispute, OrderSms, Reservation, OfferUse,
    SlotRow, StopStock, LostDemand, PaymentReview, AuditEvent, OrderCounter,
)  # fmt: skip
Row = dict[str, Any]


class RowBuffer:
    """Rows to insert, keyed by model, and places and stops as ORM objects. Rows of one model name the same columns."""

    def __init__(self) -> None:
        self.entities: list[Base] = []
        self.rows: dict[type[Base], list[Row]] = defaultdict(list)

    def add(self, model: type[Base], **columns: Any) -> Row:
        """Add a row of the model's table, and return it as a dict of its columns."""
        self.rows[model].append(columns)
        return columns

    def write(self, session: Session) -> None:
        """Insert all rows in the session, without a commit."""
        session.add_all(self.entities)
        session.flush()
        for model in TABLES:
            if rows := self.rows[model]:
                session.execute(sa.insert(table_of(model)), rows)


SEED = 1848
ID_BITS, HALF_BITS = 96, 128


class SeededRandom(random.Random):
    """A random source that also makes IDs, so that a history can be made twice and compared."""

    def new_id(self) -> str:
        """Return an ID of the product's form: 24 hexadecimal characters."""
        return f"{self.getrandbits(ID_BITS):024x}"

    def new_token(self) -> str:
        """Return 64 hexadecimal characters, the length of a tracking token."""
        return f"{self.getrandbits(2 * HALF_BITS):064x}"

    def happens(self, share: float) -> bool:
        """True in this share of the cases."""
        return self.random() < share


HISTORY_PATH = "/_sandbox/history"
PAYMENTS_PER_CALL = 200
CALL_SECONDS = 60.0
# A busy machine may need long for one call; the sandbox is given up after so long without any that was taken.
PATIENCE_SECONDS = 300.0
# Is told how many payments were taken, and of how many.
Progress = Callable[[int, int], None]


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

    def send(self, sandbox_url: str, watch: Progress = lambda _taken, _total: None) -> None:
        """Send all payments to the sandbox, oldest first. Doing it again changes nothing.

        A call that times out is repeated. Raises OSError when none is taken for PATIENCE_SECONDS, and at once for any
        other failure.
        """
        payments = sorted(self._payments.values(), key=lambda payment: (payment["created"], payment["id"]))
        for first in range(0, len(payments), PAYMENTS_PER_CALL):
            batch = payments[first : first + PAYMENTS_PER_CALL]
            _send_patiently(sandbox_url + HISTORY_PATH, json.dumps({"payments": batch}).encode())
            watch(first + len(batch), len(payments))

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


def _send_patiently(url: str, body: bytes) -> None:
    give_up_at = monotonic() + PATIENCE_SECONDS
    call = urllib.request.Request(url, body, {"Content-Type": "application/json"})  # noqa: S310 - the sandbox's address
    while True:
        try:
            with urllib.request.urlopen(call, timeout=CALL_SECONDS) as answer:  # noqa: S310
                answer.read()
                return
        except OSError as problem:
            is_slow = isinstance(problem, TimeoutError) or isinstance(getattr(problem, "reason", None), TimeoutError)
            if not is_slow or monotonic() >= give_up_at:
                raise


def _unix(at: datetime) -> int:
    return int(at.timestamp())
