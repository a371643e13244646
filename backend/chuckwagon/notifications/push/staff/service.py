"""Staff add devices that get push messages about new orders, and remove them.

A device belongs to the session that added it. When the session ends, by signing out or because it was ended, its
devices are deleted with it.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import lock_user
from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.languages import Language
from chuckwagon.notifications.push.errors import DEVICE_NOT_FOUND, PushNotSetUp, TooManyDevices
from chuckwagon.notifications.push.staff import audit_events
from chuckwagon.notifications.push.staff.schemas import DEFAULT_NAME, StaffDeviceOut, StaffDeviceRequest
from chuckwagon.orders.queries import get_truck_for_orders
from chuckwagon.push.models import StaffDevice
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck


def list_devices(db: Database, actor: Actor) -> list[StaffDeviceOut]:
    """The caller's devices of all sessions that are not over, the oldest first."""
    mine = sa.select(StaffDevice, Truck.name).join(Truck, Truck.id == StaffDevice.truck_id)
    with db.reading() as session:
        rows = session.execute(mine.where(*_are_told(actor.user_id)).order_by(StaffDevice.created_at))
        return [_to_out(device, truck_name, actor) for device, truck_name in rows]


def add_device(
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
    db.write(lambda session: _insert(session, settings, actor, device))
    return _to_out(device, truck.name, actor)


def remove_device(db: Database, actor: Actor, device_id: str) -> None:
    """Remove a device of the caller. Raises NotFound, also for a device of another user."""
    db.write(lambda session: _remove(session, actor, device_id))


def _insert(session: Session, settings: Settings, actor: Actor, device: StaffDevice) -> None:
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
    audit_events.record_device(session, actor, audit_events.DEVICE_ADDED, device)


def _is_same_browser(device: StaffDevice) -> sa.ColumnElement[bool]:
    """SQL condition: the device of the row has the same endpoint, perhaps for an earlier user, or the same session."""
    is_same_endpoint = StaffDevice.endpoint_digest == device.endpoint_digest
    return sa.or_(is_same_endpoint, StaffDevice.session_digest == device.session_digest)


def _list_ids(session: Session, user_id: str) -> Sequence[str]:
    return session.scalars(sa.select(StaffDevice.id).where(*_are_told(user_id))).all()


def _are_told(user_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    """SQL conditions: the devices of the user that are told. One whose session has expired waits to be deleted."""
    return (StaffDevice.user_id == user_id, StaffDevice.session_digest.in_(sessions.select_living()))


def _remove(session: Session, actor: Actor, device_id: str) -> None:
    device = session.get(StaffDevice, device_id)
    if device is None or device.user_id != actor.user_id:
        raise NotFound(DEVICE_NOT_FOUND)
    audit_events.record_device(session, actor, audit_events.DEVICE_REMOVED, device)
    session.delete(device)


def _to_out(device: StaffDevice, truck_name: str, actor: Actor) -> StaffDeviceOut:
    is_current = device.session_digest == actor.session_id
    return StaffDeviceOut(device.id, device.name, device.truck_id, truck_name, to_iso(device.created_at), is_current)
