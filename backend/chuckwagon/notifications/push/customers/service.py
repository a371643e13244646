"""Customers add a device that gets push messages about one order, by its tracking token, and remove it."""

from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, NotFound
from chuckwagon.kit.ids import new_id
from chuckwagon.notifications.push.customers.schemas import OrderDeviceOut, OrderDeviceRequest
from chuckwagon.notifications.push.errors import DEVICE_NOT_FOUND, PushNotSetUp, TooManyDevices
from chuckwagon.orders.board.status import CANCELLED, COMPLETED
from chuckwagon.orders.models import Order
from chuckwagon.orders.tracking.service import get_order_by_token
from chuckwagon.push.models import OrderDevice
from chuckwagon.push.queries import list_order_devices
from chuckwagon.settings import Settings

HOUR_SECONDS = 60 * 60
CLOSED = (CANCELLED, COMPLETED)


class OrderOver(Conflict):
    """The order is completed or cancelled, so there is nothing to tell."""

    code = "push_order_over"
    sentence = "This order is finished."


def list_devices(db: Database, token: str) -> list[OrderDeviceOut]:
    """The devices that get push messages about the order. Raises NotFound."""
    with db.reading() as session:
        order = get_order_by_token(session, token)
        return [_to_out(device) for device in list_order_devices(session, order.id)]


def add_device(db: Database, settings: Settings, token: str, request: OrderDeviceRequest) -> OrderDeviceOut:
    """Add a device to the order, or replace the keys and the choice of one that it has, and return it.

    Raises InvalidInput for an invalid subscription, NotFound, PushNotSetUp, TooManyDevices, OrderOver, TooManyRequests.
    """
    if not settings.has_push:
        raise PushNotSetUp
    order_id = _find_order(db, settings, token)
    columns = request.subscription.check(settings.other_push_services, settings.push_stand_in)
    device = OrderDevice(id=new_id(), order_id=order_id, is_instead=bool(request.instead_of_sms), **columns)
    return db.write(lambda session: _insert(session, settings, device))


def remove_device(db: Database, settings: Settings, token: str, device_id: str) -> None:
    """Remove a device from the order. Raises NotFound for the order or the device, and TooManyRequests."""
    order_id = _find_order(db, settings, token)
    db.write(partial(_remove, order_id=order_id, device_id=device_id))


def _find_order(db: Database, settings: Settings, token: str) -> str:
    with db.reading() as session:
        order_id = get_order_by_token(session, token).id
    db.write(partial(_count_request, order_id=order_id, limit=settings.limit_self_service_per_order))
    return order_id


def _count_request(session: Session, order_id: str, limit: int) -> None:
    rate_limits.consume(session, f"push-of:{order_id}", limit=limit, seconds=HOUR_SECONDS)


def _insert(session: Session, settings: Settings, device: OrderDevice) -> OrderDeviceOut:
    # The lock makes the limit exact.
    order = session.get_one(Order, device.order_id, with_for_update=True, populate_existing=True)
    if order.status in CLOSED:
        raise OrderOver
    known = sa.delete(OrderDevice).where(
        OrderDevice.order_id == order.id, OrderDevice.endpoint_digest == device.endpoint_digest
    )
    session.execute(known.execution_options(synchronize_session=False))
    if len(list_order_devices(session, order.id)) >= settings.limit_push_devices_per_order:
        raise TooManyDevices
    session.add(device)
    session.flush()
    return _to_out(device)


def _remove(session: Session, order_id: str, device_id: str) -> None:
    device = session.get(OrderDevice, device_id)
    if device is None or device.order_id != order_id:
        raise NotFound(DEVICE_NOT_FOUND)
    session.delete(device)


def _to_out(device: OrderDevice) -> OrderDeviceOut:
    return OrderDeviceOut(device.id, device.is_instead, to_iso(device.created_at))
