"""A truck as a checkout sees it: what it sells at, whether it does so now, and where the money goes."""

from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core.db import table_of
from chuckwagon.core.ids import is_id
from chuckwagon.core.prepared import Prepared
from chuckwagon.trucks.models import Truck, extra_lead, resumption, takes_orders
from chuckwagon.trucks.queries import ON_THE_STREET
from chuckwagon.trucks.slugs import is_slug


class SellingTruck(msgspec.Struct, frozen=True, kw_only=True):
    """Columns of a truck that customers can see."""

    id: str
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

    def accepts_orders_at(self, instant: datetime) -> bool:
        """Whether a customer may order at this instant: ordering on and no pause running."""
        return takes_orders(self.accepting_orders, self.paused_until, instant)

    def resumes_at(self, instant: datetime) -> datetime | None:
        """When ordering comes back by itself; nothing while it is on, or off until somebody resumes it."""
        return resumption(self.accepting_orders, self.paused_until, instant)

    def lead_at(self, instant: datetime) -> int:
        """The minutes that a customer allows for preparation now, with what a busy kitchen adds."""
        return self.lead_minutes + extra_lead(self.extra_lead_minutes, self.extra_lead_until, instant)


_trucks = table_of(Truck)
_NAMES = SellingTruck.__struct_fields__
_ON_THE_STREET = sa.select(*(_trucks.c[name] for name in _NAMES)).where(*ON_THE_STREET)
_BY_ID = Prepared(_ON_THE_STREET.where(_trucks.c.id == sa.bindparam("truck_id")))
_BY_SLUG = Prepared(_ON_THE_STREET.where(_trucks.c.slug == sa.bindparam("slug")))


def find_active_truck(
    session: Session, *, truck_id: str | None = None, slug: str | None = None
) -> SellingTruck | None:
    """The truck that a checkout names, if customers can see it."""
    row = None
    if truck_id is not None and is_id(truck_id):
        row = _BY_ID.first(session, {"truck_id": truck_id})
    elif truck_id is None and slug is not None and is_slug(slug):
        row = _BY_SLUG.first(session, {"slug": slug})
    return None if row is None else SellingTruck(**dict(zip(_NAMES, row, strict=True)))
