"""Queries of the devices that get push messages."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.push.models import OrderDevice, StaffDevice

_of_staff, _of_orders = table_of(StaffDevice), table_of(OrderDevice)
_HAS_STAFF_DEVICE = CompiledStatement(
    sa.select(_of_staff.c.id).where(_of_staff.c.truck_id == sa.bindparam("truck_id")).limit(1)
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
