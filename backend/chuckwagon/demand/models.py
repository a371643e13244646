"""The table of lost demand."""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

CLOSED_VIEW, SLOT_FULL, SOLD_OUT, UNPAID = "closed_view", "slot_full", "sold_out", "unpaid"
NO_STOP = ""


class LostDemand(Base):
    """How often one kind of demand was lost at a truck in one hour. It names no customer.

    `hour` counts whole hours since 1970 in UTC. `stop_id` is the stop that was asked for, or NO_STOP.
    """

    __tablename__ = "lost_demand"
    __table_args__ = (
        sa.CheckConstraint("kind IN ('closed_view', 'slot_full', 'sold_out', 'unpaid')", name="kind"),
        sa.Index(None, "hour"),
        sa.Index(None, "stop_id"),
    )

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    hour: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    stop_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(12), primary_key=True)
    count: Mapped[int]
