"""Staff add and remove devices that hear of new orders, and customers, by an order's tracking token, of that order.

A staff device belongs to the session that added it. When the session ends, by signing out or because it was ended,
its devices are deleted with it. A browser's service worker reports a new endpoint without a sign-in, because no page
is open then: the old endpoint is a secret that only the browser, its push service and the product know.
"""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import sqlalchemy as sa
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import lock_user
from chuckwagon.audit.log import record
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, NotFound
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.sentences import Language, Sentence
from chuckwagon.orders.models import Order
from chuckwagon.orders.queries import get_truck_for_orders
from chuckwagon.orders.status import CANCELLED, COMPLETED
from chuckwagon.orders.tracking import get_order_by_token
from chuckwagon.push.models import MAX_ENDPOINT_LENGTH, OrderDevice, StaffDevice, list_order_devices
from chuckwagon.push.service import BrowserSubscription
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck


class RenewalRequest(Struct, rename="camel"):
    """A browser's new subscription, and the endpoint of the one that it replaces."""

    old_endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT_LENGTH)]
    subscription: BrowserSubscription


class RenewalAnswer(Struct):
    """The same whether the old endpoint is known or not."""

    accepted: bool


DEFAULT_NAME = "Browser"


class StaffDeviceRequest(Struct, rename="camel"):
    """A browser that wants to hear of a truck's new orders. `name` is what its user calls the device."""

    subscription: BrowserSubscription
    truck_id: Annotated[str, Meta(max_length=100)] | None = None
    name: Annotated[str, Meta(max_length=80)] | None = None


class StaffDeviceOut(Struct, rename="camel"):
    """A device of the caller. `isCurrent` says that the request comes from its session."""

    id: str = field(name="_id")
    name: str
    truck_id: str
    truck_name: str
    created_at: str
    is_current: bool


class DeviceRemoved(Struct):
    """The device is told nothing any more."""

    deleted: bool


class OrderDeviceRequest(Struct, rename="camel"):
    """A browser that wants to hear of an order. With `insteadOfSms` an accepted push replaces the SMS."""

    subscription: BrowserSubscription
    instead_of_sms: bool | None = None


class OrderDeviceOut(Struct, rename="camel"):
    """A device that is told about the order."""

    id: str = field(name="_id")
    instead_of_sms: bool
    created_at: str


class OrderDeviceRemoved(Struct):
    """The device is told nothing about the order any more."""

    deleted: bool


DEVICE_NOT_FOUND = Sentence("This device was removed before.", "push_device_not_found")


class PushNotSetUp(Conflict):
    code = "push_not_set_up"
    sentence = "No notifications can be sent from here."


class TooManyDevices(Conflict):
    code = "push_devices_too_many"
    sentence = "Too many devices are told already. Please remove one first."


HOUR_SECONDS = 60 * 60
CLOSED = (CANCELLED, COMPLETED)


class OrderOver(Conflict):
    """The order is completed or cancelled, so there is nothing to tell."""

    code = "push_order_over"
    sentence = "This order is finished."


def list_devices_of_order(db: Database, token: str) -> list[OrderDeviceOut]:
    """The devices that get push messages about the order. Raises NotFound."""
    with db.reading() as session:
        order = get_order_by_token(session, token)
        return [_order_device_answer(device) for device in list_order_devices(session, order.id)]


def add_order_device(db: Database, settings: Settings, token: str, request: OrderDeviceRequest) -> OrderDeviceOut:
    """Add a device to the order, or replace the keys and the choice of one that it has, and return it.

    Raises InvalidInput for an invalid subscription, NotFound, PushNotSetUp, TooManyDevices, OrderOver, TooManyRequests.
    """
    if not settings.has_push:
        raise PushNotSetUp
    order_id = _find_order(db, settings, token)
    columns = request.subscription.check(settings.other_push_services, settings.push_stand_in)
    device = OrderDevice(id=new_id(), order_id=order_id, is_instead=bool(request.instead_of_sms), **columns)
    return db.write(lambda session: _insert_order_device(session, settings, device))


def remove_order_device(db: Database, settings: Settings, token: str, device_id: str) -> None:
    """Remove a device from the order. Raises NotFound for the order or the device, and TooManyRequests."""
    order_id = _find_order(db, settings, token)
    db.write(partial(_delete_order_device, order_id=order_id, device_id=device_id))


def _find_order(db: Database, settings: Settings, token: str) -> str:
    with db.reading() as session:
        order_id = get_order_by_token(session, token).id
    db.write(partial(_count_request, order_id=order_id, limit=settings.limit_self_service_per_order))
    return order_id


def _count_request(session: Session, order_id: str, limit: int) -> None:
    rate_limits.consume(session, f"push-of:{order_id}", limit=limit, seconds=HOUR_SECONDS)


def _insert_order_device(session: Session, settings: Settings, device: OrderDevice) -> OrderDeviceOut:
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
    return _order_device_answer(device)


def _delete_order_device(session: Session, order_id: str, device_id: str) -> None:
    device = session.get(OrderDevice, device_id)
    if device is None or device.order_id != order_id:
        raise NotFound(DEVICE_NOT_FOUND)
    session.delete(device)


def _order_device_answer(device: OrderDevice) -> OrderDeviceOut:
    return OrderDeviceOut(device.id, device.is_instead, to_iso(device.created_at))


MINUTE_SECONDS = 60


