"""Routes of devices: those of staff, those of customers by the order's token, and the report of a new subscription."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.notifications import push_devices
from chuckwagon.notifications import push_devices as renewal
from chuckwagon.notifications.push_devices import (
    DeviceRemoved,
    OrderDeviceOut,
    OrderDeviceRemoved,
    OrderDeviceRequest,
    RenewalAnswer,
    RenewalRequest,
    StaffDeviceOut,
    StaffDeviceRequest,
)
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, choose_language, client_address
from chuckwagon.web.routing import delete, get, post


@post(
    "/api/push/renewals",
    summary="Replace a push subscription",
    errors=[400, 413, 415, 429, 503],
    status_code=200,
)
def renew_subscription(
    data: JSONBody[RenewalRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> RenewalAnswer:
    """Only the browser knows the old endpoint, so knowing it is the permission."""
    renewal.renew_subscription(db, settings, data, client_ip_key(client_address(request)))
    return RenewalAnswer(accepted=True)


@get("/api/push/devices", summary="List own devices that hear of new orders", errors=[401, 503])
def list_push_devices(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> list[StaffDeviceOut]:
    """The devices of the caller, the oldest first. Never their endpoints."""
    return push_devices.list_staff_devices(db, actor)


@post(
    "/api/push/devices",
    summary="Have a device told about new orders",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
)
def add_push_device(
    data: JSONBody[StaffDeviceRequest],
    actor: NamedDependency[Actor],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> StaffDeviceOut:
    """A superadmin names the truck. 409 `push_not_set_up` without keys, `push_devices_too_many` at the limit."""
    headers = request.headers
    language = choose_language(cookie=headers.get("cookie", ""), accept_language=headers.get("accept-language", ""))
    return push_devices.add_staff_device(db, settings, actor, data, language)


@delete(
    "/api/push/devices/{device_id:str}", summary="Tell a device nothing more", errors=[401, 404, 503], status_code=200
)
def remove_push_device(
    actor: NamedDependency[Actor], db: NamedDependency[Database], device_id: FromPath[str]
) -> DeviceRemoved:
    """One of the caller's own devices."""
    push_devices.remove_staff_device(db, actor, device_id)
    return DeviceRemoved(deleted=True)


@get("/api/track/{token:str}/devices", summary="List the devices that hear of an order", errors=[404, 503])
def list_order_devices(db: NamedDependency[Database], token: FromPath[str]) -> list[OrderDeviceOut]:
    """Never their endpoints."""
    return push_devices.list_devices_of_order(db, token)


@post(
    "/api/track/{token:str}/devices",
    summary="Have a device told about an order",
    errors=[400, 404, 409, 413, 415, 429, 503],
)
def add_order_device(
    data: JSONBody[OrderDeviceRequest],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    token: FromPath[str],
) -> OrderDeviceOut:
    """When it is ready, cancelled, or its plan changes. Repeating it replaces the keys and the choice.

    409 `push_not_set_up` without keys, `push_devices_too_many` at the limit, `push_order_over` for a finished order.
    """
    return push_devices.add_order_device(db, settings, token, data)


@delete(
    "/api/track/{token:str}/devices/{device_id:str}",
    summary="Tell a device nothing more about an order",
    errors=[404, 429, 503],
    status_code=200,
)
def remove_order_device(
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    token: FromPath[str],
    device_id: FromPath[str],
) -> OrderDeviceRemoved:
    """404 for a device of another order."""
    push_devices.remove_order_device(db, settings, token, device_id)
    return OrderDeviceRemoved(deleted=True)
