"""The tables of offers and of their uses."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

HELD, CONFIRMED, RELEASED = "held", "kept", "released"  # as stored in the column, as those of reservations are
MAX_CODE_LENGTH = 20
# Of the codes that are not ended, each is there once per truck, and once among those of the platform.
_OF_TRUCK = sa.text("ended_at IS NULL AND truck_id IS NOT NULL")
_OF_PLATFORM = sa.text("ended_at IS NULL AND truck_id IS NULL")


class Offer(Base):
    """A code and what it takes off the subtotal: `percent`, or `amount_cents`. Without a truck it is the platform's.

    `uses` counts the rows of its uses that are held or confirmed; `max_uses` limits them. An offer that is ended stays,
    because its uses refer to it, and its code can be given to another one.
    """

    __tablename__ = "offers"
    __table_args__ = (
        sa.CheckConstraint("(percent IS NULL) <> (amount_cents IS NULL)", name="percent_or_amount"),
        sa.CheckConstraint("percent BETWEEN 1 AND 100", name="percent"),
        sa.CheckConstraint("amount_cents > 0", name="amount"),
        sa.CheckConstraint("min_subtotal_cents >= 0", name="min_subtotal"),
        sa.CheckConstraint("uses >= 0", name="uses"),
        sa.Index(
            "ux_offers_truck_code", "truck_id", "code", unique=True, sqlite_where=_OF_TRUCK, postgresql_where=_OF_TRUCK
        ),
        sa.Index(
            "ux_offers_platform_code", "code", unique=True, sqlite_where=_OF_PLATFORM, postgresql_where=_OF_PLATFORM
        ),
        sa.Index("ix_offers_code", "code"),
        sa.Index("ix_offers_truck_id", "truck_id"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str | None] = mapped_column(sa.ForeignKey("trucks.id"))
    code: Mapped[str] = mapped_column(sa.String(MAX_CODE_LENGTH))
    percent: Mapped[int | None]
    amount_cents: Mapped[int | None]
    min_subtotal_cents: Mapped[int] = mapped_column(default=0)
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    max_uses: Mapped[int | None]
    once_per_phone: Mapped[bool] = mapped_column(default=False)
    is_paused: Mapped[bool] = mapped_column(default=False)
    uses: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    ended_at: Mapped[datetime | None]


class OfferUse(Base):
    """One use of an offer, which an unpaid checkout holds or an order has confirmed, until it is released.

    The ID is that of the checkout. `phone_digest` is there while the use counts and the offer may be used once per
    phone, `holder` (the client's network) while it is held. A use is `over_limit` when it was confirmed although none
    was left: its payment arrived after it had been released.
    """

    __tablename__ = "offer_uses"
    __table_args__ = (
        sa.CheckConstraint("status IN ('held', 'kept', 'released')", name="status"),
        sa.Index("ix_offer_uses_offer_phone", "offer_id", "phone_digest"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    offer_id: Mapped[str] = mapped_column(sa.ForeignKey("offers.id"))
    status: Mapped[str] = mapped_column(sa.String(10))
    phone_digest: Mapped[str | None] = mapped_column(sa.String(64))
    holder: Mapped[str | None] = mapped_column(sa.String(60))
    over_limit: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now)
