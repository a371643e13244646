"""JSON shapes of the devices of staff and of customers, and of renewed subscriptions."""

from typing import Annotated

from msgspec import Meta, Struct, field

from chuckwagon.push.models import MAX_ENDPOINT_LENGTH
from chuckwagon.push.service import BrowserSubscription


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
