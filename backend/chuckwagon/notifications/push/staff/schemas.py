"""JSON shapes of the staff's devices."""

from typing import Annotated

from msgspec import Meta, Struct, field

from chuckwagon.push.schemas import BrowserSubscription

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
