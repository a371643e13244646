"""JSON shapes of the customers' devices."""

from msgspec import Struct, field

from chuckwagon.push.schemas import BrowserSubscription


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
