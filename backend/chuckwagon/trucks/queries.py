"""Queries of trucks. They select columns and build structs, without entities; a checkout has a struct of its own."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, decide_access
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import convert, copy_fields
from chuckwagon.kit.errors import MovedPermanently, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_optional_percent, to_rate_percent
from chuckwagon.kit.sentences import Sentence
from chuckwagon.realtime.change_log import select_last_change_id
from chuckwagon.trucks.models import ALWAYS, Truck, TruckSlug, current_extra_lead, find_resume_time, is_accepting_orders
from chuckwagon.trucks.schemas import (
    BusinessAddress,
    ListedTruck,
    Location,
    Owner,
    PublicTruck,
    StaffTruck,
    TruckSettings,
)
from chuckwagon.trucks.slugs import is_slug

IS_PUBLIC = (Truck.is_active.is_(True), Truck.archived_at.is_(None), Truck.name != "", Truck.slug != "")
RECENT = timedelta(seconds=5)
NOT_ARCHIVED = Truck.archived_at.is_(None)
# Named without an import, because the slice of menus is above this one.
_menu_items = sa.table(
    "menu_items",
    sa.column("truck_id", sa.String),
    sa.column("is_available", sa.Boolean),
    sa.column("sold_out_until", Truck.paused_until.type),
    sa.column("archived_at", Truck.archived_at.type),
    sa.column("sale_times", sa.JSON),
)
_sold_out_until = _menu_items.c.sold_out_until
_IS_ON_SALE = (
    _menu_items.c.archived_at.is_(None),
    _menu_items.c.is_available,
    sa.or_(
        _sold_out_until.is_(None),
        _sold_out_until <= sa.bindparam("instant", callable_=clock.now, type_=Truck.paused_until.type),
    ),
)
# Meal times are not asked for here: they take the clock of the truck (`list_sale_times`).
HAS_ITEM_ON_SALE = sa.exists().where(_menu_items.c.truck_id == Truck.id, *_IS_ON_SALE)
TRUCK_NOT_FOUND = Sentence("We couldn't find this truck.", "truck_not_found")
# How long before the pickup customers may change or cancel an order, at the latest.
CHANGE_MINUTES = 10
_PUBLIC_COLUMNS = (
    Truck.id, Truck.name, Truck.slug, Truck.is_active, Truck.image_url, Truck.banner_image,
    Truck.short_description, Truck.description, Truck.cuisine, Truck.city, Truck.state, Truck.phone,
    Truck.email, Truck.accent_hue, Truck.timezone, Truck.tax_rate_units, Truck.accepting_orders,
    Truck.not_accepting_reason, Truck.paused_until, Truck.lead_minutes, Truck.extra_lead_minutes,
    Truck.extra_lead_until, Truck.schedule_mode, Truck.version, Truck.takes_tips,
    Truck.tip_presets, Truck.reduced_tax_rate_units, Truck.prices_include_tax, Truck.self_service,
    HAS_ITEM_ON_SALE.label("orderable"),
)  # fmt: skip
_PUBLIC = sa.select(*_PUBLIC_COLUMNS).where(*IS_PUBLIC)
_ANY_STAFF = sa.select(
    *_PUBLIC_COLUMNS, Truck.owner_name, Truck.owner_email, Truck.stripe_account_id, Truck.application_fee_bps,
    Truck.sms_signature, Truck.units_per_ten_minutes, Truck.confirms_orders,
    Truck.created_at, Truck.updated_at, Truck.archived_at, Truck.is_draft, Truck.business_address,
)  # fmt: skip
_STAFF = _ANY_STAFF.where(NOT_ARCHIVED)
# In the statement that reads the trucks, so that both are of one instant.
_LAST_CHANGE = sa.func.coalesce(select_last_change_id(Truck.id), 0).label("last_change")


def list_public_trucks(session: Session) -> list[PublicTruck]:
    """All trucks that customers may see, also those that take no orders now, sorted by name."""
    trucks = [copy_fields(PublicTruck, row, **_computed_fields(row)) for row in session.execute(_PUBLIC)]
    return sorted(trucks, key=lambda truck: (truck.name.casefold(), truck.id))


def get_truck_for(
    session: Session, current_actor: Actor | None, *, truck_id: str | None = None, slug: str | None = None
) -> PublicTruck | StaffTruck:
    """One truck, by id or slug: all fields for its staff, else the public fields of an active truck.

    Raises NotFound, also for an archived truck, and for an inactive one that is not the user's, and MovedPermanently
    for an earlier slug of a public truck.
    """
    named = _matches(truck_id, slug)
    if current_actor is not None:
        row = session.execute(_STAFF.where(named)).one_or_none()
        if (
            row is not None
            and decide_access(current_actor, Action.VIEW_TRUCK_DETAILS, row.id) is AccessDecision.ALLOWED
        ):
            return _staff_truck(row)
    row = session.execute(_PUBLIC.where(named)).one_or_none()
    if row is None:
        moved = find_present_slug(session, slug) if truck_id is None and slug is not None else None
        raise NotFound(TRUCK_NOT_FOUND) if moved is None else MovedPermanently(slug or "", moved)
    return copy_fields(PublicTruck, row, **_computed_fields(row))


def get_staff_truck(session: Session, truck_id: str, *, with_archived: bool = False) -> StaffTruck:
    """One truck with all fields, active or not. Access is not checked.

    Raises NotFound, for an archived truck too unless it is allowed.
    """
    found = _ANY_STAFF if with_archived else _STAFF
    row = session.execute(found.where(_matches(truck_id, None))).one_or_none()
    if row is None:
        raise NotFound(TRUCK_NOT_FOUND)
    return _staff_truck(row)


def lock_staff_truck(session: Session, truck_id: str) -> StaffTruck:
    """Lock the truck's row until the commit, and return the truck with all fields. Access is not checked.

    Raises NotFound, for an archived truck too.
    """
    lock_truck(session, truck_id)
    return get_staff_truck(session, truck_id)


def lock_truck(session: Session, truck_id: str) -> None:
    """Lock the truck's row until the commit, also that of an archived truck."""
    # FOR NO KEY UPDATE, so that inserts of orders with a foreign key to the truck need not wait.
    row = sa.select(Truck.id).where(_matches(truck_id, None)).with_for_update(key_share=True)
    session.execute(row)


