"""Routes of the devices on which staff hear of new orders."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.notifications.push.staff import service
from chuckwagon.notifications.push.staff.schemas import DeviceRemoved, StaffDeviceOut, StaffDeviceRequest
from chuckwagon.settings import Settings
from chuckwagon.web.language_choice import choose_language
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import delete, get, post


@get("/api/push/devices", summary="List own devices that hear of new orders", errors=[401, 503])
def list_push_devices(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> list[StaffDeviceOut]:
    """The devices of the caller, the oldest first. Never their endpoints."""
    return service.list_devices(db, actor)


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
    return service.add_device(db, settings, actor, data, language)


@delete(
    "/api/push/devices/{device_id:str}", summary="Tell a device nothing more", errors=[401, 404, 503], status_code=200
)
def remove_push_device(
    actor: NamedDependency[Actor], db: NamedDependency[Database], device_id: FromPath[str]
) -> DeviceRemoved:
    """One of the caller's own devices."""
    service.remove_device(db, actor, device_id)
    return DeviceRemoved(deleted=True)
