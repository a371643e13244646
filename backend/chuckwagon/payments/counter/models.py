"""Tables of readers, of the locations at Stripe where they are registered, and of counter payments."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

WAITING, PROCESSING, PAID, CASH_TAKEN = "waiting", "processing", "paid", "cash"
DECLINED, TIMED_OUT, READER_OFFLINE, READER_BUSY = "declined", "timed_out", "reader_offline", "reader_busy"
CANCELLED, EXPIRED = "cancelled", "expired"
RUNNING, FAILED = (WAITING, PROCESSING), (DECLINED, TIMED_OUT, READER_OFFLINE, READER_BUSY)
MAY_RUN = (TIMED_OUT, READER_OFFLINE)  # the reader may have the payment, and charge a card, all the same
FINAL = (PAID, CASH_TAKEN, CANCELLED, EXPIRED)
_IS_OPEN = sa.text("state NOT IN ('paid', 'cash', 'cancelled', 'expired')")


class ReaderLocation(Base):
    """The truck's location at Stripe and its configuration with the suggested tips, made with the first reader."""

    __tablename__ = "reader_locations"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    location_id: Mapped[str] = mapped_column(sa.String(255))
    configuration_id: Mapped[str | None] = mapped_column(sa.String(255))


class CardReader(Base):
    """A card reader, registered at Stripe as `provider_id` and bound to one truck. A deleted one stays for its orders.

    `status` and `seen_at` are what Stripe said last.
    """

    __tablename__ = "card_readers"
    __table_args__ = (sa.Index("ix_card_readers_truck", "truck_id"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    provider_id: Mapped[str] = mapped_column(sa.String(255), unique=True)
    label: Mapped[str] = mapped_column(sa.String(60))
    device_type: Mapped[str] = mapped_column(sa.String(60))
    status: Mapped[str] = mapped_column(sa.String(20))
    seen_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class CounterPayment(Base):
    """One try to collect one counter order on a reader. Its checkout has the order, its total and how long it holds.

    `pays_order_id` is an unpaid order that was placed before; else the payment makes an order, `order_id`.
    `ending` is what staff want instead of the card, CANCELLED or CASH_TAKEN, and `ended_by` the user: the first who
    asks decides, before Stripe is asked to cancel. The worker finishes what the server could not.

    `tries` counts how often it was handed to a reader: what is learned about an earlier try changes nothing.
    `handed_at` is when the reader took the present one. `flags` are those of the order that its slot gives.
    `decline_code` is the bank's code for `reason`, where the words are the bank's.
    """

    __tablename__ = "counter_payments"
    __table_args__ = (
        sa.Index("ix_counter_payments_open", "truck_id", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
        sa.Index("ix_counter_payments_draft", "truck_id", "draft_id"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    checkout_id: Mapped[str] = mapped_column(sa.ForeignKey("checkouts.id"), unique=True)
    reader_id: Mapped[str] = mapped_column(sa.ForeignKey("card_readers.id"))
    draft_id: Mapped[str | None] = mapped_column(sa.String(36))
    order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"), unique=True)
    pays_order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"))
    state: Mapped[str] = mapped_column(sa.String(16), default=WAITING)
    reason: Mapped[str | None] = mapped_column(sa.String(200))
    decline_code: Mapped[str | None] = mapped_column(sa.String(60))
    tries: Mapped[int] = mapped_column(default=1)
    asks_for_tip: Mapped[bool]
    flags: Mapped[list[str]]
    taken_by: Mapped[str] = mapped_column(sa.String(120))
    handed_at: Mapped[datetime | None]
    ending: Mapped[str | None] = mapped_column(sa.String(16))
    ended_by: Mapped[str | None] = mapped_column(sa.String(24))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    @property
    def kept_draft(self) -> str | None:
        """What is kept in `counter_drafts` while the card is asked for: the draft, or the order that is paid."""
        return self.pays_order_id or self.draft_id