def list_staff_trucks(
    session: Session,
    actor: Actor,
    *,
    is_active: bool | None = None,
    text: str = "",
    cuisine: str = "",
    with_archived: bool = False,
) -> list[ListedTruck]:
    """The trucks that the user manages, inactive ones included, by name, filtered by text and cuisine tag.

    Archived ones are for superadmins only, and come last.
    """
    query = _ANY_STAFF if with_archived and actor.is_superadmin else _STAFF
    query = query if is_active is None else query.where(Truck.is_active.is_(is_active))
    if not actor.is_superadmin:
        query = query.where(Truck.id == actor.truck_id)
    rows = session.execute(query.add_columns(_LAST_CHANGE))
    trucks = [copy_fields(ListedTruck, _staff_truck(row), last_change=row.last_change) for row in rows]
    wanted, tag = text.strip().casefold(), cuisine.strip().casefold()
    matching = [truck for truck in trucks if _contains(truck, wanted) and _has_tag(truck, tag)]
    return sorted(matching, key=lambda truck: (truck.archived_at is not None, truck.name.casefold(), truck.id))


def find_next_end(session: Session, truck_id: str | None = None) -> datetime | None:
    """When this truck (None: any truck) reads differently by itself next; None for never.

    A pause or extra lead time ends, or a menu item goes back on sale. Includes ends in the last seconds, because the
    trucks may have been read before them.
    """
    since = clock.now() - RECENT
    ends = [
        sa.select(sa.func.min(until)).where(until > since, *([Truck.id == truck_id] if truck_id else []))
        for until in (Truck.paused_until, Truck.extra_lead_until)
    ]
    of_truck = [_menu_items.c.truck_id == truck_id] if truck_id else []
    ends.append(sa.select(sa.func.min(_sold_out_until)).where(_sold_out_until > since, *of_truck))
    return min((end for query in ends if (end := session.scalar(query)) is not None), default=None)


