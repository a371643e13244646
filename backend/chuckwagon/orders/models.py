"""Tables of orders: line items, status history, refunds, disputes, changes of the pickup and SMS."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from chuckwagon.db.database import Base
from chuckwagon.kit.money import STANDARD
from chuckwagon.menu.models import Statement
from chuckwagon.orders.purchase import PurchaseColumns

CARD, COUNTER = "card", "window"
# How an order was paid: on the page, on a reader of the truck, in cash, on another device, not yet.
ONLINE, READER, CASH, OTHER_CARD, NOT_PAID = TENDERS = ("online", "reader", "cash", "card", "unpaid")
AUTOMATIC = "automatic"  # who made a step that a setting of the truck makes
DUE, SUCCEEDED, FAILED = "due", "succeeded", "failed"
IS_DUE = sa.text("status = 'due'")
IS_UNPAID = sa.text("payment_status = 'unpaid'")
HAS_STOP, HAS_NO_STOP = sa.text("stop_id IS NOT NULL"), sa.text("stop_id IS NULL")
HAS_OFFLINE_NUMBER = sa.text("offline_number IS NOT NULL")
SALE_COLUMNS = ("status", "payment_status", "total_cents", "pieces")
SEARCHED_COLUMNS = ("order_number", "customer_name", "customer_phone")
HAS_BODY = sa.text("body <> ''")  # SQLite matches a partial index by the text of its condition
OrderRow = Any  # the columns of `orders` as attributes, for queries that read many orders without entities


class OrderCounter(Base):
    """The last order number that a truck allocated, and the number of its orders in each status."""

    __tablename__ = "order_counters"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    last_number: Mapped[int]
    pending: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    confirmed: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    preparing: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    ready: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    completed: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    cancelled: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))


class Order(PurchaseColumns, Base):
    """An order at one truck. `status` is its progress in the kitchen, `payment_status` where its money is.

    `pieces` counts the items of all lines, and `seconds_to_ready` is the time from its creation to the status *ready*.
    Orders of older releases have None in both, which are then computed from line items and history. The `window_`
    columns say how a counter order was paid, the `place_` columns where it is picked up, and the `sold_` columns where
    and on which clock it was sold, which never change (`sold_timezone` is None if a server of the release before has
    inserted it). `tender` is one of `TENDERS`. An order that was taken without network has the `offline_number` that
    its customer was told, and in `offline` the fields of `OfflineSale`.
    """

    __tablename__ = "orders"
    __table_args__ = (
        sa.UniqueConstraint("truck_id", "order_number"),
        # A search by a part of a name or phone reads this one and nothing else of the orders that it looks through.
        sa.Index("ix_orders_truck_searched", "truck_id", "created_at", "id", *SEARCHED_COLUMNS),
        sa.Index("ix_orders_truck_status", "truck_id", "status", "created_at", "id"),
        sa.Index("ix_orders_status", "status", "created_at", "id"),
        sa.Index("ix_orders_truck_total", "truck_id", "total_cents", "id"),
        sa.Index("ix_orders_truck_wanted", "truck_id", sa.text("coalesce(pickup_at, created_at)"), "id"),
        sa.Index(
            "ix_orders_offline_number",
            *("truck_id", "offline_number"),
            sqlite_where=HAS_OFFLINE_NUMBER,
            postgresql_where=HAS_OFFLINE_NUMBER,
        ),
        sa.Index("ix_orders_unpaid", "truck_id", sqlite_where=IS_UNPAID, postgresql_where=IS_UNPAID),
        sa.Index("ix_orders_created", "created_at", "id"),
        sa.Index("ix_orders_number", "order_number", "id"),
        sa.Index("ix_orders_total", "total_cents", "id"),
        sa.Index("ix_orders_wanted", sa.text("coalesce(pickup_at, created_at)"), "id"),
        sa.Index("ix_orders_truck_customer", "truck_id", "customer_id"),
        sa.Index("ix_orders_phone_created", "customer_phone", "created_at"),
        # Reports by stop read these two and nothing else, so that they cost as much as the orders they show.
        sa.Index(
            "ix_orders_stop_figures",
            *("stop_id", *SALE_COLUMNS, "seconds_to_ready", "id"),
            sqlite_where=HAS_STOP,
            postgresql_where=HAS_STOP,
        ),
        sa.Index(
            "ix_orders_without_stop",
            *("truck_id", "created_at", *SALE_COLUMNS, "id", "stop_id"),  # SQLite reads what its condition names
            sqlite_where=HAS_NO_STOP,
            postgresql_where=HAS_NO_STOP,
        ),
        sa.CheckConstraint(
            "tip_cents >= 0 AND discount_cents BETWEEN 0 AND subtotal_cents "
            "AND total_cents = subtotal_cents - discount_cents + tip_cents "
            "+ CASE WHEN prices_include_tax THEN 0 ELSE tax_cents END",
            name="total_is_sum",
        ),
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
    customer_phone: Mapped[str | None] = mapped_column(sa.String(20))
    pickup_at: Mapped[datetime | None]
    estimated_pickup_at: Mapped[datetime | None]
    flags: Mapped[list[str]]
    tracking_token: Mapped[str] = mapped_column(sa.String(64), unique=True)
    tender: Mapped[str] = mapped_column(sa.String(8), default=ONLINE, server_default=ONLINE)
    reader: Mapped[dict[str, Any] | None] = mapped_column(sa.JSON)
    offline_number: Mapped[str | None] = mapped_column(sa.String(12))
    offline: Mapped[dict[str, Any] | None] = mapped_column(sa.JSON)
    window_method: Mapped[str | None] = mapped_column(sa.String(10))
    window_paid_at: Mapped[datetime | None]
    window_paid_to: Mapped[str | None] = mapped_column(sa.String(120))
    pieces: Mapped[int | None]
    seconds_to_ready: Mapped[float | None] = mapped_column(sa.Double)
    sold_place_id: Mapped[str | None] = mapped_column(sa.String(24))
    sold_place_name: Mapped[str | None] = mapped_column(sa.String(80))
    sold_timezone: Mapped[str | None] = mapped_column(sa.String(60))
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    lines: Mapped[list["OrderLine"]] = relationship(order_by="OrderLine.position", lazy="selectin")


class CounterDraft(Base):
    """The order that was made of a draft at the counter, which the device has named with its first item.

    A draft is an order once, for ever: the same one from any staff of the truck gets this order. `order_id` is empty
    while a card is asked for on a reader, inside of the transaction that places the order, and for ever where a person
    has discarded the order.
    """

    __tablename__ = "counter_drafts"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    draft_id: Mapped[str] = mapped_column(sa.String(36), primary_key=True)
    order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"))


def make_view_token(order_id: str, tracking_token: str) -> str:
    """The token with which staff and paper show what the customer sees, and with which no one can act.

    It starts with the order's ID and ends with a digest of the tracking token, which it does not tell.
    """
    digest = hashlib.sha256(f"view:{tracking_token}".encode()).digest()
    return urlsafe_b64encode(bytes.fromhex(order_id) + digest[:20]).decode().rstrip("=")


def read_view_token(token: str) -> str:
    """The ID of the order that a view token starts with. The caller compares the whole token."""
    return urlsafe_b64decode(token[:16]).hex()


class OrderLine(Base):
    """A line item. Its name, its prices, its translations and what it says of food are copies from the purchase.

    `allergens_not_stated` are the names of the item and the options that said nothing (`menu/diets.py`).
    """

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
    tax_class: Mapped[str] = mapped_column(sa.String(10), default=STANDARD, server_default=STANDARD)
    diets: Mapped[list[str] | None] = mapped_column(Statement)
    allergens: Mapped[list[str] | None] = mapped_column(Statement)
    allergens_not_stated: Mapped[list[str] | None] = mapped_column(Statement)
    translations: Mapped[dict[str, Any] | None] = mapped_column(Statement)

    modifiers: Mapped[list["LineModifier"]] = relationship(order_by="LineModifier.position", lazy="selectin")


class LineModifier(Base):
    """A chosen option of a line item, as it was charged.

    `additional_price_cents` is what all its pieces, `quantity` for each item of the line, added to the price of one
    item. So a unit price is always the base price and the sum of these, also where some pieces, `free_quantity`, were
    free.
    """

    __tablename__ = "line_modifiers"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    line_id: Mapped[str] = mapped_column(sa.ForeignKey("order_lines.id"), index=True)
    position: Mapped[int]
    option_id: Mapped[str | None] = mapped_column(sa.String(24))
    group_name: Mapped[str] = mapped_column(sa.String(80))
    name: Mapped[str] = mapped_column(sa.String(80))
    additional_price_cents: Mapped[int]
    quantity: Mapped[int] = mapped_column(default=1, server_default=sa.text("1"))
    free_quantity: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))


class OrderEvent(Base):
    """One step of an order's history: the status it reached, when, and who set it.

    `by` is the name of the staff user, `customer`, or `automatic` for the truck's setting that confirms orders.
    """

    __tablename__ = "order_events"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    status: Mapped[str] = mapped_column(sa.String(12))
    at: Mapped[datetime]
    by: Mapped[str] = mapped_column(sa.String(120))


class Refund(Base):
    """A refund, pending or done: to the card through Stripe, or in cash or by card at the counter.

    It is requested in the transaction that changes the order, and sent by the worker. `key` is unique, here and
    as Stripe's idempotency key, so the refund happens once. `key_try` counts the keys that Stripe has used up by
    answering with a failure of its own. A refund without an order belongs to a payment held for review.

    A refund at the counter is `due` until a member of staff has paid it out. What is due is no longer refundable, but
    counts in no report. `stock` are the pieces of its line items that its order does not hold any more, because they
    are not to be made; `is_back_in_stock` whether they can be sold, None without line items. `reason_code` is the
    reason that staff chose, None in rows of before and where none was chosen; `reason` is what was typed.
    `reversed_cents` is what came back of the truck's share as last read, `transfer_back_cents` and `fee_back_cents`
    what came back of it and of the platform's fee when the refund was first read. The books have these.
    """

    __tablename__ = "refunds"
    __table_args__ = (
        sa.CheckConstraint("amount_cents > 0", name="amount"),
        sa.Index("ix_refunds_due", "order_id", sqlite_where=IS_DUE, postgresql_where=IS_DUE),
        sa.CheckConstraint("status IN ('pending', 'succeeded', 'failed', 'due')", name="status"),
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
    is_back_in_stock: Mapped[bool | None]
    stock: Mapped[list[list[str | int]] | None] = mapped_column(sa.JSON)
    reason_code: Mapped[str | None] = mapped_column(sa.String(20))
    reason: Mapped[str] = mapped_column(sa.String(200))
    asked_by: Mapped[str] = mapped_column(sa.String(120), default="")
    status: Mapped[str] = mapped_column(sa.String(10))
    failure: Mapped[str | None] = mapped_column(sa.String(200))
    provider_id: Mapped[str | None] = mapped_column(sa.String(255), unique=True)
    reversed_cents: Mapped[int] = mapped_column(default=0)
    transfer_back_cents: Mapped[int | None]
    fee_back_cents: Mapped[int | None]
    paid_out_at: Mapped[datetime | None]
    paid_out_by: Mapped[str | None] = mapped_column(sa.String(120))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


def cancellation_key(order_id: str) -> str:
    """The key of the refund that cancelling an order requests; a refund by staff has its own id in the key."""
    return f"refund:{order_id}"


def refund_notice_suffix(order_id: str, refund_id: str, key: str) -> str:
    """What tells the notices of an order's refunds apart; empty for the refund that cancelling it requests.

    Each refund by staff has notices of its own. What says that the order is cancelled may cover the other.
    """
    return "" if key.startswith(cancellation_key(order_id)) else f"_{refund_id[-11:]}"


class Dispute(Base):
    """A payment that the customer has disputed with their bank, as Stripe described it at `read_at`.

    `order_id` is None for a payment that made no order, because it is held for review. `payment_intent_id` is None on
    rows of earlier releases, which have an order. `withdrawn_at` and `returned_at` are when we first read that the bank
    has taken the money and, after a dispute that was won, has given it back; `withdrawn_cents` is what it took then.
    """

    __tablename__ = "disputes"

    id: Mapped[str] = mapped_column(sa.String(255), primary_key=True)
    order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    payment_intent_id: Mapped[str | None] = mapped_column(sa.String(255))
    amount_cents: Mapped[int]
    reason: Mapped[str] = mapped_column(sa.String(200))
    status: Mapped[str] = mapped_column(sa.String(40))
    answer_by: Mapped[datetime | None]  # the last moment at which the bank takes an answer
    created_at: Mapped[datetime]
    read_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]
    withdrawn_cents: Mapped[int | None]
    returned_at: Mapped[datetime | None]


class OrderSms(Base):
    """An SMS about an order, one for each kind. `notifications` sends it and keeps its status.

    `status` is `sending` until Twilio accepts the SMS, then Twilio's status, which only moves forward; `reason` is a
    sentence for staff about a failure.
    """

    __tablename__ = "messages"
    __table_args__ = (
        sa.UniqueConstraint("order_id", "kind"),
        sa.Index("ix_messages_words", "created_at", sqlite_where=HAS_BODY, postgresql_where=HAS_BODY),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"))
    kind: Mapped[str] = mapped_column(sa.String(20))
    to_phone: Mapped[str | None] = mapped_column(sa.String(20))
    body: Mapped[str] = mapped_column(sa.String(480))
    status: Mapped[str] = mapped_column(sa.String(12))
    reason: Mapped[str | None] = mapped_column(sa.String(200))
    provider_sid: Mapped[str | None] = mapped_column(sa.String(64), unique=True)
    error_code: Mapped[int | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


LATE, MOVED, ENDS_EARLY, STOP_CANCELLED = "late", "moved", "ends_early", "stop_cancelled"
SLOT_CHANGED, CANCELLED_BY_CUSTOMER = "slot_changed", "cancelled_by_customer"
TIME_CHANGED = "time_changed"
OF_DISRUPTIONS = (LATE, MOVED, ENDS_EARLY, STOP_CANCELLED)
CUSTOMER = "customer"


class PickupChange(Base):
    """One change of the plan of an order: by a disruption of its stop, by its customer, or a new time by its staff.

    `number` counts the changes of the order from 1. `before` and `after` are instants in ISO 8601 or names of places.
    `told_at` is when the SMS about it was sent, or given up; it stays empty for a change by the customer.
    """

    __tablename__ = "plan_changes"
    __table_args__ = (sa.UniqueConstraint("order_id", "number"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"))
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(24))
    minutes: Mapped[int | None]
    before: Mapped[str | None] = mapped_column(sa.String(80))
    after: Mapped[str | None] = mapped_column(sa.String(80))
    sentence: Mapped[str] = mapped_column(sa.String(140), default="")
    by: Mapped[str] = mapped_column(sa.String(120))
    disruption_id: Mapped[str | None] = mapped_column(sa.String(24))
    at: Mapped[datetime]
    told_at: Mapped[datetime | None]
