"""A truck as the public sees it."""

from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field

from chuckwagon.core import clock
from chuckwagon.core.money import rate_percent
from chuckwagon.trucks.models import takes_orders


class LocationOut(Struct):
    """Where the truck is at home."""

    city: str
    state: str


class PublicTruck(Struct, rename="camel"):
    """What anybody may read about a truck; the tax rate in percent."""

    id: str = field(name="_id")
    name: str
    slug: str
    is_active: bool
    image_url: str | None
    banner_image: str | None
    short_description: str
    description: str
    cuisine: list[str]
    location: LocationOut
    phone: str
    email: str
    timezone: str
    tax_rate: float
    accepting_orders: bool
    not_accepting_reason: str | None


def public_truck(row: sa.Row[Any]) -> PublicTruck:
    """A row of `queries.PUBLIC_COLUMNS` for the public."""
    open_now = takes_orders(row.accepting_orders, row.paused_until, clock.now())
    return PublicTruck(
        id=row.id,
        name=row.name,
        slug=row.slug,
        is_active=row.is_active,
        image_url=row.image_url,
        banner_image=row.banner_image,
        short_description=row.short_description,
        description=row.description,
        cuisine=row.cuisine,
        location=LocationOut(row.city, row.state),
        phone=row.phone,
        email=row.email,
        timezone=row.timezone,
        tax_rate=rate_percent(row.tax_rate_units),
        accepting_orders=open_now,
        not_accepting_reason=None if open_now else row.not_accepting_reason,
    )
