"""Text messages to customers, and the phones that asked for none."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.core.db import Base

HAS_WORDS = sa.text("body <> ''")  # SQLite finds an index by the words of its condition


class Message(Base):
    """One text about one order; there is never a second of the same kind.

    `status` is `sending` while it is in our hands, then the provider's, and only ever moves forward; `reason`
    is a sentence for staff where it ended badly.
    """

    __tablename__ = "messages"
    __table_args__ = (
        sa.UniqueConstraint("order_id", "kind"),
        sa.Index("ix_messages_words", "created_at", sqlite_where=HAS_WORDS, postgresql_where=HAS_WORDS),
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


class StaffText(Base):
    """A text that a member of the staff wrote. `held_until` is set while no answer was given: until then
    somebody is handing it over.
    """

    __tablename__ = "staff_texts"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "idempotency_key", name="uq_staff_texts_user_key"),
        sa.Index("ix_staff_texts_phone_created", "to_phone", "created_at"),
        sa.Index("ix_staff_texts_user_created", "user_id", "created_at"),
        sa.Index("ix_staff_texts_words", "created_at", sqlite_where=HAS_WORDS, postgresql_where=HAS_WORDS),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id"))
    idempotency_key: Mapped[str | None] = mapped_column(sa.String(255))
    request_hash: Mapped[str] = mapped_column(sa.String(64))
    to_phone: Mapped[str] = mapped_column(sa.String(20))
    body: Mapped[str] = mapped_column(sa.String(320))
    status: Mapped[str] = mapped_column(sa.String(12))
    reason: Mapped[str | None] = mapped_column(sa.String(200))
    provider_sid: Mapped[str | None] = mapped_column(sa.String(64), unique=True)
    error_code: Mapped[int | None]
    held_until: Mapped[datetime | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class OptOut(Base):
    """A phone whose owner asked for no more texts."""

    __tablename__ = "opt_outs"

    phone: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    opted_out_at: Mapped[datetime]
