"""The tables of drawer sessions, of the events of a truck's day, and of day closes."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

SALE, REFUND, REFUND_FAILED, CANCELLED, PAY_IN, PAY_OUT = EVENT_KINDS = (
    "sale", "refund", "refund_failed", "cancelled", "pay_in", "pay_out"
)  # fmt: skip
TAKES_OUT = (REFUND, PAY_OUT)
CASH = "cash"
_IS_OPEN = sa.text("closed_at IS NULL")
_IS_UNCLOSED = sa.text("close_id IS NULL")
_IS_LATE, _IS_REFUND = sa.text("taken_at IS NOT NULL"), sa.text("kind IN ('refund', 'refund_failed')")
_OF_ORDER = sa.text("refund_id IS NULL AND order_id IS NOT NULL")


class DrawerSession(Base):
    """The drawer of a truck from its opening, with a float, to its count. One of a truck is open at most.

    `version` grows with each of its cash events. `denominations` are the counted pieces by value in cents, None where
    only the sum was counted. `expected_cents` is stored with the count.
    """

    __tablename__ = "drawer_sessions"
    __table_args__ = (
        sa.CheckConstraint("float_cents >= 0", name="float"),
        sa.CheckConstraint("(closed_at IS NULL) = (counted_cents IS NULL)", name="counted"),
        sa.Index("ux_drawer_sessions_open", "truck_id", unique=True, sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
        sa.Index("ix_drawer_sessions_truck", "truck_id", "opened_at", "id"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    float_cents: Mapped[int]
    opened_at: Mapped[datetime]
    opened_by: Mapped[str] = mapped_column(sa.String(120))
    version: Mapped[int] = mapped_column(default=1)
    closed_at: Mapped[datetime | None]
    closed_by: Mapped[str | None] = mapped_column(sa.String(120))
    expected_cents: Mapped[int | None]
    counted_cents: Mapped[int | None]
    denominations: Mapped[dict[str, Any] | None]
    note: Mapped[str | None] = mapped_column(sa.String(500))


class DayClose(Base):
    """The sheet that counting a drawer has written. It never changes. `number` counts the truck's closes from 1.

    `truck_name` and `timezone` are the truck's at the close; a server of the release before writes none. `figures` are
    those of the orders, as JSON. Cash and movements are in the events that name the close.
    """

    __tablename__ = "day_closes"
    __table_args__ = (
        sa.UniqueConstraint("truck_id", "number"),
        sa.Index("ix_day_closes_truck", "truck_id", "closed_at"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    number: Mapped[int]
    session_id: Mapped[str] = mapped_column(sa.ForeignKey("drawer_sessions.id"), unique=True)
    from_at: Mapped[datetime]
    closed_at: Mapped[datetime]
    last_order_number: Mapped[int]
    truck_name: Mapped[str | None] = mapped_column(sa.String(80))
    timezone: Mapped[str | None] = mapped_column(sa.String(60))
    figures: Mapped[dict[str, Any]]


class DayEvent(Base):
    """One fact of a truck's day: a sale, a refund, a refund that failed after all, a cancellation, a cash movement.

    It is written in the transaction of what it records. `close_id` is the day close that has it, None until then. A
    cash event (`tender` is cash) names its session: the one that was open, else the next one to be opened, for which it
    `is_before_opening`. A cancellation has no tender. `taken_at` is when a sale was made that was recorded later.
    """

    __tablename__ = "day_events"
    __table_args__ = (
        sa.CheckConstraint("amount_cents >= 0", name="amount"),
        sa.CheckConstraint(f"kind IN ({', '.join(map(repr, EVENT_KINDS))})", name="kind"),
        sa.CheckConstraint("session_id IS NULL OR tender = 'cash'", name="session_of_cash"),
        sa.Index("ux_day_events_order", "order_id", "kind", unique=True, sqlite_where=_OF_ORDER,
                 postgresql_where=_OF_ORDER),
        sa.UniqueConstraint("refund_id", "kind"),
        sa.Index("ix_day_events_unclosed", "truck_id", sqlite_where=_IS_UNCLOSED, postgresql_where=_IS_UNCLOSED),
        sa.Index("ix_day_events_session", "session_id"),
        sa.Index("ix_day_events_close", "close_id"),
        sa.Index("ix_day_events_late", "truck_id", "order_id", sqlite_where=_IS_LATE, postgresql_where=_IS_LATE),
        sa.Index("ix_day_events_refunds", "truck_id", "at", sqlite_where=_IS_REFUND, postgresql_where=_IS_REFUND),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    kind: Mapped[str] = mapped_column(sa.String(14))
    tender: Mapped[str | None] = mapped_column(sa.String(8))
    amount_cents: Mapped[int]
    order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"))
    refund_id: Mapped[str | None] = mapped_column(sa.ForeignKey("refunds.id"))
    session_id: Mapped[str | None] = mapped_column(sa.ForeignKey("drawer_sessions.id"))
    is_before_opening: Mapped[bool] = mapped_column(default=False)
    close_id: Mapped[str | None] = mapped_column(sa.ForeignKey("day_closes.id"))
    reason: Mapped[str | None] = mapped_column(sa.String(200))
    by: Mapped[str | None] = mapped_column(sa.String(120))
    at: Mapped[datetime]
    taken_at: Mapped[datetime | None]


# What an event is to the drawer: whether it is of cash, and its amount, negative for what leaves the drawer.
IS_CASH = sa.and_(DayEvent.tender == CASH, DayEvent.kind != CANCELLED)
SIGNED_CENTS = sa.case((DayEvent.kind.in_(TAKES_OUT), -1), else_=1) * DayEvent.amount_cents
