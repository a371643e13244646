"""Text messages to customers, and the phones that asked for none."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.core.db import Base


class Message(Base):
    """One text about one order; there is never a second of the same kind.

    `status` is `sending` while it is in our hands, then the provider's, and only ever moves forward.
    """

    __tablename__ = "messages"
    __table_args__ = (sa.UniqueConstraint("order_id", "kind"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"))
    kind: Mapped[str] = mapped_column(sa.String(20))
    to_phone: Mapped[str | None] = mapped_column(sa.String(20))
    body: Mapped[str] = mapped_column(sa.String(480))
    status: Mapped[str] = mapped_column(sa.String(12))
    provider_sid: Mapped[str | None] = mapped_column(sa.String(64), unique=True)
    error_code: Mapped[int | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class OptOut(Base):
    """A phone whose owner asked for no more texts."""

    __tablename__ = "opt_outs"

    phone: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    opted_out_at: Mapped[datetime]
