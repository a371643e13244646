"""Reading trucks. Public lists select columns, not entities: they are read far more often than written."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core.ids import is_id
from chuckwagon.trucks.models import Truck

PUBLIC_COLUMNS = (
    Truck.id, Truck.name, Truck.slug, Truck.is_active, Truck.image_url, Truck.banner_image,
    Truck.short_description, Truck.description, Truck.cuisine, Truck.city, Truck.state, Truck.phone,
    Truck.email, Truck.timezone, Truck.tax_rate_units, Truck.accepting_orders, Truck.not_accepting_reason,
    Truck.paused_until,
)  # fmt: skip

PublicRow = sa.Row[tuple[object, ...]]

_ON_SHOW = (Truck.is_active, Truck.archived_at.is_(None))


def list_public(session: Session) -> list[PublicRow]:
    """The trucks on show, by name: active, with a name and an address."""
    query = sa.select(*PUBLIC_COLUMNS).where(*_ON_SHOW, Truck.name != "", Truck.slug != "")
    return list(session.execute(query.order_by(sa.func.lower(Truck.name), Truck.id)))


def find_public(
    session: Session, *, truck_id: str | None = None, slug: str | None = None
) -> PublicRow | None:
    """One truck on show, by id or by slug."""
    wanted = _wanted(truck_id, slug)
    if wanted is None:
        return None
    return session.execute(sa.select(*PUBLIC_COLUMNS).where(*_ON_SHOW, wanted)).one_or_none()


def find_active_truck(
    session: Session, *, truck_id: str | None = None, slug: str | None = None
) -> Truck | None:
    """The entity of a truck on show, for whoever sells from it."""
    wanted = _wanted(truck_id, slug)
    if wanted is None:
        return None
    return session.scalars(sa.select(Truck).where(*_ON_SHOW, wanted)).one_or_none()


def _wanted(truck_id: str | None, slug: str | None) -> sa.ColumnElement[bool] | None:
    if truck_id is not None:
        return Truck.id == truck_id if is_id(truck_id) else None
    return Truck.slug == slug if slug and "\x00" not in slug else None
