"""Reading trucks. What the public sees is selected by column and built into structs without entities."""

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import rate_percent
from chuckwagon.trucks.models import Truck, takes_orders
from chuckwagon.trucks.schemas import Location, PublicTruck

SLUG = re.compile(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?")
ON_THE_STREET = (Truck.is_active.is_(True), Truck.archived_at.is_(None), Truck.name != "", Truck.slug != "")

_PUBLIC = sa.select(
    Truck.id, Truck.name, Truck.slug, Truck.is_active, Truck.image_url, Truck.banner_image,
    Truck.short_description, Truck.description, Truck.cuisine, Truck.city, Truck.state, Truck.phone,
    Truck.email, Truck.timezone, Truck.tax_rate_units, Truck.accepting_orders, Truck.not_accepting_reason,
    Truck.paused_until,
).where(*ON_THE_STREET)  # fmt: skip


def is_slug(text: str) -> bool:
    """Whether the text has the form of a slug; anything else is answered like an unknown one."""
    return SLUG.fullmatch(text) is not None


def list_public_trucks(session: Session) -> list[PublicTruck]:
    """The trucks of the home page, by name."""
    found = [_public(row) for row in session.execute(_PUBLIC)]
    return sorted(found, key=lambda truck: (truck.name.casefold(), truck.id))


def get_public_truck(session: Session, truck_id: str) -> PublicTruck:
    """One active truck by its id. Raises NotFound."""
    return _get_public(session, Truck.id == truck_id if is_id(truck_id) else None)


def get_public_truck_by_slug(session: Session, slug: str) -> PublicTruck:
    """One active truck by its slug. Raises NotFound."""
    return _get_public(session, Truck.slug == slug if is_slug(slug) else None)


def find_active_truck(
    session: Session, *, truck_id: str | None = None, slug: str | None = None
) -> Truck | None:
    """The truck that a checkout names, if customers can see it."""
    query = sa.select(Truck).where(*ON_THE_STREET)
    if truck_id is not None and is_id(truck_id):
        return session.scalars(query.where(Truck.id == truck_id)).one_or_none()
    if truck_id is None and slug is not None and is_slug(slug):
        return session.scalars(query.where(Truck.slug == slug)).one_or_none()
    return None


def is_public_truck(session: Session, truck_id: str) -> bool:
    """Whether customers can see the truck; a malformed id is no truck."""
    query = sa.select(Truck.id).where(Truck.id == truck_id, *ON_THE_STREET)
    return is_id(truck_id) and session.scalar(query) is not None


def _get_public(session: Session, condition: sa.ColumnElement[bool] | None) -> PublicTruck:
    row = None if condition is None else session.execute(_PUBLIC.where(condition)).one_or_none()
    if row is None:
        raise NotFound("We couldn't find this truck.")
    return _public(row)


def _public(row: Any) -> PublicTruck:
    accepting = takes_orders(row.accepting_orders, row.paused_until, clock.now())
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
        location=Location(row.city, row.state),
        phone=row.phone,
        email=row.email,
        timezone=row.timezone,
        tax_rate=rate_percent(row.tax_rate_units),
        accepting_orders=accepting,
        not_accepting_reason=None if accepting else row.not_accepting_reason,
    )
