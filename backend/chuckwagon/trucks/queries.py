"""Reading trucks. What is shown is selected by column and built into structs without entities."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, Decision, judge
from chuckwagon.core import clock
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import rate_percent
from chuckwagon.trucks.models import Truck, extra_lead, resumption, takes_orders
from chuckwagon.trucks.schemas import Location, Owner, PublicTruck, StaffTruck, TruckSettings
from chuckwagon.trucks.slugs import is_slug

ON_THE_STREET = (Truck.is_active.is_(True), Truck.archived_at.is_(None), Truck.name != "", Truck.slug != "")

JUST_NOW = timedelta(seconds=5)
NOT_ARCHIVED = Truck.archived_at.is_(None)
ABSENT = "We couldn't find this truck."

_PUBLIC_COLUMNS = (
    Truck.id, Truck.name, Truck.slug, Truck.is_active, Truck.image_url, Truck.banner_image,
    Truck.short_description, Truck.description, Truck.cuisine, Truck.city, Truck.state, Truck.phone,
    Truck.email, Truck.accent_hue, Truck.timezone, Truck.tax_rate_units, Truck.accepting_orders,
    Truck.not_accepting_reason, Truck.paused_until, Truck.lead_minutes, Truck.extra_lead_minutes,
    Truck.extra_lead_until,
)  # fmt: skip
_PUBLIC = sa.select(*_PUBLIC_COLUMNS).where(*ON_THE_STREET)
_STAFF = sa.select(
    *_PUBLIC_COLUMNS, Truck.owner_name, Truck.owner_email, Truck.stripe_account_id, Truck.application_fee_bps,
    Truck.sms_signature, Truck.version, Truck.created_at, Truck.updated_at,
).where(NOT_ARCHIVED)  # fmt: skip


def list_public_trucks(session: Session) -> list[PublicTruck]:
    """The trucks of the home page, by name."""
    found = [PublicTruck(**_public_fields(row)) for row in session.execute(_PUBLIC)]
    return sorted(found, key=lambda truck: (truck.name.casefold(), truck.id))


def get_truck_for(
    session: Session, visitor: Actor | None, *, truck_id: str | None = None, slug: str | None = None
) -> PublicTruck | StaffTruck:
    """One truck as the visitor may see it: whole for its staff, else the public side of an active one.

    Raises NotFound.
    """
    named = _named(truck_id, slug)
    if visitor is not None:
        row = session.execute(_STAFF.where(named)).one_or_none()
        if row is not None and judge(visitor, Action.SEE_WHOLE_TRUCK, row.id) is Decision.ALLOWED:
            return _whole(row)
    row = session.execute(_PUBLIC.where(named)).one_or_none()
    if row is None:
        raise NotFound(ABSENT)
    return PublicTruck(**_public_fields(row))


def get_staff_truck(session: Session, truck_id: str) -> StaffTruck:
    """One truck whole; an archived one is gone. Raises NotFound."""
    row = session.execute(_STAFF.where(_named(truck_id, None))).one_or_none()
    if row is None:
        raise NotFound(ABSENT)
    return _whole(row)


def lock_staff_truck(session: Session, truck_id: str) -> StaffTruck:
    """The same, with whoever else wants to change the truck waiting. Raises NotFound."""
    # Not the strongest lock: orders that refer to the truck need not wait. SQLite's writers queue anyway.
    row = sa.select(Truck.id).where(_named(truck_id, None)).with_for_update(key_share=True)
    session.execute(row)
    return get_staff_truck(session, truck_id)


def list_staff_trucks(
    session: Session, actor: Actor, *, is_active: bool | None = None, text: str = "", cuisine: str = ""
) -> list[StaffTruck]:
    """The trucks that the actor looks after, by name: those that hold the text and carry the cuisine tag."""
    query = _STAFF if is_active is None else _STAFF.where(Truck.is_active.is_(is_active))
    if not actor.is_superadmin:
        query = query.where(Truck.id == actor.truck_id)
    found = [_whole(row) for row in session.execute(query)]
    wanted, tag = text.strip().casefold(), cuisine.strip().casefold()
    shown = [truck for truck in found if _holds(truck, wanted) and _carries(truck, tag)]
    return sorted(shown, key=lambda truck: (truck.name.casefold(), truck.id))


def find_next_end(session: Session, truck_id: str | None = None) -> datetime | None:
    """When a pause or extra minutes of this truck, or of any, end next.

    What has ended within the last seconds counts too: the trucks may have been read before it.
    """
    since = clock.now() - JUST_NOW
    ends = [
        sa.select(sa.func.min(until)).where(until > since, *([Truck.id == truck_id] if truck_id else []))
        for until in (Truck.paused_until, Truck.extra_lead_until)
    ]
    return min((end for query in ends if (end := session.scalar(query)) is not None), default=None)


def list_slugs_like(session: Session, slug: str) -> set[str]:
    """The taken slugs that begin like this one, archived trucks' too."""
    return set(session.scalars(sa.select(Truck.slug).where(Truck.slug.startswith(slug, autoescape=True))))


