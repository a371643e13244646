"""Public trucks in the columns that a checkout reads.

These are the tax rate, the ordering switch, the lead time, and the account that is paid.
"""

from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit.ids import is_id
from chuckwagon.trucks.models import ALWAYS, Truck, current_extra_lead, find_resume_time, is_accepting_orders
from chuckwagon.trucks.queries import IS_PUBLIC, find_present_slug
from chuckwagon.trucks.slugs import is_slug


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
