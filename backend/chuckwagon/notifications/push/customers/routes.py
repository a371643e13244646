"""Routes of the devices on which customers hear of their order. The order's token is the only credential."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.db.database import Database
from chuckwagon.notifications.push.customers import service
from chuckwagon.notifications.push.customers.schemas import OrderDeviceOut, OrderDeviceRemoved, OrderDeviceRequest
from chuckwagon.settings import Settings
from chuckwagon.web.routing import delete, get, post


@get("/api/track/{token:str}/devices", summary="List the devices that hear of an order", errors=[404, 503])
def list_order_devices(db: NamedDependency[Database], token: FromPath[str]) -> list[OrderDeviceOut]:
    """Never their endpoints."""
    return service.list_devices(db, token)


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
    return service.add_device(db, settings, token, data)


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
    service.remove_device(db, settings, token, device_id)
    return OrderDeviceRemoved(deleted=True)