def find_slug_holder(session: Session, slug: str) -> str | None:
    """The id of the truck that has the slug, archived or not."""
    return session.scalar(sa.select(Truck.id).where(Truck.slug == slug))


def list_kept_trucks(session: Session, truck_ids: Collection[str]) -> set[str]:
    """Those of the trucks that are not archived."""
    return set(session.scalars(sa.select(Truck.id).where(Truck.id.in_(truck_ids), NOT_ARCHIVED)))


def list_public_ids(session: Session, truck_ids: Collection[str]) -> set[str]:
    """Those of the trucks that customers can see."""
    return set(session.scalars(sa.select(Truck.id).where(Truck.id.in_(truck_ids), *ON_THE_STREET)))


def is_public_truck(session: Session, truck_id: str) -> bool:
    """Whether customers can see the truck; a malformed id is no truck."""
    query = sa.select(Truck.id).where(Truck.id == truck_id, *ON_THE_STREET)
    return is_id(truck_id) and session.scalar(query) is not None


def _named(truck_id: str | None, slug: str | None) -> sa.ColumnElement[bool]:
    """The condition for one truck; what has not even the form of an id or slug names none."""
    if truck_id is not None:
        return Truck.id == truck_id if is_id(truck_id) else sa.false()
    return Truck.slug == slug if slug is not None and is_slug(slug) else sa.false()


def _holds(truck: StaffTruck, text: str) -> bool:
    places = (truck.name, truck.slug, truck.owner.name, truck.owner.email, truck.location.city)
    return any(text in place.casefold() for place in places)


def _carries(truck: StaffTruck, tag: str) -> bool:
    return not tag or tag in (carried.casefold() for carried in truck.cuisine)


def _whole(row: Any) -> StaffTruck:
    instant = clock.now()
    extra = extra_lead(row.extra_lead_minutes, row.extra_lead_until, instant)
    return StaffTruck(
        **_public_fields(row),
        owner=Owner(row.owner_name, row.owner_email),
        stripe_account_id=row.stripe_account_id,
        application_fee_bps=row.application_fee_bps,
        settings=TruckSettings(
            accepting_orders=row.accepting_orders,
            not_accepting_reason=row.not_accepting_reason,
            paused_until=resumption(True, row.paused_until, instant),
            lead_minutes=row.lead_minutes,
            extra_lead_minutes=extra,
            extra_lead_until=row.extra_lead_until if extra else None,
            sms_signature=row.sms_signature,
        ),
        version=row.version,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _public_fields(row: Any) -> dict[str, Any]:
    instant = clock.now()
    accepting = takes_orders(row.accepting_orders, row.paused_until, instant)
    extra = extra_lead(row.extra_lead_minutes, row.extra_lead_until, instant)
    return {
        "id": row.id,
        "name": row.name,
        "slug": row.slug,
        "is_active": row.is_active,
        "image_url": row.image_url,
        "banner_image": row.banner_image,
        "short_description": row.short_description,
        "description": row.description,
        "cuisine": row.cuisine,
        "location": Location(row.city, row.state),
        "phone": row.phone,
        "email": row.email,
        "accent_hue": row.accent_hue,
        "timezone": row.timezone,
        "tax_rate": rate_percent(row.tax_rate_units),
        "accepting_orders": accepting,
        "not_accepting_reason": None if accepting else row.not_accepting_reason,
        "paused_until": resumption(row.accepting_orders, row.paused_until, instant),
        "lead_minutes": row.lead_minutes + extra,
    }