def renew_subscription(db: Database, settings: Settings, request: RenewalRequest, address: str) -> None:
    """Move the devices of the old endpoint, of staff and of customers, to the new one; nothing if there are none.

    Raises InvalidInput for an invalid subscription, and TooManyRequests.
    """
    columns = request.subscription.check(settings.other_push_services, settings.push_stand_in)
    limit, old = settings.limit_push_renewals_per_address, hash_secret(request.old_endpoint)
    db.write(partial(_move_devices, old_digest=old, columns=columns, address=address, limit=limit))


def _move_devices(session: Session, old_digest: str, columns: dict[str, str], address: str, limit: int) -> None:
    rate_limits.consume(session, f"push-renewal:{address}", limit=limit, seconds=MINUTE_SECONDS)
    if columns["endpoint_digest"] == old_digest:
        return
    for model, owner in ((StaffDevice, StaffDevice.truck_id), (OrderDevice, OrderDevice.order_id)):
        taken = sa.select(owner).where(model.endpoint_digest == columns["endpoint_digest"])
        old = (model.endpoint_digest == old_digest, owner.not_in(taken.scalar_subquery()))
        moved = sa.update(model).where(*old).values(columns)
        session.execute(moved.execution_options(synchronize_session=False))


DEVICE_ADDED, DEVICE_REMOVED = "user.push_device_added", "user.push_device_removed"


def record_device(session: Session, actor: Actor, action: str, device: StaffDevice) -> None:
    """Record that a device was added or removed, with its name."""
    record(
        session,
        actor.author,
        action,
        actor.user_id,
        truck_id=device.truck_id,
        details={"name": actor.name, "device": device.name},
    )


def list_staff_devices(db: Database, actor: Actor) -> list[StaffDeviceOut]:
    """The caller's devices of all sessions that are not over, the oldest first."""
    mine = sa.select(StaffDevice, Truck.name).join(Truck, Truck.id == StaffDevice.truck_id)
    with db.reading() as session:
        rows = session.execute(mine.where(*_receives_pushes(actor.user_id)).order_by(StaffDevice.created_at))
        return [_staff_device_answer(device, truck_name, actor) for device, truck_name in rows]


def add_staff_device(
    db: Database, settings: Settings, actor: Actor, request: StaffDeviceRequest, language: Language
) -> StaffDeviceOut:
    """Add a device for the truck's new orders from now on, or replace the keys of one that is known, and return it.

    Raises InvalidInput for an invalid subscription or without a truck, NotFound or NotAllowed for the truck,
    PushNotSetUp, and TooManyDevices.
    """
    if not settings.has_push:
        raise PushNotSetUp
    with db.reading() as session:
        truck = get_truck_for_orders(session, actor, request.truck_id)
    columns = request.subscription.check(settings.other_push_services, settings.push_stand_in)
    device = StaffDevice(
        id=new_id(),
        user_id=actor.user_id,
        session_digest=actor.session_id,
        truck_id=truck.id,
        name=(request.name or "").strip() or DEFAULT_NAME,
        language=language,
        **columns,
    )
    db.write(lambda session: _insert_staff_device(session, settings, actor, device))
    return _staff_device_answer(device, truck.name, actor)


def remove_staff_device(db: Database, actor: Actor, device_id: str) -> None:
    """Remove a device of the caller. Raises NotFound, also for a device of another user."""
    db.write(lambda session: _delete_staff_device(session, actor, device_id))


def _insert_staff_device(session: Session, settings: Settings, actor: Actor, device: StaffDevice) -> None:
    lock_user(session, actor.user_id)  # makes the limit exact
    session.execute(
        sa.delete(StaffDevice)
        .where(StaffDevice.truck_id == device.truck_id, _is_same_browser(device))
        .execution_options(synchronize_session=False)
    )
    if len(_list_ids(session, actor.user_id)) >= settings.limit_push_devices_per_user:
        raise TooManyDevices
    session.add(device)
    session.flush()
    record_device(session, actor, DEVICE_ADDED, device)


def _is_same_browser(device: StaffDevice) -> sa.ColumnElement[bool]:
    """SQL condition: the device of the row has the same endpoint, perhaps for an earlier user, or the same session."""
    is_same_endpoint = StaffDevice.endpoint_digest == device.endpoint_digest
    return sa.or_(is_same_endpoint, StaffDevice.session_digest == device.session_digest)


def _list_ids(session: Session, user_id: str) -> Sequence[str]:
    return session.scalars(sa.select(StaffDevice.id).where(*_receives_pushes(user_id))).all()


def _receives_pushes(user_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    """SQL conditions for the devices of the user that receive pushes: those whose session has not expired."""
    return (StaffDevice.user_id == user_id, StaffDevice.session_digest.in_(sessions.select_living()))


def _delete_staff_device(session: Session, actor: Actor, device_id: str) -> None:
    device = session.get(StaffDevice, device_id)
    if device is None or device.user_id != actor.user_id:
        raise NotFound(DEVICE_NOT_FOUND)
    record_device(session, actor, DEVICE_REMOVED, device)
    session.delete(device)


def _staff_device_answer(device: StaffDevice, truck_name: str, actor: Actor) -> StaffDeviceOut:
    is_current = device.session_digest == actor.session_id
    return StaffDeviceOut(device.id, device.name, device.truck_id, truck_name, to_iso(device.created_at), is_current)
