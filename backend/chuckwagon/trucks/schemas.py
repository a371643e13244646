"""Trucks in the published JSON."""

import msgspec


class Location(msgspec.Struct):
    city: str
    state: str


class PublicTruck(msgspec.Struct, rename="camel"):
    """What everybody may see of an active truck. `tax_rate` is a percentage."""

    id: str = msgspec.field(name="_id")
    name: str
    slug: str
    is_active: bool
    image_url: str | None
    banner_image: str | None
    short_description: str
    description: str
    cuisine: list[str]
    location: Location
    phone: str
    email: str
    timezone: str
    tax_rate: float
    accepting_orders: bool
    not_accepting_reason: str | None
