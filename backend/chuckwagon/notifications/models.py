"""Table of the SMS that staff write."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.orders.models import HAS_BODY


class ManualSms(Base):
    """An SMS that staff wrote. `held_until` is the end of the sender's lease; it is set until a response was given."""

    __tablename__ = "staff_texts"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "idempotency_key", name="uq_staff_texts_user_key"),
        sa.Index("ix_staff_texts_phone_created", "to_phone", "created_at"),
        sa.Index("ix_staff_texts_user_created", "user_id", "created_at"),
        sa.Index("ix_staff_texts_words", "created_at", sqlite_where=HAS_BODY, postgresql_where=HAS_BODY),
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
