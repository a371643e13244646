"""Orders: what was bought, at which price, and every step it took."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from chuckwagon.core.db import Base

CARD, WINDOW = "card", "window"

# Of a customer who was not forgotten. SQLite finds an index by the words of its condition.
HAS_PERSON = sa.text("substr(phone, 1, 6) <> 'erased'")

OrderRow = sa.Row[Any]  # the columns of an order, for whoever reads many


class Customer(Base):
    """One person per phone number, with the sums over the orders at all trucks."""

    __tablename__ = "customers"
    __table_args__ = (
        sa.Index("ix_customers_newest", "last_order_at", "id"),
        sa.Index(
            "ix_customers_person", "last_order_at", "id", sqlite_where=HAS_PERSON, postgresql_where=HAS_PERSON
        ),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    phone: Mapped[str] = mapped_column(sa.String(20), unique=True)
    name: Mapped[str] = mapped_column(sa.String(80))
    email: Mapped[str | None] = mapped_column(sa.String(254))
    words: Mapped[str] = mapped_column(sa.Text, default="", server_default="")
    order_count: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    spent_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    last_order_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class TruckCustomer(Base):
    """A person as one truck knows them, with the sums over the orders at that truck."""

    __tablename__ = "truck_customers"
    __table_args__ = (sa.Index("ix_truck_customers_newest", "truck_id", "last_order_at", "customer_id"),)

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    customer_id: Mapped[str] = mapped_column(sa.ForeignKey("customers.id"), primary_key=True, index=True)
    phone: Mapped[str] = mapped_column(sa.String(20))
    name: Mapped[str] = mapped_column(sa.String(80))
    email: Mapped[str | None] = mapped_column(sa.String(254))
    words: Mapped[str] = mapped_column(sa.Text)
    order_count: Mapped[int]
    spent_cents: Mapped[int]
    last_order_at: Mapped[datetime]


class CustomerWord(Base):
    """A word that a truck's customer is found by: of a name, an address, or the end of the phone number.

    Sorted byte by byte, so that the words which begin alike lie side by side in the index.
    """

    __tablename__ = "customer_words"
    __table_args__ = (sa.Index("ix_customer_words_word", "word", "customer_id"),)

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    word: Mapped[str] = mapped_column(
        sa.String(60).with_variant(sa.String(60, collation="C"), "postgresql"), primary_key=True
    )
    customer_id: Mapped[str] = mapped_column(sa.ForeignKey("customers.id"), primary_key=True, index=True)


class OrderCounter(Base):
    """The last order number that a truck gave out, and how many of its orders stand at each status."""

    __tablename__ = "order_counters"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    last_number: Mapped[int]
    pending: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    confirmed: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    preparing: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    ready: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    completed: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    cancelled: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))


class Order(Base):
    """One order of one truck. `status` is the kitchen's, `payment_status` the money's."""

    __tablename__ = "orders"
    __table_args__ = (
        sa.UniqueConstraint("truck_id", "order_number"),
        sa.Index("ix_orders_truck_created", "truck_id", "created_at", "id"),
        sa.Index("ix_orders_truck_status", "truck_id", "status", "created_at", "id"),
        sa.Index("ix_orders_status", "status", "created_at", "id"),
        sa.Index("ix_orders_truck_total", "truck_id", "total_cents", "id"),
        sa.Index("ix_orders_truck_wanted", "truck_id", sa.text("coalesce(pickup_at, created_at)"), "id"),
        sa.Index("ix_orders_created", "created_at", "id"),
        sa.Index("ix_orders_number", "order_number", "id"),
        sa.Index("ix_orders_total", "total_cents", "id"),
        sa.Index("ix_orders_wanted", sa.text("coalesce(pickup_at, created_at)"), "id"),
        sa.Index("ix_orders_truck_customer", "truck_id", "customer_id"),
        sa.Index("ix_orders_phone_created", "customer_phone", "created_at"),
        sa.CheckConstraint("total_cents = subtotal_cents + tax_cents", name="total_is_sum"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    order_number: Mapped[int]
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    checkout_id: Mapped[str | None] = mapped_column(sa.ForeignKey("checkouts.id"), unique=True)
    payment_intent_id: Mapped[str | None] = mapped_column(sa.String(255), unique=True)
    customer_id: Mapped[str | None] = mapped_column(sa.ForeignKey("customers.id"), index=True)
    status: Mapped[str] = mapped_column(sa.String(12))
    payment_status: Mapped[str] = mapped_column(sa.String(20))
    source: Mapped[str] = mapped_column(sa.String(10))
    customer_name: Mapped[str] = mapped_column(sa.String(80))
    customer_phone: Mapped[str | None] = mapped_column(sa.String(20))
    customer_email: Mapped[str | None] = mapped_column(sa.String(254))
    subtotal_cents: Mapped[int]
    tax_cents: Mapped[int]
    total_cents: Mapped[int]
    tax_rate_units: Mapped[int]
    pickup_at: Mapped[datetime | None]
    estimated_pickup_at: Mapped[datetime | None]
    special_instructions: Mapped[str | None] = mapped_column(sa.String(500))
    flags: Mapped[list[str]]
    tracking_token: Mapped[str] = mapped_column(sa.String(64), unique=True)
    window_method: Mapped[str | None] = mapped_column(sa.String(10))
    window_paid_at: Mapped[datetime | None]
    window_paid_to: Mapped[str | None] = mapped_column(sa.String(120))
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    lines: Mapped[list["OrderLine"]] = relationship(order_by="OrderLine.position", lazy="selectin")


class OrderLine(Base):
    """One line item: name and prices are copies from the time of purchase."""

    __tablename__ = "order_lines"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    position: Mapped[int]
    menu_item_id: Mapped[str | None] = mapped_column(sa.String(24))
    name: Mapped[str] = mapped_column(sa.String(80))
    quantity: Mapped[int]
    unit_price_cents: Mapped[int]
    total_cents: Mapped[int]
    special_instructions: Mapped[str | None] = mapped_column(sa.String(200))

    modifiers: Mapped[list["LineModifier"]] = relationship(order_by="LineModifier.position", lazy="selectin")


class LineModifier(Base):
    """A chosen option, with its price at the time of purchase."""

    __tablename__ = "line_modifiers"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    line_id: Mapped[str] = mapped_column(sa.ForeignKey("order_lines.id"), index=True)
    position: Mapped[int]
    option_id: Mapped[str | None] = mapped_column(sa.String(24))
    group_name: Mapped[str] = mapped_column(sa.String(80))
    name: Mapped[str] = mapped_column(sa.String(80))
    additional_price_cents: Mapped[int]


class OrderEvent(Base):
    """One step of an order's history: the status it reached, when, and by whom."""

    __tablename__ = "order_events"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    status: Mapped[str] = mapped_column(sa.String(12))
    at: Mapped[datetime]
    by: Mapped[str] = mapped_column(sa.String(120))


