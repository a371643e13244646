"""Where an order is picked up: the place of its stop as the customer saw it."""

from typing import Protocol

from msgspec import Struct


class PickupPlace(Struct):
    """The place of the order's stop, and its IANA time zone. A later change of the place does not change it."""

    name: str
    address: str
    timezone: str


class PlaceColumns(Protocol):
    """The columns of an order, or of a new one, that keep the place."""

    @property
    def place_name(self) -> str | None: ...
    @property
    def place_address(self) -> str | None: ...
    @property
    def place_timezone(self) -> str | None: ...


def name_with_address(name: str | None, address: str | None) -> str:
    """The name of a place and its address, as a customer reads them who has to find it."""
    return ", ".join(dict.fromkeys(part for part in (name, address) if part))


def to_pickup_place(order: PlaceColumns) -> PickupPlace | None:
    """The place of the order's stop; None for an order at a truck that is always open."""
    if order.place_name is None or order.place_timezone is None:
        return None
    return PickupPlace(order.place_name, order.place_address or "", order.place_timezone)