def list_sale_times(session: Session, truck_id: str | None = None) -> dict[str, list[list[dict[str, Any]] | None]]:
    """The meal times of each item on sale, None for one that is always sold, by ID of the truck (None: all trucks).

    Only of trucks with an item that is not always sold.
    """
    of_truck = [_menu_items.c.truck_id == truck_id] if truck_id else []
    timed = sa.select(_menu_items.c.truck_id).where(_menu_items.c.sale_times.is_not(sa.null()), *of_truck)
    rows = sa.select(_menu_items.c.truck_id, _menu_items.c.sale_times)
    found: dict[str, list[list[dict[str, Any]] | None]] = {}
    for owner, times in session.execute(rows.where(_menu_items.c.truck_id.in_(timed), *_IS_ON_SALE)):
        found.setdefault(owner, []).append(times)
    return found


def list_slugs_like(session: Session, slug: str) -> set[str]:
    """The used slugs that start with this text, earlier ones and those of archived trucks too."""
    columns = (Truck.slug, TruckSlug.slug)
    found = [sa.select(column).where(column.startswith(slug, autoescape=True)) for column in columns]
    return set(session.scalars(sa.union(*found)))


def list_public_slugs(session: Session, limit: int) -> list[str]:
    """The present slugs of at most `limit` trucks that customers can see, in their order."""
    return list(session.scalars(sa.select(Truck.slug).where(*IS_PUBLIC).order_by(Truck.slug).limit(limit)))


def find_truck_id_by_slug(session: Session, slug: str) -> str | None:
    """The id of the truck that has or had this slug, archived or not; None if the slug is free."""
    present = session.scalar(sa.select(Truck.id).where(Truck.slug == slug))
    return present or session.scalar(sa.select(TruckSlug.truck_id).where(TruckSlug.slug == slug))


def find_present_slug(session: Session, earlier: str) -> str | None:
    """The present slug of the public truck that had this one; None for a present slug, and an unknown one."""
    if not is_slug(earlier):
        return None
    query = sa.select(Truck.slug).join(TruckSlug, TruckSlug.truck_id == Truck.id)
    return session.scalar(query.where(TruckSlug.slug == earlier, Truck.slug != earlier, *IS_PUBLIC))


def list_unarchived_ids(session: Session, truck_ids: Collection[str]) -> set[str]:
    """The ids of those trucks that are not archived."""
    return set(session.scalars(sa.select(Truck.id).where(Truck.id.in_(truck_ids), NOT_ARCHIVED)))


def list_public_ids(session: Session, truck_ids: Collection[str]) -> set[str]:
    """The ids of those trucks that customers can see."""
    return set(session.scalars(sa.select(Truck.id).where(Truck.id.in_(truck_ids), *IS_PUBLIC)))


def is_public_truck(session: Session, truck_id: str) -> bool:
    """True when customers can see the truck; False for a malformed id."""
    query = sa.select(Truck.id).where(Truck.id == truck_id, *IS_PUBLIC)
    return is_id(truck_id) and session.scalar(query) is not None


def _matches(truck_id: str | None, slug: str | None) -> sa.ColumnElement[bool]:
    """SQL condition for one truck by id or slug. A malformed one matches no truck."""
    if truck_id is not None:
        return Truck.id == truck_id if is_id(truck_id) else sa.false()
    return Truck.slug == slug if slug is not None and is_slug(slug) else sa.false()


def _contains(truck: StaffTruck, text: str) -> bool:
    values = (truck.name, truck.slug, truck.owner.name, truck.owner.email, truck.location.city)
    return any(text in value.casefold() for value in values)


def _has_tag(truck: StaffTruck, tag: str) -> bool:
    return not tag or tag in (own_tag.casefold() for own_tag in truck.cuisine)