class Refund(Base):
    """Money given back, or on its way: by card through the provider, or from the till at the window.

    Asked for with the order's change, sent by the worker. The key makes it happen once, here and at the
    provider; `key_try` counts the keys that the provider used up by answering with a failure of its own.
    Without an order it is that of a payment which is held for review.
    """

    __tablename__ = "refunds"
    __table_args__ = (
        sa.CheckConstraint("amount_cents > 0", name="amount"),
        sa.CheckConstraint("status IN ('pending', 'succeeded', 'failed')", name="status"),
        sa.CheckConstraint("method IN ('card', 'window')", name="method"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    payment_intent_id: Mapped[str | None] = mapped_column(sa.String(255), index=True)
    key: Mapped[str] = mapped_column(sa.String(200), unique=True)
    key_try: Mapped[int] = mapped_column(default=1)
    method: Mapped[str] = mapped_column(sa.String(10), default=CARD)
    amount_cents: Mapped[int]
    lines: Mapped[list[dict[str, int]] | None]
    reason: Mapped[str] = mapped_column(sa.String(200))
    asked_by: Mapped[str] = mapped_column(sa.String(120), default="")
    status: Mapped[str] = mapped_column(sa.String(10))
    failure: Mapped[str | None] = mapped_column(sa.String(200))
    provider_id: Mapped[str | None] = mapped_column(sa.String(255), unique=True)
    reversed_cents: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


def cancellation_key(order_id: str) -> str:
    """The key of the refund that a cancellation asks for; those of staff carry the refund's own id."""
    return f"refund:{order_id}"


class Dispute(Base):
    """A payment that the customer's bank has questioned, as the provider said when it was last asked."""

    __tablename__ = "disputes"

    id: Mapped[str] = mapped_column(sa.String(255), primary_key=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    amount_cents: Mapped[int]
    reason: Mapped[str] = mapped_column(sa.String(200))
    status: Mapped[str] = mapped_column(sa.String(40))
    created_at: Mapped[datetime]
    read_at: Mapped[datetime]
