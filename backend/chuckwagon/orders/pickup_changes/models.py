"""Table of the changes of an order's pickup."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

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