def _staff_truck(row: Any) -> StaffTruck:
    instant = clock.now()
    extra = current_extra_lead(row.extra_lead_minutes, row.extra_lead_until, instant)
    return copy_fields(
        StaffTruck,
        row,
        **_computed_fields(row),
        owner=Owner(row.owner_name, row.owner_email),
        settings=copy_fields(
            TruckSettings,
            row,
            paused_until=find_resume_time(True, row.paused_until, instant),
            extra_lead_minutes=extra,
            extra_lead_until=row.extra_lead_until if extra else None,
            business_address=convert(row.business_address, BusinessAddress) if row.business_address else None,
        ),
    )


def _computed_fields(row: Any) -> dict[str, Any]:
    """The fields of a public truck that are not columns."""
    instant = clock.now()
    accepting = is_accepting_orders(row.accepting_orders, row.paused_until, instant)
    extra = current_extra_lead(row.extra_lead_minutes, row.extra_lead_until, instant)
    return {
        "location": Location(row.city, row.state),
        "tax_rate": to_rate_percent(row.tax_rate_units),
        "reduced_tax_rate": to_optional_percent(row.reduced_tax_rate_units),
        "accepting_orders": accepting,
        "not_accepting_reason": None if accepting else row.not_accepting_reason,
        "paused_until": find_resume_time(row.accepting_orders, row.paused_until, instant),
        "lead_minutes": row.lead_minutes + extra,
        "tip_presets": row.tip_presets if row.takes_tips else None,
        "change_minutes": CHANGE_MINUTES if row.self_service else None,
    }


class CheckoutTruck(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a public truck that a checkout reads."""

    id: str
    name: str
    timezone: str
    tax_rate_units: int
    accepting_orders: bool
    not_accepting_reason: str | None = None
    paused_until: datetime | None = None
    lead_minutes: int
    extra_lead_minutes: int = 0
    extra_lead_until: datetime | None = None
    stripe_account_id: str | None = None
    transfers_active: bool = False
    application_fee_bps: int = 0
    schedule_mode: str = ALWAYS
    units_per_ten_minutes: int | None = None
    takes_tips: bool = False
    reduced_tax_rate_units: int | None = None
    prices_include_tax: bool = False

    def accepts_orders_at(self, instant: datetime) -> bool:
        """True when the truck accepts orders at this instant: ordering is on, and no pause is running."""
        return is_accepting_orders(self.accepting_orders, self.paused_until, instant)

    def resumes_at(self, instant: datetime) -> datetime | None:
        """When the pause ends; None while the truck accepts orders, or ordering is off until staff resume it."""
        return find_resume_time(self.accepting_orders, self.paused_until, instant)

    def lead_at(self, instant: datetime) -> int:
        """The lead time in minutes at this instant, extra lead time included."""
        return self.lead_minutes + current_extra_lead(self.extra_lead_minutes, self.extra_lead_until, instant)


_trucks = table_of(Truck)
_COLUMNS = CheckoutTruck.__struct_fields__
_PUBLIC_TRUCKS = sa.select(*(_trucks.c[name] for name in _COLUMNS)).where(*IS_PUBLIC)
_BY_ID = CompiledStatement(_PUBLIC_TRUCKS.where(_trucks.c.id == sa.bindparam("truck_id")))
_BY_SLUG = CompiledStatement(_PUBLIC_TRUCKS.where(_trucks.c.slug == sa.bindparam("slug")))


def find_checkout_truck(
    session: Session, *, truck_id: str | None = None, slug: str | None = None
) -> CheckoutTruck | None:
    """The public truck with this id, or without an id, with this slug, now or earlier. None if it is inactive."""
    row = None
    if truck_id is not None and is_id(truck_id):
        row = _BY_ID.first(session, {"truck_id": truck_id})
    elif truck_id is None and slug is not None and is_slug(slug):
        row = _BY_SLUG.first(session, {"slug": slug})
        if row is None and (present := find_present_slug(session, slug)) is not None:
            row = _BY_SLUG.first(session, {"slug": present})  # a page that was open when the slug changed
    return None if row is None else CheckoutTruck(**dict(zip(_COLUMNS, row, strict=True)))
