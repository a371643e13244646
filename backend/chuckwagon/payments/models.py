"""Tables of payments: checkouts, webhook events, reviews, erased payments, and the reconciler's state."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.orders.purchase import PurchaseColumns

OPEN, PAID, CANCELLED = "open", "paid", "cancelled"


class Checkout(PurchaseColumns, Base):
    """A priced cart that a customer is about to pay for. An order is created from it alone.

    `lines` are priced line items in JSON, amounts in cents. `source` is online, or
    counter for a card on a reader. `sequence` counts the checkouts of one `attempt` of the
    browser, and `intent_try` the idempotency keys that Stripe has used up.
    """

    __tablename__ = "checkouts"
    __table_args__ = (
        sa.Index("ix_checkouts_attempt", "truck_id", "attempt"),
        sa.Index("ix_checkouts_status_created", "status", "created_at"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    truck_name: Mapped[str | None] = mapped_column(sa.String(60))  # as the card's statement names it
    attempt: Mapped[str | None] = mapped_column(sa.String(255))
    sequence: Mapped[int]
    idempotency_key: Mapped[str | None] = mapped_column(sa.String(255), unique=True)
    source: Mapped[str] = mapped_column(sa.String(10), default="online", server_default="online")
    request_hash: Mapped[str] = mapped_column(sa.String(64))
    status: Mapped[str] = mapped_column(sa.String(10), default=OPEN)
    payment_intent_id: Mapped[str | None] = mapped_column(sa.String(255), unique=True)
    client_secret_hash: Mapped[str | None] = mapped_column(sa.String(64))
    intent_try: Mapped[int] = mapped_column(default=1)
    lines: Mapped[list[dict[str, Any]]] = mapped_column(sa.JSON)
    offer_id: Mapped[str | None] = mapped_column(sa.String(24))
    currency: Mapped[str] = mapped_column(sa.String(3), default="usd")
    destination_account: Mapped[str | None] = mapped_column(sa.String(60))
    application_fee_cents: Mapped[int] = mapped_column(default=0)
    fee_back_cents: Mapped[int] = mapped_column(default=0)
    customer_phone: Mapped[str] = mapped_column(sa.String(20))
    pickup_at: Mapped[datetime]
    stop_plan_version: Mapped[int | None]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class WebhookEvent(Base):
    """A Stripe event whose effect is stored, written in the same transaction."""

    __tablename__ = "webhook_events"

    id: Mapped[str] = mapped_column(sa.String(255), primary_key=True)
    type: Mapped[str] = mapped_column(sa.String(100))
    received_at: Mapped[datetime]


class PaymentReview(Base):
    """A payment that does not match its checkout, held for a superadmin's decision."""

    __tablename__ = "payment_reviews"
    __table_args__ = (sa.CheckConstraint("decision IN ('refund', 'looked_at')", name="decision"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    payment_intent_id: Mapped[str] = mapped_column(sa.String(255), unique=True)
    checkout_id: Mapped[str | None] = mapped_column(sa.String(24))
    reason: Mapped[str] = mapped_column(sa.String(200))
    details: Mapped[dict[str, Any]]
    decision: Mapped[str | None] = mapped_column(sa.String(10))
    decided_by: Mapped[str | None] = mapped_column(sa.String(120))
    decided_at: Mapped[datetime | None]
    note: Mapped[str | None] = mapped_column(sa.String(200))
    created_at: Mapped[datetime]


class ErasedPayment(Base):
    """A payment whose payer was erased. An order recovered from it stays anonymous."""

    __tablename__ = "erased_payments"

    payment_intent_id: Mapped[str] = mapped_column(sa.String(255), primary_key=True)
    erased_at: Mapped[datetime]


class SyncCursor(Base):
    """A position in time, in UTC: of the event log, or of the last fetch of an account."""

    __tablename__ = "sync_marks"

    name: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    at: Mapped[datetime]


class Deferral(Base):
    """A payment or an overdue checkout that the reconciler failed to finish and retries at `next_try_at`.

    `subject_id` is the ID of the payment intent or of the checkout. `paid_at` is set for payments only.
    """

    __tablename__ = "reconciler_deferrals"

    kind: Mapped[str] = mapped_column(sa.String(10), primary_key=True)
    subject_id: Mapped[str] = mapped_column(sa.String(255), primary_key=True)
    attempts: Mapped[int]
    next_try_at: Mapped[datetime]
    paid_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(sa.String(100))
    created_at: Mapped[datetime]
