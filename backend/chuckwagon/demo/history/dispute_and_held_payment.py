"""Adds what went wrong in the history: a disputed payment, and one of a wrong amount, which waits for a decision."""

from datetime import datetime, timedelta

from chuckwagon.demo.history.provider_payments import ProviderPayments
from chuckwagon.demo.history.row_buffer import Row, RowBuffer
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.kit.ids import hash_secret
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.payments.models import CANCELLED, Checkout, PaymentReview

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
