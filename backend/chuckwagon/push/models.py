"""Tables of the devices that get push messages: those of staff and those of customers.

An endpoint is a secret address at the push service of a browser. The digest finds it without showing it.
"""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

MAX_ENDPOINT_LENGTH = 1000


class _Subscription:
    """What a browser gives: where to send to, and the keys that messages are encrypted with."""

    endpoint: Mapped[str] = mapped_column(sa.String(MAX_ENDPOINT_LENGTH))
    endpoint_digest: Mapped[str] = mapped_column(sa.String(64), index=True)
    public_key: Mapped[str] = mapped_column(sa.String(90))
    auth_secret: Mapped[str] = mapped_column(sa.String(24))


class StaffDevice(_Subscription, Base):
    """A device that gets push messages about a truck's new orders, for as long as its session lasts."""

    __tablename__ = "staff_push_devices"
    __table_args__ = (
        sa.UniqueConstraint("truck_id", "endpoint_digest"),
        sa.UniqueConstraint("session_digest", "truck_id"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    # Referenced by name, because accounts and trucks are in higher layers.
    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), index=True)
    session_digest: Mapped[str] = mapped_column(sa.ForeignKey("user_sessions.token_digest", ondelete="CASCADE"))
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    name: Mapped[str] = mapped_column(sa.String(80))
    language: Mapped[str] = mapped_column(sa.String(2))  # of the browser; a user's own choice counts more
    created_at: Mapped[datetime] = mapped_column(default=clock.now)


class OrderDevice(_Subscription, Base):
    """A device of a customer that gets push messages about one order.

    With `is_instead` an accepted push replaces the SMS.
    """

    __tablename__ = "order_push_devices"
    __table_args__ = (sa.UniqueConstraint("order_id", "endpoint_digest"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"))
    is_instead: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
