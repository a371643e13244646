"""The table of reservations."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

HELD, CONFIRMED, RELEASED = "held", "kept", "released"  # as stored in the column
ACTIVE = (HELD, CONFIRMED)
_IS_HELD = sa.text("status = 'held'")


class Reservation(Base):
    """What an unpaid checkout holds, or what a paid order has confirmed, until it is released.

    The ID is that of the checkout or, for an order at the counter, of the order. `position` is the slot at which the
    order is picked up, `slots` lists what was taken where (an order may spill into earlier slots), `stock` the pieces
    of items and options, also of those that are not counted, because a count may begin later. A reservation
    `is_over_capacity` when it was taken although it did not fit. `holder` is the client's network while it is held.
    """

    __tablename__ = "reservations"
    __table_args__ = (
        sa.CheckConstraint("status IN ('held', 'kept', 'released')", name="status"),
        sa.Index(None, "calendar_id", "status"),
        sa.Index("ix_reservations_held", "hold_expires_at", sqlite_where=_IS_HELD, postgresql_where=_IS_HELD),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    calendar_id: Mapped[str] = mapped_column(sa.String(24))
    stop_id: Mapped[str | None] = mapped_column(sa.String(24))
    status: Mapped[str] = mapped_column(sa.String(10))
    position: Mapped[int]
    slots: Mapped[list[list[int]]] = mapped_column(sa.JSON)
    stock: Mapped[list[list[str | int]]] = mapped_column(sa.JSON)
    is_online: Mapped[bool]
    is_over_capacity: Mapped[bool]
    hold_expires_at: Mapped[datetime | None]
    holder: Mapped[str | None] = mapped_column(sa.String(60))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
