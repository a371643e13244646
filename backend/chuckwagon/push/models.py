"""Tables and queries of the devices that get push messages: those of staff and those of customers.

An endpoint is a secret address at the push service of a browser. The digest finds it without showing it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import ONE_ROW, CompiledStatement
from chuckwagon.db.database import Base, table_of
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


_of_staff, _of_orders = table_of(StaffDevice), table_of(OrderDevice)
_HAS_STAFF_DEVICE = CompiledStatement(
    sa.select(_of_staff.c.id).where(_of_staff.c.truck_id == sa.bindparam("truck_id")).limit(ONE_ROW)
)


def has_staff_device(session: Session, truck_id: str) -> bool:
    """Whether the truck has a staff device, which gets pushes about its new orders."""
    return _HAS_STAFF_DEVICE.first(session, {"truck_id": truck_id}) is not None


def list_staff_device_ids(session: Session, truck_id: str, living: sa.Select[Any], after: str, limit: int) -> list[str]:
    """The IDs of at most `limit` staff devices of the truck, in ascending order after the ID `after`.

    `living` selects the digests of the sessions that are not over.
    """
    of_truck = (_of_staff.c.truck_id == truck_id, _of_staff.c.session_digest.in_(living))
    page = sa.select(_of_staff.c.id).where(*of_truck, _of_staff.c.id > after)
    return list(session.scalars(page.order_by(_of_staff.c.id).limit(limit)))


def list_order_devices(session: Session, order_id: str) -> Sequence[OrderDevice]:
    """The customer's devices of the order, in the sequence in which they were added."""
    query = sa.select(OrderDevice).where(OrderDevice.order_id == order_id)
    return session.scalars(query.order_by(OrderDevice.created_at, OrderDevice.id)).all()


def forget_endpoint(session: Session, endpoint_digest: str) -> None:
    """Delete all devices of an endpoint that can never be pushed to again."""
    for model in (StaffDevice, OrderDevice):
        gone = sa.delete(model).where(model.endpoint_digest == endpoint_digest)
        session.execute(gone.execution_options(synchronize_session=False))
